import { defined } from "../../core/collections.js";
import type { DesiredState } from "../../core/plan.js";
import { defaultRun } from "../../core/timeouts.js";
import { chooseServer, type Connection, type ConnectionOptions, openServer, type ServerQuestion } from "../../platform/index.js";
import { questionOf, type RunContext, type ServerOptions } from "./run-context.js";

/** The server that files or plans name. */
type NamedServer = Pick<ServerQuestion, "pin" | "suggested">;

/** Opens the way to the server that is chosen without any files, for single calls; they end when the run is interrupted. The caller closes it. */
export async function connect(server: ServerOptions, context: RunContext): Promise<Connection> {
  return openLink({}, server, context, { purpose: "command", signal: context.signal });
}

/** Does work on the server that is chosen, given what files or plans name, and closes the way to it. */
export async function onServer<T>(
  named: NamedServer,
  server: ServerOptions,
  context: RunContext,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await openLink(named, server, context);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** Opens the way to the server that is chosen, given what files or plans name. The caller closes it. */
export async function openLink(
  named: NamedServer,
  server: ServerOptions,
  context: RunContext,
  more: Pick<ConnectionOptions, "purpose" | "signal"> = {},
): Promise<Connection> {
  const question = questionOf(server, context.env, server.ignorePin ? {} : named);
  return openServer(await chooseServer(question, context, context.agree), context, {
    ...more,
    ...defined({ concurrency: server.concurrency, maxConcurrency: server.maxConcurrency, maxRps: server.maxRps }),
    timeouts: { run: defaultRun, ...server.timeouts },
    ...(server.maxPages === undefined ? {} : { limits: { pages: server.maxPages } }),
    ...(server.backoff === undefined ? {} : { patience: { backoff: server.backoff } }),
    ...defined({ userAgent: context.userAgent, onRequest: context.onRequest }),
  });
}

/** The pin of the files, if they have one. */
export function pinOf({ instance }: DesiredState): Pick<ServerQuestion, "pin"> {
  return instance?.url === undefined ? {} : { pin: { url: instance.url, origin: instance.origin } };
}
