import type { AuditRules, PipelineAudit } from "../../../core/pipeline-audit.js";
import type { ForgePlace } from "../../ci/forge.js";
import type { RunContext } from "../../server/run-context.js";

/** Which repository is looked at. */
export interface AuditedPlace extends ForgePlace {
  /** Of GitLab the number or full path of the project, of GitHub `owner/repository`. */
  readonly hosting: string;
}

/** Looks at the settings of the repository with the desired state, by its service's API, for what lets somebody get round the pipeline. Sends GET alone. Throws ApiError where the token does not see the repository. */
export async function auditPipeline(
  place: AuditedPlace,
  token: string,
  rules: Pick<AuditRules, "isTrusted">,
  context: RunContext,
): Promise<PipelineAudit> {
  if (place.service === "github") return (await import("./github.js")).auditGithub(place, token, context);
  return (await import("./gitlab.js")).auditGitlab(place, token, { ...rules, now: context.now }, context);
}
