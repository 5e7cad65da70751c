import { LEVEL, findGroup, findProject, requireLevel } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import type { Project } from "../../core/records.js";
import { forbidden, notFound } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { mayUse } from "../projects/rules.js";

const repositoryPath = "/projects/{id}/registry/repositories/{repository_id}";

/** Repositories of container images. Nothing pushes images here, so that all lists are empty and no repository is found. */
export default {
  operations: {
    "GET /projects/{id}/registry/repositories": (context) => {
      readable(context);
      return page([], context, () => null);
    },
    "GET /groups/{id}/registry/repositories": (context) => {
      requireLevel(context, findGroup(context), LEVEL.guest);
      return page([], context, () => null);
    },
    "GET /registry/repositories/{id}": missing,
    [`DELETE ${repositoryPath}`]: missingHere,
    [`GET ${repositoryPath}/tags`]: missingHere,
    [`DELETE ${repositoryPath}/tags`]: missingHere,
    [`GET ${repositoryPath}/tags/{tag_name}`]: missingHere,
    [`DELETE ${repositoryPath}/tags/{tag_name}`]: missingHere,
  },
} satisfies Resource;

function readable(context: Context): Project {
  const project = findProject(context);
  if (!mayUse(context.store, context.user, project, "container_registry_access_level", LEVEL.reporter)) throw forbidden();
  return project;
}

function missingHere(context: Context): never {
  readable(context);
  return missing();
}

function missing(): never {
  throw notFound();
}
