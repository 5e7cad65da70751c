import type { PlacedKind } from "../../core/kind.js";
import type { Foldable, Unit } from "./fold-units.js";

/** What several things say alike. */
export interface CommonUnits {
  /** Those that say it. */
  readonly things: readonly Foldable[];
  readonly units: readonly Unit[];
  /** Of a policy: what it holds for. Empty for a preset. */
  readonly globs: readonly string[];
  readonly except: readonly string[];
}

/** Gives names to policies and presets, none twice: by where they hold, and by what they are about where that is one thing. */
export class LayerNames {
  private readonly used = new Set<string>();

  policy({ globs: [glob = ""], units }: CommonUnits, { file }: PlacedKind): string {
    const place = glob.replace(/\/?\*\*$/, "");
    const subjects = subjectsOf(units);
    return this.free([place === "" ? "all" : place, file], subjects.length === 1 ? subjects : []);
  }

  preset({ units }: CommonUnits, { file }: PlacedKind): string {
    const subjects = subjectsOf(units);
    return this.free(subjects.length === 1 ? subjects : ["common", file]);
  }

  /** The words, with more of them where that is taken. */
  private free(words: readonly string[], more: readonly string[] = []): string {
    const plain = nameOf(words);
    const longer = nameOf([...words, ...more]);
    let name = this.used.has(plain) ? longer : plain;
    for (let number = 2; this.used.has(name); number++) name = `${longer}-${number}`;
    this.used.add(name);
    return name;
  }
}

/** What units are about: what hangs on the thing, or attributes. */
function subjectsOf(units: readonly Unit[]): readonly string[] {
  return [...new Set(units.map(({ child, path: [name = ""] }) => (child ? (child.key ?? child.kind) : name)))];
}

function nameOf(words: readonly string[]): string {
  const plain = words
    .join("-")
    .replaceAll(/[^\p{L}\p{N}_.]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);
  return plain === "" ? "common" : plain;
}
