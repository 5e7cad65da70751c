import { createHash } from "node:crypto";
import { fold } from "../core/address.js";

/** Names are cut here: a file of longer ones cannot be read. */
const longest = 80;

/**
 * Gives out names for what stands in a configuration: never one twice, and only of lower-case letters, digits and underscores, with no digit in front. A name
 * comes from the words alone; where another thing has it already, a few characters that stand for the words follow, so that it stays when things are added.
 */
export class UniqueNames {
  private readonly used: Set<string>;

  /** `reserved` are names that mean something else. */
  constructor(reserved: Iterable<string> = []) {
    this.used = new Set(reserved);
  }

  /** A name for what is called by these words; `fallback` begins it where no letter of them can be in a name. */
  claim(words: readonly string[], fallback: string): string {
    const whole = words.map(plainWord).join("_");
    const plain = /[a-z0-9]/.test(whole) ? whole.replace(/^(?![a-z])/, "_") : fallback;
    const short = plain.slice(0, longest);
    const isWhole = short === plain && plain !== fallback;
    for (let count = 0; ; count++) {
      const name = isWhole && count === 0 ? short : `${short}_${digest([...words, count > 1 ? String(count) : ""])}`;
      if (this.used.has(name)) continue;
      this.used.add(name);
      return name;
    }
  }
}

/** A word without what cannot stand in a name: accents are taken off, and all else becomes an underscore. */
function plainWord(word: string): string {
  return word
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
}

function digest(words: readonly string[]): string {
  return createHash("sha256")
    .update(words.map((word) => fold(word)).join("\0"))
    .digest("hex")
    .slice(0, 8);
}
