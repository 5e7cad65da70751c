import { findProject } from "../../core/access.js";
import { type Context, type Handler, page } from "../../core/context.js";
import { commitWith, treeOf } from "../../core/git/history.js";
import { allBelow } from "../../core/git/trees.js";
import type { Json, Project } from "../../core/records.js";
import { type Reply, badRequest, notFound, ok, orNotFound } from "../../core/replies.js";
import { headOf } from "../../core/repository.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { textAt } from "../pipelines/start.js";
import { CI_CONFIGURATIONS, DOCKERFILES, GITIGNORES, LICENSES, type License, type Templates } from "./texts.js";

const KINDS: Readonly<Record<string, Templates>> = {
  dockerfiles: DOCKERFILES,
  gitignores: GITIGNORES,
  gitlab_ci_ymls: CI_CONFIGURATIONS,
};

const FOLDERS: Readonly<Record<string, string>> = {
  issues: ".gitlab/issue_templates/",
  merge_requests: ".gitlab/merge_request_templates/",
};

/** Texts of files that a project begins with: those of the server, and a project's own for issues and merge requests. */
export default {
  operations: {
    ...Object.fromEntries(Object.entries(KINDS).flatMap(([kind, templates]) => operationsOf(`/templates/${kind}`, templates))),
    "GET /templates/licenses": { role: "anyone", handler: listLicenses },
    "GET /templates/licenses/{name}": { role: "anyone", handler: license },
    "GET /projects/{id}/templates/{type}": ofProject(listLicenses, list),
    "GET /projects/{id}/templates/{type}/{name}": ofProject(license, single),
  },
} satisfies Resource;

/** Licenses, or the texts of a type that a project has. */
function ofProject(licenses: Handler, texts: (context: Context, templates: Templates) => Reply): OperationDeclaration {
  return {
    role: "anyone",
    handler: (context) => {
      const project = findProject(context);
      const type = context.params.requiredText("type");
      return type === "licenses" ? licenses(context) : texts(context, templatesOf(context, project, type));
    },
  };
}

function operationsOf(path: string, templates: Templates): [string, OperationDeclaration][] {
  return [
    [`GET ${path}`, { role: "anyone", handler: (context) => list(context, templates) }],
    [`GET ${path}/{name}`, { role: "anyone", handler: (context) => single(context, templates) }],
  ];
}

function list(context: Context, templates: Templates): Reply {
  return page(Object.keys(templates), context, (name) => ({ key: name, name }));
}

function single({ params }: Context, templates: Templates): Reply {
  const name = params.requiredText("name");
  const content = orNotFound(templates[name], "Template");
  return ok({ name, content });
}

function listLicenses(context: Context): Reply {
  const isPopular = context.params.has("popular") ? context.params.flag("popular") : undefined;
  const licenses = LICENSES.filter((candidate) => isPopular === undefined || candidate.popular === isPopular);
  return page(licenses, context, presentLicense);
}

/** A license with the year and the name of who grants it. */
function license({ params, user }: Context): Reply {
  const matchingLicense = LICENSES.find(({ key }) => key === params.requiredText("name").toLowerCase());
  if (matchingLicense === undefined) throw notFound("License");
  const fullname = params.text("fullname") ?? user?.name;
  const content = matchingLicense.content
    .replaceAll("[year]", String(new Date().getFullYear()))
    .replaceAll("[fullname]", fullname ?? "[fullname]");
  return ok(presentLicense({ ...matchingLicense, content }));
}

function presentLicense(entry: License): Record<string, Json> {
  return { ...entry, source_url: null };
}

/** Of the types of the server, or files of the default branch. */
function templatesOf({ store }: Context, project: Project, type: string): Templates {
  const known = KINDS[type];
  if (known !== undefined) return known;
  const folder = FOLDERS[type];
  if (folder === undefined) throw badRequest("400 Bad request - type does not have a valid value");
  const head = headOf(store, project);
  const commit = head === undefined ? undefined : commitWith(store, project.id, head);
  if (commit === undefined) return {};
  const paths = [...allBelow(store, treeOf(store, commit))].map(({ path }) => path);
  const files = paths.filter((path) => path.startsWith(folder) && path.endsWith(".md"));
  return Object.fromEntries(
    files.map((path) => [path.slice(folder.length, -3), textAt(store, project.id, commit.sha, path) ?? ""]),
  );
}
