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
    return this.free([place === "" ? "all" : place, file], subjectOf(units));
  }

  preset({ units }: CommonUnits, { name }: PlacedKind): string {
    return this.free([subjectOf(units) || name]);
  }

  /** The words, with more of them where that is taken. */
  private free(words: readonly string[], more = ""): string {
    const plain = nameOf(words);
    const longer = more === "" ? plain : nameOf([...words, more]);
    let name = this.used.has(plain) ? longer : plain;
    for (let number = 2; this.used.has(name); number++) name = `${longer}-${number}`;
    this.used.add(name);
    return name;
  }
}

/** What all units are about: what hangs on the thing, or an attribute. */
function subjectOf(units: readonly Unit[]): string {
  const subjects = new Set(units.map(({ child, path: [name = ""] }) => (child ? (child.key ?? child.kind) : name)));
  return [...subjects][0] ?? "";
}

function nameOf(words: readonly string[]): string {
  const plain = words
    .join("-")
    .replaceAll(/[^\p{L}\p{N}_.]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);
  return plain === "" ? "common" : plain;
}
