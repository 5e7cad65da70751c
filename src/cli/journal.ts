import type { Acknowledged } from "../core/acknowledgement.js";
import type { Result } from "../core/plan.js";
import type { ApplyRequest } from "../trueup.js";
import { packageVersion } from "./package.js";
import type { Session } from "./session.js";

/** Does the work of one apply, and gives it the journal that it keeps its calls in, unless `--no-journal` says that there is none. `close` finishes it, and throws TrueupError `journal.write` if it lacks a line. Throws what the work throws. */
export async function journaled(
  acknowledged: readonly Acknowledged[] = [],
  { journal: isAsked, commit }: { readonly journal: boolean; readonly commit?: string },
  session: Session,
  work: (log: Pick<ApplyRequest, "log">) => Promise<Result>,
): Promise<{ readonly result: Result; readonly close: () => Promise<void> }> {
  if (!isAsked) return { result: await work({}), close: async () => undefined };
  const { ApplyJournal } = await import("../trueup.js");
  const facts = {
    version: packageVersion(),
    ...(commit === undefined ? await commitOf(session) : { commit }),
    ...starterOf(session),
    acknowledged,
  };
  const log = new ApplyJournal(facts, session);
  try {
    const result = await work({ log });
    return { result, close: async () => log.close(result) };
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** The commit that is checked out here. Files may stand in no repository. */
async function commitOf({ cwd }: Session): Promise<{ readonly commit?: string }> {
  const { gitIn } = await import("./git.js");
  try {
    return { commit: (await gitIn(cwd)(["rev-parse", "--verify", "HEAD"])).toString("utf8").trim() };
  } catch {
    return {};
  }
}

/** Who started the run, and the pipeline that it is of, as the service that runs it says. */
function starterOf({ env }: Session): { readonly actor?: string; readonly pipeline?: string } {
  const actor = env["GITLAB_USER_LOGIN"] ?? env["GITHUB_ACTOR"];
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  const ofGithub = server && repository && run ? `${server}/${repository}/actions/runs/${run}` : undefined;
  const pipeline = env["CI_PIPELINE_URL"] ?? ofGithub;
  return { ...(actor ? { actor } : {}), ...(pipeline ? { pipeline } : {}) };
}
