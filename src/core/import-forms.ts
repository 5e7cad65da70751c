import { formatAddress } from "./address.js";
import { type Kind, kindOf, type Kinds } from "./kind.js";

/** Examples of all that names a thing of a kind in an import: its address, its path and key, and numbers; of what there is one of, the name of its kind. */
export function importForms(kind: Kind, kinds: Kinds): readonly string[] {
  const { under, as } = kind.place;
  const own = kind.exampleKey ?? "name";
  if (under === undefined && as === "one") return [kind.name];
  if (under === undefined) return [formatAddress({ kind: kind.name, path: own }), own, "42"];
  const path = kindOf(kinds, under).exampleKey ?? "path";
  if (as === "one") return [formatAddress({ kind: kind.name, path }), path, "42"];
  const byNumber = kind.key?.values ? `42:${own}` : "42:17";
  return [formatAddress({ kind: kind.name, path, key: own }), `${path}:${own}`, byNumber];
}
