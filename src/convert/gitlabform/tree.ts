import { isObject, type Json } from "../../core/json.js";
import { pointerStep } from "../../core/steps.js";

/** A value of a configuration with the pointer of where it stands. What several levels say together is one tree. */
export type ConfigTree = ConfigLeaf | ConfigBranch;

/** A single value, or a list. */
export interface ConfigLeaf {
  readonly at: string;
  readonly value: Json;
}

/** A mapping. */
export interface ConfigBranch {
  readonly at: string;
  readonly parts: ReadonlyMap<string, ConfigTree>;
}

/** A value as a tree. */
export function configTreeOf(value: Json, at: string): ConfigTree {
  if (!isObject(value)) return { at, value };
  const parts = Object.entries(value).map(([name, part = null]) => [name, configTreeOf(part, at + pointerStep(name))] as const);
  return { at, parts: new Map(parts) };
}

/** True for a mapping. */
export function isBranch(tree: ConfigTree | undefined): tree is ConfigBranch {
  return tree !== undefined && "parts" in tree;
}

/** The single value of a part; undefined where there is none. */
export function leafOf(tree: ConfigTree | undefined, name: string): Json | undefined {
  const part = isBranch(tree) ? tree.parts.get(name) : undefined;
  return part === undefined || isBranch(part) ? undefined : part.value;
}

/** The tree as plain data. */
export function plainOf(tree: ConfigTree): Json {
  if (!isBranch(tree)) return tree.value;
  return Object.fromEntries([...tree.parts].map(([name, part]) => [name, plainOf(part)]));
}

/** A mapping without some of its parts. */
export function withoutParts({ at, parts }: ConfigBranch, names: readonly string[]): ConfigBranch {
  return { at, parts: new Map([...parts].filter(([name]) => !names.includes(name))) };
}

/** What a more specific level makes of a more general one: mappings add up, all else is replaced; `inherit: false` cuts a mapping off. */
export function merged(general: ConfigTree | undefined, specific: ConfigTree): ConfigTree {
  if (!isBranch(specific)) return specific;
  const branch = withoutParts(specific, ["inherit"]);
  const isCut = specific.parts.has("inherit");
  const before = isCut || !isBranch(general) ? new Map<string, ConfigTree>() : general.parts;
  const parts = new Map(before);
  for (const [name, part] of branch.parts) parts.set(name, merged(before.get(name), part));
  return { at: specific.at, parts };
}
