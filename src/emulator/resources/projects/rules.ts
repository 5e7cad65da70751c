import { LEVEL, type LevelInGroup, accessLevel, findProject } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import { numberSetting } from "../../core/instance-settings.js";
import type { Project, User, Visibility } from "../../core/records.js";
import { HttpError, forbidden } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import { sharedRunners } from "../groups/attributes.js";
import { type RuleViolations, isMoreOpen, pathFormat, restricted } from "../groups/rules.js";
import { type Namespace, isTaken, namespaceId, namespacePath } from "../namespaces/records.js";
import { featureLevel, isAvailable } from "./attributes.js";

/** What a project would be after the request. */
export interface ProjectDraft {
  readonly name: string;
  readonly path: string;
  readonly visibility: Visibility;
  readonly namespace: Namespace;
}

/** The path that a name gives: small letters, digits, dashes. */
export function slug(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036F]/g, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, "-")
    .replaceAll(/-{2,}/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** Checks a project's attributes (the reference of real servers, sections A and C). `before` is absent for a new project. */
export function problemsOf(context: Context, draft: ProjectDraft, before: Project | undefined): RuleViolations {
  const problems: RuleViolations = {};
  for (const [name, messages] of Object.entries(context.limits)) problems[name] = [...messages];
  const add = (attribute: string, messages: readonly string[]): void => {
    if (messages.length > 0) problems[attribute] = [...(problems[attribute] ?? []), ...messages];
  };
  const { store, params } = context;
  if (before === undefined || draft.name !== before.name) add("name", nameProblems(store, draft, before));
  if (before === undefined || draft.path !== before.path) add("path", pathProblems(store, draft, before));
  if (before === undefined || draft.visibility !== before.visibility) add("visibility_level", visibilityProblems(context, draft));
  if (params.flag("shared_runners_enabled") === true && draft.namespace.kind === "group") {
    const isForbidden = sharedRunners(draft.namespace.group) === "disabled_and_unoverridable";
    if (isForbidden) add("shared_runners_enabled", ["cannot be enabled because parent group does not allow it"]);
  }
  const topics = [...(params.texts("topics") ?? []), ...(params.texts("tag_list") ?? [])];
  if (topics.some((name) => name.length > 255)) add("topics", ["is too long (maximum is 255 characters)"]);
  return problems;
}

/** Throws 403 when a user's own namespace is full (default_projects_limit). */
export function checkProjectLimit({ store }: Context, user: User, namespace: Namespace): void {
  if (namespace.kind === "group" || user.is_admin) return;
  const limit = numberSetting(store, "default_projects_limit");
  if (store.projects.count("namespace", user.namespace_id) < limit) return;
  const text =
    limit === 0
      ? "Personal project creation is not allowed. Please contact your administrator with questions"
      : `Your project limit is ${limit} projects! Please contact your administrator to increase it`;
  throw new HttpError(403, { error: [text] });
}

function nameProblems(store: Store, { name, namespace }: ProjectDraft, before: Project | undefined): string[] {
  if (name.trim() === "") return ["can't be blank"];
  const problems = /^[\p{L}\p{N}\p{Extended_Pictographic}_]/u.test(name)
    ? []
    : ["must start with a letter, digit, emoji, or underscore"];
  const siblings = store.projects.where("namespace", namespaceId(namespace));
  if (siblings.some((other) => other.id !== before?.id && other.name.toLowerCase() === name.toLowerCase()))
    problems.push("has already been taken");
  return problems;
}

function pathProblems(store: Store, { path, namespace }: ProjectDraft, before: Project | undefined): string[] {
  if (path === "") return ["can't be blank"];
  const except = before === undefined ? undefined : { kind: "project" as const, id: before.id };
  const isUsed = isTaken(store, `${namespacePath(namespace)}/${path}`, except);
  return [...pathFormat(path), ...(isUsed ? ["has already been taken"] : [])];
}

function visibilityProblems(context: Context, { visibility, namespace }: ProjectDraft): string[] {
  const problems = restricted(context, visibility);
  if (namespace.kind === "group" && isMoreOpen(visibility, namespace.group.visibility))
    problems.push(`${visibility} is not allowed in a ${namespace.group.visibility} group.`);
  return problems;
}

/** The project of the request, where a feature of it is open to the caller. Throws 404 where the project is not seen, 403 where the feature is off. */
export function projectWith(context: Context, feature: string): Project {
  const project = findProject(context);
  const { store, user } = context;
  const isMember = user !== undefined && (user.is_admin || accessLevel(store, user, project) > LEVEL.none);
  if (!isAvailable(project, feature, isMember)) throw forbidden();
  return project;
}

/**
 * True when a caller, who sees the project, may use a feature of it: the feature's access level lets the caller in and, in a private project, the
 * caller has at least `level` (real servers keep code and packages of private projects from guests).
 * @param feature name of the access level, as `repository_access_level`
 */
export function mayUse(
  store: Store,
  user: User | undefined,
  project: Project,
  feature: string,
  level: number,
  inGroup?: LevelInGroup,
): boolean {
  if (user?.is_admin === true) return featureLevel(project, feature) !== "disabled";
  const ownLevel = user === undefined ? LEVEL.none : accessLevel(store, user, project, inGroup);
  return isAvailable(project, feature, ownLevel > LEVEL.none) && (project.visibility !== "private" || ownLevel >= level);
}
