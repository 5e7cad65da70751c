import { type Facts, type Need, needKey } from "./needs.js";

/** What may not be read by who asks. It ends what is decided of one thing, and never leaves the rooms that decide. */
class Unreadable {
  constructor(readonly need: string) {}
}

/** Facts of which some may not be read: asking for one of those ends what `ifReadable` decides. */
export function factsWithout(facts: Facts, unreadable: ReadonlySet<string>): Facts {
  return <N extends Need>(need: N) => {
    if (unreadable.has(needKey(need))) throw new Unreadable(needKey(need));
    return facts(need);
  };
}

/** What is decided; undefined where something of it may not be read. */
export function ifReadable<T>(decide: () => T): T | undefined {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}
