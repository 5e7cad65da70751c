import { LEVEL, canSee, refuseArchived, requireLevel, requireUser } from "../access.js";
import type { Context } from "../context.js";
import { HttpError, conflict, forbidden, notFound } from "../errors.js";
import { findProject, projectNamed } from "../lookup.js";
import type { Project, Visibility } from "../records.js";
import { created, noContent } from "../replies.js";
import type { Reply } from "../replies.js";
import { copyRepository } from "../repository.js";
import type { Resource } from "../resource.js";
import { isMoreOpen } from "../sections/groups/rules.js";
import type { Namespace } from "../sections/namespaces.js";
import { isAvailable } from "../sections/projects/attributes.js";
import { presentProject } from "../sections/projects/entity.js";
import { listProjects } from "../sections/projects/lists.js";
import { problemsOf } from "../sections/projects/rules.js";
import { insertProject } from "../sections/projects/writes.js";
import { later } from "../work.js";
import { targetNamespace } from "./exchange/namespace.js";

/** Projects that begin with the repository of another one. */
export default {
  operations: {
    "POST /projects/{id}/fork": fork,
    "GET /projects/{id}/forks": {
      role: "anyone",
      handler: (context) => listProjects(context, context.store.projects.where("fork", findProject(context).id)),
    },
    "POST /projects/{id}/fork/{forked_from_id}": (context) => {
      const project = findProject(context);
      requireLevel(context, project, LEVEL.owner);
      const source = projectNamed(context.store, context.params.requiredText("forked_from_id"));
      if (source === undefined || !canSee(context.store, context.user, source)) throw notFound("Project");
      if ((project.forked_from_id ?? null) !== null) throw conflict("Project already forked");
      const linked = context.store.projects.update(project.id, { forked_from_id: source.id });
      return created(presentProject(context, linked));
    },
    "DELETE /projects/{id}/fork": (context) => {
      const project = findProject(context);
      requireLevel(context, project, LEVEL.owner);
      if ((project.forked_from_id ?? null) === null) return { status: 304 };
      context.store.projects.update(project.id, { forked_from_id: null });
      return noContent();
    },
  },
  work: {
    finishFork: ({ store }, input) => {
      const project = store.projects.get(Number(input));
      if (project !== undefined)
        store.projects.update(project.id, { attributes: { ...project.attributes, import_status: "finished" } });
    },
  },
} satisfies Resource;

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
  return [wanted, ...ceilings].reduce((least, one) => (isMoreOpen(least, one) ? one : least));
}
