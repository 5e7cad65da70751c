import type { JsonObject } from "../../core/json.js";
import type { PlacedKind } from "../../core/kind.js";
import { replyError } from "../../core/reply.js";

/** True for a group or project whose deletion is under way or scheduled. Throws `reply.type` for what is no date. */
export function isLeaving({ tree }: PlacedKind, reply: JsonObject): boolean {
  const shown = (tree && reply[tree.scheduled]) ?? null;
  if (tree === undefined || shown === null) return false;
  if (typeof shown === "string" && /^\d{4}-\d{2}-\d{2}/.test(shown)) return true;
  throw replyError(reply, { attribute: tree.scheduled, due: "a date", shown });
}
