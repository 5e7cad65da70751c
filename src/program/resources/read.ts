import type { AddressParts } from "../../core/address.js";
import { FreshTrees, Reader } from "../../engine/reader.js";
import { Trees } from "../../engine/trees.js";
import type { Outlook } from "../../engine/world.js";
import { type More, numbered, type Seen } from "./wish.js";

/** Reads things one at a time. */
export class Reading {
  constructor(private readonly outlook: () => Promise<Outlook>) {}

  /** What is there of one thing. */
  async read(parts: AddressParts, more: More): Promise<Seen | undefined> {
    return this.afresh(parts, more);
  }

  /** Does work that writes. */
  async whileWriting<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  /** The same, whatever was read before. */
  async afresh(parts: AddressParts, { id, attributes }: More): Promise<Seen | undefined> {
    const { read, kinds, capabilities, directory } = await this.outlook();
    const trees = new Trees(read, kinds, Promise.resolve(capabilities.user.administrator));
    const reader = new Reader(read, kinds, new FreshTrees(read, trees), directory);
    return reader.find(parts, { ...numbered(id), ...(attributes ? { attributes } : {}) });
  }
}
