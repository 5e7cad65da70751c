import type { ReadApi } from "../../core/api.js";
import { type ApiError, TrueupError } from "../../core/errors.js";
import { type JsonObject, textAt } from "../../core/json.js";
import type { PlacedKind } from "../../core/kind.js";
import { fillPath, type Method, parseRoute } from "../../core/route.js";

/** True for an answer that says that something is there already; where that is only changed, also for one that may mean so. */
export function isInTheWay({ status }: ApiError, method: Method): boolean {
  return status === 409 || (method !== "DELETE" && (status === 400 || status === 422));
}

/** Throws where the platform, which may take a key for a part of another one's, would write to something else. */
export async function mustMeanItself({ key, routes, title }: PlacedKind, params: JsonObject, read: ReadApi): Promise<void> {
  if (key?.covers !== "in-part" || routes.read === undefined) return;
  const path = fillPath(parseRoute(routes.read).path, params);
  const reply = await read.find(path);
  const [meant, found] = [textAt(params, "key"), reply && textAt(reply, key.read)];
  if (found === undefined || found === meant) return;
  throw new TrueupError({
    code: "apply.key",
    where: `GET ${path}`,
    message: `the platform takes ${meant} for the ${title.toLowerCase()} ${found}, whose name holds it: nothing was written`,
    hint: "Take the other one away for as long as this one is changed, or change this one by hand.",
  });
}
