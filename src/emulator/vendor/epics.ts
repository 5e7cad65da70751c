import { LEVEL, accessLevel, canSee, requireLevel, requireUser } from "../access.js";
import type { Context } from "../context.js";
import { badParameters, badRequest, forbidden, notFound } from "../errors.js";
import type { Json } from "../json.js";
import { page } from "../pages.js";
import { epicTable, issueTable } from "../records/work-items.js";
import type { Epic, Issue } from "../records/work-items.js";
import { created, noContent, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { OperationDeclaration, Resource } from "../resource.js";
import { presentIssue } from "../sections/issues/entity.js";
import { forgetEpic } from "../sections/work-items/removal.js";
import { seesIssue, sightOf } from "../sections/work-items/visibility.js";
import { presentEpic } from "./planning/epic-entity.js";
import { findEpic, listEpics, seesEpic } from "./planning/epic-lists.js";
import { inEpicOrder, moveInEpic } from "./planning/epic-order.js";
import { nextEpicNumber } from "./planning/epic-records.js";
import { epicSent, isWithin } from "./planning/epic-sent.js";
import type { EpicDraft } from "./planning/epic-sent.js";
import { plannedPlace, seenPlace } from "./planning/homes.js";
import type { Place } from "./planning/homes.js";

const at = "/groups/{id}/epics";
const one = `${at}/{epic_iid}`;

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

/**
 * Epics of groups, their issues and the epics that are a part of them. What is said of them `sections/discussions.ts` has.
 * No row: both dialects keep them by group.
 */
export default {
  operations: {
    [`GET ${at}`]: read(listEpics, { aliases: ["/groups/{id}/-/epics"] }),
    [`POST ${at}`]: write((context, place) => created(presentEpic(context, create(context, place, epicSent(context, place))))),
    [`GET ${one}`]: read((context, place) => ok(presentEpic(context, find(context, place))), {
      aliases: ["/groups/{id}/-/epics/{epic_iid}"],
    }),
    [`PUT ${one}`]: write(update),
    [`DELETE ${one}`]: write((context, place) => {
      requireLevel(context, place.thing, LEVEL.owner);
      forgetEpic(context, find(context, place));
      return noContent();
    }),
    [`GET ${one}/issues`]: read(listIssues, { aliases: ["/groups/{id}/-/epics/{epic_iid}/issues"] }),
    [`POST ${one}/issues/{epic_issue_id}`]: write(addIssue),
    [`PUT ${one}/issues/{epic_issue_id}`]: write(moveIssue),
    [`DELETE ${one}/issues/{epic_issue_id}`]: write(removeIssue),
    [`GET ${one}/epics`]: read(
      (context, place) => {
        return listParts(context, find(context, place));
      },
      { tier: "ultimate" },
    ),
    [`POST ${one}/epics`]: write((context, place) => {
      const parent = find(context, place);
      const draft = {
        title: context.params.requiredText("title"),
        confidential: context.params.flag("confidential") ?? parent.confidential,
      };
      return created(presentEpic(context, create(context, place, { ...draft, parent_id: parent.id })));
    }, "ultimate"),
    [`POST ${one}/epics/{child_epic_id}`]: write(addPart, "ultimate"),
    [`PUT ${one}/epics/{child_epic_id}`]: write(movePart, "ultimate"),
    [`DELETE ${one}/epics/{child_epic_id}`]: write(removePart, "ultimate"),
  },
} satisfies Resource;

const find = (context: Context, { thing }: Place): Epic => findEpic(context, thing.id);

function create(context: Context, { thing }: Place, draft: EpicDraft): Epic {
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

function update(context: Context, place: Place): Reply {
  const { store, params } = context;
  const before = find(context, place);
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

function listIssues(context: Context, place: Place): Reply {
  return page(issuesIn(context, find(context, place)), context, (issue) => presentPlaced(context, issue));
}

function issuesIn({ store, user }: Context, epic: Epic): Issue[] {
  const sight = sightOf(store, user);
  const found = store
    .of(issueTable)
    .all()
    .filter((issue) => {
      if (issue.epic_id !== epic.id) return false;
      const project = store.projects.get(issue.project_id);
      return project !== undefined && seesIssue(sight(project), user, issue);
    });
  return inEpicOrder(store, "issue", found);
}

function moveIssue(context: Context, place: Place): Reply {
  const epic = find(context, place);
  const { id, epic_id } = findIssue(context);
  if (epic_id !== epic.id) throw notFound();
  moveInEpic(context, { kind: "issue", id }, issuesIn(context, epic));
  return listIssues(context, place);
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

function movePart(context: Context, place: Place): Reply {
  const parent = find(context, place);
  const { id, parent_id } = findPart(context);
  if (parent_id !== parent.id) throw notFound("Epic");
  moveInEpic(context, { kind: "epic", id }, partsOf(context, parent));
  return listParts(context, parent);
}

/** The issue that a path names; throws 404 for one that is not seen. */
function findIssue({ store, params, user }: Context): Issue {
  const issue = store.of(issueTable).get(Number(params.requiredText("epic_issue_id")));
  const project = issue === undefined ? undefined : store.projects.get(issue.project_id);
  if (issue === undefined || project === undefined || !canSee(store, user, project)) throw notFound();
  if (!seesIssue(sightOf(store, user)(project), user, issue)) throw notFound();
  return issue;
}

function assign(context: Context, epic: Epic, issue: Issue, epic_id: number | null): Json {
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

function addIssue(context: Context, place: Place): Reply {
  const epic = find(context, place);
  const issue = findIssue(context);
  if (epic.confidential && !issue.confidential)
    throw badRequest("Cannot assign a confidential epic to a non-confidential issue. Make the issue confidential and try again");
  return created(assign(context, epic, issue, epic.id));
}

function removeIssue(context: Context, place: Place): Reply {
  const epic = find(context, place);
  const issue = findIssue(context);
  if (issue.epic_id !== epic.id) throw notFound();
  return ok(assign(context, epic, issue, null));
}

function findPart(context: Context): Epic {
  const part = context.store.of(epicTable).get(Number(context.params.requiredText("child_epic_id")));
  if (part === undefined || !seesEpic(context, part)) throw notFound("Epic");
  return part;
}

function addPart(context: Context, place: Place): Reply {
  const parent = find(context, place);
  const part = findPart(context);
  if (isWithin(context, parent, part))
    throw badRequest("This epic cannot be added. It is already an ancestor of the parent epic.");
  return created(presentEpic(context, context.store.of(epicTable).update(part.id, { parent_id: parent.id })));
}

function removePart(context: Context, place: Place): Reply {
  const parent = find(context, place);
  const part = findPart(context);
  if (part.parent_id !== parent.id) throw notFound("Epic");
  return ok(presentEpic(context, context.store.of(epicTable).update(part.id, { parent_id: null })));
}
