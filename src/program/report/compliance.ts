import type { Compliance } from "../../core/compliance.js";
import type { FileDiagnostic } from "../../core/errors.js";
import { makeCompliance } from "../../engine/plan/index.js";
import { createReadApi } from "../../platform/index.js";
import { loadValid } from "../files/load.js";
import { secrets } from "../files/outside.js";
import { describeInstanceFor } from "../server/instance.js";
import { onServer, pinOf } from "../server/link.js";
import type { RunContext, ServerOptions } from "../server/run-context.js";

/** Reads the files and the platform and tells how far the policies are kept. Writes nothing. Throws InvalidFilesError for bad files. */
export async function reportCompliance(
  paths: readonly string[],
  server: ServerOptions,
  context: RunContext,
): Promise<{ readonly compliance: Compliance; readonly diagnostics: readonly FileDiagnostic[] }> {
  const { state, diagnostics } = await loadValid(paths, context, server.tier ? { tier: server.tier } : {});
  return onServer(pinOf(state), server, context, async (connection) => {
    const questions = { url: connection.url, server, needsTier: false, targets: [] };
    const instance = await describeInstanceFor(state, createReadApi(connection), questions);
    const compliance = await makeCompliance(instance, state, { resolve: secrets(state.root, context) });
    return { compliance, diagnostics };
  });
}
