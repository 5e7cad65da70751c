import { LEVEL, accessLevel, findGroup, isProject, refuseArchived, requireUser, withId } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import { userSummary } from "../../core/people.js";
import type { GroupOrProject, Json } from "../../core/records.js";
import { HttpError, type Reply, created, noContent, notFound, ok, unauthorized } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { KINDS } from "../discussions/kinds.js";
import { type Reaction, epicTable, noteTable, noteableKey, reactionTable } from "../work-items/records.js";
import { reactionSeed } from "./seed.js";

/** What a reaction is to, and where that lies. */
interface Awardable {
  readonly noteable: Reaction["noteable"];
  readonly parent: GroupOrProject;
}

const KIND_OF: Readonly<Record<string, (context: Context) => Awardable>> = {
  "/projects/{id}/issues/{issue_iid}": (context) => KINDS.issue.find(context),
  "/projects/{id}/merge_requests/{merge_request_iid}": (context) => KINDS.merge_request.find(context),
  "/projects/{id}/snippets/{snippet_id}": (context) => KINDS.snippet.find(context),
  "/groups/{id}/epics/{epic_iid}": findEpic,
};

const TYPES: Readonly<Record<Reaction["noteable"]["kind"], string>> = {
  issue: "Issue",
  merge_request: "MergeRequest",
  snippet: "Snippet",
  epic: "Epic",
  note: "Note",
};

/**
 * Reactions to issues, merge requests, snippets, epics, and to notes on these. No collection: both dialects keep them by what they are to.
 * No documented endpoint writes those to issues and merge requests, so they come from the seed.
 */
export default {
  operations: Object.fromEntries(
    Object.entries(KIND_OF).flatMap(([path, find]) => [
      ...operationsOf(path, path, find),
      ...operationsOf(`${path}/notes/{note_id}`, path, (context) => findNote(context, find(context))),
    ]),
  ),
  seeds: [reactionSeed],
} satisfies Resource;

function operationsOf(path: string, thing: string, find: (context: Context) => Awardable): [string, OperationDeclaration][] {
  const [place = ""] = /\w+(?=\}$)/.exec(thing) ?? [];
  const of = (handler: (context: Context) => Reply): OperationDeclaration => ({
    handler,
    tier: place === "epic_iid" ? "premium" : undefined,
    parameters: { [place]: { type: "integer" } },
  });
  const at = `${path}/award_emoji`;
  return [
    [`GET ${at}`, of((context) => page(reactionsTo(context, find(context)), context, (reaction) => present(context, reaction)))],
    [`POST ${at}`, of((context) => award(context, find(context)))],
    [`GET ${at}/{award_id}`, of((context) => ok(present(context, findReaction(context, find(context)))))],
    [
      `DELETE ${at}/{award_id}`,
      of((context) => {
        const reaction = findReaction(context, find(context));
        const user = requireUser(context);
        if (reaction.user_id !== user.id && !user.is_admin) throw unauthorized();
        context.store.of(reactionTable).delete(reaction.id);
        return noContent();
      }),
    ],
  ];
}

function findEpic(context: Context): Awardable {
  const parent = findGroup(context);
  const user = requireUser(context);
  const iid = context.params.requiredNumber("epic_iid");
  const epic = context.store
    .of(epicTable)
    .where("group", parent.id)
    .find((candidate) => candidate.iid === iid);
  const isHidden = epic?.confidential === true && !user.is_admin && accessLevel(context.store, user, parent) < LEVEL.reporter;
  if (epic === undefined || isHidden) throw notFound();
  return { noteable: { kind: "epic", id: epic.id }, parent };
}

function findNote({ store, params }: Context, { noteable, parent }: Awardable): Awardable {
  const note = store.of(noteTable).get(Number(params.requiredText("note_id")));
  if (note === undefined || noteableKey(note.noteable) !== noteableKey(noteable)) throw notFound();
  return { noteable: { kind: "note", id: note.id }, parent };
}

function reactionsTo({ store }: Context, { noteable }: Awardable): Reaction[] {
  return store.of(reactionTable).where("noteable", noteableKey(noteable));
}

function findReaction(context: Context, awardable: Awardable): Reaction {
  return withId(context, reactionsTo(context, awardable), "award_id");
}

function award(context: Context, awardable: Awardable): Reply {
  const user = requireUser(context);
  if (isProject(awardable.parent)) refuseArchived(awardable.parent);
  const name = context.params.requiredText("name").replaceAll(":", "");
  const refused = (problem: string) => new HttpError(404, { message: `404 Award Emoji Name ${problem} Not Found` });
  if (!/^[\w+-]+$/.test(name)) throw refused("is not a valid emoji name");
  const isTwin = reactionsTo(context, awardable).some((candidate) => candidate.user_id === user.id && candidate.name === name);
  if (isTwin) throw refused("has already been taken");
  const { noteable } = awardable;
  const created_at = new Date().toISOString();
  return created(present(context, context.store.of(reactionTable).insert({ noteable, user_id: user.id, name, created_at })));
}

function present(context: Context, { id, name, user_id, noteable, ...times }: Reaction): Record<string, Json> {
  const created_at = times.created_at ?? null;
  return {
    id,
    name,
    user: userSummary(context, user_id),
    created_at,
    updated_at: created_at,
    awardable_id: noteable.id,
    awardable_type: TYPES[noteable.kind],
    url: null,
  };
}
