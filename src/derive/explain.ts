import {
  type AttributeLock,
  type DefaultSource,
  type Field,
  type Fields,
  typeOf,
  switchOf,
  settingRoutesOf,
  attributeNamed,
  fieldOf,
  insideOf,
} from "../core/fields.js";
import { isObject, type Json } from "../core/json.js";
import {
  allFields,
  everyFieldsOf,
  type FieldsContext,
  fieldsOf,
  type Kind,
  kindIn,
  type PlacedKind,
  placesOf,
} from "../core/kind.js";
import { sinceWords } from "../core/release-words.js";
import { bySubject, type SubjectAttributes } from "../core/subject-order.js";

/** What there is to know of an attribute, as pairs of a word and what it says. */
export interface AttributeFacts {
  /** Its name in the documents, with dots where it stands inside another. */
  readonly path: string;
  readonly description: string;
  readonly facts: readonly (readonly [label: string, text: string])[];
}

/** The attributes that only members of a key have. */
export function shapeFields(kind: Kind, key: string): Fields {
  const shared = allFields(kind);
  return Object.fromEntries(Object.entries(fieldsOf(kind, { key })).filter(([name, field]) => shared[name] !== field));
}

/** Names of the attributes of a kind, in the order in which people read them. */
export function attributeNames(kind: Kind, meant: FieldsContext = {}): string[] {
  return attributeGroups(kind, meant).flatMap(({ names }) => names);
}

/** The same by what they are about. */
export function attributeGroups(kind: Kind, meant: FieldsContext = {}): SubjectAttributes[] {
  const all = Object.assign({}, ...fieldsMeant(kind, meant).map(([, fields]) => fields)) as Fields;
  return bySubject(kind, all);
}

/** Explains one attribute by its name in the documents or the vendor's, dotted for what stands inside another; undefined if the kind has none such. */
export function explainAttribute(kind: Kind, path: string, meant: FieldsContext = {}): AttributeFacts | undefined {
  for (const [place, fields] of fieldsMeant(kind, meant)) {
    const match = find(fields, path.split("."));
    if (!match) continue;
    return { path: match.names.join("."), description: match.field.description, facts: factsOf(match.field, place) };
  }
  return undefined;
}

function fieldsMeant(kind: Kind, { key, parent }: FieldsContext): (readonly [PlacedKind, Fields])[] {
  const places = parent === undefined ? placesOf(kind) : [kindIn(kind, parent)];
  return places.flatMap((place) =>
    (key === undefined ? everyFieldsOf(place) : [fieldsOf(place, { key })]).map((fields) => [place, fields] as const),
  );
}

function find(fields: Fields, path: readonly string[]): { readonly names: readonly string[]; readonly field: Field } | undefined {
  const [first = "", ...rest] = path;
  const name = attributeNamed(fields, first);
  const field = fieldOf(fields, name ?? "");
  if (name === undefined || field === undefined) return undefined;
  if (rest.length === 0) return { names: [name], field };
  const inner = find(insideOf(field), rest);
  return inner && { names: [name, ...inner.names], field: inner.field };
}

function factsOf(field: Field, kind: PlacedKind): (readonly [string, string])[] {
  const tier = field.tier ?? kind.tier;
  const since = sinceWords(field)?.replace(/^since /, "release ") ?? (kind.since && `release ${kind.since}`);
  const pairs: (readonly [string, string | undefined])[] = [
    ["type", typeWords(field)],
    ["allowed", allowed(field)],
    ["on real servers", allowedInVendor(field)],
    ["order", orderOf(field)],
    ["default", defaultWords(field)],
    ["default from", field.defaultFrom && sourcesOf(field.defaultFrom)],
    ["locked while", field.lockedBy && locksOf(field.lockedBy)],
    ["exported", whenExported(field)],
    ["unset by", field.nullable ? "null" : undefined],
    ["tier", tier === undefined || tier === "free" ? "every tier" : `${tier} and above`],
    ["servers", field.dialect === "vendor" ? "only real servers know it" : undefined],
    ["since", since],
    ["gone since", field.until === undefined ? undefined : `release ${field.until}`],
    ["deprecated", field.deprecated && `use ${field.deprecated.replacement}`],
    ["required", field.required ? "yes" : undefined],
    ["taken", field.on && (field.on === "create" ? "only when it is created" : "only by updates: a create is followed by one")],
    ["goes with", field.requires?.join(", ")],
    ["secret", secretWords(field)],
    ["compared", field.unreadable ? "no: the server never shows it" : undefined],
    ["vendor's name", field.vendor],
    ["set by", field.through && `a call of its own, ${settingRoutesOf(field)?.update ?? switchOf(field)?.on}`],
    ["inside", field.fields === undefined ? undefined : Object.keys(field.fields).join(", ")],
    ["may not stick", field.dropped],
  ];
  return pairs.flatMap(([label, text]) => (text === undefined ? [] : [[label, text] as const]));
}

function secretWords({ secret }: Field): string | undefined {
  if (!secret) return undefined;
  const how = "give it as ${env:NAME} or ${file:path}";
  return isObject(secret) ? `${how}; one that is no secret may stand there as it is` : how;
}

/** What it is while nobody sets it, also where that is otherwise on real servers. */
function defaultWords({ default: usual, inVendor }: Field): string | undefined {
  const onReal = inVendor?.default;
  if (onReal === undefined) return usual === undefined ? undefined : written(usual);
  return usual === undefined ? `${written(onReal)} on real servers` : `${written(usual)}; ${written(onReal)} on real servers`;
}

/** What values real servers take, where that is otherwise. */
function allowedInVendor(field: Field): string | undefined {
  const { inVendor } = field;
  if (inVendor === undefined) return undefined;
  const inVendorWords = allowed({ ...field, ...inVendor });
  return inVendorWords === allowed(field) ? undefined : inVendorWords;
}

/** How its values compare, where that does not go without saying. */
function orderOf({ ordered, greatest = [] }: Field): string | undefined {
  const lines = [
    ...(ordered ? ["the allowed values stand from the least to the most"] : []),
    ...(greatest.length > 0 ? [`more than every other: ${greatest.map((value) => written(value)).join(", ")}`] : []),
  ];
  return lines.length === 0 ? undefined : lines.join("; ");
}

/** Where a value comes from while nobody sets it, the first source that has one. */
export function sourcesOf(sources: readonly DefaultSource[]): string {
  const words = sources.map((source) => {
    if (source === "path") return "the last part of the path";
    if (source === "parent-or-top") return "the group that holds it, else the group at the top";
    return source === "parent" ? "the group that holds it" : `${source.field} of ${source.kind}`;
  });
  return words.join(", else ");
}

/** What decides it from above, and how. */
function locksOf(locks: readonly AttributeLock[]): string {
  const words = locks.map(({ kind, field, is, value, noMore }) => {
    const then = noMore ? "nothing can be added" : value === undefined ? "it is as it is there" : `it is ${written(value)}`;
    return `${field} of ${kind} above is ${written(is)}: ${then}`;
  });
  return words.join("; ");
}

function whenExported({ exported }: Field): string | undefined {
  if (exported === undefined) return undefined;
  if (exported === false) return "no: it means something on one instance only";
  return "never" in exported ? `no: ${exported.never}` : `only while ${exported.while} is on`;
}

/** What sort of value an attribute takes, in words. */
export function typeWords(field: Field): string {
  const title = typeOf(field).title(field);
  return field.item === undefined ? title : `${title}, each ${withArticle(typeWords(field.item))}`;
}

function withArticle(words: string): string {
  if (/^(?:any|one of|true or) /.test(words)) return words;
  if (words.startsWith("name of ")) return `the ${words}`;
  return /^[aeiou]/.test(words) ? `an ${words}` : `a ${words}`;
}

/** What values an attribute takes, in words; undefined where its type says it all. */
export function allowed(field: Field): string | undefined {
  if (field.pattern !== undefined) return field.pattern.hint;
  if (field.format === "date") return "a day as YYYY-MM-DD";
  const values = field.values ?? field.item?.values;
  if (values !== undefined) return values.map((value) => written(value)).join(", ");
  const { counts } = typeOf(field);
  const unit = counts === undefined ? "" : ` ${counts}`;
  if (field.min !== undefined && field.max !== undefined) return `${field.min} to ${field.max}${unit}`;
  if (field.min !== undefined) return `at least ${field.min}${field.min === 1 ? unit.replace(/s$/, "") : unit}`;
  return field.max === undefined ? undefined : `at most ${field.max}${unit}`;
}

/** A value as people write it: a text without quotes, unless it is empty. */
export function written(value: Json): string {
  return typeof value === "string" && value !== "" ? value : JSON.stringify(value);
}
