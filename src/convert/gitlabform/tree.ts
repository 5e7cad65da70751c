import { isObject, type Json } from "../../core/json.js";
import { pointerStep } from "../../core/pointer.js";

/** A value of a configuration with the pointer of where it stands. What several levels say together is one tree. */
export type Tree = Leaf | Branch;

/** A single value, or a list. */
export interface Leaf {
  readonly at: string;
  readonly value: Json;
}

/** A mapping. */
export interface Branch {
  readonly at: string;
  readonly parts: ReadonlyMap<string, Tree>;
}

/** A value as a tree. */
export function treeOf(value: Json, at: string): Tree {
  if (!isObject(value)) return { at, value };
  const parts = Object.entries(value).map(([name, part = null]) => [name, treeOf(part, at + pointerStep(name))] as const);
  return { at, parts: new Map(parts) };
}

/** True for a mapping. */
export function isBranch(tree: Tree | undefined): tree is Branch {
  return tree !== undefined && "parts" in tree;
}

/** The single value of a part; undefined where there is none. */
export function leafOf(tree: Tree | undefined, name: string): Json | undefined {
  const part = isBranch(tree) ? tree.parts.get(name) : undefined;
  return part === undefined || isBranch(part) ? undefined : part.value;
}

/** The tree as plain data. */
export function plainOf(tree: Tree): Json {
  if (!isBranch(tree)) return tree.value;
  return Object.fromEntries([...tree.parts].map(([name, part]) => [name, plainOf(part)]));
}

/** A mapping without some of its parts. */
export function withoutParts({ at, parts }: Branch, names: readonly string[]): Branch {
  return { at, parts: new Map([...parts].filter(([name]) => !names.includes(name))) };
}

/** What a more specific level makes of a more general one: mappings add up, all else is replaced; `inherit: false` cuts a mapping off. */
export function merged(general: Tree | undefined, specific: Tree): Tree {
  if (!isBranch(specific)) return specific;
  const own = withoutParts(specific, ["inherit"]);
  const isCut = specific.parts.has("inherit");
  const before = isCut || !isBranch(general) ? new Map<string, Tree>() : general.parts;
  const parts = new Map(before);
  for (const [name, part] of own.parts) parts.set(name, merged(before.get(name), part));
  return { at: specific.at, parts };
}
