import { LEVEL, accessLevel, groupChain } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import { textsSetting } from "../../core/instance-settings.js";
import type { Group, User, Visibility } from "../../core/records.js";
import type { Store } from "../../core/store.js";
import { isTaken } from "../namespaces/records.js";
import { lockedAbove, sharedRunners } from "./attributes.js";

/** What is wrong with a model's attributes: attribute -> messages. */
export type RuleViolations = Record<string, string[]>;

/** What a group would be after the request. */
interface GroupDraft {
  readonly name: string;
  readonly path: string;
  readonly visibility: Visibility;
  readonly parent: Group | undefined;
}

const OPENNESS: readonly Visibility[] = ["private", "internal", "public"];

/** The most groups above a group. */
export const MOST_ANCESTORS = 20;

/** True when the first is seen by more people than the second. */
export function isMoreOpen(visibility: Visibility, than: Visibility): boolean {
  return OPENNESS.indexOf(visibility) > OPENNESS.indexOf(than);
}

/** The full path below a parent. */
export function pathBelow(parent: Group | undefined, path: string): string {
  return parent === undefined ? path : `${parent.full_path}/${path}`;
}

/** Checks name, path, depth and visibility of a group (the reference of real servers, section B, Validations). `before` is absent for a new group. */
export function problemsOf(context: Context, draft: GroupDraft, before: Group | undefined): RuleViolations {
  const { store, params } = context;
  const problems: RuleViolations = {};
  for (const [name, messages] of Object.entries(context.limits)) problems[name] = [...messages];
  const add = (attribute: string, message: string): void => {
    (problems[attribute] ??= []).push(message);
  };
  if (before === undefined || params.has("name")) for (const message of nameProblems(store, draft, before)) add("name", message);
  if (before === undefined || params.has("path")) for (const message of pathProblems(store, draft, before)) add("path", message);
  if (draft.parent !== undefined && groupChain(store, draft.parent.id).length > MOST_ANCESTORS)
    add("parent_id", "has too deep level of nesting");
  if (before === undefined || draft.visibility !== before.visibility)
    for (const message of visibilityProblems(context, draft, before)) add("visibility_level", message);
  for (const [attribute, message] of ruleProblems(context, draft.parent, before)) add(attribute, message);
  return problems;
}

function nameProblems(store: Store, { name, parent }: GroupDraft, before: Group | undefined): string[] {
  if (name.trim() === "") return ["can't be blank"];
  const siblings = store.groups.where("parent", parent?.id ?? "none");
  return siblings.some((other) => other.id !== before?.id && other.name.toLowerCase() === name.toLowerCase())
    ? ["has already been taken"]
    : [];
}

function pathProblems(store: Store, { path, parent }: GroupDraft, before: Group | undefined): string[] {
  if (path === "") return ["can't be blank"];
  const problems = pathFormat(path);
  if (path.length < 2) problems.push("is too short (minimum is 2 characters)");
  const except = before === undefined ? undefined : { kind: "group" as const, id: before.id };
  if (isTaken(store, pathBelow(parent, path), except)) problems.push("has already been taken");
  return problems;
}

/** Characters and ends that the path of a group or project may have. */
export function pathFormat(path: string): string[] {
  const problems = path.length > 255 ? ["is too long (maximum is 255 characters)"] : [];
  if (/^[a-zA-Z0-9_.][a-zA-Z0-9_.-]*$/.test(path) && !/(\.|\.git|\.atom)$/i.test(path)) return problems;
  return [
    ...problems,
    "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.",
  ];
}

/** Visibility levels that only administrators may choose (restricted_visibility_levels). */
export function restricted(context: Context, visibility: Visibility): string[] {
  const isForbidden =
    context.user?.is_admin !== true && textsSetting(context.store, "restricted_visibility_levels").includes(visibility);
  return isForbidden ? [`${visibility} has been restricted by your administrator`] : [];
}

function visibilityProblems(context: Context, { visibility, parent }: GroupDraft, before: Group | undefined): string[] {
  const { store } = context;
  const problems = restricted(context, visibility);
  if (parent !== undefined && isMoreOpen(visibility, parent.visibility))
    problems.push(`${visibility} is not allowed since the parent group has a ${parent.visibility} visibility.`);
  if (before === undefined) return problems;
  if (store.projects.where("namespace", before.id).some((project) => isMoreOpen(project.visibility, visibility)))
    problems.push(`${visibility} is not allowed since this group contains projects with higher visibility.`);
  if (store.groups.where("parent", before.id).some((group) => isMoreOpen(group.visibility, visibility)))
    problems.push(`${visibility} is not allowed since there are sub-groups with higher visibility.`);
  return problems;
}

/** Rules between a group and those above it: sharing lock, two-factor authentication, shared runners (the reference, ordering, section 2). */
function ruleProblems(context: Context, parent: Group | undefined, before: Group | undefined): [string, string][] {
  const { store, params, user } = context;
  if (parent === undefined) return [];
  const problems: [string, string][] = [];
  const top = store.groups.get(groupChain(store, parent.id).at(-1) ?? parent.id);
  if (params.flag("require_two_factor_authentication") === true && top?.attributes["allow_mfa_for_subgroups"] === false)
    problems.push(["require_two_factor_authentication", "is forbidden by a top-level group"]);
  const ownsParent = user !== undefined && (user.is_admin || accessLevel(store, user, parent) >= LEVEL.owner);
  const unlocks = before !== undefined && params.flag("share_with_group_lock") === false;
  if (unlocks && parent.attributes["share_with_group_lock"] === true && !ownsParent)
    problems.push([
      "share_with_group_lock",
      'cannot be disabled when the parent group "Share with group lock" is enabled, except by the owner of the parent group',
    ]);
  for (const [name, value] of Object.entries(lockedAbove(store, parent.id)))
    if (params.has(name) && params.flag(name) !== value)
      problems.push([name, "cannot be changed because it is locked by an ancestor"]);
  const runners = params.text("shared_runners_setting");
  if (
    runners !== undefined &&
    runners !== "disabled_and_unoverridable" &&
    sharedRunners(parent) === "disabled_and_unoverridable"
  ) {
    problems.push(
      runners === "enabled"
        ? ["shared_runners_enabled", "cannot be enabled because parent group has shared Runners disabled"]
        : ["allow_descendants_override_disabled_shared_runners", "cannot be enabled because parent group does not allow it"],
    );
  }
  return problems;
}

/** True when subgroup_creation_level lets the user create groups in the group. */
export function mayCreateSubgroups(store: Store, user: User, parent: Group): boolean {
  const needed = parent.attributes["subgroup_creation_level"] === "owner" ? LEVEL.owner : LEVEL.maintainer;
  return user.is_admin || accessLevel(store, user, parent) >= needed;
}
