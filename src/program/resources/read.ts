import { type Address, addressOf, fold } from "../../core/address.js";
import { defined } from "../../core/collections.js";
import type { Spec } from "../../core/json.js";
import { isTopLevel, kindAt, topKind } from "../../core/kind.js";
import type { Live } from "../../core/plan.js";
import { BulkTrees, type LiveInstance, Memory, pathOf, ResourceReader, Trees } from "../../engine/live/index.js";
import { type ResourceReadOptions, numbered, type LiveResource } from "./resource.js";

/** Reads things one at a time, and remembers what was read until something is written. */
export class ResourceReads {
  /** Remembers what is read now; a new one after each write, so that what an older one still waits for is of no use to anybody who asks later. */
  private bulk = new Memory<ResourceReader>();

  constructor(
    private readonly instance: () => Promise<LiveInstance>,
    private readonly remembers: boolean,
  ) {}

  /** What is there of one thing. */
  async read(parts: Address, more: ResourceReadOptions): Promise<LiveResource | undefined> {
    if (!this.remembers) return this.afresh(parts, more);
    const reader = await this.bulk.get("", async () => {
      const instance = await this.instance();
      const { read, capabilities } = instance;
      return new ResourceReader(instance, new BulkTrees(read, () => treesOf(instance), capabilities.user.administrator));
    });
    return resourceOf(await reader.find(parts, question(more)));
  }

  /** The same, whatever was read before. */
  async afresh(parts: Address, more: ResourceReadOptions): Promise<LiveResource | undefined> {
    const instance = await this.instance();
    const reader = new ResourceReader(instance, treesOf(instance));
    return resourceOf(await reader.find(parts, question(more)));
  }

  /** The path that what a thing hangs on has now, where that was renamed and is still known by its old path; undefined where nothing was renamed. */
  async movedPath(address: Address): Promise<string | undefined> {
    const { path = "" } = address;
    const instance = await this.instance();
    const kind = kindAt(instance.kinds, address);
    if (isTopLevel(kind)) return undefined;
    const under = topKind(instance.kinds, kind.parent);
    const reply = await treesOf(instance).follow(under, path);
    const now = reply && pathOf(under, reply);
    return now === undefined || fold(now) === fold(path) ? undefined : now;
  }

  /** Does work that writes: nothing that is read before it ends is remembered beyond it. */
  async whileWriting<T>(work: () => Promise<T>): Promise<T> {
    this.bulk = new Memory();
    try {
      return await work();
    } finally {
      this.bulk = new Memory();
    }
  }
}

function treesOf({ read, kinds }: LiveInstance): Trees {
  return new Trees(read, kinds);
}

/** What is told of a live thing. */
function resourceOf(live: Live<Spec> | undefined): LiveResource | undefined {
  return live && { ...addressOf(live), id: live.id, spec: live.spec };
}

function question({ id, attributes }: ResourceReadOptions) {
  return { ...numbered(id), ...defined({ attributes }) };
}
