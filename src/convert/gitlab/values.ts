import { attributeNamed, type Field, type Fields, formed, typeOf } from "../../core/fields.js";
import { canonicalJson, isObject, type Json, type JsonObject, textAt, type Value } from "../../core/json.js";
import { isMasked, type MaskedValue, masked } from "../../core/placeholders.js";
import { withoutUserinfo } from "../../core/secret-names.js";
import { type Ids, numberText } from "./ids.js";
import type { ConversionForm, Rules } from "./rules.js";

/** What a resource says, in our words. */
export interface Converted {
  /** Attributes by our name, also those that the kind does not know but a file may hold. */
  readonly spec: Map<string, Value>;
  readonly remarks: string[];
  /** Attributes that nothing is known of. */
  readonly unknown: string[];
}

/** A live secret whose name in the environment is not given yet. */
export const unnamedSecret: MaskedValue = masked();

/** The words of the provider for access levels that ours call otherwise. */
const levels: { readonly [word: string]: string } = { "no one": "no_access", master: "maintainer" };

/** Converts the attributes of one resource, or of one object in it. `sensitive` marks what must not be written down. */
export class Conversion {
  /** What is being converted: how one attribute is meant may stand in another. */
  private saying: JsonObject = {};
  private readonly converted: Converted = { spec: new Map(), remarks: [], unknown: [] };

  constructor(
    private readonly ids: Ids,
    private readonly fields: Fields,
    private readonly rules: Rules,
  ) {}

  /** All attributes that say something. Converts once. */
  convert(values: JsonObject, sensitive: Json): Converted {
    const { converted } = this;
    this.saying = values;
    const spare = new Map<string, Json>();
    for (const [name, value = null] of Object.entries(values)) {
      if (isKnown(value)) this.take(name, value, isSensitive(marksOf(sensitive, name)), spare);
    }
    // What only repeats another attribute in old words counts where that is silent.
    for (const [name, value] of spare) if (!converted.spec.has(name)) converted.spec.set(name, value);
    return converted;
  }

  /** The name and field of ours that an attribute goes by; undefined if it is not carried over, or not known. */
  target(name: string): { readonly name: string; readonly field: Field; readonly form?: ConversionForm } | undefined {
    const rule = Object.hasOwn(this.rules, name) ? this.rules[name] : undefined;
    if (rule !== undefined && (typeof rule === "string" || "lost" in rule)) return undefined;
    const attribute = attributeNamed(this.fields, rule?.to ?? name);
    const field = attribute === undefined ? undefined : this.fields[attribute];
    if (attribute === undefined || field === undefined) return undefined;
    return { name: attribute, field, ...(rule?.as === undefined ? {} : { form: rule.as }) };
  }

  private take(name: string, value: Json, isMarked: boolean, spare: Map<string, Json>): void {
    const { converted } = this;
    const rule = Object.hasOwn(this.rules, name) ? this.rules[name] : undefined;
    if (typeof rule === "string") return;
    if (rule !== undefined && "lost" in rule) {
      if (!saysNothing(value)) converted.remarks.push(`${name} is left out: ${rule.lost}`);
      return;
    }
    const target = this.target(name);
    if (target === undefined) {
      converted.unknown.push(name);
      return;
    }
    const { field, form } = target;
    if (field.secret || (isMarked && typeOf(field).isFreeText)) {
      if (value !== "") converted.spec.set(target.name, unnamedSecret);
    } else if (isMarked) {
      if (!saysNothing(value)) converted.remarks.push(`${target.name} is left out: it is marked as sensitive`);
    } else {
      const item = this.value(field, value, form, target.name);
      if (item === undefined) return;
      const before = converted.spec.get(target.name);
      if (Array.isArray(before) && Array.isArray(item)) converted.spec.set(target.name, together(before, item));
      else if (field.deprecated?.alias) spare.set(field.deprecated.replacement, formed(field.deprecated.convert, item as Json));
      else converted.spec.set(target.name, item);
    }
  }

  private value(field: Field, value: Json, form: ConversionForm | undefined, name: string): Value | undefined {
    if (form === undefined) return this.plain(field, value, name);
    if (form === "commas") return Array.isArray(value) ? value.join(",") : value;
    if (form === "levels")
      return Array.isArray(value) ? value.map((word: Json) => ({ access_level: levelWord(word) })) : undefined;
    if (form === "opposite") return typeof value === "boolean" ? !value : value;
    if (form === "unless-default") return value === field.default ? undefined : value;
    if (form === "level") return typeof value === "string" && value !== "" ? [{ access_level: levelWord(value) }] : undefined;
    if (form === "item") return field.item ? [this.plain(field.item, value, name)] : undefined;
    if ("entryNamedBy" in form) {
      const entry = this.saying[form.entryNamedBy];
      return typeof entry === "string" ? this.mapOf(field, [[entry, value]], name) : undefined;
    }
    if ("pairs" in form) {
      const [key, part] = form.pairs;
      const list: readonly Json[] = Array.isArray(value) ? value : [];
      const pairs = list.filter(isObject).map((item) => [textAt(item, key), item[part] ?? null] as const);
      return this.mapOf(field, pairs, name);
    }
    if ("renamed" in form) {
      const pairs = Object.entries(isObject(value) ? value : {}).filter((entry): entry is [string, Json] => isKnown(entry[1]));
      const named = pairs.map(([part, inner]) => [form.renamed[part] ?? part, inner] as const);
      return this.mapOf(field, named, name);
    }
    if ("valuesOf" in form) {
      const list: readonly Json[] = Array.isArray(value) ? value : [];
      return list.filter(isObject).map((item) => textAt(item, form.valuesOf));
    }
    if ("encodedBy" in form) return contentOf(value, this.saying[form.encodedBy]);
    if ("words" in form) return typeof value === "string" ? (form.words[value] ?? value) : value;
    if ("one" in form) {
      const only = Array.isArray(value) ? value[0] : value;
      return isObject(only) ? this.part(field, only, form.one, name) : undefined;
    }
    return Array.isArray(value) ? this.entries(field, value, form.each, name) : undefined;
  }

  private entries(field: Field, list: readonly Json[], rules: Rules, name: string): Json {
    return list.filter(isObject).map((item) => {
      const entry = this.part(field, item, rules, name);
      const [, ...others] = (field.identity ?? []).filter((identity) => entry[identity] !== undefined).reverse();
      return Object.fromEntries(Object.entries(entry).filter(([part]) => !others.includes(part)));
    });
  }

  private part(field: Field, value: JsonObject, rules: Rules, name: string): JsonObject {
    const { spec, remarks, unknown } = new Conversion(this.ids, field.fields ?? {}, rules).convert(value, {});
    this.converted.remarks.push(...remarks.map((remark) => `${name}: ${remark}`));
    const lost = unknown.filter((part) => !saysNothing(value[part] ?? null));
    this.converted.remarks.push(...lost.map((part) => `${name}: ${part} is left out, because trueup does not know it`));
    return Object.fromEntries([...spec].filter((entry): entry is [string, Json] => entry[1] !== "" && !isMasked(entry[1])));
  }

  private mapOf({ item }: Field, pairs: readonly (readonly [string, Json])[], name: string): Value | undefined {
    if (item === undefined) return undefined;
    const valueOf = (value: Json): Value => (item.secret ? unnamedSecret : this.plain(item, value, name));
    return Object.fromEntries(pairs.map(([key, value]) => [key, valueOf(value)]));
  }

  private plain(field: Field, value: Json, name: string): Json {
    return typeOf(field).terraform.decodeState(field, value, {
      name: (reference, number) => this.named(reference, number, name),
      levelName: levelWord,
      address: (address) => withoutPassword(address, name, this.converted),
      items: (item, values) => this.items(item, values, name),
    });
  }

  private items(item: Field, value: readonly Json[], name: string): Json {
    const items = value.map((element: Json) => this.plain(item, element, name));
    return [...new Map(items.map((element) => [canonicalJson(element), element])).values()];
  }

  private named({ target, wire }: Field, value: Json, name: string): Json {
    const number = numberText(value);
    if (number === undefined || target === undefined || wire === "name") return value;
    const known = this.ids.get(`${target}:${number}`);
    if (known !== undefined) return known;
    const remark = `${name} holds a number, because nothing in the document tells the name of ${target} ${number}`;
    if (wire === "id" && !this.converted.remarks.includes(remark)) this.converted.remarks.push(remark);
    return Number(number);
  }
}

/** False for what is unset, and for what is not known before the apply: a plan writes null for that, in lists too. */
export function isKnown(value: Json | undefined): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.includes(null));
}

/** True for what is unset, off, zero or empty. */
export function saysNothing(value: Value): boolean {
  if (Array.isArray(value)) return value.every((item: Json) => saysNothing(item));
  if (isObject(value)) return Object.values(value).every((part) => part === undefined || saysNothing(part));
  return value === null || value === false || value === 0 || value === "";
}

/** Entries of two attributes that mean one list. Nobody beside somebody means somebody. */
function together(entries: readonly Json[], other: readonly Json[]): Json[] {
  const all = [...new Map([...entries, ...other].map((entry) => [canonicalJson(entry), entry] as const)).values()];
  const nobody = canonicalJson({ access_level: "no_access" });
  return all.length > 1 ? all.filter((entry) => canonicalJson(entry) !== nobody) : all;
}

/** What is in a file, as ours say it: text, or what is no text in Base64 behind what tells that it is. */
function contentOf(value: Json, encoding: Json | undefined): Json {
  if (typeof value !== "string" || encoding === "text") return value;
  const bytes = Buffer.from(value, "base64");
  if (bytes.toString("base64").replaceAll("=", "") !== value.replaceAll(/[\s=]/g, "")) return value;
  const text = bytes.toString("utf8");
  return Buffer.from(text).equals(bytes) ? text : `data:application/octet-stream;base64,${bytes.toString("base64")}`;
}

function levelWord(value: Json): Json {
  return typeof value === "string" && Object.hasOwn(levels, value) ? (levels[value] ?? value) : value;
}

/** An address without the name and password in it, and a remark if there were any. */
function withoutPassword(address: string, name: string, { remarks }: Converted): string {
  const bare = withoutUserinfo(address);
  if (bare !== address) remarks.push(`${name} is without its credentials: write them as https://USER:\${env:NAME}@…`);
  return bare;
}

/** The marks of one attribute. */
export function marksOf(marks: Json, name: string): Json {
  if (marks === true) return true;
  return isObject(marks) && Object.hasOwn(marks, name) ? (marks[name] ?? false) : false;
}

/** True if any part is marked. */
export function isSensitive(marks: Json): boolean {
  if (Array.isArray(marks)) return marks.some((mark: Json) => isSensitive(mark));
  return isObject(marks) ? Object.values(marks).some((mark) => mark !== undefined && isSensitive(mark)) : marks === true;
}
