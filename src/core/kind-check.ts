import type { Diagnostic } from "./diagnostic.js";
import type { Spec } from "./json.js";
import type { Kind, PlacedKind } from "./kind.js";
import { twinDiagnostics } from "./twins.js";

/**
 * What a kind's own check finds, and two names of one value beside each other. `unsure` names attributes whose value is wrong or not known: they are left out, and so is a diagnostic that only misses them; "" stands for the whole body.
 */
export function kindDiagnostics(
  kind: Kind & Partial<Pick<PlacedKind, "parent">>,
  spec: Spec,
  unsure: ReadonlySet<string>,
  parent: Spec | undefined,
): readonly Diagnostic[] {
  const sound = Object.fromEntries(Object.entries(spec).filter(([name]) => !unsure.has(name)));
  const twins = twinDiagnostics(kind, sound);
  if (!kind.check || unsure.has("")) return twins;
  const found = kind.check(sound, parent, kind.parent).flatMap(({ about = [], ...told }) => {
    const names = told.attribute === undefined ? about : [told.attribute, ...about];
    return names.some((name) => unsure.has(name)) ? [] : [told];
  });
  return [...twins, ...found];
}

/** Why something that only a parent at the top can have is wrong anywhere else. */
export function notAtTop({ title, parent, as }: PlacedKind): string {
  return `only a ${parent} at the top can have ${as === "one" ? "" : "a "}${title.toLowerCase()}`;
}
