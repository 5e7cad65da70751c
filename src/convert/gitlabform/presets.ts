import { fold } from "../../core/address.js";
import { append } from "../../core/append.js";
import { canonicalJson, isObject, type Value } from "../../core/json.js";

type Body = { readonly [name: string]: Value };

/** Projects, and what several of them say alike. */
export interface SharedBodies {
  readonly projects: { readonly [path: string]: Value };
  readonly presets: { readonly [name: string]: Value };
}

/** What several projects say alike becomes a preset that they extend, where that takes fewer lines. */
export function sharedBodies(projects: { readonly [path: string]: Value }): SharedBodies {
  const presets: { [name: string]: Value } = {};
  const extended = new Map<string, string[]>();
  const given = new Map<string, Set<string>>();
  for (const { paths, keys } of alike(projects)) {
    const first = projects[paths[0] ?? ""];
    const body = Object.fromEntries(keys.map((key) => [key, isObject(first) ? (first[key] ?? null) : null]));
    const saved = (paths.length - 1) * linesOf(body) - paths.length - 2;
    if (saved <= 0) continue;
    const name = freeName(keys, presets);
    presets[name] = body;
    for (const path of paths) {
      append(extended, path, name);
      given.set(path, new Set([...(given.get(path) ?? []), ...keys]));
    }
  }
  const left = Object.entries(projects).map(([path, body]): readonly [string, Value] => {
    const names = extended.get(path);
    if (names === undefined || !isObject(body)) return [path, body];
    const [only = "", ...others] = names;
    const own = Object.entries(body as Body).filter(([key]) => !given.get(path)?.has(key));
    return [path, { extends: others.length === 0 ? only : names, ...Object.fromEntries(own) }];
  });
  return { projects: Object.fromEntries(left), presets };
}

/** What the same projects say alike. */
function alike(projects: {
  readonly [path: string]: Value;
}): { readonly paths: readonly string[]; readonly keys: readonly string[] }[] {
  const said = new Map<string, { readonly key: string; readonly paths: string[] }>();
  for (const [path, body] of Object.entries(projects)) {
    for (const [key, value] of isObject(body) ? Object.entries(body) : []) {
      if (value === undefined || key === "moved_from" || isToGo(value)) continue;
      const id = `${key} ${canonicalJson(value)}`;
      const one = said.get(id) ?? { key, paths: [] };
      one.paths.push(path);
      said.set(id, one);
    }
  }
  const groups = new Map<string, { readonly paths: readonly string[]; readonly keys: string[] }>();
  for (const { key, paths } of said.values()) {
    if (paths.length < 2) continue;
    const id = paths.join("\n");
    const group = groups.get(id) ?? { paths, keys: [] };
    group.keys.push(key);
    groups.set(id, group);
  }
  return [...groups.values()];
}

/** Only a thing's own body says that something is to go. */
function isToGo(value: Value): boolean {
  return isObject(value) && ("ensure" in value || Object.values(value).some((part) => part !== undefined && isToGo(part)));
}

function linesOf(value: Value): number {
  if (Array.isArray(value)) return value.some((one: Value) => isObject(one)) ? value.length : 0;
  if (!isObject(value)) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + 1 + (part === undefined ? 0 : linesOf(part)), 0);
}

function freeName(keys: readonly string[], taken: { readonly [name: string]: Value }): string {
  const plain = keys.slice(0, 2).join("-").replaceAll("_", "-");
  const names = new Set(Object.keys(taken).map((name) => fold(name)));
  let found = plain;
  for (let number = 2; names.has(fold(found)); number++) found = `${plain}-${number}`;
  return found;
}
