import { LEVEL, accessLevel, canSee, findProject, refuseArchived, requireLevel, requireUser } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import { flagSetting, instanceSetting } from "../../core/instance-settings.js";
import type { Attributes, Group, Project, User, Visibility } from "../../core/records.js";
import { badParameters, forbidden, invalid } from "../../core/replies.js";
import { projectCreationLevel, sharedRunners } from "../groups/attributes.js";
import { inheritAll } from "../integrations/inheritance.js";
import { type Namespace, mayCreateProjects, namespaceId, namespaceOf, namespacePath } from "../namespaces/records.js";
import { inheritPushRule } from "../push-rules/records.js";
import { topicIds } from "../topics/records.js";
import { sentAvatar } from "../uploads/files.js";
import { moveProject } from "./move.js";
import { sentAttributes } from "./present.js";
import { beginRepository, changeDefaultBranch, checkImportUrl } from "./repository.js";
import { type ProjectDraft, checkProjectLimit, problemsOf, slug } from "./rules.js";
import { namedTopics } from "./shares.js";

const CREATION: Readonly<Record<string, number>> = {
  noone: LEVEL.admin,
  administrator: LEVEL.admin,
  owner: LEVEL.owner,
  maintainer: LEVEL.maintainer,
  developer: LEVEL.developer,
};

/** The level that creating projects in a group takes. */
export function creationLevel(context: Context): (group: Group) => number {
  return (group) => CREATION[projectCreationLevel(context.store, group)] ?? LEVEL.developer;
}

/** POST /projects: in a namespace, or the caller's own (the reference of real servers, section C). */
export function createProject(context: Context): Project {
  const { store, params } = context;
  const user = requireUser(context);
  const [name, path] = [params.text("name"), params.text("path")];
  if (name === undefined && path === undefined)
    throw badParameters("name, path are missing, at least one parameter must be provided");
  const namespace = wantedNamespace(context, user);
  checkImportUrl(context);
  checkProjectLimit(context, user, namespace);
  const draft = {
    name: name ?? path ?? "",
    path: path ?? slug(name ?? ""),
    visibility: (params.text("visibility") ?? instanceSetting(store, "default_project_visibility")) as Visibility,
    namespace,
  };
  const problems = problemsOf(context, draft, undefined);
  if (Object.keys(problems).length > 0) throw invalid(problems);
  const project = insertProject(context, user, draft, sentAttributes(context, user, undefined));
  beginRepository(context, project);
  return setAvatar(context, project.id);
}

/** Puts a new project, whose name and path have been checked, where it shall lie, with the attributes that were sent; it has no repository yet. */
export function insertProject(context: Context, user: User, draft: ProjectDraft, sent: Attributes): Project {
  const { store } = context;
  const { namespace } = draft;
  const now = new Date().toISOString();
  const project = store.projects.insert({
    name: draft.name,
    path: draft.path,
    path_with_namespace: `${namespacePath(namespace)}/${draft.path}`,
    namespace_id: namespaceId(namespace),
    creator_id: user.id,
    visibility: draft.visibility,
    created_at: now,
    last_activity_at: now,
    archived: false,
    marked_for_deletion_on: null,
    avatar: null,
    topic_ids: topicIds(context, namedTopics(context) ?? []),
    attributes: { ...attributesAtBirth(context, namespace, draft.visibility), ...sent },
  });
  addCreator(context, project, user);
  inheritPushRule(store, { kind: "project", id: project.id }, project.namespace_id);
  inheritAll(store, project);
  return project;
}

/** PUT /projects/:id. Name, path and visibility are the owners' to change; archived projects are read-only, but for real servers, which take their attributes. */
export function updateProject(context: Context): Project {
  const { store, params } = context;
  const before = findProject(context);
  const user = requireLevel(context, before, LEVEL.maintainer);
  if (context.instance.dialect === "neutral") refuseArchived(before);
  const namespace = namespaceOf(store, before.namespace_id);
  if (namespace === undefined) throw new Error(`project ${before.id} lies nowhere`);
  const draft = {
    name: params.has("name") ? (params.text("name") ?? "") : before.name,
    path: params.has("path") ? (params.text("path") ?? "") : before.path,
    visibility: (params.text("visibility") ?? before.visibility) as Visibility,
    namespace,
  };
  const isOwner = user.is_admin || accessLevel(store, user, before) >= LEVEL.owner;
  const isOwnersChange = draft.name !== before.name || draft.path !== before.path || draft.visibility !== before.visibility;
  if (isOwnersChange && !isOwner) throw forbidden();
  checkImportUrl(context);
  const problems = problemsOf(context, draft, before);
  if (Object.keys(problems).length > 0) throw invalid(problems);
  const topics = namedTopics(context);
  store.projects.update(before.id, {
    name: draft.name,
    visibility: draft.visibility,
    last_activity_at: new Date().toISOString(),
    attributes: { ...before.attributes, ...sentAttributes(context, user, before) },
    ...(topics === undefined ? {} : { topic_ids: topicIds(context, topics) }),
  });
  changeDefaultBranch(context, before);
  if (draft.path !== before.path) moveProject(context, before, namespace, draft.path);
  return setAvatar(context, before.id);
}

/** Where the project shall lie; 400 for a namespace that is missing or that the caller may not create projects in. */
function wantedNamespace(context: Context, user: User): Namespace {
  const { store, params } = context;
  const id = params.number("namespace_id") ?? user.namespace_id;
  const namespace = namespaceOf(store, id);
  const isHidden = namespace?.kind === "group" && !canSee(store, user, namespace.group);
  if (namespace === undefined || isHidden || !mayCreateProjects(context, user, namespace, creationLevel(context)))
    throw invalid({ namespace: ["is not valid"] });
  return namespace;
}

/** What a project has from the instance, its group and its visibility when it is made, and keeps. */
function attributesAtBirth(context: Context, namespace: Namespace, visibility: Visibility): Attributes {
  return {
    shared_runners_enabled: runnersAtBirth(context, namespace),
    ci_config_path: instanceSetting(context.store, "default_ci_config_path"),
    ...(visibility === "public" ? { pages_access_level: "enabled" } : {}),
  };
}

/** The instance's shared_runners_enabled, as far as the group allows. */
function runnersAtBirth({ store }: Context, namespace: Namespace): boolean {
  const isAllowed = namespace.kind === "user" || sharedRunners(namespace.group) === "enabled";
  return isAllowed && flagSetting(store, "shared_runners_enabled");
}

/** The creator administers the project: as owner of the own namespace, else as a Maintainer unless already more. */
function addCreator({ store }: Context, project: Project, user: User): void {
  const level = project.namespace_id === user.namespace_id ? LEVEL.owner : LEVEL.maintainer;
  if (user.is_admin && level !== LEVEL.owner) return;
  if (level !== LEVEL.owner && accessLevel(store, user, project) >= level) return;
  store.members.insert({
    source: { kind: "project", id: project.id },
    user_id: user.id,
    access_level: level,
    expires_at: null,
    created_at: project.created_at,
  });
}

function setAvatar(context: Context, id: number): Project {
  const { store } = context;
  const project = store.projects.get(id);
  if (project === undefined) throw new Error(`there is no project ${id}`);
  const avatar = sentAvatar(context, `project/avatar/${id}`, project.avatar);
  return avatar === undefined ? project : store.projects.update(id, { avatar });
}
