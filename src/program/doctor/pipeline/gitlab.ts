import { Buffer } from "node:buffer";
import { textGlob } from "../../../core/glob.js";
import { isObject, type JsonObject } from "../../../core/json.js";
import {
  allSettings,
  type AuditRules,
  type CheckedSettings,
  type PipelineAudit,
  type PipelineFlaw,
} from "../../../core/pipeline-audit.js";
import { createReadApi } from "../../../platform/index.js";
import { connectForge, textIn } from "../../ci/forge-parts.js";
import type { ForgePlace } from "../../ci/forge.js";
import type { RunContext } from "../../server/run-context.js";
import { checkApprovals, checkRequiredApprovals, checkSettings } from "./gitlab-settings.js";
import { auditOwners, ifSeen, notSeen, type SeenFile } from "./owned-files.js";

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
    const list = async (name: string) => seenOf(read.list(`${path}/${name}`, {}));
    const [name, hosting] = [textIn(shown, "default_branch"), textIn(shown, "path_with_namespace")];
    const [branches, approvals, approvalRules, variables, protectedPlaces, tokens, self] = await Promise.all([
      list("protected_branches"),
      seenOf(read.object(`${path}/approvals`)),
      list("approval_rules"),
      list("variables"),
      list("protected_environments"),
      list("access_tokens"),
      seenOf(read.object("/personal_access_tokens/self")),
    ]);
    const file = async (filePath: string): Promise<SeenFile> => {
      const asked = read.find(`${path}/repository/files/${encodeURIComponent(filePath)}`, { ref: name });
      const seen = await ifSeen(
        asked.then((reply) => reply ?? null),
        [403],
      );
      return seen && Buffer.from(textIn(seen, "content"), "base64").toString("utf8");
    };
    const owners = await Promise.all(ownerFiles.map(async (ownerFile) => ({ path: ownerFile, text: await file(ownerFile) })));
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

/** Servers answer 401, 403 or 404 where the token may not see something. The project was read before, so the token is good. */
async function seenOf<T>(asked: Promise<T>): Promise<T | undefined> {
  return ifSeen(asked, [401, 403, 404]);
}

/** A list of the project; undefined where the token may not see it. */
type SeenList = readonly JsonObject[] | undefined;

/** The environment of the apply job, where the write token does not name another. */
const applyPlace = "trueup";
const writeToken = "TRUEUP_WRITE_TOKEN";
const requestTokens: readonly string[] = ["TRUEUP_READ_TOKEN", "TRUEUP_NOTES_TOKEN"];
const rulesPage = { place: "Settings, Repository, Protected branches, the rules that cover the default branch" } as const;
const variablesPage = { place: "Settings, CI/CD, Variables" } as const;

/** Who may push to the default branch without a request, and does a change to files with owners need them? Where several rules fit, the most permissive counts (docs.gitlab.com, "Protected branches"). */
function checkDefaultBranch(rules: SeenList, name: string): CheckedSettings {
  if (rules === undefined) return notSeen("the protection of the default branch", "needs the role Developer");
  if (name === "") return notSeen("the protection of the default branch", "the repository has no branch");
  const fitting = rules.filter((rule) => textGlob(textIn(rule, "name"))(name));
  // Lines of the project change neither a wildcard's rule nor one that a group gives.
  const isOwn = (rule: JsonObject): boolean => textIn(rule, "name") === name && rule["inherited"] !== true;
  const lines = (...more: readonly string[]) => ({ lines: ["protected_branches:", `  ${JSON.stringify(name)}:`, ...more] });
  const noPush = lines("    allowed_to_push: [{ access_level: no_access }]");
  if (fitting.length === 0) return { flaws: [direct(`The default branch ${name} is not protected`, noPush)] };
  const flaws: PipelineFlaw[] = [];
  const pushable = fitting.filter(letsPush);
  if (pushable.length > 0)
    flaws.push(direct(`Somebody may push to the default branch ${name}`, pushable.every(isOwn) ? noPush : rulesPage));
  if (fitting.every((rule) => rule["allow_force_push"] === true))
    flaws.push({
      code: "pipeline.force-push",
      message: `Who may push to the default branch ${name} may also rewrite it, and take back what was merged.`,
      mend: fitting.some(isOwn) ? lines("    allow_force_push: false") : rulesPage,
    });
  if (fitting.every((rule) => !Object.hasOwn(rule, "code_owner_approval_required")))
    return { flaws, unseen: [{ what: "code_owner_approval_required of the default branch", reason: "needs the tier Premium" }] };
  if (!fitting.some((rule) => rule["code_owner_approval_required"] === true))
    flaws.push({
      code: "pipeline.code-owner-approval",
      message: `A change to files that CODEOWNERS names is merged into ${name} without their owners.`,
      mend: fitting.some(isOwn) ? lines("    code_owner_approval_required: true") : rulesPage,
    });
  return { flaws };
}

function direct(what: string, mend: PipelineFlaw["mend"]): PipelineFlaw {
  return { code: "pipeline.push", message: `${what}. So a change reaches the apply job without a merge request.`, mend };
}

function letsPush({ push_access_levels: levels }: JsonObject): boolean {
  const entries = (Array.isArray(levels) ? levels : []).filter((item) => isObject(item));
  return entries.some((entry) => {
    const isNamed = ["user_id", "group_id", "deploy_key_id"].some((name) => typeof entry[name] === "number");
    return isNamed || entry["access_level"] !== 0;
  });
}

/** Are the tokens of the jobs variables that only those jobs get, and that no log shows? Values are never looked at. */
function checkVariables(shown: SeenList): CheckedSettings {
  if (shown === undefined) return notSeen("the CI variables", "needs the role Maintainer");
  const named = (name: string) => shown.filter((item) => item["key"] === name);
  const written = named(writeToken);
  const reason = "the project has no such variable; those of its groups and of the instance are not read";
  return {
    flaws: [
      ...written.flatMap(writeTokenFlaws),
      ...requestTokens.filter((name) => named(name).some((item) => item["masked"] !== true)).map(unmasked),
      ...(named("TRUEUP_TOKEN").length === 0 ? [] : [plainToken]),
    ],
    unseen: written.length === 0 ? [{ what: `the variable ${writeToken}`, reason }] : [],
  };
}

const plainToken: PipelineFlaw = {
  code: "pipeline.plain-token",
  message: "The variable TRUEUP_TOKEN gives its token to every command of trueup in every job. Each job has a token of its own.",
  mend: variablesPage,
};

function unmasked(name: string): PipelineFlaw {
  const message = `The variable ${name} is not masked. So a job can show it in its log.`;
  return { code: "pipeline.masked-token", message, mend: variablesPage };
}

function writeTokenFlaws(variable: JsonObject): readonly PipelineFlaw[] {
  const lacking = [
    ...(variable["protected"] === true ? [] : ["protected"]),
    ...(variable["masked"] === true ? [] : ["masked"]),
    ...(variable["environment_scope"] === "*" ? [`only for the environment ${applyPlace}`] : []),
  ];
  if (lacking.length === 0) return [];
  const message = `The variable ${writeToken} is not ${lacking.join(", not ")}. So a job other than apply can get it, or show it.`;
  return [{ code: "pipeline.write-token", message, mend: variablesPage }];
}

/** Does the server say who may run a job for the environment that the write token belongs to? */
function checkProtectedPlaces(protectedPlaces: SeenList, variables: SeenList): CheckedSettings {
  if (protectedPlaces === undefined)
    return notSeen("the protected environments", "needs the role Maintainer and the tier Premium");
  const scopes = (variables ?? [])
    .filter((variable) => variable["key"] === writeToken)
    .map((variable) => textIn(variable, "environment_scope"));
  const place = scopes.find((scope) => scope !== "" && !scope.includes("*")) ?? applyPlace;
  if (protectedPlaces.some((item) => item["name"] === place)) return {};
  const lines = [
    "protected_environments:",
    `  ${JSON.stringify(place)}:`,
    "    deploy_access_levels: [{ access_level: maintainer }]",
  ];
  const message = `The environment ${place} is not protected. So every user who may run a job on a protected branch can use the write token.`;
  return { flaws: [{ code: "pipeline.environment", message, mend: { lines } }] };
}

const day = 24 * 60 * 60 * 1000;
/** A token that ends sooner is told. */
const soon = 14 * day;

/** Do the access tokens of the project, and the token of the audit, end in time and not too soon, and may they no more than they need? */
function checkTokens(tokens: SeenList, self: JsonObject | undefined, { now }: AuditRules): CheckedSettings {
  const active = tokens?.filter((token) => token["active"] === true && token["revoked"] !== true);
  const others = (active ?? []).filter((item) => self === undefined || item["id"] !== self["id"]);
  const all = [
    ...others.map((token) => ({ token, name: `The project access token ${textIn(token, "name")}` })),
    ...(self ? [{ token: self, name: "The token of this audit" }] : []),
  ];
  return {
    flaws: [
      ...all.flatMap(({ token, name }) => ageFlaws(token, name, now)),
      ...(active ?? []).filter(maySetAll).map(tooMuch),
      ...(self && scopesOf(self).includes("api") ? [auditScope] : []),
    ],
    unseen: [
      ...(tokens ? [] : [{ what: "the project access tokens", reason: "needs the role Maintainer" }]),
      ...(self ? [] : [{ what: "the age and scope of the audit's own token", reason: "it is no access token" }]),
    ],
  };
}

function ageFlaws(token: JsonObject, name: string, now: Date): readonly PipelineFlaw[] {
  const end = textIn(token, "expires_at");
  const left = Date.parse(`${end}T00:00:00Z`) - now.getTime();
  const mend = { place: "Settings, Access tokens: make a new one in time, and set its variable" };
  if (end === "") return [{ code: "pipeline.token-age", message: `${name} never expires. So who gets it has it forever.`, mend }];
  // A day that is none is told rather than passed over.
  if (left >= soon) return [];
  const message = `${name} expires on ${end}. The jobs that use it fail from then on.`;
  return [{ code: "pipeline.token-age", message, mend }];
}

const maintainer = 40;

function maySetAll(token: JsonObject): boolean {
  const level = token["access_level"];
  return typeof level === "number" && level >= maintainer && scopesOf(token).includes("api");
}

function tooMuch(token: JsonObject): PipelineFlaw {
  return {
    code: "pipeline.token-scope",
    message: `The project access token ${textIn(token, "name")} has the role Maintainer or more and the scope api. So it can change all these settings. TRUEUP_NOTES_TOKEN needs the role Reporter.`,
    mend: { place: "Settings, Access tokens: make one with the role Reporter, and revoke this one" },
  };
}

const auditScope: PipelineFlaw = {
  code: "pipeline.audit-token",
  message: "The token of this audit has the scope api. The audit only reads, so read_api suffices.",
  mend: { place: "a token with the scope read_api for TRUEUP_AUDIT_TOKEN" },
};

function scopesOf({ scopes }: JsonObject): readonly unknown[] {
  return Array.isArray(scopes) ? scopes : [];
}
