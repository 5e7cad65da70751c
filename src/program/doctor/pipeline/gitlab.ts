import { Buffer } from "node:buffer";
import type { ReadApi } from "../../../core/api.js";
import { ApiError } from "../../../core/errors.js";
import { type AuditRules, type PipelineAudit, allSettings } from "../../../core/pipeline-audit.js";
import { createReadApi } from "../../../platform/index.js";
import { connectForge, textIn } from "../../ci/forge-parts.js";
import type { ForgePlace } from "../../ci/forge.js";
import type { RunContext } from "../../server/run-context.js";
import { checkDefaultBranch, checkProtectedPlaces, checkTokens, checkVariables } from "./gitlab-checks.js";
import { checkApprovals, checkRequiredApprovals, checkSettings } from "./gitlab-settings.js";
import { auditOwners, type SeenFile } from "./owned-files.js";

/** The places of CODEOWNERS, the first that is there counts (docs.gitlab.com, "Code Owners"). */
const ownerFiles = ["CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"] as const;

/** Looks at a project of a GitLab. Sends GET alone. Throws ApiError where the token does not see the project, and what choosing a server throws. */
export async function auditGitlab(
  place: ForgePlace & { readonly hosting: string },
  token: string,
  rules: AuditRules,
  context: RunContext,
): Promise<PipelineAudit> {
  const connection = await connectForge(place, token, context);
  try {
    const read = createReadApi(connection);
    const path = `/projects/${encodeURIComponent(place.hosting)}`;
    const shown = await read.object(path);
    const list = async (name: string, query = {}) => ifSeen(read.list(`${path}/${name}`, query));
    const [name, hosting] = [textIn(shown, "default_branch"), textIn(shown, "path_with_namespace")];
    const [branches, approvals, approvalRules, variables, protectedPlaces, tokens, self] = await Promise.all([
      list("protected_branches"),
      ifSeen(read.object(`${path}/approvals`)),
      list("approval_rules"),
      list("variables"),
      list("protected_environments"),
      list("access_tokens"),
      ifSeen(read.object("/personal_access_tokens/self")),
    ]);
    const file = async (one: string) => fileAt(read, `${path}/repository/files/${encodeURIComponent(one)}`, name);
    const owners = await Promise.all(ownerFiles.map(async (one) => ({ path: one, text: await file(one) })));
    const checked = [
      checkSettings(shown, rules),
      checkApprovals(approvals),
      checkRequiredApprovals(approvalRules, name),
      checkDefaultBranch(branches, name),
      auditOwners(owners, await file("trueup.yaml"), "gitlab"),
      checkVariables(variables),
      checkProtectedPlaces(protectedPlaces, variables),
      checkTokens(tokens, self, rules),
    ];
    return { service: "gitlab", hosting, ...allSettings(checked) };
  } finally {
    await connection.close();
  }
}

/** Undefined for what the token may not see: servers also answer 404 for that, and 401 for access tokens. The project was read before, so the token is good. */
async function ifSeen<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && [401, 403, 404].includes(error.status)) return undefined;
    throw error;
  }
}

async function fileAt(read: ReadApi, path: string, ref: string): Promise<SeenFile> {
  try {
    const found = await read.find(path, { ref });
    return found === undefined ? null : Buffer.from(textIn(found, "content"), "base64").toString("utf8");
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return undefined;
    throw error;
  }
}
