import { fold, looksLikeId } from "../../core/address.js";
import type { FirstPage, ReadApi } from "../../core/api.js";
import type { JsonObject } from "../../core/json.js";
import type { PlacedKind } from "../../core/kind.js";
import { numberOf } from "../../core/reply.js";
import { parseRoute } from "../../core/route.js";
import { identified } from "../forms/index.js";
import { Demand } from "./demand.js";
import { Memory } from "./memory.js";
import type { TreeSource } from "./resource-reader.js";
import { shortReply } from "./short-reply.js";
import { pathOf, readById, type Trees, treeOf } from "./trees.js";

/** A list of what lies below a root, as far as it was read. */
interface Listing {
  /** Pages that were not read yet; 0 once the list is complete. */
  left: number;
  /** What it lacks is read singly. */
  shown: FirstPage["shown"];
}

/** Milliseconds in which reads that arrive one after the other count as asked for together. */
const together = 3;
/** A server that does not say how many pages a list has has more than 10,000 rows. */
const unsaidPages = 100;

/**
 * Answers reads of groups and projects that come one by one, many at a time: from lists, where they cost no more requests than single reads of all that was asked for
 * so far, and by single reads where few are asked for. What was read is remembered, by path and by number, as long as this is.
 */
export class BulkTrees implements TreeSource {
  private readonly byPath = new Map<string, JsonObject>();
  private readonly byNumber = new Map<string, JsonObject>();
  private readonly singles = new Memory<JsonObject | undefined>();
  private readonly listings = new Memory<Listing | undefined>();
  private readonly demands = new Map<PlacedKind, Demand>();
  private turn: Promise<void> | undefined;

  constructor(
    private readonly read: ReadApi,
    /** Makes what reads paths and lists, and remembers nothing of it here. */
    private readonly trees: () => Trees,
    private readonly administrator: boolean,
  ) {}

  async find(kind: PlacedKind, path: string, long = false): Promise<JsonObject | undefined> {
    if (long) return this.single(kind, `long at ${fold(path)}`, async () => this.trees().find(kind, path, true));
    return this.answer(
      kind,
      path,
      () => this.byPath.get(pathKey(kind, path)),
      async () => this.single(kind, `at ${fold(path)}`, async () => this.trees().find(kind, path)),
    );
  }

  async byId(kind: PlacedKind, id: number, path: string, long: boolean): Promise<JsonObject | undefined> {
    if (long) return this.single(kind, `long number ${id}`, async () => readById(this.read, kind, id, true));
    return this.answer(
      kind,
      path,
      () => this.byNumber.get(numberKey(kind, id)),
      async () => this.single(kind, `number ${id}`, async () => readById(this.read, kind, id, false)),
    );
  }

  async follow(kind: PlacedKind, path: string): Promise<JsonObject | undefined> {
    if (looksLikeId(path)) return this.find(kind, path);
    return this.answer(
      kind,
      path,
      () => this.byPath.get(pathKey(kind, path)),
      async () => this.single(kind, `from ${fold(path)}`, async () => readById(this.read, kind, path, false)),
    );
  }

  /** What is known, else what a list shows if one is worth reading, else what a single read answers. */
  private async answer(
    kind: PlacedKind,
    path: string,
    known: () => JsonObject | undefined,
    single: () => Promise<JsonObject | undefined>,
  ): Promise<JsonObject | undefined> {
    const first = known();
    if (first) return first;
    const demand = this.demandOf(kind);
    demand.add(path);
    await this.gather();
    for (const root of demand.roots(path)) {
      if (known()) break;
      // oxlint-disable-next-line no-await-in-loop -- a second list only where the first is not worth reading
      await this.list(kind, demand, root);
    }
    return known() ?? (await single());
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
    const complete = await this.listings.get(`${key} complete`, async () => this.finish(kind, listing));
    if (complete) listing.left = 0;
  }

  private async begin(kind: PlacedKind, root: string): Promise<Listing | undefined> {
    const first = root === "" ? await this.everything(kind) : await this.trees().listBelow(kind, root);
    if (!first) return undefined;
    this.keep(kind, first.items);
    // All of an instance that is too large to be counted is never read.
    const pages = first.totalPages ?? (root === "" ? Number.POSITIVE_INFINITY : unsaidPages);
    return { left: Math.max(pages - 1, 0), shown: async () => first.shown() };
  }

  private async finish(kind: PlacedKind, listing: Listing): Promise<Listing> {
    this.keep(kind, await listing.shown());
    return { ...listing, left: 0 };
  }

  private async everything(kind: PlacedKind): Promise<FirstPage> {
    const tree = treeOf(kind);
    const own = this.administrator ? {} : tree.ownQuery;
    return this.read.firstPage(parseRoute(tree.all).path, { ...tree.allQuery, ...own });
  }

  private async single(
    kind: PlacedKind,
    what: string,
    find: () => Promise<JsonObject | undefined>,
  ): Promise<JsonObject | undefined> {
    return this.singles.get(`${kind.name} ${what}`, async () => {
      const reply = await find();
      return reply && this.keep(kind, [reply])[0];
    });
  }

  private keep(kind: PlacedKind, replies: readonly JsonObject[]): readonly JsonObject[] {
    return replies.map((reply) => {
      const short = shortReply(kind, identified(kind, reply));
      this.byPath.set(pathKey(kind, pathOf(kind, reply)), short);
      const id = numberOf(short);
      if (id !== undefined) this.byNumber.set(numberKey(kind, id), short);
      return short;
    });
  }

  private demandOf(kind: PlacedKind): Demand {
    const known = this.demands.get(kind) ?? new Demand(kind);
    this.demands.set(kind, known);
    return known;
  }
}

function pathKey(kind: PlacedKind, path: string): string {
  return `${kind.name}:${fold(path)}`;
}

function numberKey(kind: PlacedKind, id: number): string {
  return `${kind.name}:${id}`;
}
