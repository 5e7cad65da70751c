import { append } from "../core/append.js";
import { type FileDiagnostic, type Origin, fault } from "../core/errors.js";

/** Something that names others of its sort: a policy those that it is over, a preset those that it extends. */
export interface CircleMember {
  readonly name: string;
  readonly names: readonly { readonly name: string; readonly origin: Origin }[];
}

/** How circles of one sort are told. */
export interface CircleRule {
  readonly rule: string;
  readonly address: (name: string) => string;
  readonly attribute: string;
  readonly message: string;
}

/** Circles of names, each once from the first of its names on: `a -> b -> a`. */
export function circles(all: readonly CircleMember[], { rule, address, attribute, message }: CircleRule): FileDiagnostic[] {
  const byName = new Map(all.map(({ name, names }) => [name, names]));
  const told = new Set<string>();
  return [...aroundCircles(byName)].sort().flatMap((name) => {
    const circle = told.has(name) ? undefined : wayBack(name, byName);
    const [first, ...others] = circle ?? [];
    if (!first || !circle) return [];
    for (const { name: one } of circle) told.add(one);
    const text = [name, ...circle.map((step) => step.name)].join(" -> ");
    return [
      fault(rule, first.origin, `${message}: ${text}`, {
        address: address(name),
        attribute,
        allowed: "an order without a circle: take one of these names away",
        related: others.map(({ origin }) => origin),
      }),
    ];
  });
}

type Named = CircleMember["names"][number];

/** The names on circles and on ways between two of them: files without a circle are through at once, however long their chains are. */
function aroundCircles(all: ReadonlyMap<string, readonly Named[]>): ReadonlySet<string> {
  const onwards = new Map([...all].map(([name, names]) => [name, names.map((one) => one.name)]));
  const leading = leadingOn(onwards);
  const back = new Map<string, string[]>([...leading].map((name) => [name, []]));
  for (const name of leading) for (const other of onwards.get(name) ?? []) back.get(other)?.push(name);
  return leadingOn(back);
}

/** The names from which steps go on without an end: what ends is taken away, and then what leads to nothing else. */
function leadingOn(all: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const steps = new Map([...all].map(([name, names]) => [name, names.filter((other) => all.has(other))]));
  const before = new Map<string, string[]>();
  for (const [name, names] of steps) for (const other of names) append(before, other, name);
  const open = new Map([...steps].map(([name, names]) => [name, names.length]));
  const ends = [...open].flatMap(([name, count]) => (count === 0 ? [name] : []));
  for (const end of ends) {
    open.delete(end);
    for (const name of before.get(end) ?? []) {
      const count = (open.get(name) ?? 0) - 1;
      open.set(name, count);
      if (count === 0) ends.push(name);
    }
  }
  return new Set(open.keys());
}

/** The shortest way from a name to itself, by the places that lead on. */
function wayBack(start: string, all: ReadonlyMap<string, readonly Named[]>): readonly Named[] | undefined {
  /** By the name that a step leads to: the first step there, and the name that it comes from. */
  const steps = new Map<string, { readonly step: Named; readonly from: string }>();
  const names = [start];
  for (const from of names) {
    for (const step of all.get(from) ?? []) {
      if (steps.has(step.name)) continue;
      steps.set(step.name, { step, from });
      if (step.name === start) return wayTo(start, steps);
      names.push(step.name);
    }
  }
  return undefined;
}

function wayTo(start: string, steps: ReadonlyMap<string, { readonly step: Named; readonly from: string }>): readonly Named[] {
  const way: Named[] = [];
  for (let last = steps.get(start); last !== undefined; last = last.from === start ? undefined : steps.get(last.from))
    way.push(last.step);
  return way.toReversed();
}
