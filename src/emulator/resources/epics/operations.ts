import { LEVEL, accessLevel, canSee, findGroup, groupNamed, requireLevel, requireUser } from "../../core/access.js";
import { textOf } from "../../core/collection/homes.js";
import { type Entry, defineEntries, homeKeyOf } from "../../core/collection/spec.js";
import { type Context, page } from "../../core/context.js";
import type { Json } from "../../core/records.js";
import { type Reply, badParameters, badRequest, created, forbidden, noContent, notFound, ok } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import type { Store } from "../../core/store.js";
import { groupsBelow } from "../groups/reach.js";
import { type LinkKind, linkOperations, linkTable, presentLink } from "../issue-links/records.js";
import { presentIssue } from "../issues/present.js";
import { type Place, plannedPlace, seenPlace } from "../milestones/records.js";
import { type Epic, type Issue, epicTable, issueTable } from "../work-items/records.js";
import { forgetEpic } from "../work-items/removal.js";
import { seenIssues } from "../work-items/visibility.js";
import { findEpic, listEpics, seesEpic } from "./lists.js";
import { presentEpic } from "./present.js";
import { type EpicDraft, epicSent, isWithin, nextEpicNumber } from "./records.js";

const at = "/groups/{id}/epics";

const epicPath = `${at}/{epic_iid}`;

type Handle = (context: Context, place: Place) => Reply;

const read = (handle: Handle, more: Partial<OperationDeclaration> = {}): OperationDeclaration => ({
  tier: "premium",
  role: "anyone",
  handler: (context) => handle(context, seenPlace(context, "group")),
  ...more,
});

const write = (handle: Handle, tier: "premium" | "ultimate" = "premium"): OperationDeclaration => ({
  tier,
  handler: (context) => handle(context, plannedPlace(context, "group")),
});

const epicAt = (context: Context, { thing }: Place): Epic => findEpic(context, thing.id);

const onEpic =
  (handle: (context: Context, epic: Epic) => Reply): Handle =>
  (context, place) =>
    handle(context, epicAt(context, place));

/** The places that issues and epics were given in an epic. */
const placeTable = defineEntries("epic_places");

/** Room between neighbours that were never moved. */
const STEP = 513;

type Part = { readonly kind: "issue" | "epic"; readonly id: number };

const RELATED: LinkKind<Epic> = {
  path: "/groups/{id}/epics/{epic_iid}/related_epics",
  place: "related_epic_link_id",
  word: "epic",
  table: linkTable("related_epic_links", "epic"),
  operation: { tier: "ultimate" },
  find: (context) => {
    const parent = findGroup(context);
    return { thing: findEpic(context, parent.id), parent };
  },
  target: targetOf,
  seen: seenEpic,
  present: (context, epic) => presentEpic(context, epic, false),
  times: true,
};

/**
 * Epics of groups, their issues and the epics that are a part of them, and links between epics, also of other groups. Comments on epics are in
 * `discussions/`. No collection: both dialects keep them by group.
 */
export default {
  operations: {
    [`GET ${at}`]: read(listEpics, { aliases: ["/groups/{id}/-/epics"] }),
    [`POST ${at}`]: write((context, place) =>
      created(presentEpic(context, createEpic(context, place, epicSent(context, place)))),
    ),
    [`GET ${epicPath}`]: read(
      onEpic((context, epic) => ok(presentEpic(context, epic))),
      {
        aliases: ["/groups/{id}/-/epics/{epic_iid}"],
      },
    ),
    [`PUT ${epicPath}`]: write(updateEpic),
    [`DELETE ${epicPath}`]: write((context, place) => {
      requireLevel(context, place.thing, LEVEL.owner);
      forgetEpic(context, epicAt(context, place));
      return noContent();
    }),
    [`GET ${epicPath}/issues`]: read(onEpic(listIssues), { aliases: ["/groups/{id}/-/epics/{epic_iid}/issues"] }),
    [`POST ${epicPath}/issues/{epic_issue_id}`]: write(onEpic(addIssue)),
    [`PUT ${epicPath}/issues/{epic_issue_id}`]: write(onEpic(moveIssue)),
    [`DELETE ${epicPath}/issues/{epic_issue_id}`]: write(onEpic(removeIssue)),
    [`GET ${epicPath}/epics`]: read(onEpic(listParts), { tier: "ultimate" }),
    [`POST ${epicPath}/epics`]: write((context, place) => {
      const parent = epicAt(context, place);
      const draft = {
        title: context.params.requiredText("title"),
        confidential: context.params.flag("confidential") ?? parent.confidential,
      };
      return created(presentEpic(context, createEpic(context, place, { ...draft, parent_id: parent.id })));
    }, "ultimate"),
    [`POST ${epicPath}/epics/{child_epic_id}`]: write(onEpic(addPart), "ultimate"),
    [`PUT ${epicPath}/epics/{child_epic_id}`]: write(onEpic(movePart), "ultimate"),
    [`DELETE ${epicPath}/epics/{child_epic_id}`]: write(onEpic(removePart), "ultimate"),
    ...linkOperations(RELATED),
    "GET /groups/{id}/related_epic_links": { tier: "ultimate", role: "anyone", handler: listOfGroup },
  },
} satisfies Resource;

function createEpic(context: Context, { thing }: Place, draft: EpicDraft): Epic {
  const { store } = context;
  const now = new Date().toISOString();
  return store.of(epicTable).insert({
    title: "",
    description: "",
    state: "opened",
    author_id: requireUser(context).id,
    confidential: false,
    created_at: now,
    updated_at: now,
    ...draft,
    group_id: thing.id,
    iid: nextEpicNumber(store, thing.id),
  });
}

function updateEpic(context: Context, place: Place): Reply {
  const { store, params } = context;
  const before = epicAt(context, place);
  if (Object.keys(params.sent(["id", "epic_iid"])).length === 0) throw badParameters("at least one parameter must be provided");
  const changes = epicSent(context, place, before);
  const event = params.text("state_event");
  const now = new Date().toISOString();
  const state: EpicDraft =
    event === "close" ? { state: "closed", closed_at: now } : event === "reopen" ? { state: "opened", closed_at: null } : {};
  const after = store.of(epicTable).update(before.id, { ...changes, ...state, updated_at: now });
  return ok(presentEpic(context, after));
}

/** An issue is in one epic at most, so the issue's own id names its place there. */
function presentPlaced(context: Context, issue: Issue): Record<string, Json> {
  return { ...presentIssue(context, issue), epic_issue_id: issue.id };
}

function listIssues(context: Context, epic: Epic): Reply {
  return page(issuesIn(context, epic), context, (issue) => presentPlaced(context, issue));
}

function issuesIn(context: Context, epic: Epic): Issue[] {
  const all = context.store.of(issueTable).all();
  const issues = all.filter(({ epic_id }) => epic_id === epic.id);
  return inEpicOrder(context.store, "issue", seenIssues(context, issues));
}

function moveIssue(context: Context, epic: Epic): Reply {
  const { id } = findIssue(context, epic);
  moveInEpic(context, { kind: "issue", id }, issuesIn(context, epic));
  return listIssues(context, epic);
}

function partsOf(context: Context, { id }: Epic): Epic[] {
  const all = context.store.of(epicTable).all();
  return inEpicOrder(
    context.store,
    "epic",
    all.filter((epic) => epic.parent_id === id && seesEpic(context, epic)),
  );
}

function listParts(context: Context, epic: Epic): Reply {
  return page(partsOf(context, epic), context, (part) => presentEpic(context, part, false));
}

function movePart(context: Context, parent: Epic): Reply {
  const { id } = findPart(context, parent);
  moveInEpic(context, { kind: "epic", id }, partsOf(context, parent));
  return listParts(context, parent);
}

/** The issue that a path names, of the epic where that is given; throws 404 for one that is not seen. */
function findIssue(context: Context, epic?: Epic): Issue {
  const issue = context.store.of(issueTable).get(Number(context.params.requiredText("epic_issue_id")));
  const [seen] = seenIssues(context, issue === undefined ? [] : [issue]);
  if (seen === undefined || (epic !== undefined && seen.epic_id !== epic.id)) throw notFound();
  return seen;
}

function assignIssue(context: Context, epic: Epic, issue: Issue, epic_id: number | null): Json {
  const { store } = context;
  const project = store.projects.get(issue.project_id);
  const user = requireUser(context);
  if (project === undefined || (!user.is_admin && accessLevel(store, user, project) < LEVEL.guest)) throw forbidden();
  const after = store.of(issueTable).update(issue.id, { epic_id, updated_at: new Date().toISOString() });
  return {
    id: after.id,
    relative_position: after.relative_position,
    epic: presentEpic(context, epic),
    issue: presentIssue(context, after),
  };
}

function addIssue(context: Context, epic: Epic): Reply {
  const issue = findIssue(context);
  if (epic.confidential && !issue.confidential)
    throw badRequest("Cannot assign a confidential epic to a non-confidential issue. Make the issue confidential and try again");
  return created(assignIssue(context, epic, issue, epic.id));
}

function removeIssue(context: Context, epic: Epic): Reply {
  return ok(assignIssue(context, epic, findIssue(context, epic), null));
}

/** The epic that a path names, of its parent where that is given; throws 404 for one that is not seen. */
function findPart(context: Context, parent?: Epic): Epic {
  const part = context.store.of(epicTable).get(Number(context.params.requiredText("child_epic_id")));
  const isElsewhere = parent !== undefined && part?.parent_id !== parent.id;
  if (part === undefined || isElsewhere || !seesEpic(context, part)) throw notFound("Epic");
  return part;
}

function addPart(context: Context, parent: Epic): Reply {
  const part = findPart(context);
  if (isWithin(context, parent, part))
    throw badRequest("This epic cannot be added. It is already an ancestor of the parent epic.");
  return created(presentEpic(context, context.store.of(epicTable).update(part.id, { parent_id: parent.id })));
}

function removePart(context: Context, parent: Epic): Reply {
  const { id } = findPart(context, parent);
  return ok(presentEpic(context, context.store.of(epicTable).update(id, { parent_id: null })));
}

function placeOf(store: Store, part: Part): Entry | undefined {
  return store.of(placeTable).where("home", homeKeyOf(part))[0];
}

function positionOf(store: Store, part: Part): number {
  const position = placeOf(store, part)?.["position"];
  return typeof position === "number" ? position : part.id * STEP;
}

/** The issues or epics of an epic in the order that somebody gave them; otherwise by age. */
function inEpicOrder<T extends { readonly id: number }>(store: Store, kind: Part["kind"], parts: readonly T[]): T[] {
  const position = ({ id }: T): number => positionOf(store, { kind, id });
  return parts.toSorted((a, b) => position(a) - position(b) || a.id - b.id);
}

/** Puts one beside its new neighbours, of which one is enough. Throws 404 for a neighbour that is none, 400 without any. */
function moveInEpic({ store, params }: Context, part: Part, all: readonly { readonly id: number }[]): void {
  const neighbour = (name: string): number | undefined => {
    const value = params.get(name) ?? null;
    if (value === null) return undefined;
    const id = Number(value);
    if (!all.some((item) => item.id === id)) throw notFound();
    return positionOf(store, { kind: part.kind, id });
  };
  const [after, before] = [neighbour("move_after_id"), neighbour("move_before_id")];
  if (after === undefined && before === undefined)
    throw badParameters("move_before_id, move_after_id are missing, at least one parameter must be provided");
  const position = ((after ?? (before ?? 0) - 2 * STEP) + (before ?? (after ?? 0) + 2 * STEP)) / 2;
  const known = placeOf(store, part);
  if (known === undefined) store.of(placeTable).insert({ home: part, position });
  else store.of(placeTable).update(known.id, { position });
}

function seenEpic(context: Context, id: number): Epic | undefined {
  const { store, user } = context;
  const epic = store.of(epicTable).get(id);
  const group = epic === undefined ? undefined : store.groups.get(epic.group_id);
  return epic !== undefined && group !== undefined && canSee(store, user, group) && seesEpic(context, epic) ? epic : undefined;
}

function targetOf(context: Context): Epic {
  const { store, params, user } = context;
  const group = groupNamed(store, textOf(params.get("target_group_id")));
  if (group === undefined || !canSee(store, user, group)) throw notFound("Group");
  return findEpic(context, group.id, "target_epic_iid");
}

/** Links between epics of the group and those below it of which the caller sees both. */
function listOfGroup(context: Context): Reply {
  const { store, params } = context;
  const group = findGroup(context);
  const ids = new Set([group.id, ...groupsBelow(store, group.id).map(({ id }) => id)]);
  // Nobody changes a link, so it was last updated when it was made.
  const [isCreatedInTime, isUpdatedInTime] = [params.within("created"), params.within("updated")];
  const links = store
    .of(RELATED.table)
    .all()
    .filter(({ source_id, target_id, created_at }) => {
      const [source, target] = [seenEpic(context, source_id), seenEpic(context, target_id)];
      if (source === undefined || target === undefined || !ids.has(source.group_id)) return false;
      return isCreatedInTime(created_at) && isUpdatedInTime(created_at);
    });
  return page(links, context, (link) => presentLink(context, RELATED, link));
}
