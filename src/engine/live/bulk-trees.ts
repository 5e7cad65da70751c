import { firstSegment, fold, looksLikeId, parentPath, pathsAbove } from "../../core/address.js";
import type { FirstPage, ReadApi } from "../../core/api.js";
import { remembered } from "../../core/collections.js";
import type { JsonObject } from "../../core/json.js";
import type { PlacedKind } from "../../core/kind.js";
import { numberOf } from "../../core/reply.js";
import { parseRoute } from "../../core/route.js";
import { identified } from "../forms/index.js";
import { Memory } from "./in-flight.js";
import { shortReply } from "./replies.js";
import type { TreeSource } from "./resource-reader.js";
import { nearestAbove, pathOf, treeOf, type Trees } from "./trees.js";

/** A list of what lies below a root, as far as it was read. */
interface Listing {
  /** Pages that were not read yet; 0 once the list is complete. */
  left: number;
  /** What it lacks is read singly. */
  readonly shown: FirstPage["shown"];
}

/** Milliseconds in which reads that arrive one after the other count as asked for together. */
const together = 3;
/** A server that does not say how many pages a list has has more than 10,000 rows. */
const unsaidPages = 100;

/** Answers reads of groups and projects that come one by one: from lists where these cost no more than the single reads asked for so far. Remembers, by path and number, what was read. */
export class BulkTrees implements TreeSource {
  private readonly known = new Map<string, JsonObject>();
  private readonly singles = new Memory<JsonObject | undefined>();
  private readonly listings = new Memory<Listing | undefined>();
  private readonly completions = new Memory<void>();
  private readonly demandOf = remembered<Demand>();
  private turn: Promise<void> | undefined;

  constructor(
    private readonly read: ReadApi,
    /** Makes what reads paths and lists, and remembers nothing of it here. */
    private readonly trees: () => Trees,
    private readonly administrator: boolean,
  ) {}

  async find(kind: PlacedKind, path: string, long = false): Promise<JsonObject | undefined> {
    const key = pathKey(kind, path);
    const read = async () => this.trees().find(kind, path, long);
    return long ? this.single(kind, `${key} long`, read) : this.answer(kind, path, key, read);
  }

  async byId(kind: PlacedKind, id: number, path: string, long: boolean): Promise<JsonObject | undefined> {
    const key = numberKey(kind, id);
    const read = async () => this.trees().byId(kind, id, path, long);
    return long ? this.single(kind, `${key} long`, read) : this.answer(kind, path, key, read);
  }

  async follow(kind: PlacedKind, path: string): Promise<JsonObject | undefined> {
    if (looksLikeId(path)) return this.find(kind, path);
    const key = pathKey(kind, path);
    return this.answer(kind, path, key, async () => this.trees().follow(kind, path), `${key} followed`);
  }

  /** What is known under a key, else what a list shows if one is worth reading, else what a single read answers. */
  private async answer(
    kind: PlacedKind,
    path: string,
    key: string,
    read: () => Promise<JsonObject | undefined>,
    singleKey = key,
  ): Promise<JsonObject | undefined> {
    const first = this.known.get(key);
    if (first) return first;
    const demand = this.demandOf(kind.name, () => new Demand(kind));
    demand.add(path);
    await this.gather();
    for (const root of demand.roots(path)) {
      if (this.known.has(key)) break;
      // oxlint-disable-next-line no-await-in-loop -- a second list only where the first is not worth reading
      await this.list(kind, demand, root);
    }
    return this.known.get(key) ?? (await this.single(kind, singleKey, read));
  }

  /** Lets those arrive that ask at the same time. */
  private async gather(): Promise<void> {
    this.turn ??= new Promise((resolve) => {
      setTimeout(() => {
        this.turn = undefined;
        resolve();
      }, together);
    });
    await this.turn;
  }

  /** Reads what lies below a root, as far as that costs no more than what was asked for there. */
  private async list(kind: PlacedKind, demand: Demand, root: string): Promise<void> {
    const key = `${kind.name} ${root}`;
    const listing = await this.listings.get(key, async () => this.begin(kind, root));
    if (!listing || listing.left === 0 || listing.left > demand.below(root)) return;
    await this.completions.get(key, async () => {
      this.keep(kind, await listing.shown());
      listing.left = 0;
    });
  }

  private async begin(kind: PlacedKind, root: string): Promise<Listing | undefined> {
    const first = root === "" ? await this.everything(kind) : await this.trees().listBelow(kind, root);
    if (!first) return undefined;
    this.keep(kind, first.items);
    // All of an instance that is too large to be counted is never read.
    const pages = first.totalPages ?? (root === "" ? Number.POSITIVE_INFINITY : unsaidPages);
    return { left: Math.max(pages - 1, 0), shown: async () => first.shown() };
  }

  private async everything(kind: PlacedKind): Promise<FirstPage> {
    const tree = treeOf(kind);
    const query = this.administrator ? {} : tree.ownQuery;
    return this.read.firstPage(parseRoute(tree.all).path, { ...tree.allQuery, ...query });
  }

  private async single(
    kind: PlacedKind,
    key: string,
    read: () => Promise<JsonObject | undefined>,
  ): Promise<JsonObject | undefined> {
    return this.singles.get(key, async () => {
      const reply = await read();
      return reply && this.keep(kind, [reply])[0];
    });
  }

  private keep(kind: PlacedKind, replies: readonly JsonObject[]): readonly JsonObject[] {
    return replies.map((reply) => {
      const short = shortReply(kind, identified(kind, reply));
      this.known.set(pathKey(kind, pathOf(kind, reply)), short);
      const id = numberOf(short);
      if (id !== undefined) this.known.set(numberKey(kind, id), short);
      return short;
    });
  }
}

function pathKey(kind: PlacedKind, path: string): string {
  return `${kind.name} at ${fold(path)}`;
}

function numberKey(kind: PlacedKind, id: number): string {
  return `${kind.name} number ${id}`;
}

/** Up to this many things below one root are read one by one: a list would cost as many requests. */
const few = 3;

/** Counts what was asked for of one kind and could not be answered, below each group that holds it. */
class Demand {
  private readonly asked = new Set<string>();
  private readonly counts = new Map<string, number>();
  /** By top-level group: the group nearest to all that was asked for below it. */
  private readonly commons = new Map<string, string>();

  constructor(private readonly kind: PlacedKind) {}

  /** Notes that a path is asked for. */
  add(desired: string): void {
    const path = fold(desired);
    if (this.asked.has(path)) return;
    this.asked.add(path);
    for (const holder of ["", ...pathsAbove(path)]) this.counts.set(holder, this.below(holder) + 1);
    const top = firstSegment(path);
    const start = this.kind.name === this.kind.tree?.parent ? path : (parentPath(path) ?? path);
    const common = this.commons.get(top);
    this.commons.set(top, common === undefined ? start : nearestAbove(common, start));
  }

  /** How many were asked for below a group; of the whole instance for an empty path. */
  below(root: string): number {
    return this.counts.get(root) ?? 0;
  }

  /** The groups whose lists may be worth reading for a path, best first: the whole instance where much is asked for in many places. */
  roots(desired: string): string[] {
    const path = fold(desired);
    const common = this.commons.get(firstSegment(path)) ?? path;
    // What a group holds is not the group itself.
    const isBelow = path.startsWith(`${common}/`);
    return [
      ...(this.commons.size > few && this.below("") > few ? [""] : []),
      ...(isBelow && this.below(common) > few ? [common] : []),
    ];
  }
}
