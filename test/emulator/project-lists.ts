import { each } from "./answers.js";
import type { Platform } from "./platform.js";

/** The fields of a project in a simple list. */
export const SIMPLE = [
  "avatar_url",
  "created_at",
  "default_branch",
  "description",
  "forks_count",
  "http_url_to_repo",
  "id",
  "last_activity_at",
  "name",
  "name_with_namespace",
  "namespace",
  "path",
  "path_with_namespace",
  "readme_url",
  "ssh_url_to_repo",
  "star_count",
  "tag_list",
  "topics",
  "web_url",
];

/** The paths of the projects of a list, in its order. */
export async function listed(platform: Platform, path: string, token = platform.token): Promise<unknown[]> {
  return each(await platform.call("GET", path, { token }), "path");
}
