import { type Form, formed } from "../../core/field-rules.js";
import type { Field, Fields } from "../../core/fields.js";
import { canonicalJson, type Json } from "../../core/json.js";
import type { MapEntry, MapContent } from "./document.js";

/** An attribute as somebody wrote it: perhaps in the vendor's or in an old spelling. */
export interface Spelt {
  readonly entry: MapEntry;
  /** How the value is spelled under the attribute's own name, where that differs. */
  readonly convert?: Form;
}

/** Finds an attribute in a mapping under whatever name it has there. */
export function findSpelt(map: MapContent, fields: Fields, name: string): Spelt | undefined {
  const own = map.find(name) ?? found(map, fields[name]?.vendor);
  if (own) return { entry: own };
  for (const [old, { deprecated, vendor }] of Object.entries(fields)) {
    if (!deprecated?.alias || deprecated.replacement !== name) continue;
    const entry = map.find(old) ?? found(map, vendor);
    if (entry) return { entry, ...(deprecated.convert ? { convert: deprecated.convert } : {}) };
  }
  return undefined;
}

/** The attribute that a written name stands for; the name itself where it stands for none. */
export function ownName(fields: Fields, written: string): string {
  const name = Object.hasOwn(fields, written) ? written : Object.keys(fields).find((own) => fields[own]?.vendor === written);
  const deprecated = name === undefined ? undefined : fields[name]?.deprecated;
  return deprecated?.alias ? deprecated.replacement : (name ?? written);
}

/** A value in the old spelling of an attribute; undefined where the old spelling has no word for it. */
export function oldForm(convert: Form, desired: Json): Json | undefined {
  return [true, false].find((old) => canonicalJson(formed(convert, old)) === canonicalJson(desired));
}

/** The field of an attribute, also for a name that comes from outside. */
export function fieldNamed(fields: Fields | undefined, name: string): Field | undefined {
  return fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function found(map: MapContent, name: string | undefined): MapEntry | undefined {
  return name === undefined ? undefined : map.find(name);
}
