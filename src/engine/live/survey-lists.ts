import { depth, fold, formatAddress, isAtOrUnder, isFullPath, looksLikeId, parentPath } from "../../core/address.js";
import type { Query } from "../../core/api.js";
import { ApiError } from "../../core/errors.js";
import type { JsonObject } from "../../core/json.js";
import { type PlacedKind, topKind } from "../../core/kind.js";
import { fillPath, parseRoute, type ReadRoute } from "../../core/route.js";
import { identified, isLeaving } from "../forms/index.js";
import type { LiveInstance } from "./instance.js";
import type { SurveyScope } from "./survey-scope.js";
import { pathOf, treeOf, type Trees } from "./trees.js";

/** Told of what lists show. */
export interface ListEvents {
  /** So many groups or projects more are to be read. */
  readonly onExpect?: (count: number) => void;
  /** A group or project is scheduled for deletion. */
  readonly onLeaving: (address: string) => void;
  /** A list shows a group or project under what is no full path. */
  readonly onUnnamable: (kind: PlacedKind, path: string) => void;
}

/** Lists of the groups and projects that a survey looks at, and which of them are on their way out. */
export class SurveyLists {
  /** Paths of what is scheduled for deletion: what lies below goes with it, although its own reply does not say so. */
  private readonly leaving: string[] = [];

  constructor(
    private readonly instance: LiveInstance,
    private readonly trees: Trees,
    private readonly scope: SurveyScope,
    private readonly events: ListEvents,
  ) {}

  /**
   * All groups of the scope, those that hold others first. They are listed to the end before anything in them is read: which ones are on their way out must
   * be known by then, and a list in the order of ids may name a group before the one that it lies in.
   */
  async holders(kind: PlacedKind): Promise<readonly JsonObject[]> {
    for (const path of this.scope.roots.flatMap(ancestors)) {
      // oxlint-disable-next-line no-await-in-loop -- few, and mostly none
      const above = await this.trees.find(kind, path);
      if (above) this.isLeaving(kind, above);
    }
    const listed: JsonObject[] = [];
    for await (const reply of this.below(kind)) listed.push(reply);
    listed.sort((a, b) => depth(pathOf(kind, a)) - depth(pathOf(kind, b)));
    return listed.filter((reply) => !this.isLeaving(kind, reply) && this.scope.holds(pathOf(kind, reply)));
  }

  /** All members of a kind that the scope holds, in the order of the platform's lists. */
  async *members(kind: PlacedKind): AsyncGenerator<JsonObject> {
    for await (const reply of this.below(kind)) if (this.scope.holds(pathOf(kind, reply))) yield reply;
  }

  /** True for what is scheduled for deletion, and for all below it. */
  isLeaving(kind: PlacedKind, reply: JsonObject): boolean {
    const path = pathOf(kind, reply);
    if (this.leaving.some((gone) => isAtOrUnder(path, gone))) return true;
    if (!isLeaving(kind, reply)) return false;
    this.leaving.push(path);
    this.events.onLeaving(formatAddress({ kind: kind.name, path }));
    return true;
  }

  /** Replies of all members below the roots, each once: what changes while a list is read may stand in it twice. */
  private async *below(kind: PlacedKind): AsyncGenerator<JsonObject> {
    const seen = new Set<string>();
    for (const root of this.scope.roots) {
      for await (const reply of this.belowRoot(kind, root)) {
        const path = pathOf(kind, reply);
        if (!isFullPath(path)) this.events.onUnnamable(kind, path);
        else if (!seen.has(fold(path))) yield identified(kind, reply);
        seen.add(fold(path));
      }
    }
  }

  /** Replies of all members below a root, the root itself among them. */
  private async *belowRoot(kind: PlacedKind, root: string): AsyncGenerator<JsonObject> {
    const { read, kinds, capabilities } = this.instance;
    const tree = treeOf(kind);
    const each = (route: ReadRoute, params: JsonObject, query: Query) =>
      read.each(fillPath(parseRoute(route).path, params), query, this.events.onExpect);
    if (root === "") {
      yield* each(tree.all, {}, { ...tree.allQuery, ...(capabilities.user.administrator ? {} : tree.ownQuery) });
      return;
    }
    const holder = await this.trees.find(topKind(kinds, tree.parent), root);
    if (holder && kind.name === tree.parent) yield holder;
    if (holder) yield* each(tree.within, { [tree.parent]: holder["id"] }, { ...tree.withinQuery });
    if (holder || kind.name === tree.parent) return;
    if (root.includes("/")) {
      const own = await this.trees.find(kind, root);
      if (own) yield own;
    } else if (tree.personal !== undefined && looksLikeId(root)) yield* each(tree.all, {}, { ...tree.allQuery });
    else if (tree.personal !== undefined) yield* orNone(each(tree.personal, { user: root }, {}));
  }
}

/** Paths of the groups above a path. */
function ancestors(path: string): string[] {
  const parent = parentPath(path);
  return parent === undefined ? [] : [...ancestors(parent), parent];
}

/** Nothing where the list is not there. */
async function* orNone<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (error) {
    if (!(error instanceof ApiError && error.missing)) throw error;
  }
}
