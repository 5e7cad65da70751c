import { firstSegment, fold, parentPath, pathsAbove } from "../../core/address.js";
import type { PlacedKind } from "../../core/kind.js";
import { nearestAbove } from "./trees.js";

/** Up to this many things below one root are read one by one: a list would cost as many requests. */
const few = 3;

/** Counts what was asked for of one kind and could not be answered, below each group that holds it. */
export class Demand {
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
    for (const holder of holders(path)) this.counts.set(holder, this.below(holder) + 1);
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

function holders(path: string): string[] {
  return ["", ...pathsAbove(path)];
}
