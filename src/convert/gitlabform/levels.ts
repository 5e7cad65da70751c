import { fold, isUnder } from "../../core/address.js";
import { globDepth } from "../../core/glob.js";
import { isObject } from "../../core/json.js";
import { pointerStep } from "../../core/steps.js";
import type { GitlabformSource, Omissions } from "./omissions.js";
import { type ConfigBranch, type ConfigTree, isBranch, leafOf, merged, configTreeOf } from "./tree.js";

/** One key under `projects_and_groups`, with what it means together with the levels above it. */
export interface ConfigLevel {
  /** `*`, `GROUP/*`, `GROUP/PROJECT`, or a path with another wildcard, which is for projects. */
  readonly key: string;
  readonly sort: "common" | "group" | "pattern" | "project";
  /** Path of the group or project, or the pattern; "" for all. */
  readonly path: string;
  readonly at: string;
  /** The level that it inherits from. */
  readonly parent?: ConfigLevel;
  /** Sections by name: what the level and those above it say. */
  readonly sections: ReadonlyMap<string, ConfigTree>;
  /** Sections that it names itself. */
  readonly own: ConfigBranch;
}

const under = "/projects_and_groups";
const specific = { common: 0, group: 1, pattern: 2, project: 3 } as const;

/** All levels, the general ones before those that inherit from them. Throws TrueupError `convert.input` for what the program would refuse. */
export function readLevels({ value }: GitlabformSource, omissions: Omissions): readonly ConfigLevel[] {
  const all = isObject(value) ? value["projects_and_groups"] : undefined;
  if (!isObject(all) || Object.keys(all).length === 0) {
    const hint = "Name a configuration that speaks of groups or projects.";
    throw omissions.wrong(under, "there is nothing under projects_and_groups", hint);
  }
  const seen = new Map<string, string>();
  const rows = Object.entries(all).map(([key, config = null]) => {
    const at = under + pointerStep(key);
    const other = seen.get(fold(key));
    if (other !== undefined) {
      const hint = "Paths of groups and projects are one whatever their letter case.";
      throw omissions.wrong(at, `${key} and ${other} differ in letter case only`, hint);
    }
    seen.set(fold(key), key);
    const tree = configTreeOf(config ?? {}, at);
    if (!isBranch(tree))
      throw omissions.wrong(at, `${key} holds no sections`, "Under each level stand sections, such as project_settings.");
    return { key, at, tree, ...placeOf(key) };
  });
  rows.sort((a, b) => specific[a.sort] - specific[b.sort] || a.path.split("/").length - b.path.split("/").length);
  const levels: ConfigLevel[] = [];
  for (const { tree, ...row } of rows) {
    const parent = parentOf(row, levels);
    mustInherit(tree, parent !== undefined, omissions);
    levels.push({ ...row, own: tree, ...(parent === undefined ? {} : { parent }), sections: sectionsOf(parent, tree) });
  }
  return levels;
}

function placeOf(key: string): Pick<ConfigLevel, "sort" | "path"> {
  if (key === "*") return { sort: "common", path: "" };
  if (key.endsWith("/*") && !key.slice(0, -2).includes("*")) return { sort: "group", path: key.slice(0, -2) };
  return { sort: key.includes("*") ? "pattern" : "project", path: key };
}

/** The nearest level above: of those that cover it, the last one. */
function parentOf({ sort, path }: Pick<ConfigLevel, "sort" | "path">, levels: readonly ConfigLevel[]): ConfigLevel | undefined {
  const literal = sort === "pattern" ? path.split("/").slice(0, globDepth(path)).join("/") : path;
  return levels.findLast((level) => level.sort === "common" || (level.sort === "group" && isUnder(literal, level.path)));
}

function sectionsOf(parent: ConfigLevel | undefined, branch: ConfigBranch): ReadonlyMap<string, ConfigTree> {
  const sections = new Map(parent?.sections ?? []);
  for (const [name, section] of branch.parts) sections.set(name, merged(sections.get(name), section));
  return sections;
}

/** `inherit` can only be false, and only where there is something above. */
function mustInherit(tree: ConfigTree, hasParent: boolean, omissions: Omissions): void {
  if (!isBranch(tree)) return;
  const at = `${tree.at}/inherit`;
  if (tree.parts.has("inherit")) {
    if (leafOf(tree, "inherit") !== false)
      throw omissions.wrong(at, "inherit can only be false", "Write inherit: false, or nothing.");
    if (!hasParent)
      throw omissions.wrong(at, "there is no level above that something could be inherited from", "Take inherit: false out.");
  }
  for (const part of tree.parts.values()) mustInherit(part, hasParent, omissions);
}
