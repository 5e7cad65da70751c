import type { TokenScope } from "../../core/role.js";
import { rightsOfFiles } from "../../engine/plan/index.js";
import { loadValid } from "../files/load.js";
import { kinds } from "../kinds.js";
import type { RunContext } from "../server/run-context.js";

/** Reads the files and tells which scope and roles a token needs for everything that they declare. Asks no server and reads no secret. Throws InvalidFilesError for bad files. */
export async function tokenScope(paths: readonly string[], context: RunContext): Promise<TokenScope> {
  const { state } = await loadValid(paths, { ...context, withoutSecrets: true });
  const scopes = { plan: "read_api", apply: "api" } as const;
  return { format: "trueup.token-scope/1", scopes, ...rightsOfFiles(kinds, state) };
}
