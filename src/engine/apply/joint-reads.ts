import type { Change } from "../../core/plan.js";
import { decide, type LiveInstance, newestReader } from "../live/index.js";
import type { ResolveSecret } from "../plan/index.js";
import { lookAgain, type NotStuck, unstuckOf } from "./read-back.js";

/** What is read of the changes of one call: all of them at once. */
export class JointReads {
  private readonly found = new Map<string, Promise<ReadonlyMap<Change, readonly NotStuck[]>>>();

  constructor(
    private readonly instance: LiveInstance,
    private readonly resolve: ResolveSecret,
  ) {}

  /** What of a change did not stick, once its call was done. */
  async missing(call: string, changes: readonly Change[], change: Change): Promise<readonly NotStuck[]> {
    const reading =
      this.found.get(call) ??
      decide(newestReader(this.instance), (facts) => unstuckOf(changes, this.instance, this.resolve, facts));
    this.found.set(call, reading);
    return (await reading).get(change) ?? [];
  }

  /** True if the platform has all that the changes ask for. */
  async isDone(changes: readonly Change[]): Promise<boolean> {
    const looked = await Promise.all(
      changes.map(async (change) => {
        const found = await lookAgain(change, this.instance, this.resolve);
        return change.action === "delete" ? found === undefined : found?.missing.length === 0;
      }),
    );
    return looked.every(Boolean);
  }
}
