import type { Field, Fields } from "./field.js";
import { canonicalJson, isObject, type Json, type JsonObject, type Spec, type Value } from "./json.js";
import type { FieldType } from "./names.gen.js";

/** A JSON Schema (2020-12) as data. */
export type JsonSchema = JsonObject;

/** All there is to know of a type of field: a file here that exports one is a type, and no other code names it. `parts` reach values inside; null and placeholders never get here. */
export interface TypeDefinition {
  /** That of the file. */
  readonly name: FieldType;
  /** What it is called in explanations. */
  readonly title: (field: Field) => string;
  /** What the bounds of a field count; without it they are those of the value. */
  readonly counts?: "characters" | "items";
  /** Its values are texts that people write as they please: they may hold secrets, and be empty on purpose. */
  readonly isFreeText?: true;
  /** Its values mean themselves: nothing in them refers to anything. */
  readonly isVerbatim?: true;
  /** Nobody says of what sort its values are: any text, number or flag may be one. */
  readonly isUnsettled?: true;
  /** Its values name other things. */
  readonly namesThings?: true;
  /** The words of a field are names of numbers, which may be given in their place. */
  readonly namesNumbers?: true;
  /** Its values are files beside the declaring one, which go in a call of their own and are compared by their content. */
  readonly isUploaded?: true;
  /** The attributes in its values are managed one by one: what a file does not name in one stays as it is. */
  readonly isManagedInParts?: true;
  /** The keys of its values are the user's own, whatever characters are in them. */
  readonly hasFreeKeys?: true;
  /** Its values are any JSON: in files a mapping is such a value, and no words of layers. */
  readonly holdsAnyJson?: true;
  /** The only values that a field has, as files may say them; a newer release of the platform may add to them. */
  readonly words?: (field: Field) => readonly (string | number)[];
  /** The order of its items counts. */
  readonly isOrdered?: true;
  /** The order of its items does not count, and no two mean the same. */
  readonly unordered?: {
    /** Equal for two items that mean the same; undefined for one that does not say what it means. `keyOf` is that of other values. */
    readonly key: (field: Field, item: Value, keyOf: (field: Field | undefined, value: Value) => string) => string | undefined;
    /** Where an item stands in an export: the smaller numbers first, then the text. */
    readonly rank: (field: Field, item: Value) => readonly [number, number, string];
  };
  /** How much a value is, so that two can be compared; undefined for a field whose values have no order. The measure gives undefined for what it cannot tell. */
  readonly measure?: (field: Field) => ((value: Value) => number | undefined) | undefined;
  /** The platform holds its values in the form in which they are written. */
  readonly isPlain?: true;
  readonly schema: TypeSchemas;
  readonly form: TypeForms;
  readonly terraform: TypeInTerraform;
}

/** What values have to look like. */
export interface TypeSchemas {
  /** In files. */
  readonly file: (field: Field, parts: FileSchemas) => JsonSchema;
  /** In requests, without the null that unsets. */
  readonly request: (field: Field, parts: RequestSchemas) => JsonSchema;
  /** In replies, by type only: servers add to them, and older ones give flags and numbers as text. */
  readonly reply: (field: Field) => JsonSchema;
  /** A value in file form. */
  readonly sample: (field: Field, sampleOf: (field: Field) => Json) => Json;
}

/** Schemas of what stands inside of a value in a file. */
export interface FileSchemas {
  readonly value: (field: Field) => JsonSchema;
  readonly properties: (fields: Fields) => JsonObject;
}

/** Schemas of what stands inside of a value in a request. */
export interface RequestSchemas {
  readonly value: (field: Field) => JsonSchema;
  readonly properties: (fields: Fields) => JsonObject;
  /** What must be there, by the names in requests. */
  readonly required: (fields: Fields) => readonly string[];
}

/** The forms of a value. Each takes what is there and no more: but for what a reply holds, a value of another form than the type has stays as it is. */
export interface TypeForms {
  /** What all spellings of one value have in common, in file form. */
  readonly meaning: (field: Field, value: Value) => Value;
  /** Equal for two values that mean the same, whoever gives them: what is desired and what is live are compared in it. */
  readonly normal: (field: Field, value: Value, parts: NormalParts) => Value;
  /** From the wire's form to the file's; undefined for none of the type. Numbers and flags may come as text, what is not set as an empty one, and newer releases have more words. */
  readonly decode: (field: Field, value: Json, parts: DecodedParts) => Json | undefined;
  /** From the file's form to the wire's form. */
  readonly encode: (field: Field, value: Value, parts: EncodedParts) => Value;
  /** From what a file says to file form: in one spelling, with placeholders for what is known elsewhere. `place` is where it stands. */
  readonly canonical: <Place>(field: Field, value: Json, parts: CanonicalParts<Place>, place: Place) => Value;
  /** From file form to what a file says. */
  readonly written: (field: Field, value: Value, parts: WrittenParts) => Json;
}

/** Normal forms of what stands inside of a value. */
export interface NormalParts {
  readonly value: (field: Field, value: Value) => Value;
  readonly attributes: (fields: Fields, values: Spec) => Spec;
}

/** What stands inside of a value in file form. `at` says where: the number of an item, or a key of the user's own. */
export interface DecodedParts {
  readonly value: (field: Field, value: Json, at: number | string) => Json;
  readonly attributes: (fields: Fields, values: JsonObject, at?: number) => JsonObject;
  /** What an object says beyond the attributes of its field: what a newer release has added. */
  readonly unknown: (field: Field, values: JsonObject) => JsonObject;
  /** For an item of a list that is none of the type. */
  readonly wrong: (due: string, value: Json, at: number) => never;
  /** True for a field whose values name other things. */
  readonly namesThings: (field: Field | undefined) => boolean;
}

/** What stands inside of a value in the wire's form. */
export interface EncodedParts {
  readonly value: (field: Field, value: Value) => Value;
  readonly attributes: (fields: Fields, values: Spec) => Spec;
  /** What the wire wants in place of a name. */
  readonly resolve: (field: Field, name: string | number) => Value;
}

/** What texts of files may stand for, and what stands inside of a value in canonical form. */
export interface CanonicalParts<Place> {
  /** A text, which may refer to the environment or to a file. */
  readonly text: (text: string, place: Place) => Value;
  /** A picture by its path. */
  readonly picture: (path: string, place: Place) => Value;
  /** What is in a file, by its path. */
  readonly content: (path: string, place: Place) => Value;
  /** A name, which cannot refer to anything. */
  readonly name: (name: Json, place: Place) => Json;
  readonly items: (field: Field, items: readonly Json[], place: Place) => Value;
  readonly attributes: (fields: Fields, values: JsonObject, place: Place) => Value;
  /** Values under keys of the user's own. */
  readonly keyed: (item: Field, values: JsonObject, place: Place) => Value;
}

/** What stands inside of a value as files say it. */
export interface WrittenParts {
  /** A text that means itself. */
  readonly text: (text: string) => string;
  readonly value: (field: Field, value: Value) => Json;
  readonly attributes: (fields: Fields, values: Spec) => Json;
}

/** What a value is to Terraform, and to programs of constructs. */
interface TypeInTerraform {
  /** A plain type, a collection of what the items are, or objects of the attributes of the field. Words of a field that are all numbers are numbers, whatever is said here. */
  readonly type:
    | "string"
    | "number"
    | "bool"
    | "dynamic"
    | { readonly collection: "list" | "set" | "map" }
    | { readonly objects: "single" | "set" };
  /** From what a configuration says to file form. */
  readonly decode: (field: Field, value: Json, decodeItem: (item: Field, value: Json) => Json) => Json;
  /** From what the state of the platform's own provider says to file form. */
  readonly decodeState: (field: Field, value: Json, parts: StateParts) => Json;
}

/** What values of the platform's own provider stand for. */
export interface StateParts {
  /** What is behind a number, where that is known. */
  readonly name: (field: Field, value: Json) => Json;
  /** The name of an access level in the files. */
  readonly levelName: (value: Json) => Json;
  /** An address, without credentials. */
  readonly address: (address: string) => string;
  readonly items: (item: Field, values: readonly Json[]) => Json;
}

/** A form that is the same as the other. */
export function asItIs<T>(_field: Field, value: T): T {
  return value;
}

/** A text in a reply; servers give some as a number. Undefined for what is neither. */
export function textIn(_field: Field, value: Json): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return typeof value === "string" ? value : undefined;
}

/** What a file says of a value that it can say as it is. */
export function asWritten(_field: Field, value: Value): Json {
  // Nothing that stands for a value gets here, and a type of which this is the form holds none.
  return value as Json;
}

/** All that an entry says in its normal form: what it leaves out counts as its default, so that a short entry equals the long one that the platform returns. */
export function wholeEntry(
  { fields = {}, identity }: Field,
  entry: Value,
  parts: NormalParts,
): { readonly [name: string]: Value | undefined } {
  const normal: Record<string, Value | undefined> = isObject(entry) ? { ...parts.attributes(fields, entry) } : {};
  for (const [name, part] of Object.entries(fields)) {
    if (!identity?.includes(name)) normal[name] ??= part.default === undefined ? null : parts.value(part, part.default);
  }
  return normal;
}

/** What tells one entry from another: the identity attribute that it has, with its normal value; all that it says where there is no such attribute. */
export function entryIdentity(field: Field, entry: Value, parts: NormalParts): string {
  if (!isObject(entry)) return canonicalJson(entry);
  if (field.identity?.length === 0) return canonicalJson(wholeEntry(field, entry, parts));
  const { fields = {}, identity = [] } = field;
  // What only a newer release has may be what tells them apart there.
  const unknown = Object.entries(entry).filter(([name]) => !Object.hasOwn(fields, name));
  const beside = unknown.length === 0 ? "" : canonicalJson(Object.fromEntries(unknown));
  for (const name of identity) {
    const value = entry[name];
    const part = fields[name];
    if (value !== undefined && value !== null && part) return `${name}:${canonicalJson(parts.value(part, value))}${beside}`;
  }
  return canonicalJson(entry);
}

/** The forms of values that look alike everywhere. */
export const sameForms: TypeForms = {
  meaning: asItIs,
  normal: asItIs,
  decode: asItIs,
  encode: asItIs,
  canonical: asItIs,
  written: asWritten,
};

/** Those of texts that may refer to the environment or to a file. */
export const textForms: Pick<TypeForms, "canonical" | "written"> = {
  canonical: (_field, value, parts, place) => (typeof value === "string" ? parts.text(value, place) : value),
  written: (_field, value, parts) => (typeof value === "string" ? parts.text(value) : (value as Json)),
};
