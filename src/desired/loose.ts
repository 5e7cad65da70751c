import { formed } from "../core/field-rules.js";
import type { Field, Fields } from "../core/fields.js";
import { hasGrown } from "../core/grown.js";
import type { Json } from "../core/json.js";

/** An attribute that the schema knows, by its own name. */
export interface KnownAttribute {
  readonly name: string;
  readonly field: Field;
}

/** The attribute that a name stands for: its own, that of real servers, or one that only remains as another spelling; undefined where no field knows it. */
export function knownAs(fields: Fields, written: string): KnownAttribute | undefined {
  const own = Object.hasOwn(fields, written) ? written : Object.keys(fields).find((name) => fields[name]?.vendor === written);
  const field = own === undefined ? undefined : fields[own];
  if (own === undefined || field === undefined) return undefined;
  const { alias, replacement = "" } = field.deprecated ?? {};
  const target = alias ? fields[replacement] : undefined;
  return target ? { name: replacement, field: target } : { name: own, field };
}

/** True for what may stand under `unchecked`: what no field knows, and a value that the field does not know because a newer release has added it. */
export function mayBeLoose(fields: Fields, written: string, value: Json): boolean {
  const known = knownAs(fields, written);
  if (known === undefined) return true;
  const own = Object.hasOwn(fields, written) ? fields[written]?.deprecated : undefined;
  return hasGrown(known.field, own?.alias ? formed(own.convert, value) : value);
}
