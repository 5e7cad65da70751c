import type { Preparation } from "../../core/behaviour.js";
import { placeholdersIn, type Spec, type Value } from "../../core/json.js";
import { isTopLevel, keyParts, shownInRoutes } from "../../core/kind.js";
import type { NamedReference } from "../../core/named.js";
import { isRef, ref } from "../../core/placeholders.js";
import type { Live, Wait } from "../../core/plan.js";
import { routeParameters } from "../../core/route.js";
import type { ResolveReference } from "../forms/index.js";
import type { ChangeContent } from "./change-content.js";
import { draftKey, type ResolvedParent } from "./draft.js";

/** What calls depend on beside what is asked for: what is live and where, what names mean, and what the server can do. All of it can be read again. */
export interface CallFacts {
  readonly dialect: "neutral" | "vendor";
  readonly version: string;
  /** Who plans and applies. */
  readonly user?: string;
  readonly resolve: ResolveReference;
  readonly place: ResolvedParent;
  readonly live: Live | undefined;
  /** What becomes part of it. */
  readonly merges?: Live | undefined;
  /** Who asks, where the change makes that one a member: the number. */
  readonly ownId?: number | undefined;
  /** Where a move of its own starts from: the live path, after the groups above it have moved. */
  readonly start?: string | undefined;
  /** Of a file: the branch that it lies in. */
  readonly committedTo?: Value | undefined;
  /** The plan commits to what it hangs on: that may be the first commit there. */
  readonly fillsHolder?: boolean;
  /** What comes by itself once its call has given something the first content: the call waits for that. */
  readonly begun?: Wait | undefined;
  /** One has come by itself in its place by the time that it is created: that is deleted first. */
  readonly replaces?: boolean;
  /** True for somebody who gets in by another change of the plan. */
  readonly joins?: (named: NamedReference) => boolean;
  /** Another one is about all its names, before and after the plan. */
  readonly isCovered?: boolean;
  /** What comes by itself with the thing, and what later calls look up: the last call but those that close it again waits for it. */
  readonly awaited?: Wait | undefined;
}

/** Parameters that say which group or project a call is about. */
export function parentParams({ kind }: ChangeContent, { place }: CallFacts): Spec {
  const id = isTopLevel(kind) ? undefined : (place.parentId ?? undefined);
  return id === undefined ? {} : { [kind.parent]: id };
}

/** Parameters of a route about the thing itself: its id (of the live thing, or of the create call), and its key. */
export function ownParams(asked: ChangeContent, facts: CallFacts): Spec {
  const { kind, key, path } = asked;
  const used = new Set(Object.values(kind.routes).flatMap((route) => (typeof route === "string" ? routeParameters(route) : [])));
  const said = keyParts(kind, key ?? path ?? "");
  return {
    ...parentParams(asked, facts),
    ...(used.has(kind.name) ? { [kind.name]: facts.live?.id ?? ref(draftKey(asked), "id") } : {}),
    ...(used.has("key") ? { key: said.name } : {}),
    ...(used.has("scope") ? { scope: said.scope } : {}),
    ...(used.has("by") ? { by: said.by } : {}),
    ...Object.fromEntries(shownInRoutes(kind, asked.fields).map((name) => [name, facts.live?.marks[name]])),
  };
}

/** The call that servers need before a change of what is live, where they need one. */
export function preparationOf(
  { kind, action }: Pick<ChangeContent, "kind" | "action">,
  { live, user }: { readonly live: Live | undefined; readonly user?: string | undefined },
): Preparation | undefined {
  if (!live || action === "create") return undefined;
  return kind.before?.({
    action: action === "delete" ? "delete" : "update",
    parent: kind.parent,
    marks: live.marks,
    ...(user === undefined ? {} : { user }),
  });
}

/** True for a value that only the reply of another call gives. */
export function namesCreated(value: Value | undefined): boolean {
  return placeholdersIn(value).some((one) => isRef(one));
}
