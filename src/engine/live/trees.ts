import {
  depth,
  firstSegment,
  fold,
  isFullPath,
  isUnder,
  lastSegment,
  looksLikeId,
  nameBeforeLeaving,
  parentPath,
} from "../../core/address.js";
import type { FirstPage, KeptPart, Query, ReadApi } from "../../core/api.js";
import { append, groupedBy } from "../../core/collections.js";
import type { Fields } from "../../core/fields.js";
import { type JsonObject, textAt } from "../../core/json.js";
import { type Kind, type Kinds, type PlacedKind, topKind, type Tree } from "../../core/kind.js";
import { numberOf, replyError, textOf } from "../../core/reply.js";
import { parseRoute, routePath } from "../../core/route.js";
import { identified, isLeaving } from "../forms/index.js";
import { isMissing, unlessRefused } from "./in-flight.js";

/** A path that somebody asks for. `long` asks for the single read, whose reply shows more than the list's. */
export interface PathRequest {
  readonly path: string;
  readonly long: boolean;
}

/** Up to this many pages of what lies in one holder are read to find what nobody asked for by its path. */
const besidePages = 10;

/** Up to this many paths under one top-level group are read one by one: a list would cost as many requests. */
const fewPaths = 3;

/** Reads groups and projects by full path with as few requests as can be: whole lists where many are asked for, single reads where few are. Keeps every reply. */
export class Trees {
  /** What is known, or on its way. */
  private readonly replies = new Map<string, Promise<JsonObject | undefined> | JsonObject | undefined>();
  /** What is loaded at present, by kind. */
  private readonly loading = new Map<string, Promise<void>>();
  /** By kind: what all is known of that lies below. */
  private readonly wholes = new Map<string, string[]>();

  constructor(
    private readonly read: ReadApi,
    private readonly kinds: Kinds,
    /** What is remembered of a reply; the whole of it without. */
    private readonly short: (kind: PlacedKind, reply: JsonObject) => JsonObject = (_kind, reply) => reply,
  ) {}

  /** Reads all wanted paths of one kind, in parallel. */
  async load(kind: PlacedKind, desired: readonly PathRequest[]): Promise<void> {
    const loading = this.loadAll(kind, desired);
    // Whoever waits for it gets the error; until then it must not end the process.
    loading.catch(() => undefined);
    this.loading.set(kind.name, loading);
    await loading;
  }

  private async loadAll(kind: PlacedKind, desired: readonly PathRequest[]): Promise<void> {
    const unknown = desired.filter(({ path, long }) => long || !this.isKnown(kind, path));
    const tops = groupedBy(unknown, ({ path }) => fold(firstSegment(path)));
    await Promise.all([...tops.values()].map((paths) => this.loadUnderTop(kind, treeOf(kind), paths)));
  }

  /** The reply for one path; undefined if there is nothing there that this token may see. */
  async find(kind: PlacedKind, path: string, long = false): Promise<JsonObject | undefined> {
    const key = replyKey(kind, path, long);
    const known = [key, replyKey(kind, path, true)].find((candidate) => this.replies.has(candidate));
    if (known !== undefined) return this.replies.get(known);
    const reading = this.readOne(kind, path, long).then((single) => single && this.short(kind, single));
    this.replies.set(key, reading);
    const reply = await reading;
    this.replies.set(key, reply);
    return reply;
  }

  /** The reply for a number; undefined if there is nothing that this token may see. `_path` is where it was last. */
  async byId(kind: PlacedKind, id: number, _path: string, long: boolean): Promise<JsonObject | undefined> {
    return readById(this.read, kind, id, long);
  }

  /** Like `find`, but the old path of something renamed leads to where it is now, as the platform itself has it; no such reply is kept. */
  async follow(kind: PlacedKind, path: string, long = false): Promise<JsonObject | undefined> {
    return looksLikeId(path) ? this.find(kind, path, long) : readById(this.read, kind, path, long);
  }

  /** All live members whose path lies below `root` (all of the instance for an empty root, or, where `isOwn` says so, those of who asks). */
  async all(kind: PlacedKind, root: string, isOwn = false): Promise<readonly JsonObject[]> {
    const tree = treeOf(kind);
    const query = { ...tree.allQuery, ...(isOwn ? tree.ownQuery : {}) };
    if (root === "") return this.keep(kind, await this.read.list(parseRoute(tree.all).path, query, this.kept(kind)));
    const holder = await this.find(topKind(this.kinds, tree.parent), root);
    if (!holder) return [];
    const path = routePath(tree.within, { [tree.parent]: holder["id"] });
    return this.keep(kind, await this.read.list(path, tree.withinQuery, this.kept(kind)));
  }

  /** The members that lie in one holder itself (in none for an empty path), as far as a few pages show them; nothing is read where the whole list was. */
  async beside(kind: PlacedKind, holder: string): Promise<readonly JsonObject[]> {
    const isBeside = (reply: JsonObject) => fold(parentPath(pathOf(kind, reply)) ?? "") === fold(holder);
    const isKnown = (this.wholes.get(kind.name) ?? []).some((root) => root === fold(holder) || isUnder(holder, root));
    if (isKnown) return (await this.known(kind)).filter(isBeside);
    const list = holder === "" ? await this.besideTop(kind) : await this.besideIn(kind, holder);
    if (!list) return [];
    const isShort = list.totalPages !== undefined && list.totalPages <= besidePages;
    const rest = isShort ? await list.shown() : [];
    return this.keep(kind, [...list.items, ...rest]).filter(isBeside);
  }

  private async besideTop(kind: PlacedKind): Promise<FirstPage | undefined> {
    const { all, allQuery, topQuery } = treeOf(kind);
    return topQuery && this.firstPage(kind, parseRoute(all).path, { ...allQuery, ...topQuery });
  }

  private async besideIn(kind: PlacedKind, holder: string): Promise<FirstPage | undefined> {
    const { parent, beside, besideQuery } = treeOf(kind);
    const id = (await this.find(topKind(this.kinds, parent), holder))?.["id"];
    return id === undefined ? undefined : this.firstPage(kind, routePath(beside, { [parent]: id }), besideQuery);
  }

  /** Each member of a kind that was read. */
  private async known(kind: PlacedKind): Promise<readonly JsonObject[]> {
    const pending = [...this.replies].filter(([key]) => key.startsWith(`${kind.name}:`)).map(async ([, reply]) => reply);
    const answered = (await Promise.all(pending)).flatMap((reply) => (reply ? [reply] : []));
    return [...new Map(answered.map((reply) => [fold(pathOf(kind, reply)), reply] as const)).values()];
  }

  private async loadUnderTop(kind: PlacedKind, tree: Tree, desired: readonly PathRequest[]): Promise<void> {
    if (desired.length <= fewPaths) {
      await Promise.all(desired.map(({ path, long }) => this.find(kind, path, long)));
      return;
    }
    const root = desired
      .map(({ path }) => fold(kind.name === tree.parent ? path : (parentPath(path) ?? path)))
      .reduce((common, path) => nearestAbove(common, path));
    // The root itself is not in the list of what lies below it: it is read at the same time.
    const roots = desired.filter(({ path }) => fold(path) === root).map(({ path, long }) => this.find(kind, path, long));
    const [listed] = await Promise.all([this.listBelow(kind, root), ...roots]);
    if (listed) await this.loadFromList(kind, root, listed, desired);
    // The namespace of a user whose name looks like a number cannot be listed, but what lies in it can be read.
    else if (looksLikeId(root) && tree.personal !== undefined)
      await Promise.all(desired.map(({ path }) => this.find(kind, path)));
    // Nothing can lie under a group that is not there; that it has no list alone does not say so.
    else if (await this.find(topKind(this.kinds, tree.parent), root)) await this.findUnlisted(kind, root, desired);
    else for (const { path } of desired) this.remember(kind, path, undefined);
    await Promise.all(desired.filter(({ long }) => long).map(({ path }) => this.readLong(kind, path)));
  }

  /** The first page of what lies below a group or in a user's own namespace; undefined if there is neither. */
  async listBelow(kind: PlacedKind, root: string): Promise<FirstPage | undefined> {
    const tree = treeOf(kind);
    const holder = looksLikeId(root) ? (await this.find(topKind(this.kinds, tree.parent), root))?.["id"] : root;
    if (holder === undefined) return undefined;
    const below = await this.firstPage(kind, routePath(tree.within, { [tree.parent]: holder }), tree.withinQuery);
    if (below || tree.personal === undefined || root.includes("/")) return below;
    return this.firstPage(kind, routePath(tree.personal, { user: root }), {});
  }

  private async firstPage(kind: PlacedKind, path: string, query: Query): Promise<FirstPage | undefined> {
    return unlessRefused(isMissing, async () => this.read.firstPage(path, query, this.kept(kind)));
  }

  /** Keeps a reply, unless a longer one is known. */
  private remember(kind: PlacedKind, path: string, reply: JsonObject | undefined): void {
    const key = replyKey(kind, path, false);
    if (reply || !this.replies.has(key)) this.replies.set(key, reply);
  }

  private async loadFromList(kind: PlacedKind, root: string, first: FirstPage, desired: readonly PathRequest[]): Promise<void> {
    this.keep(kind, first.items);
    const missing = () => desired.filter(({ path }) => !this.isKnown(kind, path));
    const pagesLeft = (first.totalPages ?? Number.POSITIVE_INFINITY) - 1;
    const isWorthIt = first.totalPages === undefined || pagesLeft <= missing().length;
    const readsAll = missing().length > 0 && pagesLeft > 0 && isWorthIt;
    if (readsAll) this.keep(kind, await first.shown());
    if (readsAll || pagesLeft <= 0) append(this.wholes, kind.name, root);
    if (missing().length > 0) await this.findUnlisted(kind, root, missing());
  }

  /** What a list lacks is read singly before it counts as gone, but for what lies in a group that is gone: lists shift while they are read, and may be older than what they are about. */
  private async findUnlisted(kind: PlacedKind, root: string, desired: readonly PathRequest[]): Promise<void> {
    const holderName = treeOf(kind).parent;
    // Groups that are asked for at the same time need not be read for this.
    if (kind.name !== holderName) await this.loading.get(holderName);
    const inOne = new Map<string, number>();
    for (const { path } of desired) inOne.set(fold(parentPath(path) ?? ""), (inOne.get(fold(parentPath(path) ?? "")) ?? 0) + 1);
    const levels = groupedBy(desired, ({ path }) => depth(path));
    for (const [, level] of [...levels].sort(([a], [b]) => a - b)) {
      const reads = level.map(async ({ path }) => {
        const isShared = (inOne.get(fold(parentPath(path) ?? "")) ?? 0) > 1;
        if (await this.liesInGone(topKind(this.kinds, holderName), path, root, isShared)) this.remember(kind, path, undefined);
        else await this.find(kind, path);
      });
      // oxlint-disable-next-line no-await-in-loop -- what lies in a group that is gone needs no read
      await Promise.all(reads);
    }
  }

  /** True if the group that a path lies in, which is one below the root, is known to be gone. `isShared`: it is worth a read of its own. */
  private async liesInGone(holderKind: PlacedKind, path: string, root: string, isShared: boolean): Promise<boolean> {
    const holder = parentPath(path);
    if (holder === undefined || !isUnder(holder, root)) return false;
    if (!this.isKnown(holderKind, holder)) {
      if (await this.liesInGone(holderKind, holder, root, false)) return true;
      if (!isShared) return false;
    }
    return (await this.find(holderKind, holder)) === undefined;
  }

  private isKnown(kind: PlacedKind, path: string): boolean {
    return [false, true].some((long) => this.replies.has(replyKey(kind, path, long)));
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
      const numbered = listed && identified(kind, listed);
      return numbered && long ? readById(this.read, kind, numberOf(numbered) ?? path, long) : numbered;
    }
    const reply = await readById(this.read, kind, path, long);
    // The old path of a renamed thing answers with the new one: that is not what was asked for, unless the platform renamed it because it is to be deleted.
    return reply && (is(reply) || (await this.wasAt(kind, path, reply))) ? reply : undefined;
  }

  /** True for what had a path until its deletion, or that of a group above it, was scheduled. */
  private async wasAt(kind: PlacedKind, path: string, reply: JsonObject): Promise<boolean> {
    const shown = pathBeforeLeaving(kind, reply) ?? pathOf(kind, reply);
    if (fold(shown) === fold(path)) return true;
    const [above, shownAbove] = [parentPath(path), parentPath(shown)];
    if (above === undefined || shownAbove === undefined || fold(lastSegment(shown)) !== fold(lastSegment(path))) return false;
    const parent = topKind(this.kinds, treeOf(kind).parent);
    const holder = await this.find(parent, above);
    return holder !== undefined && fold(pathOf(parent, holder)) === fold(shownAbove);
  }

  private kept(kind: PlacedKind): KeptPart {
    return (item) => this.short(kind, identified(kind, item));
  }

  private keep(kind: PlacedKind, items: readonly JsonObject[]): readonly JsonObject[] {
    return items.flatMap((item) => {
      const path = pathOf(kind, item);
      // Nobody can have asked for what has no path, and nothing can be said to lie there.
      if (!isFullPath(path)) return [];
      this.remember(kind, path, item);
      const before = pathBeforeLeaving(kind, item);
      // What has the path by now is there, and not on its way out.
      if (before !== undefined && !this.replies.get(replyKey(kind, before, false))) this.remember(kind, before, item);
      return [item];
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

/** The full path that something had before its deletion was scheduled; undefined where it has that still. */
function pathBeforeLeaving(kind: PlacedKind, reply: JsonObject): string | undefined {
  if (!isLeaving(kind, reply)) return undefined;
  const path = pathOf(kind, reply);
  const segment = nameBeforeLeaving(lastSegment(path), textAt(reply, "id"));
  return segment === undefined ? undefined : `${path.slice(0, -lastSegment(path).length)}${segment}`;
}

function replyKey(kind: PlacedKind, path: string, long: boolean): string {
  return `${kind.name}:${fold(path)}${long ? ":long" : ""}`;
}

/** The nearest group that holds both paths, or is one of them; they must lie in one top-level group. */
export function nearestAbove(path: string, other: string): string {
  let root = path;
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
  const path = routePath(kind.routes.read ?? "", { [kind.name]: id });
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
