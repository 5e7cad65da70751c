import { append } from "../core/append.js";
import type { Origin } from "../core/errors.js";
import type { Spec, Value } from "../core/json.js";
import { isTopLevel, kindAt } from "../core/kind.js";
import type { LayerBody, Policy, Said, ThingLayers } from "../core/layer.js";
import type { Desired } from "../core/plan.js";
import { remembered } from "../core/remembered.js";
import { valueAtSteps } from "../core/steps.js";
import { isBound } from "./bounds.js";
import { isWithinOrEqual } from "./check-contradiction.js";
import type { LayerCheck, PolicySaying } from "./check-said.js";
import { type HeldLayers, PolicyIndex, childKey, presetLabel } from "./held.js";
import type { Child } from "./patterns.js";
import { resolveBody } from "./resolve.js";
import { statementsOf } from "./statements.js";
import { holds } from "./where.js";

/** What stands at the top of the files, with all that hangs on it there. */
export interface CheckedThing {
  readonly desired: Desired;
  readonly children: readonly Desired[];
  /** By what they are found by (`childKey`): those that are to be absent. */
  readonly absent: ReadonlySet<string>;
  readonly layers: ThingLayers | undefined;
  /** What its presets say, then what it says itself: weakest first. */
  readonly sayings: readonly OwnSaying[];
}

/** One statement of a thing itself, or of a preset of its; the layer of its own ones is empty. */
export interface OwnSaying {
  readonly child: Child;
  readonly statement: Said;
  readonly origin: Origin;
}

/** The policies that may hold for a thing: none of whose conditions fails by what the files say. */
export interface Reached {
  /** Weakest first. */
  readonly policies: readonly Policy[];
  about(kind: string, child: Child, path: readonly string[]): readonly PolicySaying[];
}

/** What is declared, and which policies reach it. Things that the same policies reach share what these say. */
export class PolicyReach {
  private readonly index: PolicyIndex;
  private readonly shared = remembered<Reached>();

  constructor(private readonly check: LayerCheck) {
    this.index = new PolicyIndex(check.layers);
  }

  /** What is declared and not to be absent, by address. */
  things(resources: readonly Desired[]): readonly CheckedThing[] {
    const children = new Map<string, Desired[]>();
    const gone = new Map<string, string[]>();
    const tops: Desired[] = [];
    for (const one of resources) {
      const kind = kindAt(this.check.kinds, one);
      const on = thingKey(kind.parent, one.path);
      if (one.ensure === "absent") append(gone, on, childKey(childOf(one), this.check.kinds));
      else if (isTopLevel(kind)) tops.push(one);
      else append(children, on, one);
    }
    const byAddress = (a: Desired, b: Desired) => (a.address < b.address ? -1 : 1);
    return tops.sort(byAddress).map((desired) => {
      const layers = this.index.thing(desired.address);
      const key = thingKey(desired.kind, desired.path);
      const hanging = children.get(key) ?? [];
      const absent = new Set(gone.get(key));
      return { desired, children: hanging, absent, layers, sayings: this.sayings(desired, hanging, layers) };
    });
  }

  reached(thing: CheckedThing): Reached {
    const policies = this.mayHold(thing);
    return this.shared(policies.map(({ name }) => name).join("\n"), () => this.sayingsOf(policies));
  }

  /** What holds for a thing if these policies do. */
  held({ desired, children, layers }: CheckedThing, policies: readonly Policy[]): HeldLayers {
    const own = [desired, ...children].map((one): LayerBody => {
      const child = one === desired ? undefined : childOf(one);
      const statements = statementsOf(this.check.places.fields(desired.kind, child), one.spec, one.origins, one.origin);
      return { ...(child ? { child } : {}), statements, origin: one.origin };
    });
    return {
      policies,
      exceptions: policies.length === 0 ? [] : this.index.exceptionsAt(desired.path ?? ""),
      presets: this.index.presetsOf(desired.kind, layers),
      own: [...own, ...(layers?.bodies ?? [])],
      inherit: layers?.inherit ?? true,
      ignore: layers?.ignore ?? [],
    };
  }

  private mayHold(thing: CheckedThing): readonly Policy[] {
    const { kind, path } = thing.desired;
    const named = path === undefined ? [] : this.index.naming(kind, path);
    if (named.length === 0) return named;
    const fields = this.check.places.fields(kind, undefined);
    let own: Spec | undefined;
    const valueOf = (steps: readonly string[]): Value | undefined => {
      own ??= resolveBody(
        fields,
        thing.sayings.flatMap(({ child, statement }) => (child === undefined ? [statement] : [])),
      ).spec;
      return valueAtSteps(own, steps);
    };
    return named.filter((policy) => holds(this.check.conditions(policy), fields, valueOf) !== false);
  }

  private sayingsOf(policies: readonly Policy[]): Reached {
    const names = new Map(policies.map(({ name }, index) => [name, index]));
    const known = new Map<string, readonly PolicySaying[]>();
    const rank = ({ policy }: PolicySaying) => names.get(policy.name) ?? 0;
    return {
      policies,
      about: (kind, child, path) => {
        const key = this.check.places.attributeKey(kind, child, path);
        const all = known.get(key) ?? this.check.about(kind, child, path).filter(({ policy }) => names.has(policy.name));
        const sorted = known.has(key) ? all : [...all].sort((a, b) => rank(a) - rank(b));
        known.set(key, sorted);
        return sorted;
      },
    };
  }

  private sayings(desired: Desired, children: readonly Desired[], layers: ThingLayers | undefined): OwnSaying[] {
    const plain = (one: Desired, child: Child): OwnSaying[] =>
      statementsOf(this.check.places.fields(desired.kind, child), one.spec, one.origins, one.origin).map((statement) => ({
        child,
        statement: { ...statement, layer: "" },
        origin: one.origin,
      }));
    const presets = this.index.presetsOf(desired.kind, layers);
    return [
      ...presets.flatMap(({ name, bodies }) => bodies.flatMap((body) => labelled(body, presetLabel(name)))),
      ...plain(desired, undefined),
      ...children.flatMap((one) => plain(one, childOf(one))),
      ...(layers?.bodies ?? []).flatMap((body) => labelled(body, "")),
    ];
  }
}

/** What of a thing's own statements counts: what is said again by a stronger one is left out, unless that only edits it. Bounds all count. */
export function effective(sayings: readonly OwnSaying[], { kinds }: LayerCheck): readonly OwnSaying[] {
  const found = new Map<string, OwnSaying[]>();
  const bounds: OwnSaying[] = [];
  for (const saying of sayings) {
    const { child, statement } = saying;
    if (isBound(statement)) {
      bounds.push(saying);
      continue;
    }
    const body = childKey(child, kinds);
    const key = JSON.stringify([body, statement.path]);
    if (statement.word !== "is") append(found, key, saying);
    else found.set(key, [saying]);
    if (statement.value !== null) continue;
    for (const [other, [first]] of found)
      if (
        first &&
        first !== saying &&
        childKey(first.child, kinds) === body &&
        isWithinOrEqual(first.statement.path, statement.path)
      )
        found.delete(other);
  }
  return [...[...found.values()].flat(), ...bounds];
}

function labelled({ child, statements, origin }: ThingLayers["bodies"][number], layer: string): OwnSaying[] {
  return statements.map((statement) => ({ child, statement: { ...statement, layer }, origin }));
}

/** What a body that hangs on something is called there. */
export function childOf({ kind, key }: Pick<Desired, "kind" | "key">): NonNullable<Child> {
  return { kind, ...(key === undefined ? {} : { key }) };
}

function thingKey(kind: string, path: string | undefined): string {
  return `${kind}\n${path?.toLowerCase() ?? ""}`;
}
