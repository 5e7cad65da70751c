import type { Field, Fields } from "../../core/fields.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { masked } from "../../core/placeholders.js";
import { tellsSecret } from "../../core/secret-names.js";

/** Ends of names under which servers describe what stands beside them by another name. */
const describing = /_(?:description|name|path|url|title)$/;

/**
 * What an object of a reply says beyond the attributes of its field, as it stands there: what only a newer release has, and what therefore must not be lost. Leaves out what is
 * unset, the number that calls name an entry by, what only describes what stands beside it, and what `readOnly` names; of what its name tells to be a secret only that there is
 * one is kept.
 */
export function unknownKeys({ fields = {}, readOnly = [] }: Pick<Field, "fields" | "readOnly">, shown: JsonObject): JsonObject {
  const known = knownNames(fields);
  return Object.fromEntries(
    Object.entries(shown).flatMap(([name, value = null]): [string, Json][] => {
      if (known.has(name) || name === "id" || readOnly.includes(name) || describing.test(name) || isUnset(value)) return [];
      return [[name, tellsSecret(name) ? (masked() as unknown as Json) : value]];
    }),
  );
}

function isUnset(value: Json): boolean {
  return (
    value === null ||
    value === "" ||
    (isObject(value) && Object.keys(value).length === 0) ||
    (Array.isArray(value) && value.length === 0)
  );
}

const namesOf = new WeakMap<Fields, ReadonlySet<string>>();

/** The names under which a reply may show these attributes. */
function knownNames(fields: Fields): ReadonlySet<string> {
  const known = namesOf.get(fields);
  if (known) return known;
  const names = new Set(
    Object.entries(fields).flatMap(([name, { read, write, vendor }]) =>
      [name, read, write, vendor].filter((one) => one !== undefined),
    ),
  );
  namesOf.set(fields, names);
  return names;
}
