import { diffArrays } from "diff";
import { attributeNamed, type Field, fieldOf, type Fields, type Form, formed, typeOf } from "../../core/fields.js";
import { canonicalJson, isObject, type Json, type JsonObject } from "../../core/json.js";
import { keyOf } from "../../core/normal-form.js";
import { holdsReference } from "../../core/types/secret-reference.js";
import {
  type DocumentValue,
  editContent,
  effectiveOf,
  type ListContent,
  type MapContent,
  type MapEntry,
  newEntry,
  newSpot,
  plainOf,
} from "./document.js";
import { refers } from "./unmade.js";

/** Told of a part of a value that stays as it is, by its dotted path, and of what stands there. */
type OnRefused = (path: string, kept: DocumentValue) => void;

/**
 * Gives a place another value (in written form), so that what stays of lists and mappings stays where it is. `field` is undefined for what is not
 * known, under `unchecked`. What refers to the environment or to a file, or to a variable, is left as it is, and told.
 */
function setValue(field: Field | undefined, spot: DocumentValue, desired: Json, path: string, refuse: OnRefused): void {
  const { content } = spot;
  const isUnordered = typeOf(field)?.unordered !== undefined;
  if (content.form === "map" && isObject(desired) && !isUnordered) {
    setParts(field, content, desired, path, refuse);
    return;
  }
  if (meansTheSame(field, effectiveOf(spot), desired)) return;
  if (content.form === "list" && Array.isArray(desired)) setItems(field, content, desired, path, refuse);
  else if (refers(plainOf(spot))) refuse(path, spot);
  else spot.content = editContent(desired);
}

/** True if two values as written say the same of an attribute. */
export function meansTheSame(field: Field | undefined, value: Json, other: Json): boolean {
  if (canonicalJson(value) === canonicalJson(other)) return true;
  if (field === undefined) return false;
  const { meaning } = typeOf(field).form;
  return canonicalJson(meaning(field, value)) === canonicalJson(meaning(field, other));
}

function setParts(field: Field | undefined, map: MapContent, desired: JsonObject, path: string, refuse: OnRefused): void {
  const { fields, item } = field ?? {};
  const nameOf = ({ key }: MapEntry): string => (fields ? ownName(fields, key) : key);
  for (const entry of map.entries.filter((candidate) => desired[nameOf(candidate)] === undefined)) {
    if (refers(plainOf(entry.spot))) refuse(`${path}.${nameOf(entry)}`, entry.spot);
    else map.remove(entry);
  }
  for (const [name, value] of Object.entries(desired)) {
    if (value !== undefined) setPart(fields, item, map, name, value, `${path}.${name}`, refuse);
  }
}

/** Gives one part of a record or map another value; one that is not there yet is added in the order of the fields. */
export function setPart(
  fields: Fields | undefined,
  item: Field | undefined,
  map: MapContent,
  name: string,
  desired: Json,
  path: string,
  refuse: OnRefused,
): void {
  const entry = fields ? findSpelt(map, fields, name)?.entry : map.find(name);
  const field = fieldOf(fields, name) ?? item;
  if (!entry) {
    map.insert(placeFor(name, map, fields ?? {}), newEntry(name, desired));
  } else if (!entry.inherited) {
    setValue(field, entry.spot, desired, path, refuse);
  } else if (!meansTheSame(field, effectiveOf(entry.spot), desired)) {
    setValue(field, ownEntry(map, entry, name, fields ?? {}).spot, desired, path, refuse);
  }
}

/** Makes what a mapping has from a `<<` its own, so that it can have another value here than there. */
export function ownEntry(map: MapContent, entry: MapEntry, name: string, fields: Fields): MapEntry {
  if (!entry.inherited) return entry;
  const added = newEntry(entry.key, plainOf(entry.spot));
  map.remove(entry);
  map.insert(placeFor(name, map, fields), added);
  return added;
}

/** Stand before all attributes of a body. */
const firstNames: ReadonlySet<string> = new Set(["ensure", "moved_from"]);

/** Where an attribute goes among those of a mapping: behind the nearest that comes before it in the order of the fields, or before the others. */
export function placeFor(name: string, map: MapContent, fields: Fields, sections: readonly string[] = []): number {
  const rank = ranks(fields, sections);
  const ownRank = rank(name);
  let [best, place, first] = [-1, -1, -1];
  map.entries.forEach((entry, index) => {
    if (entry.inherited) return;
    const other = rank(ownName(fields, entry.key));
    if (other <= ownRank && other >= best) [best, place] = [other, index + 1];
    if (other > ownRank && first < 0) first = index;
  });
  return place >= 0 ? place : first >= 0 ? first : map.entries.filter(({ inherited }) => !inherited).length;
}

/** The order of names in a body: attributes as the fields have them, what is unchecked, bodies of other kinds in the order of `sections`, and any others. */
export function ranks(fields: Fields, sections: readonly string[] = []): (name: string) => number {
  const known = new Map(
    [...firstNames, ...Object.keys(fields), "unchecked", ...sections].map((name, index) => [name, index] as const),
  );
  return (name) => known.get(name) ?? Number.MAX_SAFE_INTEGER;
}

function setItems(field: Field | undefined, list: ListContent, desired: readonly Json[], path: string, refuse: OnRefused): void {
  const kept = list.items.find((spot) => refers(plainOf(spot)) && !isStaying(field, spot, desired));
  if (kept) refuse(path, kept);
  else if (!field || !typeOf(field).unordered) setSequence(list, desired);
  else if (field.fields) setEntries(field, field.fields, list, desired, path, refuse);
  else setMembers(field.item, list, desired);
}

/** True for an item of a set that refers to variables alone, and whose value is to stay: nothing is written in its place. */
function isStaying(field: Field | undefined, spot: DocumentValue, desired: readonly Json[]): boolean {
  if (!field || field.fields || !typeOf(field).unordered || holdsReference(plainOf(spot))) return false;
  const key = keyOf(field.item, effectiveOf(spot));
  return desired.some((item) => keyOf(field.item, item) === key);
}

/** A list whose order does not count: what stays keeps its line, what is new comes last. */
function setMembers(item: Field | undefined, list: ListContent, desired: readonly Json[]): void {
  const missing = new Map(desired.map((value) => [keyOf(item, value), value]));
  const staying = list.items.filter((spot) => missing.delete(keyOf(item, effectiveOf(spot))));
  list.items.splice(0, list.items.length, ...staying, ...[...missing.values()].map(newSpot));
}

/** A list whose order counts: as little of it as possible is written anew, and what takes another's place takes its line. */
function setSequence(list: ListContent, desired: readonly Json[]): void {
  const result: DocumentValue[] = [];
  let free: DocumentValue[] = [];
  let at = 0;
  const parts = diffArrays(
    list.items.map((spot) => canonicalJson(plainOf(spot))),
    desired.map(canonicalJson),
  );
  let place = 0;
  for (const { added, removed, count } of parts) {
    const old = added ? [] : list.items.slice(at, at + count);
    at += old.length;
    if (removed) free = [...old];
    else if (!added) {
      result.push(...old);
      free = [];
      place += count;
    } else {
      for (const value of desired.slice(place, place + count)) result.push(inPlaceOf(free.shift(), value));
      place += count;
    }
  }
  list.items.splice(0, list.items.length, ...result);
}

function inPlaceOf(old: DocumentValue | undefined, value: Json): DocumentValue {
  const content = editContent(value);
  return old?.content.form === "scalar" && content.form === "scalar" ? { node: old.node, content } : newSpot(value);
}

/** Entries that stay the same by their identity are changed part by part; a part that is left out on both sides or only says the default stays. */
function setEntries(
  field: Field,
  fields: Fields,
  list: ListContent,
  desired: readonly Json[],
  path: string,
  refuse: OnRefused,
): void {
  const missing = new Map(desired.map((entry) => [entryKey(field, fields, entry), entry]));
  const staying = list.items.filter((spot) => {
    const key = entryKey(field, fields, plainOf(spot));
    const entry = missing.get(key);
    missing.delete(key);
    if (entry === undefined) return false;
    if (spot.content.form === "map" && isObject(entry)) setEntry(fields, spot.content, entry, path, refuse);
    return true;
  });
  list.items.splice(0, list.items.length, ...staying, ...[...missing.values()].map(newSpot));
}

function setEntry(fields: Fields, map: MapContent, desired: JsonObject, path: string, refuse: OnRefused): void {
  const isGone = ({ key, spot }: MapEntry): boolean => {
    const name = ownName(fields, key);
    return desired[name] === undefined && !isDefault(fieldOf(fields, name), plainOf(spot));
  };
  for (const entry of map.entries.filter(isGone)) map.remove(entry);
  for (const [name, value] of Object.entries(desired)) {
    if (value === undefined || (!findSpelt(map, fields, name) && isDefault(fields[name], value))) continue;
    setPart(fields, undefined, map, name, value, `${path}.${name}`, refuse);
  }
}

function isDefault(field: Field | undefined, value: Json): boolean {
  return canonicalJson(value) === canonicalJson(field?.default ?? null);
}

/** The attribute that tells an entry from the others, with its value. */
function entryKey({ identity = [] }: Field, fields: Fields, entry: Json): string {
  if (!isObject(entry)) return canonicalJson(entry);
  for (const [written, value] of Object.entries(entry)) {
    const name = ownName(fields, written);
    if (identity.includes(name) && value !== undefined && value !== null) return `${name}:${keyOf(fields[name], value)}`;
  }
  return canonicalJson(entry);
}

/** An attribute as somebody wrote it: perhaps in the vendor's or in an old spelling. */
export interface Spelt {
  readonly entry: MapEntry;
  /** How the value is spelled under the attribute's own name, where that differs. */
  readonly convert?: Form;
}

/** Finds an attribute in a mapping under whatever name it has there. */
export function findSpelt(map: MapContent, fields: Fields, name: string): Spelt | undefined {
  const present = map.find(name) ?? entryNamed(map, fields[name]?.vendor);
  if (present) return { entry: present };
  for (const [old, { deprecated, vendor }] of Object.entries(fields)) {
    if (!deprecated?.alias || deprecated.replacement !== name) continue;
    const entry = map.find(old) ?? entryNamed(map, vendor);
    if (entry) return { entry, ...(deprecated.convert ? { convert: deprecated.convert } : {}) };
  }
  return undefined;
}

/** The attribute that a written name stands for; the name itself where it stands for none. */
export function ownName(fields: Fields, written: string): string {
  const name = attributeNamed(fields, written) ?? written;
  const deprecated = fieldOf(fields, name)?.deprecated;
  return deprecated?.alias ? deprecated.replacement : name;
}

/** A value in the old spelling of an attribute; undefined where the old spelling has no word for it. */
export function oldForm(convert: Form, desired: Json): Json | undefined {
  return [true, false].find((old) => canonicalJson(formed(convert, old)) === canonicalJson(desired));
}

function entryNamed(map: MapContent, name: string | undefined): MapEntry | undefined {
  return name === undefined ? undefined : map.find(name);
}
