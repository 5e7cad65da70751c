import { fold, lastSegment, parentPath } from "../../core/address.js";
import type { Field } from "../../core/fields.js";
import { isObject, type JsonObject, placeholdersIn, type Spec, type Value } from "../../core/json.js";
import { isFile, isRef, ref } from "../../core/placeholders.js";
import type { Wait } from "../../core/plan.js";
import { parseRoute, routeParameters, type WriteRoute } from "../../core/route.js";
import { isTopLevel } from "../../core/kind.js";
import { same } from "../forms/diff.js";
import { type Draft, type DraftCall, draftKey, isRenamed } from "./draft.js";
import { encodeBody, encodeEntry, type ResolveReference, wireName } from "../forms/encode.js";
import { readAttribute } from "../forms/decode.js";
import { entryIdentity } from "../forms/normal.js";
import { isReplaced } from "./kept.js";
import { memberKey } from "./members.js";

/** What turns drafts into calls: names to numbers, and what the server can do. */
export interface CallContext {
  readonly dialect: "neutral" | "vendor";
  readonly version: string;
  readonly resolve: ResolveReference;
  /** The id of the group or project that a draft hangs on or lies in: a number, or a `$ref` to the call that creates it; undefined at the top. */
  readonly parentId: (draft: Draft) => Value | undefined;
  /** The id to move to: of the group at a path, or of nothing for the top. */
  readonly holderId: (draft: Draft, path: string | undefined) => Value | undefined;
}

/** Fills in the calls of a draft, and what they must carry of attributes that nobody manages. */
export function addCalls(draft: Draft, context: CallContext): void {
  if (draft.action === "delete") draft.calls.push(deleteCall(draft, context));
  else if (draft.action === "create" && draft.kind.routes.create !== undefined) addCreateCalls(draft, context);
  else addUpdateCalls(draft, context);
}

function addCreateCalls(draft: Draft, context: CallContext): void {
  const { kind } = draft;
  const body = encode(draft, context, (field) => field.on !== "update");
  if (kind.tree) {
    body[kind.tree.pathParameter] = lastSegment(draft.path ?? "");
    const parent = context.parentId(draft);
    if (parent !== undefined && kind.parentParameter !== undefined) body[kind.parentParameter] = parent;
  }
  if (kind.key?.write !== undefined) body[kind.key.write] = ownKey(draft);
  const files = Object.fromEntries(Object.entries(body).filter(([, value]) => isFile(value)));
  const displaced = displacedParams(draft, context);
  draft.calls.push({
    route: kind.routes.create ?? "",
    params: { ...parentParams(draft, context), ...displaced },
    body: Object.fromEntries(Object.entries(body).filter(([name]) => files[name] === undefined)),
    ...importWait(draft),
    ...(displaced && kind.routes.delete !== undefined ? { displaces: kind.routes.delete } : {}),
    phase: "main",
  });
  addUpdates(draft, context, { ...encode(draft, context, (field) => field.on === "update"), ...files });
  addLinkCalls(draft, context);
  addToggleCalls(draft, context);
}

function addUpdateCalls(draft: Draft, context: CallContext): void {
  const { kind } = draft;
  const archived = liveToggle(draft);
  if (draft.action === "restore" && kind.routes.restore !== undefined)
    draft.calls.push({ route: kind.routes.restore, params: ownParams(draft, context), phase: "open" });
  if (archived) draft.calls.push({ route: archived.field.toggle?.false ?? "", params: ownParams(draft, context), phase: "open" });
  const body: Record<string, Value> = {};
  if (draft.action === "move" && kind.tree) addMoveCalls(draft, context, body);
  if (isReplaced(kind, context.version)) {
    addReplaceCalls(draft, context);
  } else {
    if (isRenamed(draft) || Object.keys(draft.write).some((name) => !isApart(draft.fields[name]))) {
      Object.assign(
        body,
        encode(draft, context, () => true),
      );
    }
    if (isRenamed(draft) && kind.key?.write !== undefined) body[kind.key.write] = ownKey(draft);
    if (Object.keys(body).length > 0) {
      if (!isRenamed(draft) && kind.key?.repeated && kind.key.write !== undefined)
        body[kind.key.write] = draft.live?.reply[kind.key.read] ?? draft.key ?? "";
      addUpdates(draft, context, body);
    }
  }
  addLinkCalls(draft, context);
  addToggleCalls(draft, context);
}

/**
 * What names something that this plan creates goes in a call of its own, which nothing but what hangs on the thing waits for:
 * a setting may name a group, and a group a project in it, although both are made after it.
 */
function addUpdates(draft: Draft, context: CallContext, body: Record<string, Value>): void {
  const isLate = ([, value]: [string, Value]) => isTopLevel(draft.kind) && namesCreated(value);
  const entries = Object.entries(body);
  const late = entries.filter(isLate);
  // A form with files has only texts beside them, and spells line breaks its own way: files travel alone.
  const files = entries.filter(([, value]) => isFile(value));
  const now = entries.filter((entry) => !late.includes(entry) && !files.includes(entry));
  if (now.length > 0) draft.calls.push(updateCall(draft, context, Object.fromEntries(now)));
  if (files.length > 0) draft.calls.push(updateCall(draft, context, Object.fromEntries(files)));
  if (late.length > 0) draft.calls.push({ ...updateCall(draft, context, Object.fromEntries(late)), phase: "late" });
}

/** True for a value that only the reply of another call gives. */
function namesCreated(value: Value | undefined): boolean {
  return placeholdersIn(value).some((one) => isRef(one));
}

/** An archived project is unarchived, changed, and archived again unless the files say otherwise. */
function addToggleCalls(draft: Draft, context: CallContext): void {
  for (const [name, field] of Object.entries(draft.fields)) {
    if (!field.toggle) continue;
    const wanted = draft.write[name] ?? draft.desired?.spec[name];
    const reopened = liveToggle(draft)?.name === name;
    if (
      wanted === true
        ? draft.action === "create" || draft.action === "restore" || reopened || draft.write[name] !== undefined
        : reopened && wanted === undefined
    ) {
      draft.calls.push({ route: field.toggle.true, params: ownParams(draft, context), phase: "close" });
      if (wanted === undefined) draft.kept.push({ path: name, value: true });
    }
  }
}

/** The flag (archived) that must be taken back before anything else can be written, if it is set. */
function liveToggle(draft: Draft): { name: string; field: Field } | undefined {
  // What is scheduled for deletion reads as archived; taking that back opens it again.
  if (draft.action === "restore") return undefined;
  const found = Object.entries(draft.fields).find(([name, field]) => field.toggle && draft.live?.spec[name] === true);
  return found && { name: found[0], field: found[1] };
}

function ownKey({ kind, path = "", key }: Draft): string {
  return memberKey(kind, { path, ...(key === undefined ? {} : { key }) });
}

/** Transfer first, then the new last segment goes along with the update. */
function addMoveCalls(draft: Draft, context: CallContext, body: Record<string, Value>): void {
  const { kind, path = "", carriedPath: start = "" } = draft;
  const [to, from] = [parentPath(path), parentPath(start)];
  if (fold(to ?? "") !== fold(from ?? "") && kind.routes.transfer) {
    const holder = context.holderId(draft, to);
    draft.calls.push({
      route: kind.routes.transfer.route,
      params: ownParams(draft, context),
      body: holder === undefined ? {} : { [kind.routes.transfer.parameter]: holder },
      phase: "open",
    });
  }
  if (kind.tree && lastSegment(path) !== lastSegment(start)) body[kind.tree.pathParameter] = lastSegment(path);
}

/** Where the server has no update: remove and create again, with everything that nobody manages carried along. */
function addReplaceCalls(draft: Draft, context: CallContext): void {
  if (Object.keys(draft.write).length === 0) return;
  draft.calls.push({ ...deleteCall(draft, context), phase: "main" });
  const body = encode(draft, context, () => true);
  if (draft.kind.key?.write !== undefined) body[draft.kind.key.write] = draft.key ?? "";
  draft.calls.push({ route: draft.kind.routes.create ?? "", params: parentParams(draft, context), body, phase: "main" });
}

/** The body of what the draft writes and keeps, for those fields that `take` says. */
function encode(draft: Draft, context: CallContext, take: (field: Field) => boolean): Record<string, Value> {
  const all: Spec = { ...Object.fromEntries(draft.kept.map((one) => [one.path, one.value])), ...draft.write };
  const plain: Record<string, Value | undefined> = {};
  const body: Record<string, Value> = {};
  for (const [name, value] of Object.entries(all)) {
    const field = draft.fields[name];
    if (isApart(field) || (field && !take(field)) || value === undefined) continue;
    const changes = field && draft.action !== "create" ? entryChanges(draft, name, field, value, context) : undefined;
    if (!changes) plain[name] = value;
    else if (changes.length > 0 && field) body[wireName(name, field, context.dialect)] = changes;
  }
  return { ...encodeBody(draft.fields, plain, context.dialect, context.resolve), ...body };
}

/** What an update says of entries that have ids; undefined where it says them all. */
function entryChanges(draft: Draft, name: string, field: Field, value: Value, context: CallContext): Value[] | undefined {
  if (!field.entryIds || isReplaced(draft.kind, context.version) || !Array.isArray(value)) return undefined;
  const shown = draft.live?.spec[name];
  const raw = readAttribute(field, name, draft.live?.reply ?? {});
  const ids = new Map<string, Value>();
  const before = new Map<string, Value>();
  for (const [index, entry] of (Array.isArray(shown) ? (shown as Value[]) : []).entries()) {
    const item = Array.isArray(raw) ? (raw[index] as Value | undefined) : undefined;
    ids.set(entryIdentity(field, entry), isObject(item) ? (item["id"] ?? null) : null);
    before.set(entryIdentity(field, entry), entry);
  }
  const changes: Value[] = [];
  const wanted = new Set<string>();
  for (const entry of value as readonly Value[]) {
    const identity = entryIdentity(field, entry);
    wanted.add(identity);
    const encoded = encodeEntry(field, entry, context.dialect, context.resolve);
    const old = before.get(identity);
    if (old === undefined) changes.push(encoded);
    else if (!same(draft.fields, name, [entry], [old])) changes.push({ id: ids.get(identity) ?? null, ...(encoded as Spec) });
  }
  for (const [identity, id] of ids) if (!wanted.has(identity)) changes.push({ id, _destroy: true });
  return changes;
}

/** Entries that have routes of their own (shares): one call for each that comes, goes or changes. */
function addLinkCalls(draft: Draft, context: CallContext): void {
  for (const [name, field] of Object.entries(draft.fields)) {
    const value = draft.write[name];
    if (!field.links || value === undefined) continue;
    const wanted = new Map(listOf(value).map((entry) => [entryIdentity(field, entry), entry]));
    const replies = listOf(readAttribute(field, name, draft.live?.reply ?? {}));
    const live = new Map<string, Value>();
    for (const [index, entry] of listOf(draft.live?.spec[name]).entries()) {
      const identity = entryIdentity(field, entry);
      live.set(identity, entry);
      const kept = wanted.get(identity);
      if (kept !== undefined && same(draft.fields, name, [kept], [entry])) continue;
      const call = linkCall(draft, context, field.links.remove, shownIds(field, replies[index], context));
      // One that changes comes back at once.
      draft.calls.push(kept === undefined ? { ...call, phase: "unlink" } : call);
    }
    for (const [identity, entry] of wanted) {
      const old = live.get(identity);
      if (old === undefined || !same(draft.fields, name, [entry], [old]))
        draft.calls.push(linkCall(draft, context, field.links.add, encodeEntry(field, entry, context.dialect, context.resolve)));
    }
  }
}

/** What tells an entry of a reply from the others, as requests name it. */
function shownIds(field: Field, reply: Value | undefined, { dialect }: CallContext): Spec {
  const parts = (field.identity ?? []).flatMap((name) => {
    const part = field.fields?.[name];
    const value = part && isObject(reply) ? readAttribute(part, name, reply as JsonObject) : undefined;
    return part && value !== undefined ? [[wireName(name, part, dialect), value] as const] : [];
  });
  return Object.fromEntries(parts);
}

function listOf(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [];
}

function linkCall(draft: Draft, context: CallContext, route: WriteRoute, encoded: Value): DraftCall {
  const body = encoded as Record<string, Value>;
  const params = ownParams(draft, context);
  const { method, path } = parseRoute(route);
  for (const name of routeParameters(path)) if (body[name] !== undefined) params[name] = body[name];
  const phase = namesCreated(body) ? "late" : "main";
  return method === "DELETE" ? { route, params, phase } : { route, params, body, phase };
}

function updateCall(draft: Draft, context: CallContext, body: Record<string, Value>): DraftCall {
  return { route: draft.kind.routes.update ?? "", params: ownParams(draft, context), body, ...importWait(draft), phase: "main" };
}

function deleteCall(draft: Draft, context: CallContext): DraftCall {
  const { kind } = draft;
  const { read } = kind.routes;
  const wait: Wait | undefined = kind.tree && read !== undefined ? { for: "deletion", read } : undefined;
  return { route: kind.routes.delete ?? "", params: ownParams(draft, context), ...(wait ? { wait } : {}), phase: "main" };
}

function importWait(draft: Draft): { wait?: Wait } {
  const starts = Object.keys(draft.write).some((name) => draft.fields[name]?.starts === "import");
  const { read } = draft.kind.routes;
  return starts && read !== undefined ? { wait: { for: "import", read } } : {};
}

/** Parameters to take away by what came by itself with a holder that this plan creates; undefined where nothing does. */
function displacedParams(draft: Draft, context: CallContext): Record<string, Value> | undefined {
  const isPossible = draft.kind.comesWithHolder !== undefined && isRef(context.parentId(draft));
  return isPossible ? ownParams(draft, context) : undefined;
}

/** Parameters that say which group or project a call is about. */
function parentParams(draft: Draft, context: CallContext): Record<string, Value> {
  const id = isTopLevel(draft.kind) ? undefined : context.parentId(draft);
  return id === undefined ? {} : { [draft.kind.parent]: id };
}

/** Parameters of a route about the thing itself: its id (of the live thing, or of the create call), and its key. */
function ownParams(draft: Draft, context: CallContext): Record<string, Value> {
  const params = parentParams(draft, context);
  const id: Value = draft.live?.id ?? ref(draftKey(draft), "id");
  const used = new Set(
    Object.values(draft.kind.routes).flatMap((route) => (typeof route === "string" ? routeParameters(route) : [])),
  );
  if (used.has(draft.kind.name)) params[draft.kind.name] = id;
  if (used.has("key")) params["key"] = draft.key ?? draft.path ?? "";
  return params;
}

/** Set by calls of its own, not by the update. */
function isApart(field: Field | undefined): boolean {
  return field?.toggle !== undefined || field?.links !== undefined;
}
