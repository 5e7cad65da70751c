import { LEVEL, type LevelInGroup, accessLevel, canSee } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import { addKnown } from "../../core/facts/shown.js";
import { presentUser } from "../../core/people.js";
import {
  type Attributes,
  type Json,
  type Project,
  type ProjectShare,
  type User,
  isObject,
  orPreset,
  picked,
  sourceKey,
} from "../../core/records.js";
import { invalid } from "../../core/replies.js";
import { uploadUrl } from "../../core/uploads.js";
import { customAttributes } from "../custom-attributes/records.js";
import { registrationToken } from "../jobs/records.js";
import { namespaceName, namespaceOf, presentNamespace } from "../namespaces/records.js";
import { topicTable } from "../topics/records.js";
import { issueTable } from "../work-items/records.js";
import { OF_A_MIRROR, SWITCHES, addAttributes, cleanupOf, featureLevel, isAvailable } from "./attributes.js";
import { showsLeaving } from "./move.js";
import { withoutCredentials } from "./repository.js";
import { projectStatistics, starTable } from "./statistics.js";

/** The entry of simple and anonymous lists (document 3, Project, last paragraph). */
export function presentSimple(context: Context, project: Project): Record<string, Json> {
  const { id, name, path, path_with_namespace, created_at, last_activity_at, attributes } = project;
  const { url } = context.instance;
  const namespace = namespaceOf(context.store, project.namespace_id);
  const topics = project.topic_ids.flatMap((topic) => context.store.of(topicTable).get(topic)?.name ?? []);
  const isVendor = context.instance.dialect === "vendor";
  // Real servers show what was asked for while nothing is there.
  const default_branch = attributes["default_branch"] ?? (isVendor ? attributes["initial_branch"] : null) ?? null;
  const web_url = `${url}/${path_with_namespace}`;
  return {
    id,
    description: attributes["description"] ?? null,
    name,
    name_with_namespace: namespace === undefined ? name : `${namespaceName(context.store, namespace)} / ${name}`,
    path,
    path_with_namespace,
    created_at,
    default_branch,
    tag_list: topics,
    topics,
    ssh_url_to_repo: `git@${url.replace(/^https?:\/\//, "")}:${path_with_namespace}.git`,
    http_url_to_repo: `${web_url}.git`,
    web_url,
    readme_url:
      attributes["readme"] === true && typeof default_branch === "string"
        ? `${web_url}/-/blob/${default_branch}/README.md`
        : null,
    avatar_url: uploadUrl(context, project.avatar),
    forks_count: context.store.projects.count("fork", project.id),
    star_count: context.store.of(starTable).count("project", id),
    last_activity_at,
    namespace: namespace === undefined ? null : presentNamespace(context, namespace),
  };
}

/**
 * Project (document 3, Resources), as far as the caller may see it (the reference of real servers, section C, conditional keys). It is built in place:
 * pages hold a hundred of these.
 */
export function presentProject(context: Context, project: Project, inGroup?: LevelInGroup): Record<string, Json> {
  const { store, user } = context;
  const reply = presentSimple(context, project);
  if (user === undefined) return reply;
  const level = user.is_admin ? LEVEL.owner : accessLevel(store, user, project, inGroup);
  addRecord(context, project, reply);
  addAttributes(context, project, level > LEVEL.none, reply);
  reply["can_create_merge_request_in"] = isAvailable(project, "merge_requests_access_level", level > LEVEL.none);
  reply["permissions"] = permissions(context, project, inGroup);
  addConditional(context, project, level, reply);
  return addKnown(context, shownAttributes(project), reply);
}

/** Without those of a mirror, which real servers show only while it is on. */
function shownAttributes({ attributes }: Project): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !OF_A_MIRROR.includes(name)));
}

function addRecord(context: Context, project: Project, reply: Record<string, Json>): void {
  const { store, instance } = context;
  const { visibility, creator_id, archived, attributes, marked_for_deletion_on } = project;
  reply["_links"] = links(context, project);
  reply["container_registry_image_prefix"] =
    `registry.${instance.url.replace(/^https?:\/\//, "")}/${project.path_with_namespace}`;
  reply["empty_repo"] = (attributes["default_branch"] ?? null) === null;
  reply["archived"] = archived;
  reply["visibility"] = visibility;
  reply["creator_id"] = creator_id;
  reply["service_desk_address"] = attributes["service_desk_enabled"] === false ? null : serviceDeskAddress(context, project);
  reply["import_status"] = attributes["import_status"] ?? "none";
  reply["open_issues_count"] = store.of(issueTable).count("opened", project.id);
  reply["shared_with_groups"] = store.projectShares
    .where("project", project.id)
    .map((share) => presentShare(context, share.group_id, share));
  const owner = store.users.first("namespace", project.namespace_id);
  if (owner !== undefined) reply["owner"] = presentUser(context, owner);
  if (instance.dialect === "vendor" && !showsLeaving(context)) return;
  reply["marked_for_deletion_at"] = marked_for_deletion_on;
  reply["marked_for_deletion_on"] = marked_for_deletion_on;
}

/** What only some callers see, or only those who ask for it. */
function addConditional(context: Context, project: Project, level: number, reply: Record<string, Json>): void {
  const { params, store, user } = context;
  const { attributes } = project;
  const isAdmin = user?.is_admin === true;
  if (isAvailable(project, "repository_access_level", level > LEVEL.none))
    reply["ci_config_path"] = attributes["ci_config_path"] ?? null;
  if (isAdmin) reply["repository_storage"] = attributes["repository_storage"] ?? "default";
  if (level >= LEVEL.maintainer)
    Object.assign(reply, orPreset(attributes, ADMINISTERED), { runners_token: registrationToken(store, project) });
  if (params.get("statistics") === true && level >= LEVEL.reporter) reply["statistics"] = projectStatistics(store, project);
  Object.assign(reply, customAttributes(context, { kind: "project", id: project.id }));
  if (context.instance.dialect === "vendor") Object.assign(reply, forkedFrom(context, project));
}

/** The project that a fork was made from, where the caller sees it. */
function forkedFrom(context: Context, { forked_from_id: id = null }: Project): Record<string, Json> {
  const source = id === null ? undefined : context.store.projects.get(id);
  if (source === undefined || !canSee(context.store, context.user, source)) return {};
  return { forked_from_project: presentSimple(context, source) };
}

/** Where mail becomes issues of the project. */
function serviceDeskAddress({ instance }: Context, { id, path_with_namespace }: Project): string {
  const host = instance.url.replace(/^https?:\/\//, "").replace(/[:/].*$/, "");
  return `contact-project+${path_with_namespace.replaceAll("/", "-")}-${id}-issue-@incoming.${host}`;
}

function links({ instance }: Context, project: Project): Json {
  const self = `${instance.url}/api/v4/projects/${project.id}`;
  return {
    self,
    issues: `${self}/issues`,
    merge_requests: `${self}/merge_requests`,
    repo_branches: `${self}/repository/branches`,
    labels: `${self}/labels`,
    events: `${self}/events`,
    members: `${self}/members`,
    cluster_agents: `${self}/cluster_agents`,
  };
}

/** What only those who may administer the project see. */
const ADMINISTERED = { import_url: null, import_type: null, import_error: null, build_git_strategy: "fetch" };

/** A group that something is shared with. */
export function presentShare(
  { store }: Context,
  group_id: number,
  share: Pick<ProjectShare, "group_access" | "expires_at" | "member_role_id">,
): Json {
  const group = store.groups.get(group_id);
  return {
    group_id,
    group_name: group?.name ?? null,
    group_full_path: group?.full_path ?? null,
    group_access_level: share.group_access,
    expires_at: share.expires_at,
    ...(share.member_role_id === undefined ? {} : { member_role_id: share.member_role_id }),
  };
}

/** The caller's own memberships: in the project, and in its group or one above. */
function permissions({ store, user }: Context, project: Project, inGroup?: LevelInGroup): Json {
  if (user === undefined) return null;
  const member = store.members.first("membership", sourceKey({ kind: "project", id: project.id }, user.id));
  const group = store.groups.get(project.namespace_id);
  const inherited = group === undefined ? 0 : accessLevel(store, user, group, inGroup);
  const access = (access_level: number): Json => ({ access_level, notification_level: 3 });
  const ownsNamespace = project.namespace_id === user.namespace_id;
  return {
    project_access: member === undefined ? (ownsNamespace ? access(LEVEL.owner) : null) : access(member.access_level),
    group_access: inherited === 0 ? null : access(inherited),
  };
}

/** Fields of the record itself, what only the creation uses, and what has code of its own; everything else that is sent is an attribute. */
const STRUCTURAL = [
  "id",
  "name",
  "path",
  "namespace_id",
  "visibility",
  "avatar",
  "topics",
  "tag_list",
  "default_branch",
  "initialize_with_readme",
  "template_name",
  "template_project_id",
  "use_custom_template",
  "group_with_project_templates_id",
  "container_expiration_policy_attributes",
];

const ORDER = ["disabled", "private", "enabled", "public"];

/** The attributes that a request writes, in the one form in which they are stored. */
export function sentAttributes(context: Context, user: User, before: Project | undefined): Record<string, Json> {
  const { params, store } = context;
  const sent = params.sent(STRUCTURAL);
  const isOwner = user.is_admin || before === undefined || accessLevel(store, user, before) >= LEVEL.owner;
  // Without the right these are dropped silently (the reference of real servers, projects).
  if (!isOwner) for (const name of ["emails_disabled", "emails_enabled"]) delete sent[name];
  if (!user.is_admin) delete sent["repository_storage"];
  if (typeof sent["emails_enabled"] === "boolean") sent["emails_disabled"] = !sent["emails_enabled"];
  else if (typeof sent["emails_disabled"] === "boolean") sent["emails_enabled"] = !sent["emails_disabled"];
  if (typeof sent["public_jobs"] === "boolean") sent["public_builds"] = sent["public_jobs"];
  delete sent["public_jobs"];
  if (typeof sent["import_url"] === "string") sent["import_url"] = withoutCredentials(sent["import_url"]);
  readSwitches(sent);
  if (context.instance.dialect === "vendor") limitByRepository(sent, before);
  return { ...sent, ...cleanup(context, before) };
}

/** The `*_enabled` switches are another view of the access levels; a level that is sent too wins. */
function readSwitches(sent: Record<string, Json>): void {
  for (const [name, level] of SWITCHES) {
    const value = sent[name];
    delete sent[name];
    if (typeof value === "boolean" && !Object.hasOwn(sent, level)) sent[level] = value ? "enabled" : "disabled";
  }
}

/** Merge requests and pipelines are not open to more people than the repository (the reference of real servers, ordering, section 2). */
function limitByRepository(sent: Record<string, Json>, before: Project | undefined): void {
  const levelOf = (name: string): string => {
    const value = sent[name];
    if (typeof value === "string") return value;
    return before === undefined ? "enabled" : featureLevel(before, name);
  };
  const ceiling = levelOf("repository_access_level");
  for (const name of ["merge_requests_access_level", "builds_access_level"]) {
    if (ORDER.indexOf(levelOf(name)) <= ORDER.indexOf(ceiling)) continue;
    if (Object.hasOwn(sent, name))
      throw invalid({ [name]: ["cannot have higher visibility level than repository access level"] });
    sent[name] = ceiling;
  }
}

/** `container_expiration_policy_attributes` changes only the keys that it has. */
function cleanup({ params }: Context, before: Project | undefined): Record<string, Json> {
  const sent = params.get("container_expiration_policy_attributes");
  if (sent === undefined || !isObject(sent)) return {};
  return { container_expiration_policy: { ...(before === undefined ? {} : cleanupOf(before)), ...sent } };
}

const KEYS = ["id", "description", "name", "name_with_namespace", "path", "path_with_namespace", "created_at"];

/** A project by its names alone. */
export function projectIdentity(context: Context, project: Project): Record<string, Json> {
  return picked(presentSimple(context, project), ...KEYS);
}
