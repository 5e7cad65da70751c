import { LEVEL, canSee, findGroup, requireLevel, requireUser } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import { instanceSetting } from "../../core/instance-settings.js";
import type { Attributes, Group, Json, User, Visibility } from "../../core/records.js";
import { badRequest, forbidden, invalid, notFound } from "../../core/replies.js";
import { withBothProtections } from "../projects/protection.js";
import { inheritPushRule } from "../push-rules/records.js";
import { sentAvatar } from "../uploads/files.js";
import { TOP_LEVEL_ONLY, sharedRunners } from "./attributes.js";
import { relocate } from "./move.js";
import { reachDown } from "./reach.js";
import { type RuleViolations, mayCreateSubgroups, pathBelow, problemsOf } from "./rules.js";

/** Fields of the record itself; everything else that is sent is an attribute. */
const STRUCTURAL = ["id", "name", "path", "parent_id", "visibility", "avatar"];

const ADMINISTRATORS_ONLY = ["shared_runners_minutes_limit", "extra_shared_runners_minutes_limit"];

/** POST /groups: whoever creates a group owns it (the reference of real servers, section B). */
export function createGroup(context: Context): Group {
  const { store, params } = context;
  const user = requireUser(context);
  const parent = parentOf(context, user);
  refuseAdministratorsKeys(context, user);
  const draft = {
    name: params.requiredText("name"),
    path: params.requiredText("path"),
    visibility: (params.text("visibility") ?? instanceSetting(store, "default_group_visibility")) as Visibility,
    parent,
  };
  const problems = problemsOf(context, draft, undefined);
  if (Object.keys(problems).length > 0) throw badRequest(`Failed to save group ${inspect(problems)}`);
  const now = new Date().toISOString();
  const group = store.groups.insert({
    name: draft.name,
    path: draft.path,
    full_path: pathBelow(parent, draft.path),
    parent_id: parent?.id ?? null,
    visibility: draft.visibility,
    created_at: now,
    marked_for_deletion_on: null,
    avatar: null,
    attributes: { ...inheritedAtBirth(parent), ...sentAttributes(context, parent), updated_at: now },
  });
  const source = { kind: "group", id: group.id } as const;
  inheritPushRule(store, source, group.parent_id);
  store.members.insert({ source, user_id: user.id, access_level: LEVEL.owner, expires_at: null, created_at: now });
  return setAvatar(context, group);
}

/** PUT /groups/:id. A new path moves everything below; some switches reach down. */
export function updateGroup(context: Context): Group {
  const { store, params } = context;
  const before = findGroup(context);
  const user = requireLevel(context, before, LEVEL.owner);
  refuseAdministratorsKeys(context, user);
  const parent = before.parent_id === null ? undefined : store.groups.get(before.parent_id);
  const draft = {
    name: params.has("name") ? (params.text("name") ?? "") : before.name,
    path: params.has("path") ? (params.text("path") ?? "") : before.path,
    visibility: (params.text("visibility") ?? before.visibility) as Visibility,
    parent,
  };
  const problems = problemsOf(context, draft, before);
  if (Object.keys(problems).length > 0) throw invalid(problems);
  const attributes = { ...before.attributes, ...sentAttributes(context, parent), updated_at: new Date().toISOString() };
  store.groups.update(before.id, { name: draft.name, visibility: draft.visibility, attributes });
  if (draft.path !== before.path) relocate(context, before.id, parent, draft.path);
  reachDown(store, before.id, sentAttributes(context, parent));
  return setAvatar(context, store.groups.get(before.id) ?? before);
}

/** The parent that is named, which the caller must see (404) and may put subgroups into (403). */
function parentOf({ store, params }: Context, user: User): Group | undefined {
  const id = params.number("parent_id");
  if (id === undefined) return undefined;
  const parent = store.groups.get(id);
  if (parent === undefined || !canSee(store, user, parent)) throw notFound("Group");
  if (!mayCreateSubgroups(store, user, parent)) throw forbidden();
  return parent;
}

/** Limits of runner minutes are the administrators' (403 for others). */
function refuseAdministratorsKeys({ params }: Context, user: User): void {
  if (!user.is_admin && ADMINISTRATORS_ONLY.some((name) => params.has(name))) throw forbidden();
}

function sentAttributes(context: Context, parent: Group | undefined): Attributes {
  const { params } = context;
  const sent = params.sent(STRUCTURAL);
  if (parent !== undefined) for (const name of TOP_LEVEL_ONLY) delete sent[name];
  // Newer servers say the same the other way round.
  if (typeof sent["emails_enabled"] === "boolean") sent["emails_disabled"] = !sent["emails_enabled"];
  delete sent["emails_enabled"];
  // Two releases' words for one thing.
  if (sent["shared_runners_setting"] === "disabled_with_override") sent["shared_runners_setting"] = "disabled_and_overridable";
  return withBothProtections(context, withAvailability(sent));
}

/** Whether AI features are on is one word for two switches; a switch that is sent beside it counts. */
function withAvailability({ duo_availability: word, ...sent }: Record<string, Json>): Record<string, Json> {
  if (typeof word !== "string") return sent;
  const isNever = word === "never_on";
  const switches = { duo_features_enabled: word === "default_on", lock_duo_features_enabled: isNever };
  return { ...switches, ...(isNever ? { experiment_features_enabled: false } : {}), ...sent };
}

/** What a new subgroup takes over from its parent. */
function inheritedAtBirth(parent: Group | undefined): Record<string, Json> {
  if (parent === undefined) return {};
  const runners = sharedRunners(parent);
  return {
    ...(parent.attributes["share_with_group_lock"] === true ? { share_with_group_lock: true } : {}),
    ...(runners === "enabled" ? {} : { shared_runners_setting: runners }),
  };
}

function setAvatar(context: Context, group: Group): Group {
  const avatar = sentAvatar(context, `group/avatar/${group.id}`, group.avatar);
  return avatar === undefined ? group : context.store.groups.update(group.id, { avatar });
}

/** Problems in the one text that a failed group create answers with: `{:path=>["has already been taken"]}`. */
function inspect(problems: RuleViolations): string {
  const entries = Object.entries(problems).map(
    ([name, messages]) => `:${name}=>${JSON.stringify(messages).replaceAll('","', '", "')}`,
  );
  return `{${entries.join(", ")}}`;
}
