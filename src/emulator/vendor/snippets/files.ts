import type { Context } from "../../context.js";
import { badParameters, badRequest } from "../../errors.js";
import { isObject } from "../../json.js";
import type { Json } from "../../json.js";
import type { Snippet, SnippetFile } from "../../records/work-items.js";
import { textOf } from "../../row/text.js";

/** The files of a snippet; one without content where a seed gives none. */
export function filesOf({ files, file_name }: Snippet): readonly SnippetFile[] {
  return files ?? [{ path: file_name, content: "" }];
}

/** The files of a new snippet: a list of them, or one by its content. */
export function newFiles({ params }: Context): readonly SnippetFile[] {
  const list = recordsIn(params.get("files"));
  const content = params.text("content");
  if (list.length > 0 && content !== undefined) throw badParameters("files, content are mutually exclusive");
  if (list.length === 0 && content === undefined)
    throw badParameters("files, content are missing, exactly one parameter must be provided");
  if (list.length > 0) return list.map((one) => ({ path: namedPath(one["file_path"]), content: textOf(one["content"]) }));
  const name = params.text("file_name");
  if (name === undefined) throw badParameters("file_name is missing");
  return [{ path: name, content: content ?? "" }];
}

/** What a change makes of the files of a snippet: actions on several, or the name and content of the only one. */
export function changedFiles({ params }: Context, snippet: Snippet): readonly SnippetFile[] {
  const before = filesOf(snippet);
  const actions = recordsIn(params.get("files"));
  if (actions.length > 0) return actions.reduce((files, one) => acted(files, one), before);
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
  const known = files.find((one) => one.path === from);
  switch (action["action"]) {
    case "create":
      if (known !== undefined) throw badRequest(`400 Bad request - A file with this name already exists`);
      return [...files, { path, content: content ?? "" }];
    case "delete":
      if (known === undefined) throw badRequest("400 Bad request - A file with this name doesn't exist");
      return files.filter((one) => one !== known);
    case "update":
    case "move":
      if (known === undefined) throw badRequest("400 Bad request - A file with this name doesn't exist");
      return files.map((one) => (one === known ? { path, content: content ?? known.content } : one));
    default:
      throw badParameters("files[0][action] is missing");
  }
}

function namedPath(value: Json | undefined): string {
  const path = textOf(value);
  if (path === "") throw badParameters("files[0][file_path] is missing");
  return path;
}

function recordsIn(value: Json | undefined): readonly Readonly<Record<string, Json>>[] {
  return Array.isArray(value) ? (value as readonly Json[]).flatMap((one) => (isObject(one) ? [one] : [])) : [];
}
