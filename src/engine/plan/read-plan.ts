import { TrueupError } from "../../core/errors.js";
import { type Field, type Fields, typeOf } from "../../core/fields.js";
import { escapeRegExp } from "../../core/glob.js";
import { type Json, type JsonObject, type Spec, type Value, isObject, placeholdersIn, readKey, textAt } from "../../core/json.js";
import {
  type Kinds,
  fieldsOf,
  formOf,
  hiddenInKey,
  kindAt,
  kindOf,
  makesMembers,
  parentsOf,
  placedKinds,
  placesOf,
  topKind,
} from "../../core/kind.js";
import { kindsOn } from "../../core/kinds-on.js";
import { type Directory, lookupOf } from "../../core/lookup.js";
import { type Placeholder, file, isSecret, lookup, masked, picture, ref, secret } from "../../core/placeholders.js";
import type { Call, Change, Plan } from "../../core/plan.js";
import { pointerStep, topName } from "../../core/steps.js";
import { wireName } from "../forms/index.js";
import { addressOfChange } from "./change-content.js";

/** Makes a placeholder of its written form; throws if it may not stand there. */
type Revive = (written: JsonObject, mark: Mark, place: PlaceholderPosition) => Placeholder;

/** Where a placeholder stands: its JSON pointer, and whether it is the whole value of an attribute. */
interface PlaceholderPosition {
  readonly pointer: string;
  readonly isWhole: boolean;
}

type Mark = "$ref" | "$lookup" | "$secret" | "$file";
const marks: readonly string[] = ["$ref", "$lookup", "$secret", "$file"];

/**
 * A plan from its document as JSON gave it, which has the form of schemas/plan.schema.json and may come from anywhere: this is the only place where placeholders are made of data, so
 * each is looked at for whether a plan could say it there. Throws TrueupError `plan.form`, with the JSON pointer of what could not.
 */
export function readPlan(plan: Plan, given: Kinds, directory: Directory): Plan {
  const kinds = kindsOn(given, plan.instance);
  const changes = plan.changes.map((change, index) => readChange(change, `/changes/${index}`, kinds));
  for (const list of ["acknowledgements", "unread"] as const)
    for (const [index, { kind }] of (plan[list] ?? []).entries())
      if (!kinds.has(kind)) throw misplaced(`/${list}/${index}/kind`, `there is no kind ${kind}`);
  const changeOf = new Map(changes.flatMap((change) => change.calls.map((id) => [id, change] as const)));
  const context: Context = { kinds, lookups: lookupRoutes(kinds, directory), changeOf, dialect: plan.instance.dialect };
  const calls = plan.calls.map((call, index) => readCall(call, `/calls/${index}`, context));
  return { ...plan, changes, calls };
}

interface KnownLookup {
  readonly route: RegExp;
  readonly field: string;
}

interface Context {
  readonly kinds: Kinds;
  /** Reads that a lookup may make. */
  readonly lookups: readonly KnownLookup[];
  readonly changeOf: ReadonlyMap<string, Change>;
  readonly dialect: "neutral" | "vendor";
}

function readChange(change: Change, pointer: string, kinds: Kinds): Change {
  const fields = fieldsOfChange(change, kinds, `${pointer}/address`);
  const attributes = change.attributes.map((attribute, index) => {
    const at = `${pointer}/attributes/${index}`;
    const field = fields[topName(attribute.path)];
    const { before, after } = attribute;
    return {
      ...attribute,
      ...(before === undefined ? {} : { before: read(before as Json, whole(`${at}/before`), seenIn(field)) }),
      ...(after === undefined ? {} : { after: read(after as Json, whole(`${at}/after`), askedOf(field)) }),
    };
  });
  const kept = change.kept.map((attribute, index) =>
    attribute.value === undefined
      ? attribute
      : { ...attribute, value: read(attribute.value as Json, whole(`${pointer}/kept/${index}/value`), nothing) },
  );
  if (change.sends === undefined) return { ...change, attributes, kept };
  const sends = readParts(change.sends as JsonObject, whole(`${pointer}/sends`), (name) => askedOf(fields[name]));
  return { ...change, attributes, kept, sends };
}

function fieldsOfChange(change: Change, kinds: Kinds, pointer: string): Fields {
  const { kind, parent } = change;
  if (!kinds.has(kind)) throw misplaced(pointer, `there is no kind ${kind}`);
  if (parent !== undefined && !parentsOf(kindOf(kinds, kind)).includes(parent))
    throw misplaced(pointer, `a ${kind} cannot belong to a ${parent}`);
  const address = addressOfChange(change, kinds);
  return fieldsOf(kindAt(kinds, address), { key: address.key });
}

/** What is live holds no template, and a picture only where one can be. */
function seenIn(field: Field | undefined): Revive {
  return (written, mark, { pointer }) => {
    if (mark === "$secret" && written["$secret"] === null) return masked();
    if (mark === "$file" && typeOf(field)?.isUploaded) return picture(textAt(written, "$file"), textAt(written, "sha256"));
    throw misplaced(pointer, `${mark} cannot be live here`);
  };
}

function askedOf(field: Field | undefined): Revive {
  return (written, mark, { pointer }) => {
    const template = written["$secret"];
    if (mark === "$secret") return typeof template === "string" ? secret(template) : masked();
    if (mark === "$file" && typeOf(field)?.isUploaded) return fileOf(written, pointer);
    throw misplaced(pointer, `${mark} cannot be asked for here`);
  };
}

const nothing: Revive = (_written, mark, { pointer }) => {
  throw misplaced(pointer, `${mark} cannot stand here`);
};

function readCall(call: Call, pointer: string, context: Context): Call {
  const change = context.changeOf.get(call.id);
  if (call.displaces !== undefined && !mayDisplace(call, change, context.kinds))
    throw misplaced(`${pointer}/displaces`, "only what comes by itself with something new can be in the way of this call");
  const params = readParts(call.params as JsonObject, whole(`${pointer}/params`), () => sent(call, context, undefined));
  if (call.body === undefined) return { ...call, params };
  const fields = change ? fieldsOfChange(change, context.kinds, pointer) : {};
  const nameOf = attributeNames(call, change, fields, context);
  const body = readParts(call.body as JsonObject, whole(`${pointer}/body`), (key) =>
    sent(call, context, change && { change, fields, name: nameOf(key) }),
  );
  return { ...call, params, body };
}

/** The attribute that each part of a call's body is sent for: a call of the attribute's own has nothing else in it, and an address may carry a password. */
function attributeNames(
  { method, path }: Call,
  change: Change | undefined,
  fields: Fields,
  { dialect, kinds }: Context,
): (key: string) => string {
  const route = `${method} ${path}`;
  const link = Object.entries(fields).find(([, { links }]) => links?.add === route || links?.change === route);
  if (link) return () => link[0];
  const kind = change && kindOf(kinds, change.kind);
  const hidden = kind && hiddenInKey(kind).find((name) => fields[name]?.secret);
  const names = new Map(Object.entries(fields).map(([name, field]) => [wireName(name, field, dialect), name]));
  return (key) => (key === kind?.key?.write ? hidden : undefined) ?? names.get(key) ?? key;
}

function mayDisplace({ method, path, displaces }: Call, change: Change | undefined, kinds: Kinds): boolean {
  const kind = change && kindOf(kinds, change.kind);
  if (kind === undefined) return false;
  const isChanged = formOf(kind) === "one" || makesMembers(kind);
  if (kind.comesWithParent === undefined && !isChanged) return false;
  return placesOf(kind).some(
    ({ routes }) => routes.create === `${method} ${path}` && (isChanged ? routes.update : routes.delete) === displaces,
  );
}

/** The attribute that a value of a body is sent for. */
interface SentFor {
  readonly change: Change;
  readonly fields: Fields;
  readonly name: string;
}

function sent(call: Call, { kinds, lookups }: Context, by: SentFor | undefined): Revive {
  return (written, mark, { pointer, isWhole }) => {
    const [reply, template] = [written["field"], written["$secret"]];
    switch (mark) {
      case "$ref": {
        const [id, field] = [textAt(written, "$ref"), textAt(written, "field")];
        if (!call.after.includes(id)) throw misplaced(pointer, `call ${call.id} does not come after ${id}`);
        if (field !== "id" && ![...kinds.values()].some(({ tree }) => tree?.fullPath === field))
          throw misplaced(pointer, `a call takes no ${field} of another one's reply`);
        return ref(id, field);
      }
      case "$lookup": {
        const route = textAt(written, "$lookup");
        if (reply === undefined || !lookups.some((known) => known.field === reply && known.route.test(route)))
          throw misplaced(pointer, `${route} is no read that names are looked up by`);
        return lookup(route, textAt(written, "field"));
      }
      case "$file":
        if (isWhole && typeOf(by?.fields[by.name])?.isUploaded) return fileOf(written, pointer);
        throw misplaced(pointer, "only a picture can be a file");
      default:
        if (by && typeof template === "string" && says(by, template, kinds)) return secret(template);
        throw misplaced(pointer, "no attribute of the change asks for this secret");
    }
  };
}

/** True if the change asks for a secret there; plans of older releases do not tell of values that travel along. */
function says({ change, fields, name }: SentFor, template: string, kinds: Kinds): boolean {
  const parts = change.attributes.filter(({ path }) => topName(path) === name);
  const values = [...parts.map(({ after }) => after), change.sends?.[name]];
  const isPart = hiddenInKey(kindOf(kinds, change.kind)).includes(name);
  const isIt = (placeholder: Placeholder): boolean =>
    isSecret(placeholder) &&
    (placeholder.$secret === template || (isPart && placeholder.$secret !== null && template.includes(placeholder.$secret)));
  if (values.some((value) => placeholdersIn(value).some(isIt))) return true;
  if (change.sends !== undefined) return false;
  if (change.unverifiable.some(({ path }) => topName(path) === name)) return true;
  const isCompanion = change.attributes.some(({ path }) => fields[topName(path)]?.requires?.includes(name));
  return parts.length === 0 && (isCompanion || fields[name]?.carried !== undefined);
}

function fileOf(written: JsonObject, pointer: string): Placeholder {
  const path = textAt(written, "$file");
  const isBelow = path !== "" && !/^(?:[/\\]|[a-z]:)/i.test(path) && !path.split(/[/\\]/).includes("..");
  if (!isBelow) throw misplaced(`${pointer}/$file`, "the path leads out of the directory of the files");
  return file(path, textAt(written, "sha256"));
}

function readParts(written: JsonObject, { pointer, isWhole }: PlaceholderPosition, reviveOf: (key: string) => Revive): Spec {
  return Object.fromEntries(
    Object.entries(written).map(([key, value]) => [
      readKey(key),
      value === undefined ? undefined : read(value, { pointer: pointer + pointerStep(key), isWhole }, reviveOf(readKey(key))),
    ]),
  );
}

function read(written: Json, place: PlaceholderPosition, revive: Revive): Value {
  const { pointer } = place;
  if (Array.isArray(written))
    return written.map((item: Json, index) => read(item, { pointer: `${pointer}/${index}`, isWhole: false }, revive));
  if (!isObject(written)) return written;
  const mark = Object.keys(written).find((key) => marks.includes(key));
  if (mark === undefined) return readParts(written, { pointer, isWhole: false }, () => revive);
  return revive(written, mark as Mark, place);
}

function lookupRoutes(kinds: Kinds, directory: Directory): readonly KnownLookup[] {
  const branches = placedKinds(kinds).flatMap(({ committed, parent }): KnownLookup[] => {
    const read = committed && topKind(kinds, parent).routes.read;
    return read === undefined ? [] : [{ route: new RegExp(`^${escapeRegExp(read)}$`), field: committed?.defaultBranch ?? "" }];
  });
  const named = [...Object.keys(directory.lookups), ...kinds.keys()].flatMap((target) => {
    const { item, comesWithParent } = lookupOf(kinds, directory, target) ?? {};
    if (item === undefined || comesWithParent === undefined) return [];
    return [{ route: new RegExp(`^${item.split("{name}").map(escapeRegExp).join("[^/?#]+")}$`), field: "id" }];
  });
  return [...named, ...branches];
}

function whole(pointer: string): PlaceholderPosition {
  return { pointer, isWhole: true };
}

function misplaced(pointer: string, why: string): TrueupError {
  return new TrueupError({
    code: "plan.form",
    message: `the plan cannot be read at ${pointer}: ${why}`,
    hint: "Give a file that `trueup plan --out FILE` has written.",
  });
}
