import { parentKey } from "../../core/address-key.js";
import { fold, lastSegment, parentPath } from "../../core/address.js";
import { type Field, switchOf, settingRoutesOf } from "../../core/fields.js";
import type { Spec, Value } from "../../core/json.js";
import { isTopLevel } from "../../core/kind.js";
import { isFile, isRef } from "../../core/placeholders.js";
import type { Change, Wait } from "../../core/plan.js";
import type { WriteRoute } from "../../core/route.js";
import { encodeBody, wireName } from "../forms/index.js";
import type { Basis, Observations } from "../snapshot/index.js";
import { coveredBeside } from "./cautions.js";
import {
  askedBy,
  type CallFacts,
  type ChangeContent,
  isApart,
  keyBody,
  namesCreated,
  ownKey,
  ownParams,
  parentParams,
  preparationOf,
} from "./change-content.js";
import type { Comings } from "./coming.js";
import { closingCalls, commitCall, type Commits, joined, proposingCalls } from "./commits.js";
import { type ChangeDraft, type DraftCall, draftKey, isRenamed, isReplaced, type ResolvedParents } from "./draft.js";
import { mergeCall } from "./drafts.js";
import { entryChanges, isAddedFirst, joiningBy, linkCalls, partedByJoining } from "./entry-calls.js";
import { isOwnMembership } from "./membership.js";
import { referenceKey, type ResolvedNames } from "./names.js";
import { directionOfAll, directionOfItself, directionsOf, inSafeParts } from "./safe-order.js";

/** What is known beside the drafts. */
interface DraftedBeside {
  readonly observations: Observations;
  readonly places: ResolvedParents;
  readonly names: ResolvedNames;
  readonly commits: Commits;
  readonly comings: Comings;
}

/** The calls of each draft, as its change tells it; several may share one. */
export function callsOfDrafts(
  basis: Basis,
  changes: ReadonlyMap<ChangeDraft, Omit<Change, "calls">>,
  { observations, places, names, commits, comings }: DraftedBeside,
): ReadonlyMap<ChangeDraft, readonly DraftCall[]> {
  const { dialect, version, user } = basis.capabilities;
  const holderOf = ({ kind, path }: ChangeDraft) => parentKey(kind, path, basis.kinds) ?? "";
  const isCovered = coveredBeside([...changes.keys()], observations);
  const joins = joiningBy(changes.keys(), names.joining);
  const filled = new Set([...commits.branches.keys()].map(holderOf));
  return joined(
    new Map(
      [...changes].map(([draft, change]) => {
        const facts: CallFacts = {
          dialect,
          version,
          user: user.username,
          place: places.get(draft) ?? {},
          live: draft.meanwhile?.live ?? draft.live,
          merges: draft.merges,
          ownId: isOwnMembership(draft, basis) ? user.id : undefined,
          start: draft.carriedPath,
          awaited: names.awaited.get(draftKey(draft)),
          committedTo: commits.branches.get(draft),
          reviewerIds: draft.reviewerIds,
          fillsHolder: filled.has(holderOf(draft)),
          begun: comings.begun.get(draft),
          replaces: comings.replacing.has(draft),
          ...(joins && { joins: (named) => joins(draft, named) }),
          isCovered: isCovered(draft),
          resolve: (field, name) => {
            if (typeof name === "number" || field.wire === "name") return name;
            return names.values.get(referenceKey(basis, draft, field, name)) ?? null;
          },
        };
        const asked = askedBy(change, basis.kinds);
        return [draft, [...closingCalls(asked, facts, basis.kinds), ...callsOf(asked, facts)]];
      }),
    ),
  );
}

/** The calls that bring a change about, in their order: by what the plan document says of it, and facts that can be read again when the plan is applied. */
function callsOf(asked: ChangeContent, facts: CallFacts): readonly DraftCall[] {
  const calls = allCalls(asked, facts);
  const { awaited, begun } = facts;
  // The id of what comes by itself with a new thing is known only when the platform has made it: the call before waits for that.
  const last = calls.findLastIndex(({ phase }) => phase !== "close");
  return calls.map((call, index) => {
    if (begun && call.route === asked.kind.routes.create) return { ...call, wait: begun };
    return awaited && index === last && !call.wait ? { ...call, wait: awaited } : call;
  });
}

function allCalls(whole: ChangeContent, facts: CallFacts): readonly DraftCall[] {
  if (whole.kind.committed) {
    const commit: DraftCall = { ...commitCall(whole, facts), direction: whole.kind.weakens && "either" };
    return [commit, ...proposingCalls(whole, facts)];
  }
  const { asked, joining } = partedByJoining(whole, facts);
  if (facts.merges) return [mergeCall(asked, facts), ...updateCalls({ ...asked, action: "update" }, facts)];
  if (asked.action === "delete") return [...preparing(asked, facts), deleteCall(asked, facts)];
  const isCreated = asked.action === "create" && asked.kind.routes.create !== undefined;
  const main = isCreated ? createCalls(asked, facts) : updateCalls(asked, facts);
  const links = linkCalls(asked, facts);
  const [first, rest] = [true, false].map((is) => links.filter((call) => isAddedFirst(asked, call) === is));
  const calls = [
    ...preparing(asked, facts),
    ...(first ?? []),
    ...(facts.replaces ? [removal(asked, facts)] : []),
    ...main,
    ...(rest ?? []),
    ...ownRouteCalls(asked, facts),
    ...joining,
    ...toggleCalls(asked, facts),
  ];
  const { action, kind, write } = asked;
  const live = facts.live ? { live: facts.live.spec } : {};
  return kind.calls?.(calls, { action, parent: kind.parent, write, ...live, params: ownParams(asked, facts) }) ?? calls;
}

/** The call that the kind has before a change. */
function preparing(asked: ChangeContent, facts: CallFacts): DraftCall[] {
  const route = preparationOf(asked, facts)?.route;
  if (route === undefined) return [];
  const call: DraftCall = { route, params: ownParams(asked, facts), phase: "open" };
  if (asked.action !== "delete") return [call];
  const { read } = asked.kind.routes;
  const attributes = encodeBody(asked.fields, asked.write, facts.dialect, facts.resolve);
  return [
    {
      ...call,
      ...(Object.keys(attributes).length === 0 ? {} : { body: attributes }),
      ...(read === undefined ? {} : { wait: { for: "closing", read } }),
    },
  ];
}

function createCalls(asked: ChangeContent, facts: CallFacts): DraftCall[] {
  const { kind } = asked;
  const parentId = facts.place.parentId ?? undefined;
  const body: Spec = {
    ...encode(asked, facts, (field) => field.on !== "update"),
    ...(kind.tree ? { [kind.tree.pathParameter]: lastSegment(asked.path ?? "") } : {}),
    ...(kind.tree && parentId !== undefined ? { [kind.tree.parentParameter]: parentId } : {}),
    ...keyBody(asked, facts),
  };
  const files = Object.entries(body).filter(([, value]) => isFile(value));
  const create: DraftCall = {
    route: kind.routes.create ?? "",
    params: { ...parentParams(asked, facts), ...displacedParams(asked, facts) },
    body: Object.fromEntries(Object.entries(body).filter(([, value]) => !isFile(value))),
    ...importWait(asked),
    ...displacedBy(asked, facts),
    phase: "main",
    direction: directionOfItself(asked, facts, true),
  };
  const later = { ...encode(asked, facts, (field) => field.on === "update"), ...Object.fromEntries(files) };
  return [create, ...updatesOf(asked, facts, later)];
}

function updateCalls(asked: ChangeContent, facts: CallFacts): DraftCall[] {
  const { kind } = asked;
  const archived = liveToggle(asked, facts);
  const restore = asked.action === "restore" ? kind.tree?.restore : undefined;
  const opening = [restore, switchOf(archived?.field)?.off].flatMap((route): DraftCall[] =>
    route === undefined ? [] : [{ route, params: ownParams(asked, facts), phase: "open" }],
  );
  const moving: MoveCalls = asked.action === "move" && kind.tree ? moveCalls(asked, facts) : { calls: [], body: {} };
  const left = moving.written === undefined ? asked : { ...asked, write: without(asked.write, moving.written) };
  const rest = isReplaced(asked, facts.version)
    ? replaceCalls(asked, facts)
    : updatesOf(left, facts, updateBody(left, facts, moving.body));
  return [...opening, ...moving.calls, ...rest];
}

/** What the update call of a asked says; empty where there is nothing to say. An address whose live one may hold secrets in clear goes as the files have it. */
function updateBody(asked: ChangeContent, facts: CallFacts, moved: Spec): Spec {
  const { key } = asked.kind;
  const writes = isRenamed(asked) || Object.keys(asked.write).some((name) => !isApart(asked.fields[name]));
  const body: Spec = {
    ...moved,
    ...(writes ? encode(asked, facts, () => true) : {}),
    ...(isRenamed(asked) && key?.write !== undefined ? { [key.write]: ownKey(asked) } : {}),
  };
  if (Object.keys(body).length === 0 || isRenamed(asked) || !key?.repeated || key.write === undefined) return body;
  return { ...body, [key.write]: (key.variables ? undefined : facts.live?.marks[key.read]) ?? ownKey(asked) };
}

/** What names something that this plan creates goes in a call of its own, for which little waits: a setting may name a group, and a group a project in it. */
function updatesOf(asked: ChangeContent, facts: CallFacts, body: Spec): DraftCall[] {
  const isLate = ([, value]: readonly [string, Value | undefined]) => isTopLevel(asked.kind) && namesCreated(value);
  const entries = Object.entries(body);
  const late = entries.filter(isLate);
  // A form with files has only texts beside them, and spells line breaks its own way: files travel alone.
  const files = entries.filter(([, value]) => isFile(value));
  const now = entries.filter((entry) => !late.includes(entry) && !files.includes(entry));
  const calls = [...inSafeParts(asked, facts, Object.fromEntries(now)), { body: Object.fromEntries(files) }]
    .filter(({ body: part }) => Object.keys(part).length > 0)
    .map(({ body: part, direction }): DraftCall => ({ direction, ...updateCall(asked, facts, part) }));
  return late.length === 0 ? calls : [...calls, { ...updateCall(asked, facts, Object.fromEntries(late)), phase: "late" }];
}

/** Attributes with routes of their own: one call for all that share one. */
function ownRouteCalls(asked: ChangeContent, facts: CallFacts): DraftCall[] {
  const byRoute = new Map<WriteRoute, Record<string, Value>>();
  for (const [name, value] of Object.entries(asked.write)) {
    const route = settingRoutesOf(asked.fields[name])?.update;
    if (route === undefined || value === undefined) continue;
    byRoute.set(route, { ...byRoute.get(route), [name]: value });
  }
  return [...byRoute].map(([route, spec]) => {
    const body = encodeBody(asked.fields, spec, facts.dialect, facts.resolve);
    const direction = directionOfAll(directionsOf(asked, facts), Object.keys(spec));
    return { route, params: ownParams(asked, facts), body, phase: namesCreated(body) ? "late" : "main", direction };
  });
}

/** An archived project is unarchived, changed, and archived again unless the files say otherwise. */
function toggleCalls(asked: ChangeContent, facts: CallFacts): DraftCall[] {
  const reopened = liveToggle(asked, facts)?.name;
  return Object.entries(asked.fields).flatMap(([name, field]): DraftCall[] => {
    const closes = asked.write[name] === true || (asked.write[name] === undefined && reopened === name);
    const route = switchOf(field)?.on;
    return route !== undefined && closes ? [{ route, params: ownParams(asked, facts), phase: "close" }] : [];
  });
}

/** The flag (archived) that must be taken back before anything else can be written, if it is set. */
function liveToggle({ action, fields }: ChangeContent, { live }: CallFacts): { name: string; field: Field } | undefined {
  // What is scheduled for deletion reads as archived; taking that back opens it again.
  if (action === "restore") return undefined;
  const closed = Object.entries(fields).find(([name, field]) => switchOf(field) && live?.spec[name] === true);
  return closed && { name: closed[0], field: closed[1] };
}

function without(spec: Spec, name: string): Spec {
  return Object.fromEntries(Object.entries(spec).filter(([other]) => other !== name));
}

/** Where the server has no update: remove and create again, with everything that nobody manages carried along. */
function replaceCalls(asked: ChangeContent, facts: CallFacts): DraftCall[] {
  if (Object.keys(asked.write).length === 0) return [];
  const { routes } = asked.kind;
  const body = { ...encode(asked, facts, () => true), ...keyBody(asked, facts) };
  return [
    removal(asked, facts),
    {
      route: routes.create ?? "",
      params: parentParams(asked, facts),
      body,
      phase: "main",
      direction: asked.kind.weakens && "either",
    },
  ];
}

/** Takes away what is there right before it is made as it is asked for. */
function removal(asked: ChangeContent, facts: CallFacts): DraftCall {
  return { ...deleteCall(asked, facts), phase: "main", direction: asked.kind.weakens && "either" };
}

/** The body of what the asked writes and keeps, for those fields that `take` says. */
function encode(asked: ChangeContent, facts: CallFacts, take: (field: Field) => boolean): Spec {
  const all: Spec = {
    ...Object.fromEntries(asked.preserved.map((attribute) => [attribute.path, attribute.value])),
    ...asked.write,
  };
  const plain: Record<string, Value | undefined> = {};
  const body: Record<string, Value> = {};
  for (const [name, value] of Object.entries(all)) {
    const field = asked.fields[name];
    if (isApart(field) || (field && !take(field)) || value === undefined) continue;
    const changes = field?.entryIds && asked.action !== "create" ? entryChanges(asked, name, field, value, facts) : undefined;
    if (!changes) plain[name] = value;
    else if (changes.length > 0 && field) body[wireName(name, field, facts.dialect)] = changes;
  }
  return { ...encodeBody(asked.fields, plain, facts.dialect, facts.resolve), ...body };
}

function updateCall(asked: ChangeContent, facts: CallFacts, body: Spec): DraftCall {
  return { route: asked.kind.routes.update ?? "", params: ownParams(asked, facts), body, ...importWait(asked), phase: "main" };
}

function deleteCall(asked: ChangeContent, facts: CallFacts): DraftCall {
  const { kind } = asked;
  const { read } = kind.routes;
  return {
    route: kind.routes.delete ?? "",
    params: ownParams(asked, facts),
    ...(kind.tree && read !== undefined ? { wait: { for: "deletion", read } } : {}),
    phase: "main",
    direction: directionOfItself(asked, facts, false),
  };
}

function importWait(asked: ChangeContent): { wait?: Wait } {
  const starts = Object.keys(asked.write).some((name) => asked.fields[name]?.starts === "import");
  const { read } = asked.kind.routes;
  return starts && read !== undefined ? { wait: { for: "import", read } } : {};
}

/** What a create does with one that came by itself with a holder that this plan creates, or begins to fill: of many it takes that away first; what there is one of, and who made the holder, it changes instead. */
function displacedBy(asked: ChangeContent, facts: CallFacts): Pick<DraftCall, "displaces"> {
  const { as, routes } = asked.kind;
  if (facts.replaces) return {};
  const isChanged = as === "one" || facts.ownId !== undefined;
  const route = isChanged ? routes.update : routes.delete;
  const isPossible = isChanged ? isRef(facts.place.parentId) : displacedParams(asked, facts) !== undefined;
  return isPossible && route !== undefined ? { displaces: route } : {};
}

/** Parameters to take away, or change, by what came by itself with a holder that this plan creates or begins to fill; undefined where nothing does. */
function displacedParams(asked: ChangeContent, facts: CallFacts): Spec | undefined {
  if (facts.ownId !== undefined) return { [asked.kind.name]: facts.ownId };
  const begins = isRef(facts.place.parentId) || facts.fillsHolder === true;
  const isPossible = asked.kind.comesWithParent !== undefined && begins;
  return isPossible ? ownParams(asked, facts) : undefined;
}

/** What a move takes: calls of its own, what its update says beside the attributes, and the attribute that is written already by then. */
interface MoveCalls {
  readonly calls: readonly DraftCall[];
  readonly body: Spec;
  readonly written?: string;
}

/** Transfer first, then the new last segment goes along with the update; the other way round where the old path or name is taken in the new place. */
function moveCalls(asked: ChangeContent, facts: CallFacts): MoveCalls {
  const { kind, path = "" } = asked;
  const { start = "" } = facts;
  const [to, from] = [parentPath(path), parentPath(start)];
  const { transfer } = kind.tree ?? {};
  const holder = to === undefined ? undefined : (facts.place.parentId ?? undefined);
  const calls: DraftCall[] =
    fold(to ?? "") !== fold(from ?? "") && transfer
      ? [
          {
            route: transfer.route,
            params: ownParams(asked, facts),
            body: holder === undefined ? {} : { [transfer.parameter]: holder },
            phase: "open",
          },
        ]
      : [];
  const isRespelled = kind.tree && lastSegment(path) !== lastSegment(start);
  const body: Spec = isRespelled ? { [kind.tree.pathParameter]: lastSegment(path) } : {};
  const { uniqueName = "" } = kind.tree ?? {};
  if (!facts.place.renamesFirst) return { calls, body };
  const name = asked.write[uniqueName];
  const renaming = updateCall(asked, facts, { ...body, ...(name === undefined ? {} : { [uniqueName]: name }) });
  return { calls: [{ ...renaming, phase: "open" }, ...calls], body: {}, written: uniqueName };
}
