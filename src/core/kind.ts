import { type Address, firstSegment, fold } from "./address.js";
import type { Shown } from "./behaviour.js";
import { defined, oncePer, rememberedOf } from "./collections.js";
import { TrueupError } from "./errors.js";
import { type Field, type Fields, formed, matches, typeOf } from "./fields.js";
import { isObject, type Json, type JsonObject, type Spec, textAt } from "./json.js";
import { type Key, topParent, type Kind, type Kinds, type ParentPlace } from "./kind-data.js";
import { routeParameters } from "./route.js";
import { sizeOf } from "./strictness.js";

export * from "./kind-data.js";

/** What of a member decides which attributes it has; what a kind does not go by selects nothing. What of the server does: `kindsOn`. */
export interface FieldsContext {
  readonly key?: string | undefined;
  /** Name of the kind whose member it hangs on; `instance` at the top. */
  readonly parent?: string | undefined;
}

const fieldsByKey = rememberedOf<Fields>();

/** The attributes of one member: those all share, and those of its key's shape. The same object whenever it is asked for the same; the only way to them. */
export function fieldsOf(given: Kind, { key, parent }: FieldsContext = {}): Fields {
  const place = parent !== undefined && Object.hasOwn(given.parents, parent) ? kindIn(given, parent) : given;
  const whole = wholes.get(place) ?? place;
  // What a parent changes nothing of shares the attributes of the kind.
  const kind = place.fields === whole.fields ? whole : place;
  // What has no shape of its own shares the attributes of its kind: names from outside must not fill the memory.
  if (key === undefined || kind.shapes === undefined || !Object.hasOwn(kind.shapes, key)) return kind.fields;
  return fieldsByKey(kind, key, () => ({ ...kind.fields, ...kind.shapes?.[key]?.fields }));
}

/** The attributes of each sort of member there is: of those without a shape of their own first. */
export function everyFieldsOf(kind: Kind): readonly Fields[] {
  const places = "parent" in kind ? [kind] : placesOf(kind);
  return places.flatMap((place) => [fieldsOf(place), ...Object.keys(kind.shapes ?? {}).map((key) => fieldsOf(place, { key }))]);
}

/** The kind with other attributes, wherever it has them. */
export function withFields<K extends Kind>(kind: K, change: (fields: Fields) => Fields): K {
  const shapes = Object.entries(kind.shapes ?? {}).map(
    ([key, shape]) => [key, { ...shape, fields: change(shape.fields) }] as const,
  );
  const parents = Object.entries(kind.parents).map(
    ([name, place]) => [name, { ...place, ...(place.fields ? { fields: change(place.fields) } : {}) }] as const,
  );
  return {
    ...kind,
    fields: change(kind.fields),
    parents: Object.fromEntries(parents),
    ...(kind.shapes ? { shapes: Object.fromEntries(shapes) } : {}),
  };
}

/** The path of a thing of a kind, in the spelling in which two of one thing are equal. */
export function foldPath(kind: PlacedKind, path: string): string {
  return isTopLevel(kind) && !kind.tree && !kind.key?.caseless ? path : fold(path);
}

/** The parts of a key of a kind: what comes before the separator of its scope, and the scope; of what has several attributes for it, the name and the value of the one that it says. */
export function keyParts({ key }: Kind, text: string): { readonly name: string; readonly scope?: string; readonly by?: string } {
  if (key?.oneOf !== undefined) {
    const at = text.indexOf("=");
    return { by: text.slice(0, Math.max(at, 0)), name: text.slice(at + 1) };
  }
  if (key?.scope === undefined) return { name: text };
  const at = text.lastIndexOf(key.scope.separator);
  return at < 0 ? { name: text, scope: key.scope.default } : { name: text.slice(0, at), scope: text.slice(at + 1) };
}

/** Attributes whose live values stand in routes, as replies name them. */
export function shownInRoutes({ routes }: PlacedKind, fields: Fields): readonly string[] {
  const used = Object.values(routes).flatMap((route) => (typeof route === "string" ? routeParameters(route) : []));
  const shown = new Set(Object.entries(fields).map(([name, field]) => field.read ?? name));
  return [...new Set(used)].filter((name) => shown.has(name));
}

/** True for the JSON pointer, in a file, of a value that means itself, whatever looks like a reference in it. */
export function verbatimPlaces(kinds: Kinds): (pointer: string) => boolean {
  const names = placedKinds(kinds).flatMap(({ file, fields }) =>
    Object.keys(fields).flatMap((name) => (typeOf(fields[name])?.isVerbatim ? [`${file}/${name}`] : [])),
  );
  const known = new Set(names);
  return (pointer) => {
    const steps = pointer.split("/");
    return known.has(`${steps.at(-3) ?? ""}/${steps.at(-1) ?? ""}`);
  };
}

/** True for what may say `template`: a kind with content that means itself. */
export function takesTemplate({ fields }: Pick<Kind, "fields">): boolean {
  return Object.values(fields).some((field) => typeOf(field).isVerbatim);
}

/** True where the list shows less of each than the single read. */
export function isListedShort({ listed, committed }: Kind): boolean {
  return listed === "short" || committed !== undefined;
}

/** The scope of which a list shows a member with this key; undefined where one list shows those of all. */
export function listScope(kind: PlacedKind, text: string): string | undefined {
  return kind.routes.list?.includes("{scope}") ? keyParts(kind, text).scope : undefined;
}

/** The attribute of a reply that has its key. */
export function keyAttribute({ read, otherwise }: Key, reply: JsonObject): string {
  return otherwise !== undefined && (reply[read] ?? "") === "" ? otherwise : read;
}

/** The key that a reply shows. */
export function shownKey({ key }: Kind, reply: JsonObject): string {
  const shown = textAt(reply, key ? keyAttribute(key, reply) : "name");
  const text = formed(key?.form, shown);
  const name = typeof text === "string" ? text : shown;
  if (key?.scope === undefined) return name;
  const scope = textAt(reply, key.scope.field);
  return scope === "" || scope === key.scope.default ? name : `${name}${key.scope.separator}${scope}`;
}

/** Attributes that are part of an address which is the key: the key has its form without them, replies do not show them, and only a create takes them. */
export function hiddenInKey({ key, fields }: Kind): readonly string[] {
  if (key?.form !== "without-credentials") return [];
  return Object.keys(fields).filter((name) => fields[name]?.on === "create" && fields[name].unreadable);
}

/** The attributes that a value in place of a body stands for; undefined where the kind has no such value. */
export function expandedShort({ short }: Kind, value: Json): JsonObject | undefined {
  if (short === undefined || value === null || isObject(value)) return undefined;
  if (typeof short !== "string") return short.expand(value);
  return typeof value === "object" ? undefined : { [short]: value };
}

/** The value that may stand in place of a body which says nothing but these attributes; undefined where there is none. */
export function shortened({ short }: Kind, spec: Spec): Json | undefined {
  if (typeof short === "object") return short.shorten(spec);
  const [only = "", ...others] = Object.keys(spec);
  const value = only === short && others.length === 0 ? spec[only] : undefined;
  return value === null || typeof value === "object" ? undefined : value;
}

/** True for a kind that makes a user a member: keys name users, and the short attribute is the level. The user of the token stays, and is a member of what it creates. */
export function makesMembers({ key }: Kind): boolean {
  return key?.target === "user";
}

/** The access level that a body of such a kind says, as a number; undefined of every other kind. */
export function levelIn(kind: Kind, fields: Fields, spec: Spec = {}): number | undefined {
  const name = makesMembers(kind) && typeof kind.short === "string" ? kind.short : "";
  const [field, value] = [fields[name], spec[name]];
  return field === undefined || value === undefined ? undefined : sizeOf(field, value);
}

/** True for a kind of which a thing cannot be changed, only made and deleted. */
export function isUnchangeable({ routes }: PlacedKind): boolean {
  return routes.create !== undefined && routes.update === undefined;
}

/** True if no call creates a member: the platform does, when somebody first uses it. A declared member that is not live is waited for, which is no error. */
export function comesByItself({ routes, slots }: Pick<PlacedKind, "routes" | "slots">): boolean {
  return routes.create === undefined && slots === undefined;
}

/** True for kinds whose update names the thing by its number and can give it another key. */
export function isRenamable({ name, key, routes }: PlacedKind): boolean {
  return key?.write !== undefined && !key.fixed && (routes.update?.includes(`{${name}}`) ?? false);
}

/** True for a live reply that counts as absent although the platform still returns it. */
export function isAbsent({ absent }: Kind, reply: JsonObject): boolean {
  return absent !== undefined && matches(absent, reply);
}

/** True for a live reply that is there without anybody's doing. */
export function isInherent({ inherent }: Kind, reply: JsonObject): boolean {
  return inherent !== undefined && matches(inherent.shown, reply);
}

/** True for a live member that is never deleted for not being declared. */
export function isKeptUndeclared(kind: Kind, live: Shown): boolean {
  if (kind.keptUndeclared !== undefined && matches(kind.keptUndeclared, live.marks)) return true;
  const text = (name: string) => (typeof live.spec[name] === "string" ? live.spec[name] : undefined);
  return (kind.guard?.({ action: "delete", spec: {}, live, text }) ?? []).length > 0;
}

/** True if deleting what a live reply shows destroys people's work. */
export function holdsData({ holdsData: held }: Kind, reply: JsonObject): boolean {
  return held === true || (held !== undefined && matches(held, reply));
}

/** A kind under one of its parents: what it has there stands in it as its own. */
export interface PlacedKind extends Kind, Pick<ParentPlace, "file" | "role" | "routes" | "since" | "topOnly" | "unpaged"> {
  /** The kind of the parent, or `instance`. */
  readonly parent: string;
  readonly as: KindForm;
}

/**
 * How members of a kind are told apart.
 * - `one`: a single body (a singleton of the instance, or of its parent); where it has a create, it may be absent.
 * - `map`: bodies under names.
 * - `tree`: bodies under full paths (groups and projects).
 */
type KindForm = "one" | "map" | "tree";

/** How members of a kind are told apart. */
export function formOf({ key, tree }: Kind): KindForm {
  return tree ? "tree" : key ? "map" : "one";
}

const placed = rememberedOf<PlacedKind>();
/** What each was made of: as it is wherever it stands. */
const wholes = new WeakMap<Kind, Kind>();

/** The kind as it is under one of its parents: the same object each time. Throws where it cannot stand. */
export function kindIn(given: Kind, parent: string): PlacedKind {
  const kind = wholes.get(given) ?? given;
  return placed(kind, parent, () => placeUnder(kind, parent));
}

function placeUnder(kind: Kind, parent: string): PlacedKind {
  const place = Object.hasOwn(kind.parents, parent) ? kind.parents[parent] : undefined;
  if (!place) throw new Error(`the kind ${kind.name} does not stand under ${parent}`);
  const { key, fields, lacks = [], dates = {}, ...rest } = place;
  const common = Object.entries(kind.fields)
    .filter(([name]) => !lacks.includes(name))
    .map(([name, field]) => [name, Object.hasOwn(dates, name) ? dated(field, dates[name]) : field] as const);
  const made: PlacedKind = {
    ...kind,
    ...rest,
    ...(kind.key ? { key: { ...kind.key, ...key } } : {}),
    ...(fields || place.lacks || place.dates ? { fields: { ...Object.fromEntries(common), ...fields } } : {}),
    parent,
    as: formOf(kind),
  };
  wholes.set(made, kind);
  return made;
}

/** A field with these dates in place of its own. */
function dated(field: Field, dates?: Partial<Field>): Field {
  const { since: _since, notBefore: _notBefore, until: _until, unproven: _unproven, ...rest } = field;
  return { ...rest, ...dates };
}

/** What members of a kind may hang on: names of kinds, or `instance`. */
export function parentsOf({ parents }: Kind): readonly string[] {
  return Object.keys(parents);
}

/** A kind under each of its parents. */
export function placesOf(kind: Kind): readonly PlacedKind[] {
  return parentsOf(kind).map((parent) => kindIn(kind, parent));
}

/** All attributes of a kind, whatever its members hang on; one that is otherwise there under some parent is as the kind has it. */
export function allFields(kind: Kind): Fields {
  const { fields } = wholes.get(kind) ?? kind;
  return { ...(Object.assign({}, ...placesOf(kind).map((place) => place.fields)) as Fields), ...fields };
}

/** All kinds under each of their parents, in the order of the kinds. */
export const placedKinds = oncePer((kinds: Kinds): readonly PlacedKind[] => [...kinds.values()].flatMap(placesOf));

/** Kinds whose bodies stand inside bodies of `parent`, or at the top of files for `instance`, as they are there. */
export function kindsUnder(kinds: Kinds, parent: string): PlacedKind[] {
  return placedKinds(kinds).filter((kind) => kind.parent === parent);
}

/** False where the kind can only hang on what lies in nothing, and this lies in something. */
export function canHangOn({ topOnly }: PlacedKind, path: string | undefined): boolean {
  return !topOnly || !path?.includes("/");
}

/** The full path that examples of a kind hang on, of those of its parent's kind. */
export function exampleParent(kind: PlacedKind, { exampleKey = "acme" }: Kind): string {
  return kind.topOnly ? firstSegment(exampleKey) : exampleKey;
}

/** True for what stands at the top of files and hangs on nothing. */
export function isTopLevel({ parent }: Pick<PlacedKind, "parent">): boolean {
  return parent === topParent;
}

/** The kind of a name; what was validated, and plans that were, name no other. */
export function kindOf(kinds: Kinds, name: string): Kind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`there is no kind ${name}`);
  return kind;
}

/** The kind of a name at the top of files, where all groups and projects stand. */
export function topKind(kinds: Kinds, name: string): PlacedKind {
  return kindIn(kindOf(kinds, name), topParent);
}

/** The kind of a thing, under the parent that its address says, or the usual one. Throws TrueupError `address.parent` where none is said of several. */
export function kindAt(kinds: Kinds, address: Pick<Address, "kind" | "parent">): PlacedKind {
  return placeSaid(kindOf(kinds, address.kind), address);
}

/** The same where the kind is at hand. */
export function placeSaid(kind: Kind, { parent }: { readonly parent?: string | undefined }): PlacedKind {
  const place = parent ?? impliedParent(kind);
  if (place !== undefined) return kindIn(kind, place);
  throw new TrueupError({
    code: "address.parent",
    message: `it is not said what the ${kind.title.toLowerCase()} belongs to`,
    hint: `Say exactly one of ${parentsOf(kind).join(", ")}.`,
  });
}

/** True unless it only says how others are written. */
export function isLive({ routes }: Pick<PlacedKind, "routes">): boolean {
  return routes.list !== undefined || routes.read !== undefined;
}

/** The kinds of which something can be live. */
export function liveKinds(kinds: Kinds): readonly Kind[] {
  return [...kinds.values()].filter((kind) => placesOf(kind).some(isLive));
}

/** The address of a thing of a kind. */
export function addressIn(kind: PlacedKind, path: string | undefined, key: string | undefined): Address {
  return { kind: kind.name, ...parentSaid(kind), ...defined({ path, key }) };
}

/** The only parent that the documents know, beside those that real servers alone have: addresses that name no parent mean it. Undefined if the documents know several. */
export function impliedParent({ parents }: Kind): string | undefined {
  const [only, ...others] = Object.keys(parents).filter((name) => parents[name]?.dialect === undefined);
  return others.length === 0 ? only : undefined;
}

/** The parent's kind as addresses say it: not the usual one. */
export function parentSaid(kind: PlacedKind): Pick<Address, "parent"> {
  return kind.parent === impliedParent(kind) ? {} : { parent: kind.parent };
}
