import { placeholdersIn, type Spec, type Value } from "../../core/json.js";
import { isTopLevel } from "../../core/kind.js";
import { isRef, ref } from "../../core/placeholders.js";
import type { Wait } from "../../core/plan.js";
import { routeParameters } from "../../core/route.js";
import type { ResolveReference } from "../forms/encode.js";
import { type Draft, draftKey, type Place } from "./draft.js";

/** What turns a draft into calls: names to numbers, where its thing lies, and what the server can do. */
export interface CallContext {
  readonly dialect: "neutral" | "vendor";
  readonly version: string;
  readonly resolve: ResolveReference;
  readonly place: Place;
  /** What comes by itself with the thing, and what later calls look up: the last call but those that close it again waits for it. */
  readonly awaited?: Wait | undefined;
}

/** Parameters that say which group or project a call is about. */
export function parentParams({ kind }: Draft, { place }: CallContext): Spec {
  const id = isTopLevel(kind) ? undefined : (place.parentId ?? undefined);
  return id === undefined ? {} : { [kind.parent]: id };
}

/** Parameters of a route about the thing itself: its id (of the live thing, or of the create call), and its key. */
export function ownParams(draft: Draft, context: CallContext): Spec {
  const { kind, live, key, path } = draft;
  const used = new Set(Object.values(kind.routes).flatMap((route) => (typeof route === "string" ? routeParameters(route) : [])));
  return {
    ...parentParams(draft, context),
    ...(used.has(kind.name) ? { [kind.name]: live?.id ?? ref(draftKey(draft), "id") } : {}),
    ...(used.has("key") ? { key: key ?? path ?? "" } : {}),
  };
}

/** True for a value that only the reply of another call gives. */
export function namesCreated(value: Value | undefined): boolean {
  return placeholdersIn(value).some((one) => isRef(one));
}
