import { LEVEL, refuseArchived, requireLevel } from "../access.js";
import type { Context } from "../context.js";
import { badParameters, badRequest } from "../errors.js";
import type { Json } from "../json.js";
import { findProject } from "../lookup.js";
import type { Project } from "../records.js";
import { noContent, ok } from "../replies.js";
import type { Resource } from "../resource.js";
import { parsedUrl } from "../url.js";
import { isScopeEnforced } from "./job-token-scope.js";
import { withoutCredentials } from "./projects/repository.js";

const SECRET_DETECTION = ["secret_push_protection_enabled", "pre_receive_secret_detection_enabled"] as const;
const OF_A_MIRROR = [
  "mirror_trigger_builds",
  "only_mirror_protected_branches",
  "mirror_overwrites_diverged_branches",
  "mirror_branch_regex",
] as const;
/** When a pull was last asked for; the other side is not asked. */
export const PULL_STARTED = "mirror_pull_started_at";

const SCHEMES = ["http:", "https:", "ssh:", "git:"];

/** What projects of real servers have at routes of their own. The values are kept as attributes of the project, which shows most of them, too. */
export const projectSettings: Resource = {
  operations: {
    "GET /projects/{id}/security_settings": (context) => {
      const project = findProject(context);
      requireLevel(context, project, LEVEL.developer);
      return ok(presentSecurity(project));
    },
    "PUT /projects/{id}/security_settings": (context) => {
      const project = administered(context);
      const name = SECRET_DETECTION.find((one) => context.params.flag(one) !== undefined);
      const isOn = name !== undefined && context.params.flag(name) === true;
      return ok(presentSecurity(written(context, project, { secret_push_protection_enabled: isOn })));
    },
    "GET /projects/{id}/mirror/pull": (context) => {
      const project = administered(context);
      if (project.attributes["mirror"] !== true) throw badRequest("The project is not mirrored");
      return ok(presentMirror(project));
    },
    "PUT /projects/{id}/mirror/pull": (context) => ok(presentMirror(changeMirror(context))),
    "GET /projects/{id}/job_token_scope": (context) => {
      const { attributes } = administered(context);
      return ok({
        inbound_enabled: attributes["ci_inbound_job_token_scope_enabled"] ?? true,
        outbound_enabled: attributes["ci_outbound_job_token_scope_enabled"] ?? false,
      });
    },
    "PATCH /projects/{id}/job_token_scope": (context) => {
      const project = administered(context);
      const enabled = context.params.flag("enabled") === true;
      if (!enabled && isScopeEnforced(context.store, context.instance))
        throw badRequest(
          "400 Bad request - Job token scope cannot be disabled for this project because it is enforced for the instance.",
        );
      written(context, project, { ci_inbound_job_token_scope_enabled: enabled });
      return noContent();
    },
  },
};

/** The project, for its maintainers and owners. */
function administered(context: Context): Project {
  const project = findProject(context);
  requireLevel(context, project, LEVEL.maintainer);
  if (context.request.method !== "GET") refuseArchived(project);
  return project;
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
  const project = administered(context);
  const { params } = context;
  const isLimited = params.flag("only_mirror_protected_branches") === true;
  if (isLimited && (params.text("mirror_branch_regex") ?? "") !== "")
    throw badParameters("only_mirror_protected_branches, mirror_branch_regex are mutually exclusive");
  const changes: Record<string, Json> = {};
  for (const name of OF_A_MIRROR) if (params.has(name)) changes[name] = params.get(name) ?? null;
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
    mirror_trigger_builds: attributes["mirror_trigger_builds"] ?? false,
    only_mirror_protected_branches: attributes["only_mirror_protected_branches"] ?? null,
    mirror_overwrites_diverged_branches: attributes["mirror_overwrites_diverged_branches"] ?? null,
    mirror_branch_regex: attributes["mirror_branch_regex"] ?? null,
  };
}
