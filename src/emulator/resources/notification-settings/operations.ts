import { findGroup, findProject, requireUser } from "../../core/access.js";
import { type Entry, type EntryHome, defineEntries, homeKeyOf } from "../../core/collection/spec.js";
import type { Context, Handler } from "../../core/context.js";
import { exists } from "../../core/instance.js";
import type { Json } from "../../core/records.js";
import { badRequest, ok } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";

const LEVELS = ["disabled", "participating", "watch", "global", "mention", "custom"];

/** What is sent to whom never said anything: `global` is the level that the user has everywhere. */
const PRESETS: Readonly<Record<string, string>> = { user: "participating", group: "global", project: "global" };

const table = defineEntries("notification_settings");

const PLACES: Readonly<Record<string, (context: Context) => EntryHome>> = {
  "/notification_settings": (context) => ({ kind: "user", id: requireUser(context).id }),
  "/groups/{id}/notification_settings": (context) => ({ kind: "group", id: findGroup(context).id }),
  "/projects/{id}/notification_settings": (context) => ({ kind: "project", id: findProject(context).id }),
};

const EVENTS =
  "new_release new_note new_issue reopen_issue close_issue reassign_issue issue_due new_merge_request push_to_merge_request reopen_merge_request close_merge_request reassign_merge_request change_reviewer_merge_request merge_merge_request failed_pipeline fixed_pipeline success_pipeline moved_project merge_when_pipeline_succeeds".split(
    " ",
  );

/** Which notices a user gets: everywhere, and of one group or project. */
export default {
  operations: Object.fromEntries(
    Object.entries(PLACES).flatMap(([path, find]): [string, Handler][] => [
      [`GET ${path}`, (context) => ok(present(context, find(context)))],
      [`PUT ${path}`, (context) => ok(present(context, write(context, find(context))))],
    ]),
  ),
} satisfies Resource;

function settingsOf(context: Context, home: EntryHome): Entry | undefined {
  const { id } = requireUser(context);
  return context.store
    .of(table)
    .where("home", homeKeyOf(home))
    .find((entry) => entry["user_id"] === id);
}

function write(context: Context, home: EntryHome): EntryHome {
  const { store, params } = context;
  const sent = params.sent(["id", "page", "per_page"]);
  const level = params.text("level");
  if (level !== undefined && !LEVELS.includes(level)) throw badRequest(`'${level}' is not a valid level`);
  const before = settingsOf(context, home);
  if (before === undefined) store.of(table).insert({ ...sent, home, user_id: requireUser(context).id });
  else store.of(table).update(before.id, sent);
  return home;
}

function present(context: Context, home: EntryHome): Record<string, Json> {
  const entry = settingsOf(context, home);
  const level = entry?.["level"] ?? PRESETS[home.kind] ?? null;
  const email = entry?.["notification_email"] ?? requireUser(context).email;
  return {
    level,
    ...(home.kind === "user" ? { notification_email: email } : {}),
    ...(level === "custom" ? { events: eventsOf(context, home, entry) } : {}),
  };
}

/** Events that a user chose; failed and fixed pipelines and moves are told unless the user says no. */
function eventsOf({ instance }: Context, home: EntryHome, entry: Entry | undefined): Record<string, Json> {
  const eventNames = new Set(["failed_pipeline", "fixed_pipeline", "moved_project"]);
  const furtherNames = home.kind === "group" && exists(instance, { tier: "premium" }) ? ["new_epic"] : [];
  return Object.fromEntries([...EVENTS, ...furtherNames].map((name) => [name, entry?.[name] ?? eventNames.has(name)]));
}
