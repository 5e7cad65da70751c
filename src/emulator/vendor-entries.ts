import { whyAbsent } from "./absent.js";
import { notServed } from "./errors.js";
import type { HttpError } from "./errors.js";
import { nameOf, newestFacts, placeless } from "./facts/served.js";
import type { ServedFacts } from "./facts/served.js";
import type { Operation } from "./operations.js";
import { patternOf } from "./path-pattern.js";
import { rowOperations } from "./row/operations.js";
import type { VendorOperation } from "./vendor-operations.js";
import type { VendorSection } from "./vendor-section.js";
import { vendorSections } from "./vendor/index.gen.js";

/** All rows. */
export const vendorRows = vendorSections.flatMap(({ rows = [] }) => rows);

/**
 * Operations that real servers alone have, by method and path as facts of the release write them, or those of the newest. What the API description has
 * already, or a section has code for, is no row's. Throws where two sections have the same one.
 */
export function vendorEntries(facts: ServedFacts, described: readonly Operation[]): Readonly<Record<string, VendorOperation>> {
  const known = made.get(facts);
  if (known !== undefined) return known;
  const taken = new Set(described.map(nameOf));
  const own = vendorSections.flatMap(({ operations = {} }) => Object.entries(operations));
  const entries: Record<string, VendorOperation> = {};
  for (const [name, entry] of own) {
    const key = placeless(name);
    if (taken.has(key) && entry.instead !== true) throw new Error(`the emulator has two of ${name}`);
    taken.add(key);
    entries[name] = entry;
  }
  const names = new Map([...(newestFacts()?.written() ?? []), ...facts.written()].map((name) => [placeless(name), name]));
  const free = [...names].filter(([key]) => !taken.has(key)).map(([, name]) => name);
  Object.assign(entries, rowOperations(vendorRows, free));
  made.set(facts, entries);
  return entries;
}

/** Method and path, with nameless places, of what real servers have instead of what the API description has. */
export const replaced: ReadonlySet<string> = new Set(
  vendorSections.flatMap(({ operations = {} }: VendorSection) =>
    Object.entries(operations).flatMap(([name, entry]) => (entry.instead === true ? [placeless(name)] : [])),
  ),
);

const made = new WeakMap<ServedFacts, Readonly<Record<string, VendorOperation>>>();

/** Finds the operation that facts know, from a method and a path, among those that are not served, and refuses it. */
export function unservedOf(
  facts: ServedFacts,
  served: readonly string[],
): (method: string, path: string) => HttpError | undefined {
  let patterns: readonly { readonly name: string; readonly pattern: RegExp }[] | undefined;
  return (method, path) => {
    patterns ??= patternsOf(facts, new Set(served.map(placeless)));
    const name = patterns.find((one) => one.name.startsWith(`${method} `) && one.pattern.test(path))?.name;
    return name === undefined ? undefined : notServed(name, whyAbsent(placeless(name.slice(method.length + 1))));
  };
}

/** Integrations that servers have in development only, and the old name of all integrations, which is an alias. */
export const ELSEWHERE = /\/(?:services(?:\/|$)|integrations\/mock-)/;

function patternsOf(facts: ServedFacts, served: ReadonlySet<string>) {
  const names = facts.written().filter((name) => !served.has(placeless(name)) && !ELSEWHERE.test(name));
  return names.map((name) => ({ name, pattern: patternOf(`/api/v4${name.slice(name.indexOf(" ") + 1)}`) }));
}
