import { type Address, addressOf, fold } from "../../core/address.js";
import type { Spec } from "../../core/json.js";
import { isTopLevel, kindAt, topKind } from "../../core/kind.js";
import { BulkTrees } from "../../engine/live/bulk-trees.js";
import { FreshTrees, ResourceReader } from "../../engine/live/resource-reader.js";
import { pathOf, Trees } from "../../engine/live/trees.js";
import type { Live } from "../../core/plan.js";
import type { Outlook } from "../../engine/live/instance.js";
import { type More, numbered, type LiveResource } from "./resource.js";

/** Reads things one at a time, and remembers what was read until something is written. */
export class Reading {
  /** Remembers what is read now; a new one after each write, so that what an older one still waits for is of no use to anybody who asks later. */
  private bulk: Promise<ResourceReader> | undefined;

  constructor(
    private readonly outlook: () => Promise<Outlook>,
    private readonly remembers: boolean,
  ) {}

  /** What is there of one thing. */
  async read(parts: Address, more: More): Promise<LiveResource | undefined> {
    return this.remembers ? this.remembered(parts, more) : this.afresh(parts, more);
  }

  /** The same, whatever was read before. */
  async afresh(parts: Address, more: More): Promise<LiveResource | undefined> {
    const outlook = await this.outlook();
    const reader = new ResourceReader(outlook, new FreshTrees(outlook.read, treesOf(outlook)));
    return told(await reader.find(parts, question(more)));
  }

  /** The path that what a thing hangs on has now, where that was renamed and is still known by its old path; undefined where nothing was renamed. */
  async movedPath(address: Address): Promise<string | undefined> {
    const { path = "" } = address;
    const { read, kinds } = await this.outlook();
    const kind = kindAt(kinds, address);
    if (isTopLevel(kind)) return undefined;
    const under = topKind(kinds, kind.parent);
    const reply = await new FreshTrees(read, treesOf(await this.outlook())).follow(under, path);
    const now = reply && pathOf(under, reply);
    return now === undefined || fold(now) === fold(path) ? undefined : now;
  }

  /** Does work that writes: nothing that is read before it ends is remembered beyond it. */
  async whileWriting<T>(work: () => Promise<T>): Promise<T> {
    this.bulk = undefined;
    try {
      return await work();
    } finally {
      this.bulk = undefined;
    }
  }

  private async remembered(parts: Address, more: More): Promise<LiveResource | undefined> {
    this.bulk ??= this.openBulk();
    const own = this.bulk;
    const reader = await own.catch((error: unknown) => {
      if (this.bulk === own) this.bulk = undefined;
      throw error;
    });
    return told(await reader.find(parts, question(more)));
  }

  private async openBulk(): Promise<ResourceReader> {
    const outlook = await this.outlook();
    const { read, capabilities } = outlook;
    return new ResourceReader(outlook, new BulkTrees(read, () => treesOf(outlook), capabilities.user.administrator));
  }
}

function treesOf({ read, kinds, capabilities }: Outlook): Trees {
  return new Trees(read, kinds, Promise.resolve(capabilities.user.administrator));
}

/** What is told of a live thing. */
function told(live: Live<Spec> | undefined): LiveResource | undefined {
  return live && { ...addressOf(live), id: live.id, spec: live.spec };
}

function question({ id, attributes }: More): { readonly id?: number; readonly attributes?: readonly string[] } {
  return { ...numbered(id), ...(attributes ? { attributes } : {}) };
}
