import { fold } from "./address.js";
import type { Form, Implication, Inapplicable } from "./field-words.js";
import type { Json } from "./json.js";
import type { Tier } from "./names.js";
import type { AccessLevel } from "./types/access-level.js";
import type { WriteRoute } from "./route.js";

/** What a field may refer to by name: a kind, or something that the directory has a lookup for (src/kinds/directory.ts). */
export type ReferenceTarget = string;

/** The form in which two spellings of one name are equal: most do not count letter case. */
export function foldName(field: Pick<FieldOptions, "cased"> | undefined, name: string): string {
  return field?.cased ? name : fold(name);
}

/** A deprecated attribute that is only another spelling of `replacement`: files that use it are read as if they used the replacement. */
export interface Deprecation {
  /** Attribute of the same kind that takes the value, or prose where there is none. */
  readonly replacement: string;
  /** True where the value is rewritten to `replacement`; else the field stays and only warns. */
  readonly alias?: true;
  /** How the value is spelled under `replacement`, where that differs. */
  readonly convert?: Form;
}

/**
 * Who or what a reference may name:
 * - `members`: users who are members of the parent, direct or inherited, with at least the access level `minimum`.
 * - `relatives`: groups that are the parent itself, lie below it, or that it is shared with.
 */
export interface Eligibility {
  readonly among: "members" | "relatives";
  readonly minimum?: number;
}

/**
 * Where an attribute gets its value while nobody sets it. A source that is not shown, or is null, gives none.
 * - `path`: the last part of the thing's full path.
 * - `holder`: the same attribute of the group that holds the thing (of a child: of what it stands in), or of the nearest one above it that has a value.
 * - `holder-or-top`: the same, but of the groups above it only the one at the top counts.
 * - another attribute.
 */
export type DefaultSource = "path" | "holder" | "holder-or-top" | AttributeSource;

/** Another attribute that says what an attribute is while nobody sets it. */
export interface AttributeSource {
  /** The kind that has it: the thing's own is the thing itself, that of what holds it is the group that holds it; of any other the instance has one. */
  readonly kind: string;
  /** As replies name it in the documents; also a setting that no kind declares. */
  readonly field: string;
  /** What its values mean here, where they are not the same; a value that is missing gives none. */
  readonly values?: { readonly [value: string]: Json };
}

/** What is true of an attribute, as JSON: what takes a rule is said by a word of field-words.ts. Every fact has one key; whatever needs it derives from here. */
export interface FieldOptions {
  /** `null` in a file unsets it. */
  readonly nullable?: true;
  /** What goes on the wire to unset it, where that is not JSON null. */
  readonly unset?: Json;
  /** The platform's default, as the documents or the reference give it. */
  readonly default?: Json;
  /** What one has that a call creates without it, where one that comes by itself may have another value: no `default`. */
  readonly ofNew?: Json;
  /** Where the value comes from while nobody sets it, tried in this order before `default`; an export leaves such a value out. */
  readonly defaultFrom?: readonly DefaultSource[];
  /**
   * False for what means something on this one instance only, such as a storage's name: an export leaves it out. `while` names the flag beside it
   * that must be on for it to be part of the configuration.
   */
  readonly exported?: false | { readonly while: string };
  /** Sent only when the thing is created, or only by the update call. Without it: by both. */
  readonly on?: "create" | "update";
  /** Name in replies, where it differs. */
  readonly read?: string;
  /** Name in requests, where it differs. */
  readonly write?: string;
  /** Name that real servers use in requests and replies, where the documents use a neutral word. */
  readonly vendor?: string;
  /** Never shown; in files only as a reference to the environment or a file. */
  readonly secret?: true;
  /** The platform never returns it, so it cannot be compared. */
  readonly unreadable?: true;
  /** Only the reply of the single read has it, not the list. */
  readonly shown?: "read";
  /** The reply gives the inherited, effective value, which may differ from what was written. */
  readonly effective?: true;
  /** Must be given to create the thing. */
  readonly required?: true;
  /**
   * An update must carry it even when nobody manages it, with its live value: the call replaces or requires it. `replaced`: only where the thing cannot be updated in
   * place, and is deleted and created again.
   */
  readonly carried?: true | "replaced";
  readonly tier?: Tier;
  /** First release that knows it, for example `15.11`. */
  readonly since?: string;
  /** First release that no longer knows it. */
  readonly until?: string;
  readonly deprecated?: Deprecation;
  /** Attributes that must travel in the same request when this one is switched on. */
  readonly requires?: readonly string[];
  /** Other attributes that this value stands for: files that say it are read as if they said those too, where they leave them out. */
  readonly implies?: readonly Implication[];
  /** The likely reason when the server accepts the value and does not store it. */
  readonly dropped?: string;
  /** Bounds: of the number, or of the text's length. */
  readonly min?: number;
  readonly max?: number;
  /** A regular expression for the text, and how to say it. */
  readonly pattern?: string;
  readonly patternHint?: string;
  /** `url` is checked; `duration` texts compare by their length of time; `date` is YYYY-MM-DD. */
  readonly format?: "url" | "duration" | "date" | "email" | "comma-list";
  /** Routes that set a flag, where it is not an attribute of the update call. */
  readonly toggle?: { readonly true: WriteRoute; readonly false: WriteRoute };
  /** Routes that add and remove one entry, where the list is not an attribute of the update call. */
  readonly links?: { readonly add: WriteRoute; readonly remove: WriteRoute };
  /** Live entries have ids, and an update names only what changes: new entries without id, changed ones with it, removed ones marked. */
  readonly entryIds?: true;
  /** Comparison form, where the type's own does not do. Applied to desired and live alike. */
  readonly normalise?: Form;
  /** From the wire's form to the file's form, where the type's own does not do. */
  readonly decode?: Form;
  /** From the file's form to the wire's form, where the type's own does not do. */
  readonly encode?: Form;
  /** When the server would ignore the value without a word, and why. Such an attribute is no drift: it is left out of the plan, with a warning. */
  readonly inapplicable?: Inapplicable;
  /** May be no more than the same attribute of the group that holds the thing, in the order of `values`: opening goes from the top down, closing from the bottom up. */
  readonly boundedByHolder?: true;
  /** Of a reference: names that differ only in letter case are different ones, as the target has it. */
  readonly cased?: true;
  /** Of a reference: the attribute of an object in a reply that holds the name; `name` where it is not said. */
  readonly named?: string;
  /** Who may be named; others are dropped silently by real servers, so the plan refuses them. */
  readonly eligible?: Eligibility;
  /** Switched on, it gives a new thing its first branch: an export does so where something that it declares needs one. */
  readonly fills?: true;
  /** Work that goes on after the call that carries the field, and that later calls wait for. */
  readonly starts?: "import";
}

export type FieldType =
  | "text"
  | "integer"
  | "number"
  | "flag"
  | "enum"
  | "level"
  | "image"
  | "reference"
  | "set"
  | "list"
  | "map"
  | "record"
  | "entries";

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
  /** Attributes of an entry of which exactly one is given, and which tells entries apart. */
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

type OrNull<T, O extends FieldOptions> = O extends { readonly nullable: true } ? T | null : T;

function field<T, O extends FieldOptions>(shape: Omit<Field, keyof FieldOptions>, options: O | undefined): Field<OrNull<T, O>> {
  return { ...shape, ...options } as Field<OrNull<T, O>>;
}

/** A text. */
export function text<const O extends FieldOptions = object>(description: string, options?: O): Field<OrNull<string, O>> {
  return field<string, O>({ type: "text", description }, options);
}

/** A secret text: only by reference in files, masked everywhere else. */
export function secret<const O extends FieldOptions = object>(description: string, options?: O): Field<OrNull<string, O>> {
  return { ...text(description, options), secret: true };
}

/** A whole number. */
export function integer<const O extends FieldOptions = object>(description: string, options?: O): Field<OrNull<number, O>> {
  return field<number, O>({ type: "integer", description }, options);
}

/** Any number. */
export function number<const O extends FieldOptions = object>(description: string, options?: O): Field<OrNull<number, O>> {
  return field<number, O>({ type: "number", description }, options);
}

/** true or false. */
export function flag<const O extends FieldOptions = object>(description: string, options?: O): Field<OrNull<boolean, O>> {
  return field<boolean, O>({ type: "flag", description }, options);
}

/** One of a few words or numbers. */
export function oneOf<const V extends readonly (string | number)[], const O extends FieldOptions = object>(
  description: string,
  values: V,
  options?: O,
): Field<OrNull<V[number], O>> {
  return field<V[number], O>({ type: "enum", description, values }, options);
}

/** An access level by name or number, of those that this place takes. */
export function level<const V extends readonly AccessLevel[], const O extends FieldOptions = object>(
  description: string,
  values: V,
  options?: O,
): Field<OrNull<V[number] | number, O>> {
  return field<V[number] | number, O>({ type: "level", description, values }, options);
}

/** An uploaded picture, given as a path relative to the declaring file. */
export function image<const O extends FieldOptions = object>(description: string, options?: O): Field<OrNull<string, O>> {
  return field<string, O>({ type: "image", description }, options);
}

/** Something by name. Where the wire wants a number, a number may be written too. */
export function reference<const O extends FieldOptions = object>(
  description: string,
  target: ReferenceTarget,
  wire: "id" | "path" | "name",
  options?: O,
): Field<OrNull<string | number, O>> {
  return field<string | number, O>({ type: "reference", description, target, wire }, options);
}

/** References by name in files, and by number on the wire where nothing else is said. */
export function refs(target: ReferenceTarget, options: Pick<Field, "wire" | "cased" | "named"> = {}): Field<string> {
  return { type: "reference", description: `A ${target.replaceAll("_", " ")} by name.`, target, wire: "id", ...options };
}

/** A list whose order does not count and whose items are different. */
export function setOf<T, const O extends FieldOptions = object>(
  description: string,
  item: Field<T>,
  options?: O,
): Field<OrNull<readonly T[], O>> {
  return field<readonly T[], O>({ type: "set", description, item }, options);
}

/** A list whose order counts. */
export function listOf<T, const O extends FieldOptions = object>(
  description: string,
  item: Field<T>,
  options?: O,
): Field<OrNull<readonly T[], O>> {
  return field<readonly T[], O>({ type: "list", description, item }, options);
}

/** Values under keys that the user chooses. */
export function mapOf<T, const O extends FieldOptions = object>(
  description: string,
  item: Field<T>,
  options?: O,
): Field<OrNull<{ readonly [key: string]: T }, O>> {
  return field<{ readonly [key: string]: T }, O>({ type: "map", description, item }, options);
}

/** A group of attributes that are managed one by one. */
export function record<F extends Fields, const O extends FieldOptions = object>(
  description: string,
  fields: F,
  options?: O,
): Field<OrNull<SpecOf<F>, O>> {
  return field<SpecOf<F>, O>({ type: "record", description, fields }, options);
}

/** A set of small objects; exactly one of the `identity` attributes stands in each and tells it from the others. */
export function entries<F extends Fields, const O extends FieldOptions = object>(
  description: string,
  fields: F,
  identity: readonly (keyof F & string)[],
  options?: O,
): Field<OrNull<readonly SpecOf<F>[], O>> {
  return field<readonly SpecOf<F>[], O>({ type: "entries", description, fields, identity }, options);
}

/** A deprecated spelling of another attribute; files that use it get a warning and are read as if they used the replacement. */
export function alias<T>(replacement: string, like: Field<T>, convert?: Form): Field<T> {
  return {
    ...like,
    description: `Deprecated: use ${replacement}.`,
    deprecated: { replacement, alias: true, ...(convert ? { convert } : {}) },
  };
}
