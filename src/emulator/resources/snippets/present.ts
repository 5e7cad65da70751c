import { textOf } from "../../core/collection/homes.js";
import type { Context } from "../../core/context.js";
import { userSummary } from "../../core/people.js";
import { type Json, objectsIn } from "../../core/records.js";
import { badParameters, badRequest } from "../../core/replies.js";
import { parsedUrl } from "../../core/url.js";
import type { Snippet, SnippetFile } from "../work-items/records.js";

/** A snippet with the addresses of its files. */
export function presentSnippet(context: Context, snippet: Snippet): Record<string, Json> {
  const { id, title, visibility, created_at, updated_at, project_id, file_name, description = null } = snippet;
  const { instance, store, knowledge, user } = context;
  const path = project_id === null ? undefined : store.projects.get(project_id)?.path_with_namespace;
  const web_url = `${instance.url}/${path === undefined ? "" : `${path}/`}-/snippets/${id}`;
  const place = `${path === undefined ? "" : `${path}/`}snippets/${id}.git`;
  const files = filesOf(snippet);
  const further = knowledge?.keys.has("imported") === true ? { imported: false, imported_from: "none" } : {};
  return {
    id,
    title,
    description,
    visibility,
    author: userSummary(context, snippet.author_id),
    created_at,
    updated_at,
    project_id,
    web_url,
    raw_url: `${web_url}/raw`,
    ssh_url_to_repo: `git@${parsedUrl(instance.url)?.hostname ?? "localhost"}:${place}`,
    http_url_to_repo: `${instance.url}/${place}`,
    file_name: files[0]?.path ?? file_name,
    files: files.map((file) => ({ path: file.path, raw_url: `${web_url}/raw/main/${file.path}` })),
    ...further,
    ...(user?.is_admin === true ? { repository_storage: "default" } : {}),
  };
}

/** The files of a snippet; one without content where a seed gives none. */
export function filesOf({ files, file_name }: Snippet): readonly SnippetFile[] {
  return files ?? [{ path: file_name, content: "" }];
}

/** The files of a new snippet: a list of them, or one by its content. */
export function newFiles({ params }: Context): readonly SnippetFile[] {
  const list = objectsIn(params.get("files"));
  const content = params.text("content");
  if (list.length > 0 && content !== undefined) throw badParameters("files, content are mutually exclusive");
  if (list.length === 0 && content === undefined)
    throw badParameters("files, content are missing, exactly one parameter must be provided");
  if (list.length > 0) return list.map((file) => ({ path: namedPath(file["file_path"]), content: textOf(file["content"]) }));
  const name = params.text("file_name");
  if (name === undefined) throw badParameters("file_name is missing");
  return [{ path: name, content: content ?? "" }];
}

/** What a change makes of the files of a snippet: actions on several, or the name and content of the only one. */
export function changedFiles({ params }: Context, snippet: Snippet): readonly SnippetFile[] {
  const before = filesOf(snippet);
  const actions = objectsIn(params.get("files"));
  if (actions.length > 0) return actions.reduce((files, action) => acted(files, action), before);
  const [content, name] = [params.text("content"), params.text("file_name")];
  if (content === undefined && name === undefined) return before;
  const [first, ...others] = before;
  if (others.length > 0) throw badRequest("To update Snippets with multiple files, you must use the `files` parameter");
  return [{ path: name ?? first?.path ?? "", content: content ?? first?.content ?? "" }];
}

function acted(files: readonly SnippetFile[], action: Readonly<Record<string, Json>>): readonly SnippetFile[] {
  const path = namedPath(action["file_path"]);
  const content = action["content"] === undefined ? undefined : textOf(action["content"]);
  const from = action["action"] === "move" ? namedPath(action["previous_path"]) : path;
  const known = files.find((file) => file.path === from);
  switch (action["action"]) {
    case "create":
      if (known !== undefined) throw badRequest(`400 Bad request - A file with this name already exists`);
      return [...files, { path, content: content ?? "" }];
    case "delete":
      if (known === undefined) throw badRequest("400 Bad request - A file with this name doesn't exist");
      return files.filter((file) => file !== known);
    case "update":
    case "move":
      if (known === undefined) throw badRequest("400 Bad request - A file with this name doesn't exist");
      return files.map((file) => (file === known ? { path, content: content ?? known.content } : file));
    default:
      throw badParameters("files[0][action] is missing");
  }
}

function namedPath(value: Json | undefined): string {
  const path = textOf(value);
  if (path === "") throw badParameters("files[0][file_path] is missing");
  return path;
}
