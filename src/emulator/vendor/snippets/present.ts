import type { Context } from "../../context.js";
import type { Json } from "../../json.js";
import type { Snippet } from "../../records/work-items.js";
import { userSummary } from "../../sections/work-items/parts.js";
import { parsedUrl } from "../../url.js";
import { filesOf } from "./files.js";

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
