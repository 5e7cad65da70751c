import type { ForgeService } from "../../trueup.js";
import type { FetchSource, ForgeOfJob, JobStatement, JobVariables } from "./service-job.js";
import { forgeAt, jobOn, neitherSays } from "./service.js";

/** Where drift is told, and where the files are. */
export interface DriftPlace extends ForgeOfJob {
  /** The branch of the job; none where the files are those of the current directory. */
  readonly source: FetchSource | undefined;
}

/** What the command line says of the place, before what the service says. */
export interface DriftPlaceFlags {
  readonly service?: ForgeService;
  readonly forge?: string;
  readonly hosting?: string;
  /** False where no issue is written: then nobody need say where. */
  readonly issue: boolean;
}

/** Reads where a job tells drift: from options, and from what GitLab CI or GitHub Actions says. Throws TrueupError `usage` for what neither says. */
export function readDriftPlace(flags: DriftPlaceFlags, env: JobVariables): DriftPlace {
  const { service, job } = jobOn(flags.service, env);
  const must = (given: string | undefined, statement: JobStatement, option: string): string =>
    given ??
    statement.value ??
    (flags.issue ? neitherSays(statement, option, `Run it in a pipeline, or give ${option}; or give --no-issue.`) : "");
  const forge = forgeAt(must(flags.forge, job.forge, "--forge"));
  const gitLogin = job.loginOf(forge);
  return {
    service,
    forge,
    hosting: must(flags.hosting, job.hosting, "--hosting"),
    source: job.tip && { ...job.tip, gitLogin },
  };
}
