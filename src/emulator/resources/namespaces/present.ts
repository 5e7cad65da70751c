import type { Context } from "../../core/context.js";
import type { Json } from "../../core/records.js";
import { uploadUrl } from "../../core/uploads.js";
import type { Namespace } from "./records.js";

/** The `namespace` of a project (document 3, Project). */
export function presentNamespace(context: Context, namespace: Namespace): Record<string, Json> {
  const { url } = context.instance;
  if (namespace.kind === "user") {
    const { name, username, namespace_id: id } = namespace.user;
    const web_url = `${url}/${username}`;
    return { id, name, path: username, kind: "user", full_path: username, parent_id: null, avatar_url: null, web_url };
  }
  const { id, name, path, full_path, parent_id } = namespace.group;
  const avatar_url = uploadUrl(context, namespace.group.avatar);
  return { id, name, path, kind: "group", full_path, parent_id, avatar_url, web_url: `${url}/groups/${full_path}` };
}
