import type { ServerQuestion } from "../../platform/index.js";
import type { RunContext, ServerOptions } from "./run-context.js";

/** What is asked about the server, given what files or plans name. */
export function questionOf(
  { url, instance, instanceNames, allowHttp }: ServerOptions,
  env: RunContext["env"],
  named: Pick<ServerQuestion, "pin" | "suggested">,
): Omit<ServerQuestion, "choosePin"> {
  return { flagUrl: url, instance, instanceNames, env, allowHttp, ...named };
}
