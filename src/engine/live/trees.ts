import { firstSegment, fold, isFullPath, looksLikeId, parentPath } from "../../core/address.js";
import type { FirstPage, Query, ReadApi } from "../../core/api.js";
import { append } from "../../core/append.js";
import { ApiError } from "../../core/errors.js";
import type { Fields } from "../../core/fields.js";
import type { JsonObject } from "../../core/json.js";
import { type Kind, type Kinds, type PlacedKind, topKind, type Tree } from "../../core/kind.js";
import { numberOf, replyError, textOf } from "../../core/reply.js";
import { fillPath, parseRoute } from "../../core/route.js";
import { identified } from "../forms/index.js";

/** A path that somebody asks for. `long` asks for the single read, whose reply shows more than the list's. */
export interface PathRequest {
  readonly path: string;
  readonly long: boolean;
}

/** Up to this many paths under one top-level group are read one by one: a list would cost as many requests. */
const fewPaths = 3;

/**
 * Reads groups and projects by full path with as few requests as can be: whole lists where many are asked for,
 * single reads where few are (or where fewer are missing than pages remain). Every reply is kept, so that nothing is read twice.
 */
export class Trees {
  /** What is known, or on its way. */
  private readonly replies = new Map<string, Promise<JsonObject | undefined> | JsonObject | undefined>();

  constructor(
    private readonly read: ReadApi,
    private readonly kinds: Kinds,
    /** Resolves to whether the caller is an administrator. */
    private readonly administrator: Promise<boolean>,
    /** What is remembered of a reply; the whole of it without. */
    private readonly short: (kind: PlacedKind, reply: JsonObject) => JsonObject = (_kind, reply) => reply,
  ) {}

  /** Reads all wanted paths of one kind, in parallel. */
  async load(kind: PlacedKind, desired: readonly PathRequest[]): Promise<void> {
    const tops = new Map<string, PathRequest[]>();
    for (const path of desired) {
      append(tops, fold(firstSegment(path.path)), path);
    }
    await Promise.all([...tops.values()].map((paths) => this.loadUnderTop(kind, treeOf(kind), paths)));
  }

  /** The reply for one path; undefined if there is nothing there that this token may see. */
  async find(kind: PlacedKind, path: string, long = false): Promise<JsonObject | undefined> {
    const key = replyKey(kind, path, long);
    const known = [key, replyKey(kind, path, true)].find((one) => this.replies.has(one));
    if (known !== undefined) return this.replies.get(known);
    const reading = this.readOne(kind, path, long).then((found) => found && this.short(kind, found));
    this.replies.set(key, reading);
    const reply = await reading;
    this.replies.set(key, reply);
    return reply;
  }

  /** All live members whose path lies below `root` (all of the instance for an empty root). */
  async all(kind: PlacedKind, root: string): Promise<readonly JsonObject[]> {
    const tree = treeOf(kind);
    if (root === "") return this.keep(kind, await this.read.list(parseRoute(tree.all).path, tree.allQuery));
    const holder = await this.find(topKind(this.kinds, tree.parent), root);
    if (!holder) return [];
    const path = fillPath(parseRoute(tree.within).path, { [tree.parent]: holder["id"] });
    return this.keep(kind, await this.read.list(path, tree.withinQuery));
  }

  private async loadUnderTop(kind: PlacedKind, tree: Tree, desired: readonly PathRequest[]): Promise<void> {
    if (desired.length <= fewPaths) {
      await Promise.all(desired.map(({ path, long }) => this.find(kind, path, long)));
      return;
    }
    const root = commonRoot(desired.map(({ path }) => (kind.name === tree.parent ? path : (parentPath(path) ?? path))));
    // The root itself is not in the list of what lies below it: it is read at the same time.
    const own = desired.filter(({ path }) => fold(path) === root).map(({ path, long }) => this.find(kind, path, long));
    const [listed] = await Promise.all([this.listBelow(kind, root), ...own]);
    if (listed) await this.loadFromList(kind, listed, desired);
    // The namespace of a user whose name looks like a number cannot be listed, but what lies in it can be read.
    else if (looksLikeId(root) && tree.personal !== undefined)
      await Promise.all(desired.map(({ path }) => this.find(kind, path)));
    // Nothing can lie under a group that is not there.
    else for (const { path } of desired) this.remember(kind, path, undefined);
    await Promise.all(desired.filter(({ long }) => long).map(({ path }) => this.readLong(kind, path)));
  }

  /** The first page of what lies below a group or in a user's own namespace; undefined if there is neither. */
  async listBelow(kind: PlacedKind, root: string): Promise<FirstPage | undefined> {
    const tree = treeOf(kind);
    const holder = looksLikeId(root) ? (await this.find(topKind(this.kinds, tree.parent), root))?.["id"] : root;
    if (holder === undefined) return undefined;
    const below = await this.firstPage(fillPath(parseRoute(tree.within).path, { [tree.parent]: holder }), tree.withinQuery);
    if (below || tree.personal === undefined || root.includes("/")) return below;
    return this.firstPage(fillPath(parseRoute(tree.personal).path, { user: root }), {});
  }

  private async firstPage(path: string, query: Query): Promise<FirstPage | undefined> {
    try {
      return await this.read.firstPage(path, query);
    } catch (error) {
      if (error instanceof ApiError && error.missing) return undefined;
      throw error;
    }
  }

  /** Keeps a reply, unless a longer one is known. */
  private remember(kind: PlacedKind, path: string, reply: JsonObject | undefined): void {
    const key = replyKey(kind, path, false);
    if (reply || !this.replies.has(key)) this.replies.set(key, reply);
  }

  private async loadFromList(kind: PlacedKind, first: FirstPage, desired: readonly PathRequest[]): Promise<void> {
    this.keep(kind, first.items);
    const pagesLeft = first.totalPages === undefined ? Number.POSITIVE_INFINITY : first.totalPages - 1;
    const isKnown = (path: string) => [false, true].some((long) => this.replies.has(replyKey(kind, path, long)));
    const missing = () => desired.filter((one) => !isKnown(one.path));
    if (missing().length === 0) return;
    const readAll = pagesLeft > 0 && pagesLeft <= missing().length;
    if (readAll || pagesLeft === Number.POSITIVE_INFINITY) this.keep(kind, await first.rest());
    // An administrator sees everything, so what a complete list lacks is not there; for others one read each makes sure.
    const authoritative = (await this.administrator) && (pagesLeft === 0 || readAll || pagesLeft === Number.POSITIVE_INFINITY);
    await Promise.all(
      missing().map(async ({ path: requestedPath }) => {
        if (authoritative) this.remember(kind, requestedPath, undefined);
        else await this.find(kind, requestedPath);
      }),
    );
  }

  private async readLong(kind: PlacedKind, path: string): Promise<void> {
    const short = await this.replies.get(replyKey(kind, path, false));
    if (short) await this.find(kind, path, true);
  }

  private async readOne(kind: PlacedKind, path: string, long: boolean): Promise<JsonObject | undefined> {
    const tree = treeOf(kind);
    const is = (reply: JsonObject) => fold(pathOf(kind, reply)) === fold(path);
    if (looksLikeId(path)) {
      const listed = (await this.read.list(parseRoute(tree.all).path, { ...tree.allQuery, search: path })).find(is);
      const found = listed && identified(kind, listed);
      return found && long ? readById(this.read, kind, numberOf(found) ?? path, long) : found;
    }
    const reply = await readById(this.read, kind, path, long);
    // The old path of a renamed thing answers with the new one: that is not what was asked for.
    return reply && is(reply) ? reply : undefined;
  }

  private keep(kind: PlacedKind, items: readonly JsonObject[]): readonly JsonObject[] {
    return items.flatMap((item) => {
      const path = pathOf(kind, item);
      // Nobody can have asked for what has no path, and nothing can be said to lie there.
      if (!isFullPath(path)) return [];
      const short = this.short(kind, identified(kind, item));
      this.remember(kind, path, short);
      return [short];
    });
  }
}

/** The tree facts of a kind that is placed as a tree. */
export function treeOf(kind: Kind): Tree {
  if (!kind.tree) throw new Error(`${kind.name} does not live under full paths`);
  return kind.tree;
}

/** The full path of a live group or project. Throws `reply.type` where the reply shows none. */
export function pathOf(kind: PlacedKind, reply: JsonObject): string {
  return textOf(reply, treeOf(kind).fullPath);
}

function replyKey(kind: PlacedKind, path: string, long: boolean): string {
  return `${kind.name}:${fold(path)}${long ? ":long" : ""}`;
}

function commonRoot([first = "", ...others]: readonly string[]): string {
  return others.reduce((root, path) => nearestAbove(root, fold(path)), fold(first));
}

/** The nearest group that holds both paths, or is one of them; they must lie in one top-level group. */
export function nearestAbove(one: string, other: string): string {
  let root = one;
  while (root !== other && !other.startsWith(`${root}/`)) root = parentPath(root) ?? firstSegment(root);
  return root;
}

/** The single read of a group or project, by its number or by a path that is none. Throws `reply.type` for what shows no full path and no number. */
export async function readById(
  read: ReadApi,
  kind: PlacedKind,
  id: number | string,
  long: boolean,
): Promise<JsonObject | undefined> {
  const path = fillPath(parseRoute(kind.routes.read ?? "").path, { [kind.name]: id });
  const reply = await read.find(path, long ? {} : kind.tree?.shortQuery);
  if (!reply) return undefined;
  const shown = pathOf(kind, reply);
  if (isFullPath(shown)) return identified(kind, reply);
  throw replyError(reply, { attribute: treeOf(kind).fullPath, due: "a full path", shown });
}

/** True if one of the attributes shows only in the single read, and not in lists. */
export function needsSingleRead(fields: Fields, attributes: readonly string[]): boolean {
  return attributes.some((name) => fields[name]?.shown === "read");
}
