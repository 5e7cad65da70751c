import type { Diagnostic } from "./diagnostic.js";
import type { Fields } from "./fields.js";
import type { Spec } from "./json.js";
import { allFields, type Kind } from "./kind.js";

/** The other name of the same value, whichever of the two says so (`twin` of fields). */
export function twinOf(fields: Fields, name: string): string | undefined {
  return fields[name]?.twin ?? Object.keys(fields).find((other) => fields[other]?.twin === name);
}

/** Both names of one value in one body: what is wrong with it, at the one that is deprecated or comes later. */
export function twinDiagnostics(kind: Kind, spec: Spec): Diagnostic[] {
  const fields = allFields(kind);
  return Object.keys(spec).flatMap((name): Diagnostic[] => {
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
