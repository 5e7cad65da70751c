import { LEVEL, projectFor } from "../../core/access.js";
import { textOf } from "../../core/collection/homes.js";
import type { Context } from "../../core/context.js";
import type { Json, Project } from "../../core/records.js";
import { type Reply, notFound, ok } from "../../core/replies.js";
import { headOf, resolveRef } from "../../core/repository.js";
import type { Resource } from "../../core/resource.js";
import { type ConfiguredJob, readConfiguration } from "../pipelines/config.js";
import { configPath, textAt } from "../pipelines/start.js";

/** Whether a configuration of pipelines is one: the project's own, or one that is sent. */
export default {
  operations: {
    "GET /projects/{id}/ci/lint": (context) => {
      const project = projectFor(context, LEVEL.guest);
      const { params, store } = context;
      const ref = params.text("content_ref") ?? params.text("sha");
      const sha = ref === undefined ? headOf(store, project) : resolveRef(store, project.id, ref)?.sha;
      if (ref !== undefined && sha === undefined) throw notFound("Commit");
      const text = sha === undefined ? undefined : textAt(store, project.id, sha, configPath(project.attributes));
      return lint(context, project, text ?? "", sha);
    },
    "POST /projects/{id}/ci/lint": (context) => {
      const project = projectFor(context, LEVEL.developer);
      return lint(context, project, context.params.requiredText("content"), headOf(context.store, project));
    },
  },
} satisfies Resource;

function lint(context: Context, project: Project, text: string, sha: string | undefined): Reply {
  const find = (path: string): string | undefined =>
    sha === undefined ? undefined : textAt(context.store, project.id, sha, path);
  const { errors, warnings, mergedYaml, includes, jobs } = readConfiguration(text, find);
  const isAsked = context.params.flag("include_jobs") === true;
  return ok({
    valid: errors.length === 0,
    errors,
    warnings,
    merged_yaml: mergedYaml,
    includes,
    ...(isAsked ? { jobs: jobs.map(presentJob) } : {}),
  });
}

function presentJob({ name, stage, keys }: ConfiguredJob): Record<string, Json> {
  const lines = (value: Json | undefined): Json => {
    if (value === undefined || value === null) return [];
    return Array.isArray(value) ? value.flat(10) : [value];
  };
  const { environment = null, only = null, except = null, needs = null } = keys;
  return {
    name,
    stage,
    before_script: lines(keys["before_script"]),
    script: lines(keys["script"]),
    after_script: lines(keys["after_script"]),
    tag_list: lines(keys["tags"]),
    only,
    except,
    environment:
      typeof environment === "object" && environment !== null && "name" in environment ? (environment.name ?? null) : environment,
    when: textOf(keys["when"] ?? "on_success"),
    allow_failure: keys["allow_failure"] === true,
    needs,
  };
}
