import { fold, lastSegment, parentPath } from "../../core/address.js";
import type { Field } from "../../core/fields.js";
import type { Spec, Value } from "../../core/json.js";
import { isTopLevel } from "../../core/kind.js";
import { isFile, isRef } from "../../core/placeholders.js";
import type { Wait } from "../../core/plan.js";
import { encodeBody, wireName } from "../forms/encode.js";
import { type CallContext, namesCreated, ownParams, parentParams } from "./call-context.js";
import { type Draft, type DraftCall, isRenamed, type Kept } from "./draft.js";
import { entryChanges, linkCalls } from "./entry-calls.js";
import { isReplaced } from "./kept.js";
import { memberKey } from "./members.js";

/** The calls of a draft, and what they must carry of attributes that nobody manages beside what the draft says. */
export interface Calls {
  readonly calls: readonly DraftCall[];
  readonly kept: readonly Kept[];
}

/** The calls that make a draft true, in their order. */
export function callsOf(draft: Draft, context: CallContext): Calls {
  const { calls, kept = [] } = drafted(draft, context);
  const { awaited } = context;
  // The id of what comes by itself with a new thing is known only when the platform has made it: the call before waits for that.
  const last = calls.findLastIndex(({ phase }) => phase !== "close");
  const waiting = calls.map((call, index) => (awaited && index === last && !call.wait ? { ...call, wait: awaited } : call));
  return { calls: waiting, kept };
}

function drafted(draft: Draft, context: CallContext): { readonly calls: readonly DraftCall[]; readonly kept?: readonly Kept[] } {
  if (draft.action === "delete") return { calls: [deleteCall(draft, context)] };
  const isCreated = draft.action === "create" && draft.kind.routes.create !== undefined;
  const own = isCreated ? createCalls(draft, context) : updateCalls(draft, context);
  const { calls, kept } = toggleCalls(draft, context);
  return { calls: [...own, ...linkCalls(draft, context), ...calls], kept };
}

function createCalls(draft: Draft, context: CallContext): DraftCall[] {
  const { kind } = draft;
  const parentId = context.place.parentId ?? undefined;
  const body: Spec = {
    ...encode(draft, context, (field) => field.on !== "update"),
    ...(kind.tree ? { [kind.tree.pathParameter]: lastSegment(draft.path ?? "") } : {}),
    ...(kind.tree && parentId !== undefined && kind.parentParameter !== undefined ? { [kind.parentParameter]: parentId } : {}),
    ...(kind.key?.write === undefined ? {} : { [kind.key.write]: ownKey(draft) }),
  };
  const files = Object.entries(body).filter(([, value]) => isFile(value));
  const displaced = displacedParams(draft, context);
  const create: DraftCall = {
    route: kind.routes.create ?? "",
    params: { ...parentParams(draft, context), ...displaced },
    body: Object.fromEntries(Object.entries(body).filter(([, value]) => !isFile(value))),
    ...importWait(draft),
    ...(displaced && kind.routes.delete !== undefined ? { displaces: kind.routes.delete } : {}),
    phase: "main",
  };
  const later = { ...encode(draft, context, (field) => field.on === "update"), ...Object.fromEntries(files) };
  return [create, ...updatesOf(draft, context, later)];
}

function updateCalls(draft: Draft, context: CallContext): DraftCall[] {
  const { kind } = draft;
  const archived = liveToggle(draft);
  const restore = draft.action === "restore" ? kind.routes.restore : undefined;
  const opening = [restore, archived?.field.toggle?.false].flatMap((route): DraftCall[] =>
    route === undefined ? [] : [{ route, params: ownParams(draft, context), phase: "open" }],
  );
  const moving = draft.action === "move" && kind.tree ? moveCalls(draft, context) : { calls: [], body: {} };
  const rest = isReplaced(kind, context.version)
    ? replaceCalls(draft, context)
    : updatesOf(draft, context, updateBody(draft, context, moving.body));
  return [...opening, ...moving.calls, ...rest];
}

/** What the update call of a draft says; empty where there is nothing to say. */
function updateBody(draft: Draft, context: CallContext, moved: Spec): Spec {
  const { key } = draft.kind;
  const writes = isRenamed(draft) || Object.keys(draft.write).some((name) => !isApart(draft.fields[name]));
  const body: Spec = {
    ...moved,
    ...(writes ? encode(draft, context, () => true) : {}),
    ...(isRenamed(draft) && key?.write !== undefined ? { [key.write]: ownKey(draft) } : {}),
  };
  if (Object.keys(body).length === 0 || isRenamed(draft) || !key?.repeated || key.write === undefined) return body;
  return { ...body, [key.write]: draft.live?.marks[key.read] ?? draft.key ?? "" };
}

/**
 * What names something that this plan creates goes in a call of its own, which nothing but what hangs on the thing waits for:
 * a setting may name a group, and a group a project in it, although both are made after it.
 */
function updatesOf(draft: Draft, context: CallContext, body: Spec): DraftCall[] {
  const isLate = ([, value]: readonly [string, Value | undefined]) => isTopLevel(draft.kind) && namesCreated(value);
  const entries = Object.entries(body);
  const late = entries.filter(isLate);
  // A form with files has only texts beside them, and spells line breaks its own way: files travel alone.
  const files = entries.filter(([, value]) => isFile(value));
  const now = entries.filter((entry) => !late.includes(entry) && !files.includes(entry));
  const calls = [now, files]
    .filter((part) => part.length > 0)
    .map((part) => updateCall(draft, context, Object.fromEntries(part)));
  return late.length === 0 ? calls : [...calls, { ...updateCall(draft, context, Object.fromEntries(late)), phase: "late" }];
}

/** An archived project is unarchived, changed, and archived again unless the files say otherwise. */
function toggleCalls(draft: Draft, context: CallContext): Calls {
  const reopened = liveToggle(draft)?.name;
  const closing = Object.entries(draft.fields).flatMap(([name, { toggle }]) => {
    const asked = draft.write[name] ?? draft.desired?.spec[name];
    const isNew = draft.action === "create" || draft.action === "restore" || draft.write[name] !== undefined;
    const closes = asked === true ? isNew || reopened === name : asked === undefined && reopened === name;
    return toggle && closes ? [{ name, route: toggle.true, isKept: asked === undefined }] : [];
  });
  return {
    calls: closing.map(({ route }) => ({ route, params: ownParams(draft, context), phase: "close" })),
    kept: closing.flatMap(({ name, isKept }) => (isKept ? [{ path: name, value: true }] : [])),
  };
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
function moveCalls(draft: Draft, context: CallContext): { readonly calls: readonly DraftCall[]; readonly body: Spec } {
  const { kind, path = "", carriedPath: start = "" } = draft;
  const [to, from] = [parentPath(path), parentPath(start)];
  const { transfer } = kind.routes;
  const holder = to === undefined ? undefined : (context.place.parentId ?? undefined);
  const calls: DraftCall[] =
    fold(to ?? "") !== fold(from ?? "") && transfer
      ? [
          {
            route: transfer.route,
            params: ownParams(draft, context),
            body: holder === undefined ? {} : { [transfer.parameter]: holder },
            phase: "open",
          },
        ]
      : [];
  const isRespelled = kind.tree && lastSegment(path) !== lastSegment(start);
  return { calls, body: isRespelled ? { [kind.tree.pathParameter]: lastSegment(path) } : {} };
}

/** Where the server has no update: remove and create again, with everything that nobody manages carried along. */
function replaceCalls(draft: Draft, context: CallContext): DraftCall[] {
  if (Object.keys(draft.write).length === 0) return [];
  const { key, routes } = draft.kind;
  const body = { ...encode(draft, context, () => true), ...(key?.write === undefined ? {} : { [key.write]: draft.key ?? "" }) };
  return [
    { ...deleteCall(draft, context), phase: "main" },
    { route: routes.create ?? "", params: parentParams(draft, context), body, phase: "main" },
  ];
}

/** The body of what the draft writes and keeps, for those fields that `take` says. */
function encode(draft: Draft, context: CallContext, take: (field: Field) => boolean): Spec {
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

function updateCall(draft: Draft, context: CallContext, body: Spec): DraftCall {
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
function displacedParams(draft: Draft, context: CallContext): Spec | undefined {
  const isPossible = draft.kind.comesWithHolder !== undefined && isRef(context.place.parentId);
  return isPossible ? ownParams(draft, context) : undefined;
}

/** Set by calls of its own, not by the update. */
function isApart(field: Field | undefined): boolean {
  return field?.toggle !== undefined || field?.links !== undefined;
}
