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

/** So many subjects stand in a name; of more it says that there are some. */
const mostSubjects = 2;

/** Gives names to policies and presets, none twice: by what they say, and by where they hold where that is taken. */
export class LayerNames {
  private readonly used = new Set<string>();

  policy({ globs: [glob = ""], units }: CommonUnits, { file }: PlacedKind): string {
    const place = glob.replace(/\/?\*\*$/, "");
    return this.free(subjectsOf(units), [place === "" ? "all" : place, file]);
  }

  preset({ units }: CommonUnits, { file }: PlacedKind): string {
    return this.free(subjectsOf(units), [file]);
  }

  /** What the subjects say, with more words where that is taken. */
  private free(subjects: readonly string[], more: readonly string[]): string {
    const rest = subjects.length > mostSubjects ? ["more"] : [];
    const plain = nameOf([[...subjects.slice(0, mostSubjects), ...rest].join(" and ")]);
    const longer = nameOf([plain, ...more]);
    let name = this.used.has(plain) ? longer : plain;
    for (let number = 2; this.used.has(name); number++) name = `${longer}-${number}`;
    this.used.add(name);
    return name;
  }
}

/** What units say, in words: children by their names, attributes with their values. */
function subjectsOf(units: readonly Unit[]): readonly string[] {
  return [...new Set(units.map((unit) => unit.child?.key ?? unit.child?.kind ?? attributeOf(unit)))];
}

/** An attribute with its value, where that is a word: `merge_method: ff` is "merge ff", a flag that is off is "no lfs". */
function attributeOf({ path, value }: Unit): string {
  const name = (path.at(-1) ?? "").replace(/_(?:enabled|option|method|access_level|level)$/, "");
  if (typeof value === "boolean") return value ? name : `no ${name}`;
  return typeof value === "string" && /^[\w.-]{1,20}$/.test(value) ? `${name} ${value}` : name;
}

function nameOf(words: readonly string[]): string {
  const plain = words
    .join("-")
    .replaceAll(/[^\p{L}\p{N}.]+/gu, "-")
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, "");
  return plain === "" ? "common" : plain;
}
