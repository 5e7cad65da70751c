import { fold } from "../core/address.js";
import { groupedBy } from "../core/collections.js";
import type { Origin } from "../core/errors.js";
import { glob, globDepth } from "../core/glob.js";
import { kindOf, type Kinds } from "../core/kind.js";
import type {
  AttributePattern,
  LayerBody,
  Layers,
  PathGlob,
  Policy,
  PolicyException,
  Preset,
  Said,
  ThingLayers,
  ThisThing,
} from "../core/layer.js";
import { hasPassed } from "../core/time.js";
import { isBound } from "./bounds.js";
import { type Child, isMeant, means } from "./statements.js";
import { aboutThis } from "./this.js";

/** What layers say of a thing, or of something that hangs on it: weakest first. */
interface BodySaid {
  readonly child: Child;
  /** Where the first of them begins. */
  readonly origin: Origin;
  readonly statements: readonly Said[];
}

/** What holds for one thing. */
export interface HeldLayers {
  /** Those in force, weakest first. */
  readonly policies: readonly Policy[];
  /** Those that have not ended and name the thing. */
  readonly exceptions: readonly PolicyException[];
  /** Weakest first. */
  readonly presets: readonly Preset[];
  /** What the thing's own body and those of what hangs on it say. */
  readonly ownBodies: readonly LayerBody[];
  readonly inherit: boolean;
  readonly ignore: readonly AttributePattern[];
  /** What `${this:…}` in their texts speaks of. */
  readonly thing: ThisThing;
}

/** Which policies name a path, and in which order they stand. Made once for all things of a run. */
export class PolicyIndex {
  private readonly tests: readonly { readonly policy: Policy; readonly depthAt: (path: string) => number | undefined }[];
  private readonly ranks: ReadonlyMap<string, number>;
  /** By kind and name. */
  private readonly presets: ReadonlyMap<string, readonly Preset[]>;
  private readonly exceptions: readonly { readonly exception: PolicyException; readonly matches: (path: string) => boolean }[];

  constructor(private readonly layers: Layers) {
    this.tests = layers.policies.map((policy) => ({ policy, depthAt: depthTest(policy) }));
    this.ranks = ranksOf(layers.policies);
    this.presets = groupedBy(layers.presets, ({ kind, name }) => `${kind}\n${name}`);
    this.exceptions = layers.exceptions
      .filter((exception) => !hasPassed(exception, layers.today))
      .map((exception) => ({ exception, matches: glob(exception.match.pattern) }));
  }

  /** Policies whose globs name a thing, weakest first: by the depth of the glob, then by what each is over. */
  naming(kind: string, path: string): readonly Policy[] {
    const matched = this.tests.flatMap(({ policy, depthAt }) => {
      const depth = policy.kind === kind ? depthAt(path) : undefined;
      return depth === undefined ? [] : [{ policy, depth }];
    });
    return matched
      .sort((a, b) => (a.depth === b.depth ? this.rank(a.policy) - this.rank(b.policy) : a.depth - b.depth))
      .map(({ policy }) => policy);
  }

  /** Exceptions that hold for a thing. */
  exceptionsAt(path: string): readonly PolicyException[] {
    return this.exceptions.flatMap(({ exception, matches }) => (matches(path) ? [exception] : []));
  }

  /** What something at the top of the files says of layers. */
  thing(address: string): ThingLayers | undefined {
    return this.layers.things.get(fold(address));
  }

  /** The presets of a thing, weakest first. */
  presetsOf(kind: string, thing: ThingLayers | undefined): readonly Preset[] {
    return (thing?.presets ?? []).flatMap((name) => this.presets.get(`${kind}\n${name}`) ?? []);
  }

  private rank({ name }: Policy): number {
    return this.ranks.get(name) ?? 0;
  }
}

function depthTest({ globs, except }: Policy): (path: string) => number | undefined {
  const test = ({ pattern }: PathGlob) => ({ matches: glob(pattern), depth: globDepth(pattern) });
  const [named, spared] = [globs.map(test), except.map(test)];
  return (path) => {
    const depths = named.flatMap(({ matches, depth }) => (matches(path) ? [depth] : []));
    return depths.length === 0 || spared.some(({ matches }) => matches(path)) ? undefined : Math.max(...depths);
  };
}

/** Each after those that it is over, by name else: whatever file they stand in. */
function ranksOf(policies: readonly Policy[]): ReadonlyMap<string, number> {
  const byName = new Map(policies.map((policy) => [policy.name, policy]));
  const below = (name: string) =>
    (byName.get(name)?.over ?? []).flatMap((overridden) => (byName.has(overridden.name) ? [overridden.name] : []));
  const inOrder = basesFirst([...byName.keys()].sort(), (name) => below(name).sort());
  return new Map(inOrder.map((name, rank) => [name, rank]));
}

/** What holds for a thing, by what it is about (`childKey`): of each body all that is said, weakest first. What is ignored is left out, unless it is enforced. */
export function saidOf(held: HeldLayers, kinds: Kinds): ReadonlyMap<string, BodySaid> {
  const bodies = new Map<string, { child: Child; origin: Origin; statements: Said[] }>();
  const ignored = ignoredBy(held);
  const enforced: AttributePattern[] = [];
  const add = (
    { child, origin, statements }: Omit<LayerBody, "child"> & { readonly child?: Child },
    layer: string,
    enforce: readonly AttributePattern[],
  ) => {
    const kept = statements.filter(
      ({ path, word }) =>
        (!isMeant(ignored, child, path) || isMeant(enforce, child, path)) &&
        // What is enforced stays, also where only an exception that has ended allowed something else.
        (isBound({ word }) || !isMeant(enforced, child, path)),
    );
    // A body that says nothing still asks for what it names, but not where all of it is ignored.
    if (kept.length === 0 && (statements.length > 0 || isMeant(ignored, child, []))) return;
    const key = childKey(child, kinds);
    const body = bodies.get(key) ?? { child, origin, statements: [] };
    bodies.set(key, body);
    body.statements.push(...kept.map((statement) => ({ ...aboutThis(statement, held.thing), layer })));
  };
  for (const policy of held.policies) {
    const opened = held.exceptions.filter((exception) => exception.policy === policy.name);
    const enforce = policy.enforce.filter(
      (pattern) => !opened.some(({ attribute }) => means(attribute, pattern.child, pattern.path)),
    );
    for (const body of policy.bodies) {
      const left = inForce(body, policy, held, opened);
      // What exceptions and the thing leave nothing of asks for nothing.
      if (left.statements.length > 0 || (body.statements.length === 0 && held.inherit))
        add(left, policyLabel(policy.name), enforce);
    }
    for (const exception of opened) {
      const { attribute, statement, origin } = exception;
      if (statement && speaksOf(policy, attribute) && (held.inherit || isMeant(policy.enforce, attribute.child, attribute.path)))
        add({ child: attribute.child, origin, statements: [statement] }, exceptionLabel(policy.name), []);
    }
    enforced.push(...enforce);
  }
  for (const { name, bodies: presetBodies } of held.presets) for (const body of presetBodies) add(body, presetLabel(name), []);
  for (const body of held.ownBodies) add(body, "", []);
  return bodies;
}

/** An exception stands in the place of something that its policy says: where that says nothing it changes nothing. */
function speaksOf({ bodies }: Policy, attribute: AttributePattern): boolean {
  return bodies.some(({ child, statements }) => statements.some(({ path }) => means(attribute, child, path)));
}

/** What of a thing is not ours: as it says itself, and as its policies say. */
export function ignoredBy({ ignore, inherit, policies }: HeldLayers): readonly AttributePattern[] {
  return [...ignore, ...(inherit ? policies.flatMap((policy) => policy.ignore) : [])];
}

/** What a policy says of a body, without what exceptions put something else in the place of, and without what a thing has cut itself off from. */
function inForce(body: LayerBody, policy: Policy, { inherit }: HeldLayers, opened: readonly PolicyException[]): LayerBody {
  const statements = body.statements.filter(
    ({ path, word }) =>
      !opened.some(({ attribute }) => means(attribute, body.child, path)) &&
      (inherit || isBound({ word }) || isMeant(policy.enforce, body.child, path)),
  );
  return { ...body, statements };
}

/** Equal for two spellings of what hangs on a thing; empty for the thing itself. */
export function childKey(child: Child, kinds: Kinds): string {
  if (child === undefined) return "";
  const { kind, key } = child;
  return `${kind}\n${key === undefined ? "" : kindOf(kinds, kind).key?.caseless ? fold(key) : key}`;
}

/** What a layer is called where a plan says which one gave a value. */
export function policyLabel(name: string): string {
  return `policy ${name}`;
}

export function presetLabel(name: string): string {
  return `preset ${name}`;
}

export function exceptionLabel(policy: string): string {
  return `exception of ${policy}`;
}

/** Names with those that they build on before each, each once, where it is first needed; a circle is cut where it closes. Nothing is nested: chains may be of any length. */
export function basesFirst(names: Iterable<string>, basesOf: (name: string) => Iterable<string>): string[] {
  const labels: string[] = [];
  const seen = new Set<string>();
  for (const first of names) {
    const open = seen.has(first) ? [] : [opened(first, basesOf)];
    seen.add(first);
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      const { done, value: base } = last.bases.next();
      if (done === true) {
        labels.push(last.name);
        open.pop();
      } else if (!seen.has(base)) {
        seen.add(base);
        open.push(opened(base, basesOf));
      }
    }
  }
  return labels;
}

function opened(name: string, basesOf: (name: string) => Iterable<string>): { name: string; bases: Iterator<string> } {
  return { name, bases: basesOf(name)[Symbol.iterator]() };
}
