import { LEVEL, requireLevel } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import { forbidden, notFound } from "../../core/errors.js";
import { findGroup, findProject } from "../../core/lookup.js";
import { page } from "../../core/pages.js";
import type { Project } from "../../core/records.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { mayUse } from "../projects/rules.js";

const one = "/projects/{id}/registry/repositories/{repository_id}";

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
    ...Object.fromEntries(
      [
        `DELETE ${one}`,
        `GET ${one}/tags`,
        `DELETE ${one}/tags`,
        `GET ${one}/tags/{tag_name}`,
        `DELETE ${one}/tags/{tag_name}`,
      ].map((name): [string, OperationDeclaration] => [
        name,
        {
          handler: (context) => {
            readable(context);
            return missing();
          },
        },
      ]),
    ),
  },
} satisfies Resource;

function readable(context: Context): Project {
  const project = findProject(context);
  if (!mayUse(context.store, context.user, project, "container_registry_access_level", LEVEL.reporter)) throw forbidden();
  return project;
}

function missing(): never {
  throw notFound();
}
