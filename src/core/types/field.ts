import type { Json } from "./json.js";
import type { FieldType } from "./names.gen.js";

/** What is true of an attribute, as JSON, each fact under one key: these are what types go by; core/fields.ts adds what holds for any type. */
export interface FieldOptions {
  /** `null` in a file unsets it. `unset` goes on the wire for that, where JSON null does not. */
  readonly nullable?: true | { readonly unset: Json };
  /** The platform's default, as the documents or the reference give it. */
  readonly default?: Json;
  /**
   * Never shown; in files only as a reference to the environment or a file. `mayBePlain`: many values are no secrets, so that they may stand in files as they are, and what such a
   * value becomes is shown then. What is live is never shown. With attributes: where a reply says this, the platform does not keep the value secret.
   */
  readonly secret?: true | { readonly mayBePlain: true | { readonly [attribute: string]: string | boolean } };
  /** Must be given to create the thing. */
  readonly required?: true;
  /** `values` go from the least to the most. `within-parent`: at most the value of the group that holds the thing, so opening goes from the top down, closing from the bottom up. */
  readonly ordered?: true | "within-parent";
  /** Values that mean more than all others, whatever their size: no limit, never, nobody. */
  readonly greatest?: readonly Json[];
  /** Bounds: of the number, or of the text's length. */
  readonly min?: number;
  readonly max?: number;
  /** A regular expression for the text, in the flavour of JSON Schema, and what it means in words. */
  readonly pattern?: { readonly like: string; readonly hint: string };
  /** `url` is checked; `duration` texts compare by their length of time; `date` is YYYY-MM-DD. The last five: a text that the platform cannot read as that is an error of the files. */
  readonly format?: "url" | "duration" | "date" | "email" | "comma-list" | "color" | "instant" | "time-zone" | "cron" | "re2";
  /** Of a reference: names that differ only in letter case are different ones, as the target has it. */
  readonly cased?: true;
  /** Of a reference: it names what lies in the same group or project, and replies show the number of that alone. */
  readonly beside?: true;
}

/** What a field may refer to by name: a kind, or something that the directory has a lookup for (src/kinds/directory.ts). */
export type ReferenceTarget = string;

/** One attribute of a kind. `T` is the type of its value in a file. */
export interface Field<T = unknown> extends FieldOptions {
  readonly type: FieldType;
  /** One sentence for hover texts and reference pages. */
  readonly description: string;
  /** Allowed words of an enum; allowed names of an access level. */
  readonly values?: readonly (string | number)[];
  /** Type of the items of a set, list or map. */
  readonly item?: Field;
  /** Attributes of a record or of one entry. */
  readonly fields?: Fields;
  /** Attributes of an entry of which exactly one is given, and which tells entries apart; of none, all that they say does. */
  readonly identity?: readonly string[];
  readonly target?: ReferenceTarget;
  /** How the wire names what a reference points at. */
  readonly wire?: "id" | "path" | "name";
  /** Never set: carries the type of the value for `SpecOf`. */
  readonly valueType?: T;
}

/** Attributes by name. */
export type Fields = { readonly [name: string]: Field };

/** The type of what a file may say for these fields. */
export type SpecOf<F extends Fields> = { readonly [K in keyof F]?: F[K] extends Field<infer T> ? T : never };

/** The type of a value that options may let be null. */
export type OrNull<T, O extends FieldOptions> = O extends { readonly nullable: true | object } ? T | null : T;

/** A field of a type, with what else is true of it. */
export function field<T, O extends FieldOptions>(
  shape: Omit<Field, keyof FieldOptions>,
  options: O | undefined,
): Field<OrNull<T, O>> {
  return { ...shape, ...options } as Field<OrNull<T, O>>;
}

/** What goes on the wire to unset an attribute. */
export function unsetValue({ nullable }: Pick<FieldOptions, "nullable">): Json {
  return typeof nullable === "object" ? nullable.unset : null;
}

/** The form in which two spellings of one name are equal: most do not count letter case. */
export function foldName(field: Pick<FieldOptions, "cased"> | undefined, name: string): string {
  return field?.cased ? name : fold(name);
}

/** The form in which two spellings of one path, topic name or username are equal. */
export function fold(name: string): string {
  return name.toLowerCase();
}
