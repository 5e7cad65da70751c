import type { Diagnostic } from "./diagnostic.js";
import type { Spec } from "./json.js";
import type { Kind, PlacedKind } from "./kind.js";

/**
 * What a kind's own check finds. `unsure` names attributes whose value is wrong or not known: they are left out, and so is a diagnostic that only misses them.
 */
export function kindDiagnostics(
  kind: Kind,
  spec: Spec,
  unsure: ReadonlySet<string>,
  parent: Spec | undefined,
): readonly Diagnostic[] {
  if (!kind.check) return [];
  const sound = Object.fromEntries(Object.entries(spec).filter(([name]) => !unsure.has(name)));
  const isAbout = (words: string) => [...unsure].some((name) => new RegExp(String.raw`\b${name}\b`).test(words));
  return kind
    .check(sound, parent)
    .filter(({ attribute, message, allowed }) => !isAbout(`${attribute ?? ""} ${message} ${allowed ?? ""}`));
}

/** Why something that only a parent at the top can have is wrong anywhere else. */
export function notAtTop({ title, parent }: PlacedKind): string {
  return `only a ${parent} at the top can have a ${title.toLowerCase()}`;
}
