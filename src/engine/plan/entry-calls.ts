import { fold, pathsAbove } from "../../core/address.js";
import { type NamedReference, referencesIn } from "../../core/body-fields.js";
import { defined } from "../../core/collections.js";
import { TrueupError } from "../../core/errors.js";
import { type Field, type Fields, namesWith, typeOf } from "../../core/fields.js";
import { asList, canonicalJson, isObject, type Spec, type Value } from "../../core/json.js";
import { parseRoute, routeParameters, type WriteRoute } from "../../core/route.js";
import { directionOf, wayOf } from "../../core/weakening.js";
import { encodeBody, encodeEntry, entryIdentity, normalForm, same, wireName } from "../forms/index.js";
import { type CallFacts, type ChangeContent, namesCreated, ownParams } from "./change-content.js";
import { type ChangeDraft, type DraftCall, isReplaced } from "./draft.js";
import { joiningKey, type ResolvedNames } from "./names.js";

/** What an update says of entries that have ids (`entryIds`); undefined where it says them all. */
export function entryChanges(
  asked: ChangeContent,
  name: string,
  field: Field,
  value: Value,
  facts: CallFacts,
): Value[] | undefined {
  if (isReplaced(asked, facts.version) || !Array.isArray(value)) return undefined;
  const keys = facts.live?.entryKeys?.[name] ?? [];
  const shown = asList(facts.live?.spec[name]).map(
    (entry, index) => [entryIdentity(field, entry), entry, keys[index]?.["id"]] as const,
  );
  const ids = new Map<string, Value | undefined>(shown.map(([identity, , id]) => [identity, id]));
  const idOf = (identity: string): Value => ids.get(identity) ?? unnumbered(asked, name);
  const before = new Map<string, Value>(shown.map(([identity, entry]) => [identity, entry]));
  const changes: Value[] = [];
  const desired = new Set<string>();
  for (const entry of value as readonly Value[]) {
    const identity = entryIdentity(field, entry);
    desired.add(identity);
    const encoded = encodeEntry(field, entry, facts.dialect, facts.resolve);
    const old = before.get(identity);
    if (old === undefined) changes.push(encoded);
    else if (!same(asked.fields, name, [entry], [old])) changes.push({ id: idOf(identity), ...(encoded as Spec) });
  }
  for (const identity of ids.keys()) if (!desired.has(identity)) changes.push({ id: idOf(identity), _destroy: true });
  return changes;
}

/** Without the number of an entry a call would be about none, or about any. */
function unnumbered({ kind }: ChangeContent, name: string): never {
  throw new TrueupError({
    code: "reply.type",
    message: `the server shows no id of an entry of ${name} that is to change, which calls name it by`,
    hint: `Look at what the list of the ${kind.title.toLowerCase()} answers: the release may be too old to change single entries.`,
  });
}

/** Entries that have routes of their own: one call for each that comes, goes or changes. */
export function linkCalls(asked: ChangeContent, facts: CallFacts): DraftCall[] {
  return Object.entries(asked.fields).flatMap(([name, field]) => {
    const { links } = field;
    const value = asked.write[name];
    if (!links || value === undefined) return [];
    const [desired, live] = [partsOf(field, value), partsOf(field, facts.live?.spec[name])];
    const keys = [...live.keys()].map((identity, index) => keyOf(field, identity, facts.live?.entryKeys?.[name]?.[index], facts));
    const isKept = (identity: string) => isSame(asked.fields, name, desired.get(identity), live.get(identity));
    const direction = (identity: string) =>
      directionOf(asked.kind.weakens, name, field, live.get(identity) ?? [], desired.get(identity) ?? []);
    // One that changes comes back at once. What names whom it has less of then is changed before.
    const phaseOf = (identity: string, call: DraftCall): DraftCall =>
      direction(identity) === "tightens" ? { ...call, phase: "unlink" } : call;
    const removed = [...live.keys()].flatMap((identity, index): DraftCall[] => {
      if (isKept(identity) || (links.change && desired.has(identity))) return [];
      const call = { ...linkCall(asked, facts, links.remove, keys[index] ?? {}), direction: direction(identity) };
      return [desired.has(identity) ? phaseOf(identity, call) : { ...call, phase: "unlink" }];
    });
    const added = [...desired].flatMap(([identity, part]): DraftCall[] => {
      if (isKept(identity)) return [];
      const route = live.has(identity) ? (links.change ?? links.add) : links.add;
      const call = { ...linkCall(asked, facts, route, encodePart(field, identity, part, facts)), direction: direction(identity) };
      return [live.has(identity) ? phaseOf(identity, call) : call];
    });
    return [...removed, ...added];
  });
}

/** True if a call of such routes is to come before whatever else the change says. */
export function isAddedFirst({ fields }: ChangeContent, { route }: Pick<DraftCall, "route">): boolean {
  return Object.values(fields).some(({ links }) => links?.first && links.add === route);
}

/** Entries of a list that are not live as they are to be: what has changed in one makes it new. */
export function newEntries(fields: Fields, name: string, value: Value | undefined, live: Value | undefined): Value[] {
  const field = fields[name];
  if (field === undefined) return [];
  const shown = partsOf(field, live);
  return [...partsOf(field, value)].flatMap(([identity, part]) =>
    isSame(fields, name, part, shown.get(identity)) ? [] : [Array.isArray(part) ? (part[0] as Value) : part],
  );
}

/** The parts of a value that come and go one by one, each as a value of the field that has it alone. */
function partsOf(field: Field, value: Value | undefined): ReadonlyMap<string, Value> {
  if (typeOf(field).hasFreeKeys)
    return new Map(Object.entries(isObject(value) ? value : {}).map(([key, part]) => [key, { [key]: part }]));
  const { item } = field;
  return new Map(
    asList(value).map((entry) => [item ? canonicalJson(normalForm(item, entry)) : entryIdentity(field, entry), [entry]]),
  );
}

function isSame(fields: Fields, name: string, part: Value | undefined, other: Value | undefined): boolean {
  return part !== undefined && other !== undefined && same(fields, name, part, other);
}

/** A part as requests say it. */
function encodePart(field: Field, identity: string, part: Value, { dialect, resolve }: CallFacts): Spec {
  if (isObject(part)) return { key: identity, value: part[identity] };
  const [single = null] = asList(part);
  const { item } = field;
  return item
    ? encodeBody({ [itemName(item)]: item }, { [itemName(item)]: single }, dialect, resolve)
    : (encodeEntry(field, single, dialect, resolve) as Spec);
}

/** What a live part goes by in requests. */
function keyOf(field: Field, identity: string, key: Spec | undefined, facts: CallFacts): Spec {
  if (typeOf(field).hasFreeKeys) return { key: identity };
  return field.item ? (key ?? {}) : shownIds(field, key, facts);
}

function itemName({ write }: Field): string {
  return write ?? "id";
}

/** What tells a live entry from the others, as requests name it. */
function shownIds(field: Field, key: Spec | undefined, { dialect }: CallFacts): Spec {
  return Object.fromEntries(
    Object.entries(key ?? {}).flatMap(([name, value]) => {
      const part = field.fields?.[name];
      return part ? [[wireName(name, part, dialect), value]] : [];
    }),
  );
}

function linkCall(asked: ChangeContent, facts: CallFacts, route: WriteRoute, body: Spec): DraftCall {
  const { method, path } = parseRoute(route);
  const named = routeParameters(path).filter((name) => body[name] !== undefined);
  const params = { ...ownParams(asked, facts), ...Object.fromEntries(named.map((name) => [name, body[name]])) };
  const phase = namesCreated(body) && !isAddedFirst(asked, { route }) ? "late" : "main";
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !named.includes(name)));
  return method === "DELETE" ? { route, params, phase } : { route, params, body: rest, phase };
}

/** Tells whether somebody whom a draft names gets in by the same plan: as a member, or by a link with a group. */
export function joiningBy(
  drafts: Iterable<ChangeDraft>,
  joining: ResolvedNames["joining"],
): ((draft: ChangeDraft, named: NamedReference) => boolean) | undefined {
  const linked = new Set<string>();
  const linkKey = (path: string, { name, field }: NamedReference) => JSON.stringify([fold(path), field.target, fold(name)]);
  for (const draft of drafts) for (const named of newLinks(draft)) linked.add(linkKey(draft.path ?? "", named));
  if (linked.size === 0 && joining.size === 0) return undefined;
  return (draft, named) => {
    const { path = "" } = draft;
    const isLinked = [path, ...pathsAbove(path)].some((at) => linked.has(linkKey(at, named)));
    return isLinked || joining.has(joiningKey(draft, named.name));
  };
}

function newLinks({ fields, write, live }: ChangeDraft): NamedReference[] {
  return namesWith(fields, "links").flatMap((name) => {
    const [field, value] = [fields[name], write[name]];
    if (!field || value === undefined) return [];
    return referencesIn(field, newEntries(fields, name, value, live?.spec[name]), name);
  });
}

/**
 * Parts a change that protects and names whom the same plan lets in, and the call that adds these once they are in: else they would have to get in first, with nothing that keeps them from more. Whole
 * where no other entry is left, since nothing is made that nobody declares, where the server can only make the thing anew, and where they are named in something else, too.
 */
export function partedByJoining(
  asked: ChangeContent,
  facts: CallFacts,
): { readonly asked: ChangeContent; readonly joining: readonly DraftCall[] } {
  const whole = { asked, joining: [] };
  const { joins } = facts;
  if (joins === undefined || asked.kind.routes.update === undefined || isReplaced(asked, facts.version)) return whole;
  const write: Record<string, Value | undefined> = { ...asked.write };
  const added: Record<string, Value> = {};
  for (const [name, value] of Object.entries(asked.write)) {
    const field = asked.fields[name];
    if (!field || value === undefined) continue;
    const isNew = (entry: Value) =>
      asked.action === "create" || newEntries(asked.fields, name, [entry], facts.live?.spec[name]).length > 0;
    const namesJoining = (entry: Value) => referencesIn(field, field.item || field.fields ? [entry] : entry, name).some(joins);
    const late = entriesOf(field, value).filter((entry) => isNew(entry) && namesJoining(entry));
    if (late.length === 0) continue;
    const kept = entriesOf(field, value).filter((entry) => !late.includes(entry));
    const letsIn = field.entryIds === true && wayOf(asked.kind.weakens, name) === "more";
    if (!letsIn || kept.length === 0) return whole;
    write[name] = asked.action !== "create" && same(asked.fields, name, kept, facts.live?.spec[name] ?? null) ? undefined : kept;
    added[wireName(name, field, facts.dialect)] = late.map((entry) => encodeEntry(field, entry, facts.dialect, facts.resolve));
  }
  if (Object.keys(added).length === 0) return whole;
  const call = { route: asked.kind.routes.update, params: ownParams(asked, facts), body: added, phase: "main" } as const;
  return { asked: { ...asked, write: defined(write) }, joining: [{ ...call, direction: "loosens", joining: true }] };
}

/** The entries of a list; of anything else the one value. */
function entriesOf(field: Field, value: Value): readonly Value[] {
  return Array.isArray(value) && (field.item || field.fields) ? (value as readonly Value[]) : [value];
}
