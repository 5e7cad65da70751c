import { append, compareTexts } from "../core/collections.js";
import { fault, type FileDiagnostic, formatOrigin, type Origin, warning } from "../core/errors.js";
import { switchOf } from "../core/fields.js";
import type { Kinds } from "../core/kind.js";
import type { AttributePattern, Layers } from "../core/layer.js";
import type { Desired } from "../core/plan.js";
import { composedDiagnostics } from "./check-composed.js";
import { exceptionDiagnostics } from "./check-exceptions.js";
import { ignoredEnforced, policyContradictions } from "./check-policies.js";
import { type CheckedThing, declaredPaths, PolicyReach, unmatchedGlobs } from "./check-reach.js";
import { LayerCheck } from "./check-said.js";
import { thingContradictions } from "./check-things.js";
import { policyLabel, presetLabel } from "./held.js";
import { means } from "./statements.js";
import { wrongForThis } from "./this.js";

/** What the files declare, as far as layers are held against it. */
interface DeclaredThings {
  readonly kinds: Kinds;
  /** `wrong` are attributes that the schema refused. */
  readonly entries: readonly { readonly desired: Desired; readonly wrong: ReadonlySet<string> }[];
  /** The nearest that holds one of them; undefined where nothing declared does. */
  readonly holderOf: (desired: Desired) => Desired | undefined;
}

/**
 * All that can be said of layers from the files alone (docs/policies.md), whatever is live: so nobody without write access to the files turns valid files into an error.
 * Takes what the files say of layers, what they declare, and what is known to be wrong with them: of layers that were not read whole nobody can say what has no effect, or what is
 * lacking.
 */
export function layerDiagnostics(
  layers: Layers,
  world: DeclaredThings,
  before: readonly FileDiagnostic[] = [],
): FileDiagnostic[] {
  const { kinds, entries } = world;
  const check = new LayerCheck(layers, kinds);
  const reach = new PolicyReach(
    check,
    entries.map(({ desired }) => desired),
  );
  const things = reach.things();
  const declared = declaredPaths(things);
  const errors = before.filter(({ severity }) => severity === "error");
  const addresses = new Set(entries.map(({ desired }) => desired.address));
  const isReadWhole = errors.every(({ address }) => address !== undefined && addresses.has(address));
  const contradictions = [
    ...circles(
      check.policies.map(({ name, over }) => ({ name, names: over })),
      { rule: "policy.over-cycle", address: policyLabel, attribute: "over", message: "policies are over each other in a circle" },
    ),
    ...circles(
      layers.presets.map((preset) => ({ name: preset.name, names: preset.extends })),
      { rule: "preset.cycle", address: presetLabel, attribute: "extends", message: "presets extend each other in a circle" },
    ),
    ...policyContradictions(check),
    ...ignoredEnforced(check),
    ...setConditions(check),
    ...leavable(check),
    ...idleEnforce(check),
    ...unmatchedGlobs(check, declared),
    ...exceptionDiagnostics(check, declared),
    ...thingContradictions(check, reach, things),
    ...wrongForThis(things.flatMap((thing) => reach.wrong(thing))),
  ];
  const wrong = new Map(entries.map((entry) => [entry.desired.address, entry.wrong]));
  const facts = { wrong, holder: ({ desired }: CheckedThing) => world.holderOf(desired)?.spec };
  const composed = isReadWhole ? composedDiagnostics(check, reach, things, facts) : [];
  return [...contradictions.filter(({ severity }) => errors.length === 0 || severity === "error"), ...composed];
}

/** What policies set although some `where` goes by it, which would depend on itself. Conditions do not tell apart here: what is set may be what another one asks for. */
function setConditions(check: LayerCheck): FileDiagnostic[] {
  const read = check.policies.flatMap((policy) => policy.where.map((condition) => ({ policy, condition })));
  return check.policies.flatMap((policy) =>
    policy.bodies.flatMap(({ child, statements }) =>
      (child === undefined ? statements : []).flatMap((statement) => {
        const [name = ""] = statement.path;
        const clash = read.find(
          ({ condition, policy: other }) =>
            condition.path[0] === name && other.kind === policy.kind && check.pairs.shared(other, policy).length > 0,
        );
        if (!clash) return [];
        const { origin } = clash.condition;
        const by = clash.policy === policy ? "its own where" : `the where of ${policyLabel(clash.policy.name)}`;
        const details = {
          address: policyLabel(policy.name),
          attribute: check.text(policy.kind, undefined, statement.path),
          allowed: `say ${name} in the bodies of things and in presets, or let where go by something else`,
          related: [origin],
        };
        return [fault("where.set", statement.origin, `it sets what ${by} goes by (${formatOrigin(origin)})`, details)];
      }),
    ),
  );
}

/**
 * Policies that enforce what those whom they bind can leave: whoever looks after a thing may change what `where` goes by. Only a flag that closes the thing (archived) is left
 * out: who sets it can do nothing with it any more.
 */
function leavable(check: LayerCheck): FileDiagnostic[] {
  return check.policies.flatMap((policy) => {
    const [enforced] = policy.enforce;
    const fields = check.fields(policy.kind, undefined);
    const open = policy.where
      .filter(({ path }) => !switchOf(fields[path[0] ?? ""]))
      .map(({ path, origin }) => ({ name: path.join("."), origin }))
      .toSorted((a, b) => compareTexts(a.name, b.name));
    const [first] = open;
    if (!enforced || !first) return [];
    const names = [...new Set(open.map(({ name }) => name))].join(", ");
    const message = `it enforces (${formatOrigin(enforced.origin)}), but whoever maintains what it is for can leave it by changing ${names}`;
    const allowed = "globs in place of where, or no enforce";
    const details = { address: policyLabel(policy.name), attribute: `where.${first.name}`, allowed, related: [enforced.origin] };
    return [warning("policy.leavable", first.origin, message, details)];
  });
}

/** Policies that enforce what they do not say. */
function idleEnforce(check: LayerCheck): FileDiagnostic[] {
  return check.policies.flatMap(({ name, enforce, bodies }) => {
    const isSaid = (pattern: AttributePattern) =>
      bodies.some(({ child, statements }) => statements.some(({ path }) => means(pattern, child, path)));
    const idle = enforce.filter((pattern) => !isSaid(pattern));
    return idle.map(({ text, origin }) => {
      const details = { address: policyLabel(name), attribute: `enforce.${text}`, allowed: "a value or a bound of it under set" };
      return warning("enforce.idle", origin, `it enforces ${text}, but says nothing of it`, details);
    });
  });
}

/** Something that names others of its sort: a policy those that it is over, a preset those that it extends. */
interface CircleMember {
  readonly name: string;
  readonly names: readonly { readonly name: string; readonly origin: Origin }[];
}

/** Circles of names, each once from the first of its names on: `a -> b -> a`. */
export function circles(
  all: readonly CircleMember[],
  { rule, address, attribute, message }: Record<"rule" | "attribute" | "message", string> & { address: (name: string) => string },
): FileDiagnostic[] {
  const byName = new Map(all.map(({ name, names }) => [name, names]));
  const reported = new Set<string>();
  return [...aroundCircles(byName)].sort().flatMap((name) => {
    const circle = reported.has(name) ? undefined : wayBack(name, byName);
    const [first, ...others] = circle ?? [];
    if (!first || !circle) return [];
    for (const { name: member } of circle) reported.add(member);
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
  const onwards = new Map([...all].map(([name, names]) => [name, names.map((policy) => policy.name)]));
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
