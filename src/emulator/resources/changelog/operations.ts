import type { Context } from "../../core/context.js";
import type { Project } from "../../core/records.js";
import { HttpError, type Reply, badParameters, badRequest, ok } from "../../core/replies.js";
import { branchesOf, resolveRef } from "../../core/repository.js";
import type { Resource } from "../../core/resource.js";
import { commitFiles } from "../commits/write.js";
import { textAt } from "../pipelines/start.js";
import { defaultBranch, findCode, findPushable, requirePush } from "../repository/access.js";
import { type ChangelogConfig, type ChangelogWish, changelogConfig, changelogNotes, withSection } from "./notes.js";

const at = "/projects/{id}/repository/changelog";

const version = { version: { type: "string" } } as const;

/** What changed from one version to the next, by the trailers of commits; and submodules, of which no repository here has any: they come by a push alone. */
export default {
  operations: {
    [`GET ${at}`]: {
      parameters: version,
      required: ["version"],
      handler: (context) => {
        const project = findCode(context);
        const to = context.params.text("to") ?? defaultBranch(project) ?? "HEAD";
        return ok({ notes: changelogNotes(context, project, configOf(context, project, `GET ${at}`), wished(context, to)) });
      },
    },
    [`POST ${at}`]: { parameters: version, required: ["version"], handler: commit },
    "PUT /projects/{id}/repository/submodules/{submodule}": updateSubmodule,
  },
} satisfies Resource;

function wished({ params }: Context, to: string): ChangelogWish {
  const wish = params.requiredText("version");
  if (!/^v?\d+\.\d+\.\d+/.test(wish)) throw badParameters("version is invalid");
  return {
    version: wish,
    from: params.text("from"),
    to,
    trailer: params.text("trailer") ?? "Changelog",
    date: params.text("date") ?? new Date().toISOString(),
  };
}

function configOf(context: Context, project: Project, operation: string): ChangelogConfig {
  const { store, params } = context;
  const ref = params.text("config_file_ref") ?? defaultBranch(project) ?? "HEAD";
  const path = params.text("config_file") ?? ".gitlab/changelog_config.yml";
  return changelogConfig(textAt(store, project.id, ref, path), operation);
}

function commit(context: Context): Reply {
  const { store, params } = context;
  const { project } = findPushable(context);
  const branch = params.text("branch") ?? defaultBranch(project) ?? "main";
  const user = requirePush(context, project, branch);
  const wish = wished(context, params.text("to") ?? branch);
  const config = configOf(context, project, `POST ${at}`);
  const path = params.text("file") ?? "CHANGELOG.md";
  const before = textAt(store, project.id, branch, path);
  const content = withSection(before ?? "", changelogNotes(context, project, config, wish), wish.version, config);
  commitFiles(context, project, user, {
    branch,
    message: params.text("message") ?? `Add changelog for version ${wish.version}`,
    actions: [{ action: before === undefined ? "create" : "update", path, content }],
    overtaken: () => "The changelog was changed meanwhile",
  });
  return { status: 200, body: 200 };
}

/** In the order of real servers' checks; the last of them is where every repository here ends. */
function updateSubmodule(context: Context): Reply {
  const { store, params } = context;
  const { project } = findPushable(context);
  if (!/^[0-9a-f]{40}$/.test(params.requiredText("commit_sha"))) throw badParameters("commit_sha should be a valid sha");
  requirePush(context, project, params.requiredText("branch"));
  if (branchesOf(store, project.id).length === 0) throw badRequest("The repository is empty");
  if (resolveRef(store, project.id, params.requiredText("branch")) === undefined)
    throw new HttpError(400, { message: "You can only create or edit files when you are on a branch" });
  throw badRequest("Invalid submodule path");
}
