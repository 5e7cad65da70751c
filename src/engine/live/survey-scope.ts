import { fold, isUnder } from "../../core/address.js";
import { glob, globRoot } from "../../core/glob.js";
import type { JsonObject } from "../../core/json.js";
import { isAbsent, isInherent, type Kinds, kindsUnder, type PlacedKind, topParent } from "../../core/kind.js";

/** The part of an instance that is looked at. */
export interface Scope {
  /** Globs of full paths; a path without a wildcard stands for itself and all below it. Empty for the whole instance. */
  readonly under: readonly string[];
  /** Names of kinds; empty for all. */
  readonly kinds: readonly string[];
  /** Also what belongs to the instance as a whole, beside paths; without paths that alone. */
  readonly withInstance?: true;
  /** Also what is there without anybody's doing and says nothing. */
  readonly inherent?: true;
}

/** A scope as the survey asks it. */
export class SurveyScope {
  /** Paths below which all that is looked at lies, none below another; an empty one is the whole instance. */
  readonly roots: readonly string[];
  /** True if all of the instance is looked at. */
  readonly isWhole: boolean;
  /** True if what belongs to the instance as a whole is looked at too: it lies under no path, so beside paths it must be asked for, or by its kind. */
  readonly readsInstance: boolean;
  private readonly tests: readonly { readonly pattern: string; readonly matches: (path: string) => boolean }[];
  private readonly met = new Set<string>();

  constructor(
    private readonly scope: Scope,
    private readonly kinds: Kinds,
  ) {
    const patterns = scope.under.map((pattern) => (pattern.includes("*") ? pattern : `${pattern}/**`));
    this.tests = scope.under.map((pattern, index) => ({ pattern, matches: glob(patterns[index] ?? "") }));
    this.isWhole = patterns.length === 0 && !scope.withInstance;
    this.roots = this.isWhole ? [""] : topmost(patterns.map((pattern) => globRoot(pattern)));
    this.readsInstance = this.isWhole || scope.withInstance === true || scope.kinds.length > 0;
  }

  /** True if a full path is looked at. */
  holds(path: string): boolean {
    const met = this.tests.filter(({ matches }) => matches(path));
    for (const { pattern } of met) this.met.add(pattern);
    return this.isWhole || met.length > 0;
  }

  /** Globs that matched nothing of what was looked at; none where nothing that has a path is. */
  unmatched(): readonly string[] {
    const looks = kindsUnder(this.kinds, topParent).some((kind) => kind.tree && this.visits(kind));
    return looks ? this.scope.under.filter((pattern) => !this.met.has(pattern)) : [];
  }

  /** True if members of a kind are asked for. */
  wants(kind: PlacedKind): boolean {
    return this.scope.kinds.length === 0 ? kind.exported !== "asked" : this.scope.kinds.includes(kind.name);
  }

  /** True if what a list shows counts as there. */
  counts(kind: PlacedKind, reply: JsonObject): boolean {
    return !isAbsent(kind, reply) && (this.scope.inherent === true || !isInherent(kind, reply));
  }

  /** True if members of a kind are asked for, or what hangs on them. */
  visits(kind: PlacedKind): boolean {
    return this.wants(kind) || kindsUnder(this.kinds, kind.name).some((child) => this.wants(child));
  }
}

/** Roots that lie in no other one. */
function topmost(roots: readonly string[]): string[] {
  if (roots.includes("")) return [""];
  const folded = [...new Set(roots.map(fold))];
  return folded.filter((root) => !folded.some((other) => isUnder(root, other)));
}
