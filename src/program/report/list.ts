import { compareTexts } from "../../core/collections.js";
import type { DeclaredList } from "../../core/declared-list.js";
import { formatOrigin } from "../../core/errors.js";
import { kindAt, parentSaid } from "../../core/kind.js";
import { scoped, subtreeOf, targeted } from "../../engine/plan/index.js";
import { loadValid } from "../files/load.js";
import { kinds } from "../kinds.js";
import type { RunContext } from "../server/run-context.js";

/** Lists what files declare, as far as globs name it, each group and project with what belongs to it. Asks no server, reads no secret. Throws InvalidFilesError for bad files. */
export async function listDeclared(
  paths: readonly string[],
  { targets, under }: { readonly targets: readonly string[]; readonly under: readonly string[] },
  around: RunContext,
): Promise<DeclaredList> {
  const { state } = await loadValid(paths, { ...around, withoutSecrets: true });
  const { resources } = targeted(scoped(state, kinds, subtreeOf(under)), { targets });
  // The order of kinds is kept within one group or project.
  const inOrder = resources.toSorted((a, b) => compareTexts(a.path ?? "", b.path ?? ""));
  return {
    format: "trueup.list/1",
    resources: inOrder.map((desired) => ({
      address: desired.address,
      ...parentSaid(kindAt(kinds, desired)),
      ensure: desired.ensure,
      source: formatOrigin(desired.origin),
    })),
  };
}
