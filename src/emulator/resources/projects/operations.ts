import { createHash } from "node:crypto";
import {
  LEVEL,
  canSee,
  findGroup,
  findProject,
  groupFor,
  projectFor,
  refuseArchived,
  requireLevel,
  requireUser,
  userAt,
  writableProject,
} from "../../core/access.js";
import { type Context, later, page } from "../../core/context.js";
import { presentUser } from "../../core/people.js";
import { type Group, type Json, type Project, type Visibility, orPreset } from "../../core/records.js";
import {
  HttpError,
  type Reply,
  badParameters,
  badRequest,
  conflict,
  created,
  forbidden,
  noContent,
  ok,
} from "../../core/replies.js";
import { copyRepository } from "../../core/repository.js";
import type { Resource } from "../../core/resource.js";
import { servedUpload } from "../../core/uploads.js";
import { parsedUrl } from "../../core/url.js";
import { targetNamespace } from "../exports/archive.js";
import { presentBriefly } from "../groups/present.js";
import { projectsIn } from "../groups/reach.js";
import { isMoreOpen } from "../groups/rules.js";
import { isScopeEnforced } from "../job-token-scope/records.js";
import { type Namespace, mayCreateProjects } from "../namespaces/records.js";
import { isHiddenFrom } from "../users/lists.js";
import { PULL_STARTED, isAvailable } from "./attributes.js";
import { listProjects } from "./filters.js";
import { transferProject } from "./move.js";
import { presentProject } from "./present.js";
import { deleteProject, removeProject, restoreProject } from "./removal.js";
import { finishImport, patch, protectBranch, startImport, withoutCredentials } from "./repository.js";
import { problemsOf } from "./rules.js";
import { projectSeed } from "./seed.js";
import { shareProject, unshareProject } from "./shares.js";
import { measuresOf, starTable } from "./statistics.js";
import { createProject, creationLevel, insertProject, updateProject } from "./writes.js";

const SECRET_DETECTION = ["secret_push_protection_enabled", "pre_receive_secret_detection_enabled"] as const;

const OF_A_MIRROR = {
  mirror_trigger_builds: false,
  only_mirror_protected_branches: null,
  mirror_overwrites_diverged_branches: null,
  mirror_branch_regex: null,
};

const SCHEMES = ["http:", "https:", "ssh:", "git:"];

/**
 * Projects (document 3, Projects; what the documents leave out from the reference of real servers, section C), their forks, stars, storage and upkeep. Values
 * that have routes of their own are attributes of the project, which shows most of them, too.
 */
export default {
  operations: {
    "GET /projects": (context) => listProjects(context, "all"),
    "GET /groups/{id}/projects": (context) => listProjects(context, projectsOfGroup(context)),
    "GET /groups/{id}/projects/shared": (context) => listProjects(context, sharedInto(context, findGroup(context))),
    "GET /users/{user_id}/projects": (context) => listProjects(context, projectsOfUser(context)),
    "GET /projects/{id}": (context) => ok(presentProject(context, findProject(context))),
    "GET /projects/{id}/avatar": (context) => servedUpload(context, findProject(context).avatar),
    "POST /projects": (context) => created(presentProject(context, createProject(context))),
    "PUT /projects/{id}": (context) => ok(presentProject(context, updateProject(context))),
    "DELETE /projects/{id}": deleteProject,
    "POST /projects/{id}/restore": (context) => created(presentProject(context, restoreProject(context))),
    "PUT /projects/{id}/transfer": (context) => ok(presentProject(context, transferProject(context, creationLevel(context)))),
    "POST /projects/{id}/archive": (context) => created(presentProject(context, archive(context, true))),
    "POST /projects/{id}/unarchive": (context) => created(presentProject(context, archive(context, false))),
    "POST /projects/{id}/share": shareProject,
    "DELETE /projects/{id}/share/{group_id}": unshareProject,
    "POST /projects/{id}/star": (context) => star(context, true),
    "POST /projects/{id}/unstar": (context) => star(context, false),
    "GET /projects/{id}/starrers": {
      role: "anyone",
      handler: (context) => {
        const { store, params } = context;
        const search = params.text("search")?.toLowerCase() ?? "";
        const stars = store.of(starTable).where("project", findProject(context).id);
        const starrers = stars.flatMap(({ user_id, created_at: starred_since = null }) => {
          const user = store.users.get(user_id);
          const isFound = [user?.name, user?.username].some((text) => text?.toLowerCase().includes(search));
          return user === undefined || !isFound ? [] : [{ starred_since, user: presentUser(context, user) }];
        });
        return page(starrers, context, (starrer) => starrer);
      },
    },
    "GET /projects/{id}/languages": {
      role: "anyone",
      handler: (context) => ok(measuresOf(context.store, findProject(context).id)?.languages ?? {}),
    },
    "GET /projects/{id}/storage": (context) => {
      if (!requireUser(context).is_admin) throw forbidden();
      const { id, created_at, attributes } = findProject(context);
      const hash = createHash("sha256").update(String(id)).digest("hex");
      return ok({
        project_id: id,
        disk_path: `@hashed/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`,
        created_at,
        repository_storage: attributes["repository_storage"] ?? "default",
      });
    },
    "POST /projects/{id}/housekeeping": (context) => {
      requireLevel(context, findProject(context), LEVEL.owner);
      const task = context.params.text("task") ?? "eager";
      if (task !== "prune" && task !== "eager") throw badRequest("task does not have a valid value");
      return created(null);
    },
    "GET /projects/{id}/transfer_locations": (context) => {
      const { namespace_id } = projectFor(context, LEVEL.owner);
      const isElsewhere = ({ id }: Group): boolean => id !== namespace_id;
      return listLocations(context, creationLevel(context), isElsewhere, ({ name, path }) => `${name} ${path}`);
    },
    "GET /groups/{id}/transfer_locations": (context) => {
      const group = groupFor(context, LEVEL.owner);
      const isElsewhere = ({ id, full_path }: Group): boolean =>
        id !== group.id && id !== group.parent_id && !full_path.startsWith(`${group.full_path}/`);
      return listLocations(
        context,
        () => LEVEL.owner,
        isElsewhere,
        ({ full_path }) => full_path,
      );
    },
    "POST /projects/{id}/fork": fork,
    "GET /projects/{id}/forks": {
      role: "anyone",
      handler: (context) => listProjects(context, context.store.projects.where("fork", findProject(context).id)),
    },
    "POST /projects/{id}/fork/{forked_from_id}": (context) => {
      const project = projectFor(context, LEVEL.owner);
      const source = findProject(context, "forked_from_id");
      if ((project.forked_from_id ?? null) !== null) throw conflict("Project already forked");
      const linked = context.store.projects.update(project.id, { forked_from_id: source.id });
      return created(presentProject(context, linked));
    },
    "DELETE /projects/{id}/fork": (context) => {
      const project = projectFor(context, LEVEL.owner);
      if ((project.forked_from_id ?? null) === null) return { status: 304 };
      context.store.projects.update(project.id, { forked_from_id: null });
      return noContent();
    },
    "GET /projects/{id}/security_settings": (context) => ok(presentSecurity(projectFor(context, LEVEL.developer))),
    "PUT /projects/{id}/security_settings": (context) => {
      const project = writableProject(context, LEVEL.maintainer);
      const name = SECRET_DETECTION.find((candidate) => context.params.flag(candidate) !== undefined);
      const isOn = name !== undefined && context.params.flag(name) === true;
      return ok(presentSecurity(written(context, project, { secret_push_protection_enabled: isOn })));
    },
    "GET /projects/{id}/mirror/pull": (context) => {
      const project = projectFor(context, LEVEL.maintainer);
      if (project.attributes["mirror"] !== true) throw badRequest("The project is not mirrored");
      return ok(presentMirror(project));
    },
    "PUT /projects/{id}/mirror/pull": (context) => ok(presentMirror(changeMirror(context))),
    "GET /projects/{id}/job_token_scope": (context) => {
      const { attributes } = projectFor(context, LEVEL.maintainer);
      return ok({
        inbound_enabled: attributes["ci_inbound_job_token_scope_enabled"] ?? true,
        outbound_enabled: attributes["ci_outbound_job_token_scope_enabled"] ?? false,
      });
    },
    "PATCH /projects/{id}/job_token_scope": (context) => {
      const project = writableProject(context, LEVEL.maintainer);
      const enabled = context.params.flag("enabled") === true;
      if (!enabled && isScopeEnforced(context.store, context.instance))
        throw badRequest(
          "400 Bad request - Job token scope cannot be disabled for this project because it is enforced for the instance.",
        );
      written(context, project, { ci_inbound_job_token_scope_enabled: enabled });
      return noContent();
    },
  },
  work: {
    removeProject,
    startImport,
    finishImport,
    protectBranch,
    finishFork: (world, input) => patch(world, Number(input), { import_status: "finished" }),
  },
  seeds: [projectSeed],
} satisfies Resource;

/** Projects of a group, with those of its subgroups and those shared into it as the request says. */
function projectsOfGroup(context: Context): Project[] {
  const { store, params } = context;
  const group = findGroup(context);
  const rows = params.flag("include_subgroups") === true ? projectsIn(store, group) : store.projects.where("namespace", group.id);
  return params.flag("with_shared") === false ? rows : [...new Set([...rows, ...sharedInto(context, group)])];
}

function sharedInto({ store }: Context, { id }: Group): Project[] {
  return store.projectShares.where("group", id).flatMap((share) => store.projects.get(share.project_id) ?? []);
}

/** Only projects in the user's own namespace; of a private profile others see none (document 3, Projects). */
function projectsOfUser(context: Context): Project[] {
  const user = userAt(context, "user_id");
  return isHiddenFrom(context, user) ? [] : context.store.projects.where("namespace", user.namespace_id);
}

/** Archiving twice is the same as once (the reference of real servers, section C). */
function archive(context: Context, archived: boolean): Project {
  const project = projectFor(context, LEVEL.owner);
  return project.archived === archived ? project : context.store.projects.update(project.id, { archived });
}

/** 304 for who has, or has not, starred it already. */
function star(context: Context, wanted: boolean): Reply {
  const user = requireUser(context);
  const project: Project = findProject(context);
  const table = context.store.of(starTable);
  const known = table.where("project", project.id).find(({ user_id }) => user_id === user.id);
  if ((known !== undefined) === wanted) return { status: 304 };
  if (known === undefined) table.insert({ project_id: project.id, user_id: user.id, created_at: new Date().toISOString() });
  else table.delete(known.id);
  return created(presentProject(context, project));
}

/** The groups that something may be moved to, for a caller who has the level there. */
function listLocations(
  context: Context,
  needed: (group: Group) => number,
  isElsewhere: (group: Group) => boolean,
  textOf: (group: Group) => string,
): Reply {
  const user = requireUser(context);
  const search = context.params.text("search")?.toLowerCase() ?? "";
  const matchingGroups = context.store.groups
    .all()
    .filter((group) => isElsewhere(group) && textOf(group).toLowerCase().includes(search))
    .filter((group) => mayCreateProjects(context, user, { kind: "group", group }, needed));
  return page(matchingGroups, context, (group) => presentBriefly(context, group));
}

function fork(context: Context): Reply {
  const { store, params } = context;
  const source = findProject(context);
  const user = requireUser(context);
  const isMember = user.is_admin || canSee(store, user, source);
  if (!isMember || !isAvailable(source, "forking_access_level", true)) throw forbidden();
  refuseArchived(source);
  const namespace = targetNamespace(context, user);
  const draft = {
    name: params.text("name") ?? params.text("path") ?? source.name,
    path: params.text("path") ?? source.path,
    visibility: visibilityOf(params.text("visibility"), source, namespace),
    namespace,
  };
  const problems = problemsOf(context, draft, undefined);
  if (Object.keys(problems).length > 0) throw new HttpError(409, { message: problems });
  const project = insertProject(context, user, draft, {});
  const { description = source.attributes["description"] ?? null, mr_default_target_self } = params.sent();
  const attributes = {
    ...project.attributes,
    description,
    ...(mr_default_target_self === undefined ? {} : { mr_default_target_self }),
    import_status: "scheduled",
    import_type: null,
  };
  const placed = store.projects.update(project.id, { attributes, forked_from_id: source.id });
  copyRepository(store, source, placed);
  later(context, context.instance.workerDelay, "finishFork", project.id);
  return created(presentProject(context, store.projects.get(project.id) ?? placed));
}

/** A fork is not more open than its source and its group. */
function visibilityOf(asked: string | undefined, source: Project, namespace: Namespace): Visibility {
  const ceilings = [source.visibility, ...(namespace.kind === "group" ? [namespace.group.visibility] : [])];
  const wanted = asked === "private" || asked === "internal" || asked === "public" ? asked : source.visibility;
  return [wanted, ...ceilings].reduce((least, ceiling) => (isMoreOpen(least, ceiling) ? ceiling : least));
}

function written({ store }: Context, { id, attributes }: Project, changes: Readonly<Record<string, Json>>): Project {
  const updated_at = new Date().toISOString();
  return store.projects.update(id, { attributes: { ...attributes, ...changes }, last_activity_at: updated_at });
}

function presentSecurity({ id, created_at, last_activity_at, attributes }: Project): Record<string, Json> {
  const isOn = attributes["secret_push_protection_enabled"] ?? false;
  const names = Object.fromEntries(SECRET_DETECTION.map((name) => [name, isOn]));
  return { project_id: id, created_at, updated_at: last_activity_at, ...names };
}

/** The project with its mirror as the request says. Credentials are not kept, only that there are some. */
function changeMirror(context: Context): Project {
  const project = writableProject(context, LEVEL.maintainer);
  const { params } = context;
  const isLimited = params.flag("only_mirror_protected_branches") === true;
  if (isLimited && (params.text("mirror_branch_regex") ?? "") !== "")
    throw badParameters("only_mirror_protected_branches, mirror_branch_regex are mutually exclusive");
  const changes: Record<string, Json> = {};
  for (const name in OF_A_MIRROR) if (params.has(name)) changes[name] = params.get(name) ?? null;
  const enabled = params.flag("enabled");
  if (enabled !== undefined) changes["mirror"] = enabled;
  const url = params.text("url");
  if (url !== undefined) {
    if (!SCHEMES.includes(parsedUrl(url)?.protocol ?? ""))
      throw badRequest("Import url is blocked: Only allowed schemes are http, https, ssh, git");
    changes["import_url"] = withoutCredentials(url);
    changes["mirror_credentials"] = changes["import_url"] !== url;
  }
  if (params.has("auth_user") || params.has("auth_password")) {
    changes["mirror_credentials"] = (params.text("auth_user") ?? params.text("auth_password") ?? "") !== "";
  }
  return written(context, project, changes);
}

function presentMirror({ id, attributes }: Project): Record<string, Json> {
  const url = attributes["import_url"] ?? null;
  const isMasked = attributes["mirror_credentials"] === true && typeof url === "string";
  return {
    id,
    update_status: attributes["import_status"] ?? "none",
    url: isMasked ? url.replace("://", "://*****:*****@") : url,
    last_error: attributes["import_error"] ?? null,
    last_update_at: null,
    last_update_started_at: attributes[PULL_STARTED] ?? null,
    last_successful_update_at: null,
    enabled: attributes["mirror"] === true,
    ...orPreset(attributes, OF_A_MIRROR),
  };
}
