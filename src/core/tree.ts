import type { Query } from "./api.js";
import type { ReadRoute, WriteRoute } from "./route.js";

/** How the members of a kind that lives under full paths are listed and told apart. */
export interface Tree {
  /** The kind whose members hold this one's. */
  readonly parent: string;
  /** Attribute of a reply that gives the full path. */
  readonly fullPath: string;
  /** Parameter of the create call that takes the number of the group above. */
  readonly parentParameter: string;
  /** Request parameter that takes the last part of the path; replies have it too. */
  readonly pathParameter: string;
  /** Attribute that no two members in one holder may share, as they may share no path. */
  readonly uniqueName: string;
  /** Lists all members below one holder, at any depth. */
  readonly within: ReadRoute;
  readonly withinQuery: Query;
  /** Lists the members that lie in one holder itself. */
  readonly beside: ReadRoute;
  readonly besideQuery: Query;
  /** Lists all members of the instance. */
  readonly all: ReadRoute;
  readonly allQuery: Query;
  /** Narrows that list to what concerns the caller, for one who is no administrator. */
  readonly ownQuery: Query;
  /** Narrows it to those that lie in nothing; undefined where each lies in something. */
  readonly topQuery?: Query;
  /** Lists those in a user's own namespace; undefined where a user cannot hold any. */
  readonly personal?: ReadRoute;
  /** Query of the single read when no declared attribute needs the long reply. */
  readonly shortQuery?: Query;
  /** The route that shows what a user is in one: in which attributes are the access level, and a custom role that adds to it. `shares` of the thing's own reply has groups by which users may be more. */
  readonly standing: { readonly read: ReadRoute; readonly level: string; readonly custom: string; readonly shares: string };
  /** Undoes a delete that is only scheduled. */
  readonly restore: WriteRoute;
  /** Moves a member to another parent. */
  readonly transfer: { readonly route: WriteRoute; readonly parameter: string };
  /** Attribute of a reply that is set while a delete is scheduled. */
  readonly scheduled: string;
  /** Where a reply tells how an import goes on: the attribute, its values while it runs and when it failed, and the attribute that says why. */
  readonly importing?: {
    readonly status: string;
    readonly running: readonly string[];
    readonly failed: string;
    readonly error: string;
  };
  /** The setting of the instance that gives what is bounded by the holder (`boundedByHolder`) to one created without it. */
  readonly defaultVisibility: { readonly kind: string; readonly field: string };
}
