import { TrueupError } from "../../core/errors.js";
import type { Field, Fields } from "../../core/fields.js";
import type { Spec, Value } from "../../core/json.js";
import { parseRoute, routeParameters, type WriteRoute } from "../../core/route.js";
import { encodeEntry, entryIdentity, same, wireName } from "../forms/index.js";
import { type CallFacts, namesCreated, ownParams } from "./call-facts.js";
import type { ChangeContent } from "./change-content.js";
import type { DraftCall } from "./draft.js";
import { isReplaced } from "./preserved.js";

/** What an update says of entries that have ids; undefined where it says them all. */
export function entryChanges(
  asked: ChangeContent,
  name: string,
  field: Field,
  value: Value,
  facts: CallFacts,
): Value[] | undefined {
  if (!field.entryIds || isReplaced(asked.kind, facts.version) || !Array.isArray(value)) return undefined;
  const keys = facts.live?.entryKeys?.[name] ?? [];
  const shown = listOf(facts.live?.spec[name]).map(
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

/** Entries that have routes of their own (shares): one call for each that comes, goes or changes. */
export function linkCalls(asked: ChangeContent, facts: CallFacts): DraftCall[] {
  return Object.entries(asked.fields).flatMap(([name, field]) => {
    const { links } = field;
    const value = asked.write[name];
    if (!links || value === undefined) return [];
    const desired = new Map(listOf(value).map((entry) => [entryIdentity(field, entry), entry]));
    const keys = facts.live?.entryKeys?.[name] ?? [];
    const removed = listOf(facts.live?.spec[name]).flatMap((entry, index): DraftCall[] => {
      const kept = desired.get(entryIdentity(field, entry));
      if (isSame(asked.fields, name, kept, entry)) return [];
      const call = linkCall(asked, facts, links.remove, shownIds(field, keys[index], facts));
      // One that changes comes back at once.
      return [kept === undefined ? { ...call, phase: "unlink" } : call];
    });
    const added = newEntries(asked.fields, name, value, facts.live?.spec[name]).map((entry) =>
      linkCall(asked, facts, links.add, encodeEntry(field, entry, facts.dialect, facts.resolve)),
    );
    return [...removed, ...added];
  });
}

/** Entries of a list that are not live as they are to be: what has changed in one makes it new. */
export function newEntries(fields: Fields, name: string, value: Value | undefined, live: Value | undefined): Value[] {
  const field = fields[name];
  if (field === undefined) return [];
  const shown = new Map(listOf(live).map((entry) => [entryIdentity(field, entry), entry]));
  const desired = new Map(listOf(value).map((entry) => [entryIdentity(field, entry), entry]));
  return [...desired].flatMap(([identity, entry]) => (isSame(fields, name, entry, shown.get(identity)) ? [] : [entry]));
}

function isSame(fields: Fields, name: string, entry: Value | undefined, other: Value | undefined): boolean {
  return entry !== undefined && other !== undefined && same(fields, name, [entry], [other]);
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

function listOf(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [];
}

function linkCall(asked: ChangeContent, facts: CallFacts, route: WriteRoute, encoded: Value): DraftCall {
  const body = encoded as Spec;
  const { method, path } = parseRoute(route);
  const named = routeParameters(path).filter((name) => body[name] !== undefined);
  const params = { ...ownParams(asked, facts), ...Object.fromEntries(named.map((name) => [name, body[name]])) };
  const phase = namesCreated(body) ? "late" : "main";
  return method === "DELETE" ? { route, params, phase } : { route, params, body, phase };
}
