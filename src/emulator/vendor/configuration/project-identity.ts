import type { Context } from "../../context.js";
import type { Json } from "../../json.js";
import type { Project } from "../../records.js";
import { presentSimple } from "../../sections/projects/entity.js";

const KEYS = ["id", "description", "name", "name_with_namespace", "path", "path_with_namespace", "created_at"];

/** A project by its names alone. */
export function projectIdentity(context: Context, project: Project): Record<string, Json> {
  const shown = presentSimple(context, project);
  return Object.fromEntries(KEYS.map((key) => [key, shown[key] ?? null]));
}
