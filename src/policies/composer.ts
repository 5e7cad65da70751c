import { addressKey, parentKey } from "../core/address-key.js";
import { formatAddress } from "../core/address.js";
import { inFieldOrder } from "../core/body-fields.js";
import { append, remembered } from "../core/collections.js";
import type { Origin } from "../core/errors.js";
import type { Fields } from "../core/fields.js";
import type { Spec, Value } from "../core/json.js";
import { type Kinds, type PlacedKind, addressIn, fieldsOf, kindAt, kindIn, kindOf } from "../core/kind.js";
import {
  absencePath,
  type LayerBody,
  type Layers,
  type Policy,
  type Said,
  type ThisThing,
  type WrongForThis,
} from "../core/layer.js";
import type { Desired } from "../core/plan.js";
import { topName } from "../core/steps.js";
import { isBound } from "./bounds.js";
import { type HeldLayers, PolicyIndex, childKey, ignoredBy, policyLabel, saidOf } from "./held.js";
import { type Resolved, resolveBody } from "./resolve.js";
import { type Child, statementsOf } from "./statements.js";
import { aboutThis, speaksOfThis } from "./this.js";

/** What stands at the top of the files, or would if somebody declared it. */
export interface Thing {
  readonly kind: PlacedKind;
  /** What the files say of it, and of what hangs on it. */
  readonly desired?: Desired | undefined;
  readonly children: readonly Desired[];
  readonly address: string;
  readonly path: string;
  /** Its name where its body says none: as it is live. Undefined where that is not known. */
  readonly liveName?: string | undefined;
}

/** What `${this:…}` speaks of for a thing. */
export function thisOf({ desired, address, path, liveName }: Thing): ThisThing {
  const name = desired?.spec["name"];
  return { address, path, name: typeof name === "string" ? name : liveName };
}

/** What all layers say of a thing, or of something that hangs on it. */
export interface Composed {
  readonly child: Child;
  readonly kind: PlacedKind;
  readonly fields: Fields;
  readonly origin: Origin;
  readonly statements: readonly Said[];
  readonly resolved: Resolved;
  /** The policy by which it is to be absent: no layer that is stronger says anything else of it. */
  readonly absent?: Said | undefined;
  /** The same where a stronger layer says that it is present. */
  readonly spared?: Said | undefined;
}

/** True for two values of an attribute that are equal. */
type Comparison = (fields: Fields, name: string, a: Value, b: Value) => boolean;

/** Makes of layers what is desired of a thing. What many undeclared things share is made once, so that their number costs no memory. */
export class Composer {
  private readonly shared = remembered<readonly Composed[]>();

  constructor(
    private readonly kinds: Kinds,
    private readonly index: PolicyIndex,
  ) {}

  /** What a thing says itself, by its body and its presets. */
  own(thing: Thing): Spec {
    const itself = saidOf(this.held({ ...thing, children: [] }, []), this.kinds).get(childKey(undefined, this.kinds));
    return itself ? resolveBody(fieldsOf(thing.kind), itself.statements).spec : {};
  }

  /** What is to be of a thing and of all that hangs on it while these policies are in force, weakest first. */
  resources(thing: Thing, inForce: readonly Policy[]): readonly Desired[] {
    const { desired, children } = thing;
    const isPlain = inForce.length === 0 && this.index.thing(thing.address) === undefined;
    if (desired && (isPlain || desired.ensure === "absent")) return [desired, ...children];
    const held = this.held(thing, inForce);
    const ignored = ignoredBy(held);
    const declared = new Map(children.map((child) => [childKey(childOf(child), this.kinds), child]));
    const composed = this.composed(thing, inForce);
    const made = composed.filter(({ child }) => child !== undefined).map((entry) => this.child(thing, entry, declared));
    const madeSet = new Set(made);
    const kept = children.filter((child) => child.ensure === "absent" && !madeSet.has(child));
    return [this.itself(thing, composed, ignored, initialOf(held)), ...made, ...kept];
  }

  /** What a policy says in the place of something else that weaker ones say: nothing where it overrides nothing. */
  overrides(thing: Thing, policy: Policy, weaker: readonly Policy[], same: Comparison): readonly Desired[] {
    const label = policyLabel(policy.name);
    const without = new Map(
      this.composed(thing, weaker).map((composed) => [childKey(composed.child, this.kinds), composed.resolved.spec]),
    );
    const overriding = this.composed(thing, [...weaker, policy]).filter(({ child, fields, resolved }) => {
      const other = without.get(childKey(child, this.kinds)) ?? {};
      return Object.keys(resolved.layers).some((path) => {
        const name = topName(path);
        const [after, before] = [resolved.spec[name], other[name]];
        return (
          resolved.layers[path] === label && after !== undefined && before !== undefined && !same(fields, name, after, before)
        );
      });
    });
    if (overriding.length === 0) return [];
    return this.resources(thing, [...weaker, policy]).flatMap((resource) => {
      const mine = Object.entries(resource.layers ?? {}).flatMap(([path, layer]) => (layer === label ? [topName(path)] : []));
      const spec = Object.fromEntries(Object.entries(resource.spec).filter(([name]) => mine.includes(name)));
      return mine.length === 0 ? [] : [{ ...resource, spec, bounds: [] }];
    });
  }

  /** What all layers say of a thing and of all that hangs on it, if these policies are in force. */
  composed(thing: Thing, inForce: readonly Policy[]): readonly Composed[] {
    const isOwn = thing.desired !== undefined || this.index.thing(thing.address) !== undefined || speaksOfThis(inForce);
    const held = this.held(thing, inForce);
    if (isOwn) return this.compose(thing, held);
    const exceptions = held.exceptions.map(({ origin: { file, line, column } }) => `${file}:${line}:${column}`);
    const key = JSON.stringify([thing.kind.name, inForce.map(({ name }) => name), exceptions]);
    return this.shared(key, () => this.compose(thing, held));
  }

  /** What cannot be read for a thing of what these policies and its presets say by `${this:…}`. */
  wrong(thing: Thing, inForce: readonly Policy[]): readonly WrongForThis[] {
    const { policies, inherit, thing: about } = this.held(thing, inForce);
    const initial = inherit ? policies.flatMap((policy) => policy.initial.map((statement) => aboutThis(statement, about))) : [];
    const statements = this.composed(thing, inForce).flatMap((body) => body.statements);
    return [...initial, ...statements].flatMap(({ wrong = [] }) => wrong);
  }

  private compose({ kind }: Thing, held: HeldLayers): readonly Composed[] {
    return [...saidOf(held, this.kinds).values()].map(({ child, origin, statements }) => {
      const placed = child ? kindIn(kindOf(this.kinds, child.kind), kind.name) : kind;
      const fields = fieldsOf(placed, { key: child?.key });
      const strongest = statements.findLast((statement) => !isBound(statement));
      // A declaration that says nothing more declares it all the same.
      const key = childKey(child, this.kinds);
      const isDeclared = held.ownBodies.some((body) => body.statements.length === 0 && childKey(body.child, this.kinds) === key);
      const absent = strongest && saysAbsent(strongest) && !isDeclared ? strongest : undefined;
      const spared = absent ? undefined : statements.findLast(saysAbsent);
      const present = absent ? [] : statements.filter((statement) => !saysAbsent(statement));
      const resolved = resolveBody(fields, present);
      const spec = inFieldOrder(fields, resolved.spec);
      return { child, kind: placed, fields, origin, statements: present, resolved: { ...resolved, spec }, absent, spared };
    });
  }

  /** What holds for a thing if these policies do, weakest first. */
  held(of: Thing, inForce: readonly Policy[]): HeldLayers {
    const { kind, desired, children, address, path } = of;
    const thing = this.index.thing(address);
    const present = children.filter((child) => child.ensure === "present");
    const bodies: LayerBody[] = [
      ...(desired ? [bodyOf(kind, desired)] : []),
      ...present.map((resource) => ({
        ...bodyOf(kindIn(kindOf(this.kinds, resource.kind), kind.name), resource),
        child: childOf(resource),
      })),
      ...(thing?.bodies ?? []),
    ];
    return {
      policies: inForce,
      exceptions: inForce.length === 0 ? [] : this.index.exceptionsAt(path),
      presets: this.index.presetsOf(kind.name, thing),
      ownBodies: bodies,
      inherit: thing?.inherit ?? true,
      ignore: thing?.ignore ?? [],
      thing: thisOf(of),
    };
  }

  private itself(
    { kind, desired, path, address }: Thing,
    composed: readonly Composed[],
    ignored: NonNullable<Desired["ignored"]>,
    initial: Resolved,
  ): Desired {
    const head = composed.find(({ child }) => child === undefined);
    const base = desired ?? {
      address,
      ensure: "present" as const,
      reached: true as const,
      origin: head?.origin ?? composed[0]?.origin ?? noOrigin,
      ...addressIn(kind, path, undefined),
    };
    const { spec = {}, origins = {}, layers = {}, bounds = [] } = head?.resolved ?? {};
    const content = { spec, origins: { ...initial.origins, ...origins }, layers: { ...initial.layers, ...layers }, bounds };
    return Object.assign({}, base, saying(content, desired), {
      ...(ignored.length > 0 ? { ignored } : {}),
      ...(Object.keys(initial.spec).length > 0 ? { initial: initial.spec } : {}),
    });
  }

  private child(
    { path, desired: on }: Thing,
    { child, kind, origin, resolved, absent }: Composed,
    declared: ReadonlyMap<string, Desired>,
  ): Desired {
    const desired = declared.get(childKey(child, this.kinds));
    if (desired?.ensure === "absent") return desired;
    const names = addressIn(kind, path, child?.key);
    const made = { address: formatAddress(names), ...names, ...(on ? {} : { reached: true as const }) };
    if (absent) {
      const [removed, layers] = [{ origin: absent.origin, ...made }, { [absencePath]: absent.layer }];
      return { ...removed, ensure: "absent", spec: {}, origins: { [absencePath]: absent.origin }, layers };
    }
    const present = { ensure: "present" as const, origin, ...made };
    return Object.assign({}, desired ?? present, saying(resolved, desired));
  }
}

/** True for the statement that something is to be absent. */
export function saysAbsent({ path }: Pick<Said, "path">): boolean {
  return path.length === 1 && path[0] === absencePath;
}

/** What is made once of all that files say for many things. */
export interface LayerRules {
  readonly index: PolicyIndex;
  readonly composer: Composer;
  /** What is declared and hangs on something, by the key of that (`parentKey`). */
  readonly children: ReadonlyMap<string, readonly Desired[]>;
  /** What is declared at the top, with what hangs on it. */
  readonly things: readonly (Thing & { readonly desired: Desired })[];
  /** Some text of a policy or preset says `${this:…}`. */
  readonly isOfThis: boolean;
  /** What hangs on something that no file declares. */
  readonly orphans: readonly Desired[];
}

/** The same for the layers of a state. */
export function rulesOf(kinds: Kinds, resources: readonly Desired[], layers: Layers): LayerRules {
  const children = new Map<string, Desired[]>();
  const heads: Desired[] = [];
  for (const resource of resources) {
    const on = parentKey(kindAt(kinds, resource), resource.path, kinds);
    if (on === undefined) heads.push(resource);
    else append(children, on, resource);
  }
  const keys = new Set<string>();
  const things = heads.map((desired) => {
    const { address, path = "" } = desired;
    const key = addressKey(desired, kinds);
    keys.add(key);
    return { kind: kindAt(kinds, desired), desired, children: children.get(key) ?? [], address, path };
  });
  const orphans = [...children].flatMap(([key, hanging]) => (keys.has(key) ? [] : hanging));
  const index = new PolicyIndex(layers);
  const isOfThis = speaksOfThis(layers.policies) || speaksOfThis(layers.presets);
  return { index, composer: new Composer(kinds, index), children, things, isOfThis, orphans };
}

const noOrigin: Origin = { file: "", line: 1, column: 1 };

function saying({ spec, origins, layers, bounds }: Resolved, desired: Desired | undefined) {
  const moved = desired?.origins["moved_from"];
  return {
    spec,
    origins: moved ? { ...origins, moved_from: moved } : origins,
    ...(Object.keys(layers).length > 0 ? { layers } : {}),
    ...(bounds.length > 0 ? { bounds } : {}),
  };
}

function bodyOf(kind: PlacedKind, { key, spec, origins, origin }: Desired): LayerBody {
  return { origin, statements: statementsOf(fieldsOf(kind, { key }), spec, origins, origin) };
}

/** What something that hangs on a thing is called there. */
export function childOf({ kind, key }: Pick<Desired, "kind" | "key">): NonNullable<Child> {
  return { kind, ...(key === undefined ? {} : { key }) };
}

/** What only a create says, by the same order. */
function initialOf({ policies, inherit, thing }: HeldLayers): Resolved {
  const inherited = inherit
    ? policies.flatMap(({ initial, name }) =>
        initial.map((statement) => ({ ...aboutThis(statement, thing), layer: policyLabel(name) })),
      )
    : [];
  return resolveBody({}, inherited);
}
