import { firstSegment, fold, parentPath } from "../core/address.js";
import type { Capabilities, ReadApi } from "../core/api.js";
import { type JsonObject, textAt } from "../core/json.js";
import type { Kind, Kinds, Tree } from "../core/kind.js";
import { fillPath, parseRoute } from "../core/route.js";

/** A path that somebody asks for. `long` asks for the single read, whose reply shows more than the list's. */
export interface WantedPath {
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
  private readonly replies = new Map<string, Promise<JsonObject | undefined>>();

  constructor(
    private readonly read: ReadApi,
    private readonly kinds: Kinds,
    private readonly capabilities: Capabilities,
  ) {}

  /** Reads all wanted paths of one kind, in parallel. */
  async load(kind: Kind, wanted: readonly WantedPath[]): Promise<void> {
    const tops = new Map<string, WantedPath[]>();
    for (const path of wanted) {
      const top = fold(firstSegment(path.path));
      tops.set(top, [...(tops.get(top) ?? []), path]);
    }
    await Promise.all([...tops.values()].map((paths) => this.loadUnderTop(kind, treeOf(kind), paths)));
  }

  /** The reply for one path; undefined if there is nothing there that this token may see. */
  async find(kind: Kind, path: string, long = false): Promise<JsonObject | undefined> {
    const key = replyKey(kind, path, long);
    let reply = this.replies.get(key) ?? this.replies.get(replyKey(kind, path, true));
    if (!reply) {
      reply = this.readOne(kind, path, long);
      this.replies.set(key, reply);
    }
    return reply;
  }

  /** All live members whose path lies below `root` (all of the instance for an empty root). */
  async all(kind: Kind, root: string): Promise<readonly JsonObject[]> {
    const tree = treeOf(kind);
    if (root === "") return this.keep(kind, await this.read.list(parseRoute(tree.all).path, tree.allQuery));
    const holder = await this.find(this.kind(tree.holder), root);
    if (!holder) return [];
    const path = fillPath(parseRoute(tree.within).path, { [tree.holder]: holder["id"] });
    return this.keep(kind, await this.read.list(path, tree.withinQuery));
  }

  private async loadUnderTop(kind: Kind, tree: Tree, wanted: readonly WantedPath[]): Promise<void> {
    if (wanted.length <= fewPaths) {
      await Promise.all(wanted.map(({ path, long }) => this.find(kind, path, long)));
      return;
    }
    const root = commonRoot(wanted.map(({ path }) => (kind.name === tree.holder ? path : (parentPath(path) ?? path))));
    const listed = await this.listPath(tree, root);
    if (listed === undefined) {
      // Nothing can lie under a group that is not there.
      for (const { path } of wanted) this.replies.set(replyKey(kind, path, false), Promise.resolve(undefined));
    } else {
      await this.loadFromList(kind, listed.path, listed.query, wanted);
    }
    await Promise.all(wanted.filter(({ long }) => long).map(({ path }) => this.readLong(kind, path)));
  }

  private async listPath(tree: Tree, root: string): Promise<{ path: string; query: Tree["withinQuery"] } | undefined> {
    const holder = await this.find(this.kind(tree.holder), root);
    if (holder) return { path: fillPath(parseRoute(tree.within).path, { [tree.holder]: holder["id"] }), query: tree.withinQuery };
    if (tree.personal === undefined || root.includes("/")) return undefined;
    const path = fillPath(parseRoute(tree.personal).path, { user: root });
    return (await this.read.find(path, { per_page: 1 })) === undefined ? undefined : { path, query: {} };
  }

  private async loadFromList(kind: Kind, path: string, query: Tree["withinQuery"], wanted: readonly WantedPath[]): Promise<void> {
    const first = await this.read.firstPage(path, query);
    this.keep(kind, first.items);
    const pagesLeft = first.totalPages === undefined ? Number.POSITIVE_INFINITY : first.totalPages - 1;
    const missing = () => wanted.filter((one) => !this.replies.has(replyKey(kind, one.path, false)));
    if (missing().length === 0) return;
    const readAll = pagesLeft > 0 && pagesLeft <= missing().length;
    if (readAll || pagesLeft === Number.POSITIVE_INFINITY) this.keep(kind, await first.rest());
    // An administrator sees everything, so what a complete list lacks is not there; for others one read each makes sure.
    const authoritative =
      this.capabilities.user.administrator && (pagesLeft === 0 || readAll || pagesLeft === Number.POSITIVE_INFINITY);
    await Promise.all(
      missing().map(async ({ path: wantedPath }) => {
        if (authoritative) this.replies.set(replyKey(kind, wantedPath, false), Promise.resolve(undefined));
        else await this.find(kind, wantedPath);
      }),
    );
  }

  private async readLong(kind: Kind, path: string): Promise<void> {
    const short = await this.replies.get(replyKey(kind, path, false));
    if (short) await this.find(kind, path, true);
  }

  private async readOne(kind: Kind, path: string, long: boolean): Promise<JsonObject | undefined> {
    const tree = treeOf(kind);
    const url = fillPath(parseRoute(kind.routes.read ?? "").path, { [kind.name]: path });
    const reply = await this.read.find(url, long ? {} : tree.shortQuery);
    // The old path of a renamed thing answers with the new one: that is not what was asked for.
    return reply && fold(pathOf(kind, reply)) === fold(path) ? reply : undefined;
  }

  private keep(kind: Kind, items: readonly JsonObject[]): readonly JsonObject[] {
    for (const item of items) this.replies.set(replyKey(kind, pathOf(kind, item), false), Promise.resolve(item));
    return items;
  }

  private kind(name: string): Kind {
    const kind = this.kinds.get(name);
    if (!kind) throw new Error(`there is no kind ${name}`);
    return kind;
  }
}

/** The tree facts of a kind that is placed as a tree. */
export function treeOf(kind: Kind): Tree {
  if (!kind.tree) throw new Error(`${kind.name} does not live under full paths`);
  return kind.tree;
}

/** The full path of a live group or project. */
export function pathOf(kind: Kind, reply: JsonObject): string {
  return textAt(reply, treeOf(kind).fullPath);
}

function replyKey(kind: Kind, path: string, long: boolean): string {
  return `${kind.name}:${fold(path)}${long ? ":long" : ""}`;
}

function commonRoot(paths: readonly string[]): string {
  const [first = "", ...others] = paths.map((path) => fold(path).split("/")).map((segments) => segments.join("/"));
  let root = first;
  for (const other of others) {
    while (other !== root && !other.startsWith(`${root}/`)) root = parentPath(root) ?? firstSegment(root);
  }
  return root;
}
