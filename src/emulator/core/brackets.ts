import { type Json, isObject } from "./records.js";
import { badParameters } from "./replies.js";

const DEEPEST = 32;

const MOST = 10_000;

const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

type Tree = { [name: string]: Json | Tree | Tree[] | Json[] };

/**
 * Reads the names of queries and forms: `a=1`, lists `a[]=1` (`a[]=` alone is one without items), hashes `a[key]=1` and lists of hashes `a[][key]=1`, where a key that repeats begins
 * the next hash (document 1, conventions 5). Throws 400 when names contradict each other, nest too deep or are too many.
 */
export function parseBrackets(pairs: Iterable<readonly [string, Json]>): Record<string, Json> {
  const tree: Tree = {};
  let count = 0;
  for (const [name, value] of pairs) {
    count += 1;
    if (count > MOST) throw badParameters(`more than ${MOST} parameters`);
    const path = pathOf(name);
    if (path.length > DEEPEST) throw badParameters(`${path[0]} is invalid`);
    place(tree, path, value);
  }
  emptyBlankLists(tree);
  return tree;
}

/** The only way in which a form can say an empty list is one blank item. */
function emptyBlankLists(tree: Tree): void {
  for (const [name, inner] of Object.entries(tree)) {
    if (Array.isArray(inner) && inner.length === 1 && inner[0] === "") tree[name] = [];
    else for (const node of Array.isArray(inner) ? inner : [inner]) if (isObject(node)) emptyBlankLists(node);
  }
}

/** Throws 400 when a name that JavaScript gives a meaning of its own stands anywhere in a body. */
export function refuseForbiddenNames(value: Json, depth = 0): void {
  if (typeof value !== "object" || value === null) return;
  if (depth > DEEPEST) throw badParameters("the request body nests too deep");
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && FORBIDDEN.has(name)) throw badParameters(`${name} is invalid`);
    refuseForbiddenNames(inner, depth + 1);
  }
}

function pathOf(name: string): string[] {
  const open = name.indexOf("[");
  if (open <= 0) return [checked(name)];
  const inner = [...name.slice(open).matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? "");
  return [name.slice(0, open), ...inner].map(checked);
}

function checked(name: string): string {
  if (FORBIDDEN.has(name)) throw badParameters(`${name} is invalid`);
  return name;
}

function place(into: Tree, path: readonly string[], value: Json): void {
  const [name = "", next, ...rest] = path;
  if (next === undefined) {
    into[name] = value;
    return;
  }
  const there = Object.hasOwn(into, name) ? into[name] : undefined;
  if (next !== "") {
    const hash = there ?? {};
    if (!isObject(hash)) throw badParameters(`${name} is invalid`);
    into[name] = hash;
    place(hash, [next, ...rest], value);
    return;
  }
  const items = there ?? [];
  if (!Array.isArray(items)) throw badParameters(`${name} is invalid`);
  into[name] = items;
  placeInList(items as (Json | Tree)[], rest, value);
}

function placeInList(items: (Json | Tree)[], rest: readonly string[], value: Json): void {
  if (rest.length === 0) {
    items.push(value);
    return;
  }
  const last = items.at(-1);
  const [key = ""] = rest;
  const isOpen = isObject(last) && (!Object.hasOwn(last, key) || rest.length > 1);
  const hash: Tree = isOpen ? last : {};
  if (!isOpen) items.push(hash);
  place(hash, rest, value);
}
