import { formatAddress } from "./address.js";
import { exampleParent, isTopLevel, type Kind, kindOf, type Kinds, type PlacedKind, placesOf } from "./kind.js";

/** Examples of all that names a thing in an import: address, path and key, numbers, behind the parent's kind where there are several; the kind alone for what there is one of. */
export function importForms(kind: Kind, kinds: Kinds): readonly string[] {
  const places = placesOf(kind);
  return places.flatMap((place) => {
    const [address = "", ...others] = formsIn(place, kinds);
    return [address, ...others.map((form) => (places.length > 1 && !isTopLevel(place) ? `${place.parent}:${form}` : form))];
  });
}

function formsIn(kind: PlacedKind, kinds: Kinds): readonly string[] {
  const exampleKey = kind.exampleKey ?? "name";
  if (isTopLevel(kind) && kind.as === "one") return [kind.name];
  if (isTopLevel(kind)) return [formatAddress({ kind: kind.name, path: exampleKey }), exampleKey, "42"];
  const path = exampleParent(kind, kindOf(kinds, kind.parent));
  if (kind.as === "one") return [formatAddress({ kind: kind.name, path }), path, "42"];
  const byNumber = kind.key?.values ? `42:${exampleKey}` : "42:17";
  return [formatAddress({ kind: kind.name, path, key: exampleKey }), `${path}:${exampleKey}`, byNumber];
}
