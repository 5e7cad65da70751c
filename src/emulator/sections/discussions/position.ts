import type { Context } from "../../context.js";
import { badParameters } from "../../errors.js";
import type { Json } from "../../json.js";

const NEEDED = ["base_sha", "start_sha", "head_sha", "position_type"];
const OF_TEXT = ["old_line", "new_line", "line_range"];
const OF_IMAGE = ["width", "height", "x", "y"];

/** Where in the difference of a merge request a thread begins, as it is shown; undefined for one that is about all of it. Throws 400 for half a place. */
export function sentPosition({ params }: Context): { readonly [name: string]: Json } | undefined {
  const sent = params.record("position");
  if (sent === undefined) return undefined;
  const has = (name: string): boolean => (sent[name] ?? "") !== "";
  const missing = NEEDED.filter((name) => !has(name));
  if (missing.length > 0) throw badParameters(missing.map((name) => `position[${name}] is missing`).join(", "));
  const { base_sha = null, start_sha = null, head_sha = null, position_type = null, old_path, new_path } = sent;
  const further = position_type === "image" ? OF_IMAGE : position_type === "text" ? OF_TEXT : [];
  return {
    base_sha,
    start_sha,
    head_sha,
    old_path: old_path ?? new_path ?? null,
    new_path: new_path ?? old_path ?? null,
    position_type,
    ...Object.fromEntries(further.map((name) => [name, sent[name] ?? null])),
  };
}
