import { rememberedOf } from "./collections.js";
import { isObject, type Json, type JsonObject, type Spec, type Value } from "./json.js";
import type { Role, Tier } from "./names.js";
import { isPlaceholder } from "./placeholders.js";
import type { FieldFacts } from "./release-words.js";
import type { ReadRoute, WriteRoute } from "./route.js";
import { withoutAddressSecrets, withoutUserinfo } from "./secret-names.js";
import type { Field, FieldOptions, Fields } from "./types/field.js";
import { fieldTypes } from "./types/index.gen.js";
import type { TypeDefinition } from "./types/type-definition.js";

export {
  type Field,
  type FieldOptions,
  type Fields,
  foldName,
  type ReferenceTarget,
  type SpecOf,
  unsetValue,
} from "./types/field.js";
export * from "./types/index.gen.js";

/** All there is to know of the type of a field. */
export function typeOf(field: Field): TypeDefinition;
export function typeOf(field: Field | undefined): TypeDefinition | undefined;
export function typeOf(field: Field | undefined): TypeDefinition | undefined {
  return field && fieldTypes[field.type];
}

/** The field of a name that comes from a reply or a file, where it may be one that every object has, such as `constructor`. */
export function fieldOf(fields: Fields | undefined, name: string): Field | undefined {
  return fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The attribute that goes by a name: its own in the documents, or that of real servers. */
export function attributeNamed(fields: Fields, name: string): string | undefined {
  return Object.hasOwn(fields, name) ? name : Object.keys(fields).find((attribute) => fields[attribute]?.vendor === name);
}

/** The attributes in a value, or in each of its items. */
export function insideOf({ fields, item }: Field): Fields {
  return fields ?? item?.fields ?? {};
}

const namesByWord = rememberedOf<readonly string[]>();

/** The attributes that have a word, such as `requires`: few of a kind have any of them, so they are looked up once. */
export function namesWith(fields: Fields, word: keyof Field): readonly string[] {
  return namesByWord(fields, word, () => Object.keys(fields).filter((name) => fields[name]?.[word] !== undefined));
}

/** A deprecated attribute that is only another spelling of `replacement`: files that use it are read as if they used the replacement. */
interface Deprecation {
  /** Attribute of the same kind that takes the value, or prose where there is none. */
  readonly replacement: string;
  /** True where the value is rewritten to `replacement`; else the field stays and only warns. */
  readonly alias?: true;
  /** Not old at all, but another way to say it: its own type says what the value becomes, and nothing warns. */
  readonly lasting?: true;
  /** How the value is spelled under `replacement`, where that differs. */
  readonly convert?: Form;
}

/**
 * Who or what a reference may name:
 * - `members`: users who are members of the parent, direct or inherited, with at least the access level `minimum`.
 * - `relatives`: groups that are the parent itself, lie below it, or that it is shared with.
 * - `invited`: groups whose members get into the parent: those above it, and those that it or a group above is shared with.
 * - `parts`: what lies in the thing itself, found by the `lookup` of the directory.
 */
interface Eligibility {
  readonly among: "members" | "relatives" | "invited" | "parts";
  /** What comes of another name where servers keep it: the plan warns and refuses nothing. */
  readonly kept?: string;
  readonly minimum?: number;
  readonly lookup?: string;
}

/** When a reply shows an attribute, or what it shows of it. */
interface ShownIf {
  /** Where a reply says this, it does not show the attribute, whatever its value. */
  readonly concealedBy?: Match;
  /** Of an attribute that is never shown: the attribute of a reply that says whether there is a value. */
  readonly presence?: string;
  /** Of such a secret: a value in its form that opens nothing, where the platform does not take any text. */
  readonly specimen?: string;
}

/**
 * Where an attribute gets its value while nobody sets it. A source that is not shown, or is null, gives none.
 * - `path`: the last part of the thing's full path.
 * - `parent`: the same attribute of the group that holds the thing (of a child: of what it stands in), or of the nearest one above it that has a value.
 * - `parent-or-top`: the same, but of the groups above it only the one at the top counts.
 * - another attribute.
 */
export type DefaultSource = "path" | "parent" | "parent-or-top" | AttributeSource;

/** Another attribute that says what an attribute is while nobody sets it. */
interface AttributeSource {
  /** The kind that has it: the thing's own is the thing itself, that of what holds it is the group that holds it; of any other the instance has one. */
  readonly kind: string;
  /** As replies name it in the documents; also a setting that no kind declares. */
  readonly field: string;
  /** What its values mean here, where they are not the same; a value that is missing gives none. */
  readonly values?: { readonly [value: string]: Json };
}

/**
 * What decides an attribute from above: a setting of the instance, or an attribute of a group that the thing lies in or below. While it has the value `is`, the attribute is
 * `value`, whatever is written to it; without `value` it is what the same attribute is there, and with `noMore` nothing can be added to it.
 */
export interface AttributeLock {
  /** The kind that has it: that of the groups above, or one of which the instance has one. */
  readonly kind: string;
  /** As replies name it in the documents; also a setting that no kind declares. */
  readonly field: string;
  readonly is: Json;
  readonly value?: Json;
  readonly noMore?: true;
}

/** Routes by which entries come and go one by one. Entries of a mapping are called `key` and `value` there, those of a plain list as the item's `write` says. */
interface Links {
  readonly add: WriteRoute;
  readonly remove: WriteRoute;
  /** Gives an entry of a mapping another value. */
  readonly change?: WriteRoute;
  /** The list that shows them, where the thing's own reply does not; read only where somebody asks for them. */
  readonly list?: ReadRoute;
  /** The reply that shows them beside other attributes, where lists of the things do not; read only where somebody asks for them. */
  readonly read?: ReadRoute;
  /** They are added before anything else is written, which would shut out who is not there yet. */
  readonly first?: true;
  /** The list also has what the thing hangs on, which can be neither added nor removed. */
  readonly holder?: true;
}

/** Routes that set and show an attribute that is none of the resource's own: `write` and `read` are its names there. It is read only if somebody asks for it. */
interface SettingRoutes {
  readonly update: WriteRoute;
  readonly read: ReadRoute;
}

/** Routes that switch a flag on and off (archived). While it is on, the server takes no other change of the resource. */
interface SwitchRoutes {
  readonly on: WriteRoute;
  readonly off: WriteRoute;
}

/** The routes of a flag that closes its resource (archived); undefined for any other attribute. */
export function switchOf(field: Pick<Field, "through"> | undefined): SwitchRoutes | undefined {
  return field?.through && "on" in field.through ? field.through : undefined;
}

/** The routes that set and show an attribute of which the resource's own calls know nothing. */
export function settingRoutesOf(field: Pick<Field, "through"> | undefined): SettingRoutes | undefined {
  return field?.through && "update" in field.through ? field.through : undefined;
}

/** The request that shows an attribute which the resource's own replies do not show; undefined for any other attribute. */
export function ownReadOf(field: Field | undefined): ReadRoute | undefined {
  if (field === undefined || field.unreadable) return undefined;
  return settingRoutesOf(field)?.read ?? field.links?.read ?? field.links?.list;
}

/** What may differ between the documents and real servers. Bounds and words of both are allowed in files; the plan holds values against those of the server. */
export interface VendorDifferences
  extends Pick<FieldOptions, "default" | "min" | "max" | "nullable" | "deprecated">, Pick<Field, "values"> {
  /** The first release that it is true of: before, real servers are as the documents say. */
  readonly from?: string;
}

declare module "./types/field.js" {
  /** What is true of an attribute whatever its type is, as JSON: what takes a rule is a word, with its rule below. What depends on the type stands in types/field.ts. */
  interface FieldOptions extends FieldFacts {
    /** What one has that a call creates without it, where one that comes by itself may have another value: no `default`. */
    readonly ofNew?: Json;
    /** Where the value comes from while nobody sets it, tried in this order before `default`; an export leaves such a value out. */
    readonly defaultFrom?: readonly DefaultSource[];
    /** Exports leave it out: what means something on one instance only (`false`), while a flag beside it is off (`while`), or what no file could say, for this reason (`never`). */
    readonly exported?: false | { readonly while: string } | { readonly never: string };
    /** Sent by the create or the update alone; without it by both. `call`: of whatever call writes the thing, no state of it; `delete`: of the call before its delete. */
    readonly on?: "create" | "update" | "call" | "delete";
    /** Name in replies, where it differs. */
    readonly read?: string;
    /** Name in requests, where it differs. */
    readonly write?: string;
    /** Name that real servers use in requests and replies, where the documents use a neutral word. */
    readonly vendor?: string;
    /** The platform never returns it, so it cannot be compared. Of the items of a mapping: replies show the names alone, which are compared. */
    readonly unreadable?: true;
    /**
     * How replies show it, where not every reply shows what was written:
     * - `read`: only the single read has it, not the list.
     * - `sometimes`: the state of the resource and the token decide. A value that is not shown cannot be compared.
     * - `set`: a reply leaves it out where it is unset.
     * - `inherited`: the reply has the effective value, which may come from above.
     */
    readonly shown?: "read" | "sometimes" | "set" | "inherited" | ShownIf;
    /** An update must carry its live value even when nobody manages it. `replaced`: only where the thing cannot be updated in place, and is deleted and created again. */
    readonly carried?: true | "replaced";
    readonly tier?: Tier;
    /** Of a list of roles: the name and form of the single one that lower tiers take, in creates alone. `remade`: the server is such, so changes make it anew (`kindsOn` says so). */
    readonly unlicensed?: { readonly write: string; readonly encode: Form; readonly remade?: true };
    /** Real servers alone know it: no document has it, so a server of the neutral dialect has not. */
    readonly dialect?: "vendor";
    /** What is otherwise on real servers, where a document says something else. */
    readonly inVendor?: VendorDifferences;
    /**
     * The name under which servers that do not know it yet have the same value: those of the neutral dialect, and real ones before its `since`. `form` says how its values are
     * spelled there, where that differs. Files may use the older name where an alias of the kind has it, which warns where the server knows the newer one.
     */
    readonly older?: { readonly name: string; readonly form?: Spellings };
    /** What servers add to a list by themselves: the name of their own host. Of that `kindsOn` makes the items, which nobody needs to declare. */
    readonly adds?: "own-host" | readonly Json[];
    /** Another attribute that is a second name of the same value and has another form: both in one file contradict each other. */
    readonly twin?: string;
    /** Routes of its own that set it, where the update call does not. */
    readonly through?: SettingRoutes | SwitchRoutes;
    /** The route at which real servers serve an uploaded picture to whoever may see the thing: at the place that its reply gives, one that is not public takes a session. */
    readonly picture?: ReadRoute;
    readonly deprecated?: Deprecation;
    /** Attributes that must travel in the same request when this one is switched on. */
    readonly requires?: readonly string[];
    /** The likely reason when the server accepts the value and does not store it. */
    readonly dropped?: string;
    /** Routes that add and remove one entry, where the list is not an attribute of the update call. */
    readonly links?: Links;
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
    /** What decides it from above: a plan that says otherwise is refused, since the platform refuses such a value or keeps its own without a word. */
    readonly lockedBy?: readonly AttributeLock[];
    /** Of a time that has passed: the platform refuses it (`refused`), or the thing is done, and is neither made nor changed (`done`). */
    readonly past?: "refused" | "done";
    /** Who or what may be named; other names are dropped silently by real servers or refused late, so the plan refuses them. */
    readonly eligible?: Eligibility;
    /** A change of it asks for this role, which is above that of the kind: another one is refused. An administrator's is so where the thing is made, too. */
    readonly role?: Role;
    /** What a new thing gets: `import`, content that later calls wait for; `first-branch`, a branch, so that exports switch it on where one is needed. */
    readonly starts?: "import" | "first-branch";
  }
}

/** True for an attribute whose live value is shown nowhere: it is a secret, or holds some under names. */
export function hidesValue(field: Pick<Field, "secret" | "item"> | undefined): boolean {
  return field?.secret !== undefined || field?.item?.secret !== undefined;
}

/** Of a secret many values of which are none: what a reply says where one is none; undefined of any other attribute. */
export function plainWhere({ secret }: Pick<Field, "secret">): Match | undefined {
  return typeof secret === "object" && typeof secret.mayBePlain === "object" ? secret.mayBePlain : undefined;
}

/** When replies show an attribute, where a reply itself says so. */
export function shownIf(field: Pick<Field, "shown"> | undefined): ShownIf {
  return typeof field?.shown === "object" ? field.shown : {};
}

/** A deprecated spelling of another attribute; files that use it get a warning and are read as if they used the replacement. */
export function alias<T>(replacement: string, like: Field<T>, convert?: Form): Field<T> {
  return {
    ...like,
    description: `Deprecated: use ${replacement}.`,
    deprecated: { replacement, alias: true, ...(convert ? { convert } : {}) },
  };
}

/** Values that are spelled otherwise, as pairs of the one and the other spelling; every other value stays as it is. */
export type Spellings = readonly (readonly [from: string | number | boolean | null, to: string | number | boolean | null])[];

/** The form of a value, where the type's own does not do: a word for a rule that several kinds share, spellings, or a pure function of the kind's own. */
export type Form = FormWord | Spellings | ((value: Json) => Json);

/** The rules that several kinds share. Each leaves a value in its form as it is. */
export const formWords = {
  /** A comma-separated text whose order and blanks do not count. */
  "comma-text": (value) => onText(value, (text) => partsOfText(text, ",").sort().join(",")),
  /** A text whose separating blanks do not count. */
  words: (value) => onText(value, (text) => text.trim().split(/\s+/).join(" ")),
  /** An address without the name and password in it: servers return it without. */
  "without-credentials": (value) => onText(value, withoutUserinfo),
  /** An address without what is secret in it. */
  "public-address": (value) => onText(value, withoutAddressSecrets),
} as const satisfies Readonly<Record<string, (value: Json) => Json>>;

/** True for a form of which what a reply shows has the type of the attribute all the same. */
export function keepsType(form: Form): boolean {
  return form === "public-address";
}

/** A word for the form of a value. */
export type FormWord = keyof typeof formWords;

/** A text, changed; any other value as it is. */
export function onText(value: Json, change: (text: string) => Json): Json {
  return typeof value === "string" ? change(value) : value;
}

/** The parts of a text between separators, without blanks around them and without empty ones. */
export function partsOfText(text: string, separator: string | RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** When the server ignores an attribute without a word: any of the three is enough. */
interface Inapplicable {
  /** What the body that declares it says beside it. */
  readonly while?: Match;
  /** What the live reply says. */
  readonly shown?: Match;
  /** Before the thing exists: none of these attributes is declared, or all are false. */
  readonly newWithout?: readonly string[];
  readonly reason: string;
}

/** A value in a form; without a form, and of what only stands for a value, as it is. */
export function formed(form: Form | undefined, value: Json): Json;
export function formed(form: Form | undefined, value: Value): Value;
export function formed(form: Form | undefined, value: Value): Value {
  if (form === undefined || isPlaceholder(value)) return value;
  if (typeof form === "string") return formWords[form](value as Json);
  if (typeof form === "function") return form(value as Json);
  const spelling = form.find(([from]) => from === value);
  return spelling ? spelling[1] : value;
}

/** Why the server would ignore an attribute, given the live reply (undefined before the thing exists) and what is declared. */
export function whyInapplicable(rule: Inapplicable | undefined, reply: JsonObject | undefined, spec: Spec): string | undefined {
  if (rule === undefined) return undefined;
  const isSaid = (name: string) => spec[name] !== undefined && spec[name] !== false;
  const isSo =
    (rule.while !== undefined && matches(rule.while, spec)) ||
    (rule.shown !== undefined && reply !== undefined && matches(rule.shown, reply)) ||
    (rule.newWithout !== undefined && reply === undefined && !rule.newWithout.some(isSaid));
  return isSo ? rule.reason : undefined;
}

type Scalar = string | number | boolean | null;

/** What a body or a reply must say: the value of each attribute, `not` for any other one, `like` for a text that a regular expression fits. What it does not show at all never matches. Of a reply a dotted name is what stands inside of an attribute. */
export interface Match {
  readonly [attribute: string]: Scalar | { readonly not: Scalar } | { readonly like: string };
}

/** What a reply shows under a name of a match: where that has a dot, inside of an attribute. */
export function matchedIn(reply: JsonObject, name: string): Json | undefined {
  if (Object.hasOwn(reply, name)) return reply[name];
  const [attribute = "", part = ""] = name.split(".");
  const held = reply[attribute];
  return isObject(held) && Object.hasOwn(held, part) ? held[part] : undefined;
}

/** True if an object says all that a match asks for. */
export function matches(match: Match, object: Spec): boolean {
  return Object.entries(match).every(([attribute, asked]) => {
    const value = object[attribute];
    if (!isObject(asked)) return value === asked;
    if ("like" in asked) return typeof value === "string" && new RegExp(asked.like, "u").test(value);
    return value !== undefined && value !== asked.not;
  });
}
