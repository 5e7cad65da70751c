import { fold, isUnder } from "../../core/address.js";
import { append } from "../../core/collections.js";
import { globDepth, overlaps } from "../../core/glob.js";
import { isObject, type Value } from "../../core/json.js";
import type { ConfigLevel } from "./levels.js";
import type { Omissions } from "./omissions.js";
import { leafOf } from "./tree.js";
import { type LevelUnit, type LevelUnits, isEqual } from "./units.js";

/** Something that a level says, and where below it that does not hold. */
export interface LevelStatement {
  readonly unit: LevelUnit;
  /** Levels below that it must not reach. */
  readonly except: Set<ConfigLevel>;
}

/** What levels say themselves, each beyond what it inherits, so that all together mean what the configuration means. */
export function levelStatements(all: readonly LevelUnits[]): ReadonlyMap<ConfigLevel, readonly LevelStatement[]> {
  const statements = new Map<ConfigLevel, LevelStatement[]>();
  const units = new Map(all.map((entry) => [entry.level, entry.units]));
  for (const { level, units: unitsHere } of all) {
    const inherited = level.parent === undefined ? undefined : units.get(level.parent);
    for (const unit of unitsHere.values()) {
      const before = inherited?.get(unit.id);
      const difference = before === undefined ? unit : beyond(before, unit);
      if (difference === "cut") cut(level, unit.id, statements);
      const statement = difference === "cut" ? unit : difference;
      if (statement !== undefined) append(statements, level, { unit: statement, except: new Set<ConfigLevel>() });
    }
    // Policies leave archived projects alone by themselves.
    if (leafOf(level.sections.get("project"), "archive") === true) continue;
    // What is no longer there is kept from reaching what lies below; of another sort of thing nothing is.
    for (const { id, parent, topOnly } of inherited?.values() ?? [])
      if (!unitsHere.has(id) && (parent === "project" || level.sort === "group") && !(topOnly && level.path.includes("/")))
        cut(level, id, statements);
  }
  return statements;
}

/** What a level says of a unit that it inherits; undefined for nothing, `cut` where what is inherited must not reach it at all. */
function beyond(before: LevelUnit, unit: LevelUnit): LevelUnit | "cut" | undefined {
  if (before.isAbsent || unit.isAbsent) return before.isAbsent === unit.isAbsent ? undefined : "cut";
  const parts = (["attributes", "unchecked"] as const).map((part) => {
    const isLost = [...before[part].keys()].some((name) => !unit[part].has(name));
    const changed = [...unit[part]].filter(([name, value]) => !isEqual(before[part].get(name), value));
    const isEdited = changed.some(([name, value]) => before[part].has(name) && mustReplace(before[part].get(name), value));
    return isLost || isEdited ? undefined : new Map(changed);
  });
  const [attributes, unchecked] = parts;
  if (attributes === undefined || unchecked === undefined) return "cut";
  return attributes.size + unchecked.size === 0 ? undefined : { ...unit, attributes, unchecked };
}

/** Edits of a list add up, and mappings merge part by part: what is to stand in place of them cannot lie over them. */
function mustReplace(before: Value | undefined, after: Value): boolean {
  if (!isObject(before)) return isObject(after) && Array.isArray(before);
  if (!isObject(after)) return !("add" in before) && !("remove" in before);
  return "add" in before || "remove" in before || Object.keys(before).some((name) => !(name in after));
}

function cut(level: ConfigLevel, id: string, statements: ReadonlyMap<ConfigLevel, readonly LevelStatement[]>): void {
  for (let above = level.parent; above !== undefined; above = above.parent) {
    for (const statement of statements.get(above) ?? []) if (statement.unit.id === id) statement.except.add(level);
  }
}

/** A policy as it is written: what it is for, and what it sets. */
export interface PolicyDraft {
  readonly name: string;
  readonly kind: "projects" | "groups";
  readonly globs: readonly string[];
  readonly except: readonly string[];
  readonly over: readonly string[];
  readonly units: readonly LevelUnit[];
}

/** Policies of levels that are for many. What only some of those below a level have not is a policy of its own. */
export class PolicyDrafts {
  private readonly drafts: (Omit<PolicyDraft, "over"> & { readonly level: ConfigLevel })[] = [];
  /** Without letter case. */
  private readonly names = new Set<string>();

  constructor(
    private readonly levels: readonly ConfigLevel[],
    private readonly skipped: { readonly projects: readonly string[]; readonly groups: readonly string[] },
    private readonly omissions: Omissions,
  ) {}

  add(level: ConfigLevel, statements: readonly LevelStatement[]): void {
    const groups = new Map<string, LevelStatement[]>();
    for (const statement of statements) {
      const { isAbsent, at, key = "", parent, topOnly } = statement.unit;
      if (isAbsent) {
        this.omissions.tell(at, `${key} is left out: no policy deletes anything; write ensure: absent under each`);
        continue;
      }
      const except = [...statement.except].map((level) => level.key).sort();
      append(groups, JSON.stringify([parent, topOnly, except]), statement);
    }
    for (const members of groups.values()) this.draft(level, members);
  }

  all(): readonly PolicyDraft[] {
    return this.drafts.map(({ level, ...draft }) => ({ ...draft, over: this.over(level, draft) }));
  }

  private draft(level: ConfigLevel, members: readonly LevelStatement[]): void {
    const [first] = members;
    if (first === undefined) return;
    const { parent, topOnly } = first.unit;
    const kind = parent === "project" ? "projects" : "groups";
    const globs = [topOnly ? level.path || "*" : globOf(level)];
    const cuts = [...first.except].map((exception) => globOf(exception));
    const others = level.sort === "pattern" ? this.nearer(level) : [];
    const skipped = this.skipped[kind].filter((glob) => globs.some((outer) => overlaps(outer, glob)));
    const except = [...new Set([...cuts, ...others, ...skipped])];
    const files = [...new Set(members.map(({ unit }) => unit.file ?? "settings"))];
    const plain = level.sort === "common" ? "all" : level.path.replaceAll("*", "x");
    const some = first.except.size > 0 || topOnly ? files.slice(0, 2) : [];
    const words = [plain.replaceAll(/[^\p{L}\p{N}]+/gu, "-"), kind, ...some];
    const units = members.map(({ unit }) => unit);
    const name = freeName(words.join("-"), this.names);
    this.names.add(fold(name));
    this.drafts.push({ level, name, kind, globs, except, units });
  }

  /** Other patterns and projects that a project rather goes by. */
  private nearer(level: ConfigLevel): string[] {
    const rank = ({ path }: ConfigLevel) => path.indexOf("*") * 1000 - path.split("*").length;
    return this.levels
      .filter((other) => other !== level && (other.sort === "project" || (other.sort === "pattern" && rank(other) > rank(level))))
      .filter((other) => overlaps(globOf(other), globOf(level)))
      .map(globOf);
  }

  /** Patterns are no deeper than the group that they lie in, but come after it. */
  private over({ sort, path }: ConfigLevel, { kind }: Pick<PolicyDraft, "kind">): string[] {
    if (sort !== "pattern") return [];
    return this.drafts
      .filter(({ level, kind: other }) => other === kind && level.sort === "group" && isUnder(path, level.path))
      .filter(({ globs: [glob = ""] }) => globDepth(glob) === globDepth(path))
      .map(({ name }) => name);
  }
}

/** A name that is not among those that are taken, which stand there without letter case: where it is, a number follows. */
export function freeName(plain: string, taken: ReadonlySet<string>): string {
  let name = plain;
  for (let number = 2; taken.has(fold(name)); number++) name = `${plain}-${number}`;
  return name;
}

/** What a level is for. */
export function globOf({ sort, path }: ConfigLevel): string {
  return sort === "common" ? "**" : sort === "group" ? `${path}/**` : path;
}
