import type { Diagnostic } from "./errors.js";
import { type Fields, namesWith } from "./fields.js";
import type { Spec } from "./json.js";
import { allFields, type Kind, type PlacedKind } from "./kind.js";

/** What a kind's own check finds, and two names of one value. `unsure` are attributes that are wrong or unknown ("" is the whole body): what is about them is left out. */
export function kindDiagnostics(
  kind: Kind & Partial<Pick<PlacedKind, "parent">>,
  spec: Spec,
  unsure: ReadonlySet<string>,
  parent: Spec | undefined,
): readonly Diagnostic[] {
  const sound = unsure.size === 0 ? spec : Object.fromEntries(Object.entries(spec).filter(([name]) => !unsure.has(name)));
  const twins = twinDiagnostics(kind, sound);
  if (!kind.check || unsure.has("")) return twins;
  const diagnostics = kind.check(sound, parent, kind.parent).flatMap(({ about = [], ...diagnostic }) => {
    const names = diagnostic.attribute === undefined ? about : [diagnostic.attribute, ...about];
    return names.some((name) => unsure.has(name)) ? [] : [diagnostic];
  });
  return [...twins, ...diagnostics];
}

/** Why something that only a parent at the top can have is wrong anywhere else. */
export function notAtTop({ title, parent, as }: PlacedKind): string {
  return `only a ${parent} at the top can have ${as === "one" ? "" : "a "}${title.toLowerCase()}`;
}

/** The other name of the same value, whichever of the two says so (`twin` of fields). */
export function twinOf(fields: Fields, name: string): string | undefined {
  return fields[name]?.twin ?? Object.keys(fields).find((other) => fields[other]?.twin === name);
}

/** Both names of one value in one body: what is wrong with it, at the one that is deprecated or comes later. */
function twinDiagnostics(kind: Kind, spec: Spec): Diagnostic[] {
  const fields = allFields(kind);
  return namesWith(fields, "twin").flatMap((name): Diagnostic[] => {
    const other = spec[name] === undefined ? undefined : fields[name]?.twin;
    if (other === undefined || spec[other] === undefined) return [];
    // Where both say that the other is the same, it is told once.
    if (fields[other]?.twin === name && name > other) return [];
    const isOtherOld = fields[other]?.deprecated !== undefined && fields[name]?.deprecated === undefined;
    const [kept, left] = isOtherOld ? [name, other] : [other, name];
    return [
      { rule: "twin", attribute: left, message: `${left} and ${kept} are two names of the same value`, allowed: `only ${kept}` },
    ];
  });
}
