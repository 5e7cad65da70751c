import { append, remembered } from "../core/collections.js";
import { type FileDiagnostic, warning } from "../core/errors.js";
import { glob } from "../core/glob.js";
import { kindOf } from "../core/kind.js";
import type { PathGlob, Policy, Said, Statement, ThingLayers, ThisThing, WrongForThis } from "../core/layer.js";
import type { Desired } from "../core/plan.js";
import { isBound } from "./bounds.js";
import { isWithinOrEqual, type LayerCheck, type PolicySaying } from "./check-said.js";
import { type LayerRules, rulesOf, type Thing, thisOf } from "./composer.js";
import { childKey, policyLabel, presetLabel } from "./held.js";
import { byFiles, inForceBy, standingsOf } from "./in-force.js";
import type { Child } from "./statements.js";
import { aboutThis, isUntold } from "./this.js";

/** What stands at the top of the files, with all that hangs on it there. */
export interface CheckedThing extends Thing {
  readonly desired: Desired;
  readonly layers: ThingLayers | undefined;
  /** What its presets say, then what it says itself: weakest first. */
  readonly sayings: readonly OwnSaying[];
}

/** One statement of a thing itself, or of a preset of its; the layer of its own ones is empty. */
export interface OwnSaying {
  readonly child: Child;
  readonly statement: Said;
}

/** The policies that may hold for a thing: none of whose conditions fails by what the files say. */
export interface Reached {
  /** Weakest first. */
  readonly policies: readonly Policy[];
  /** Those that hold whatever is live. */
  readonly sure: ReadonlySet<Policy>;
  about(kind: string, child: Child, path: readonly string[]): readonly PolicySaying[];
}

/** What is declared, and which policies reach it. Things that the same policies reach share what these say. */
export class PolicyReach {
  readonly rules: LayerRules;
  private readonly shared = remembered<Reached["about"]>();

  constructor(
    private readonly check: LayerCheck,
    resources: readonly Desired[],
  ) {
    this.rules = rulesOf(check.kinds, resources, check.layers);
  }

  /** What is declared and not to be absent, by address. */
  things(): readonly CheckedThing[] {
    const { things, index, composer } = this.rules;
    const present = things.filter(({ desired }) => desired.ensure !== "absent");
    return present
      .toSorted((a, b) => (a.address < b.address ? -1 : 1))
      .map((thing) => {
        const { presets, ownBodies } = composer.held(thing, []);
        const about = thisOf(thing);
        const sayings = [
          ...presets.flatMap(({ name, bodies }) => bodies.flatMap((body) => labelled(body, presetLabel(name)))),
          ...ownBodies.flatMap((body) => labelled(body, "")),
        ].flatMap((saying) => filledSayings(saying, about));
        return { ...thing, layers: index.thing(thing.address), sayings };
      });
  }

  reached(thing: CheckedThing): Reached {
    const standings = standingsOf(this.rules, thing, byFiles);
    const policies = standings.flatMap(({ policy, isMeant }) => (isMeant === false ? [] : [policy]));
    const about = this.shared(policies.map(({ name }) => name).join("\n"), () => this.aboutOf(policies));
    return {
      policies,
      sure: new Set(inForceBy(standings).inForce),
      about: (kind, child, path) => about(kind, child, path).flatMap((saying) => filledSayings(saying, thisOf(thing))),
    };
  }

  /** What cannot be read for the thing of what surely holds for it. */
  wrong(thing: CheckedThing): readonly WrongForThis[] {
    if (!this.rules.isOfThis) return [];
    return this.rules.composer.wrong(thing, inForceBy(standingsOf(this.rules, thing, byFiles)).inForce);
  }

  private aboutOf(policies: readonly Policy[]): Reached["about"] {
    const ranks = new Map(policies.map(({ name }, index) => [name, index]));
    const rank = ({ policy }: PolicySaying) => ranks.get(policy.name) ?? 0;
    const known = remembered<readonly PolicySaying[]>();
    return (kind, child, path) =>
      known(this.check.attributeKey(kind, child, path), () =>
        this.check
          .about(kind, child, path)
          .filter(({ policy }) => ranks.has(policy.name))
          .toSorted((a, b) => rank(a) - rank(b)),
      );
  }
}

/** What is said of one group or project; nothing where that is not known. */
function filledSayings<S extends { readonly statement: Statement }>(saying: S, about: ThisThing): S[] {
  const { statement } = saying;
  if (!statement.about) return [saying];
  const filled = aboutThis(statement, about);
  return isUntold(filled) ? [] : [{ ...saying, statement: filled }];
}

/** What of a thing's own statements counts: what is said again by a stronger one is left out, unless that only edits it. Bounds all count. */
export function effectiveSayings(sayings: readonly OwnSaying[], { kinds }: LayerCheck): readonly OwnSaying[] {
  const sayingsAt = new Map<string, OwnSaying[]>();
  const bounds: OwnSaying[] = [];
  for (const saying of sayings) {
    const { child, statement } = saying;
    if (isBound(statement)) {
      bounds.push(saying);
      continue;
    }
    const body = childKey(child, kinds);
    const key = JSON.stringify([body, statement.path]);
    if (statement.word !== "is") append(sayingsAt, key, saying);
    else sayingsAt.set(key, [saying]);
    if (statement.value !== null) continue;
    for (const [other, [first]] of sayingsAt)
      if (
        first &&
        first !== saying &&
        childKey(first.child, kinds) === body &&
        isWithinOrEqual(first.statement.path, statement.path)
      )
        sayingsAt.delete(other);
  }
  return [...[...sayingsAt.values()].flat(), ...bounds];
}

function labelled({ child, statements }: ThingLayers["bodies"][number], layer: string): OwnSaying[] {
  return statements.map((statement) => ({ child, statement: { ...statement, layer } }));
}

/** The full paths of what is declared, by kind. */
export type DeclaredPaths = ReadonlyMap<string, readonly string[]>;

export function declaredPaths(things: readonly CheckedThing[]): DeclaredPaths {
  const paths = new Map<string, string[]>();
  for (const { desired } of things) if (desired.path !== undefined) append(paths, desired.kind, desired.path);
  return paths;
}

/** Globs of policies that name nothing which is declared. Of a policy that is also for what nobody declares it shows only where what is live is known. */
export function unmatchedGlobs(check: LayerCheck, declared: DeclaredPaths): FileDiagnostic[] {
  return check.policies.flatMap((policy) => {
    if (policy.undeclared) return [];
    const paths = declared.get(policy.kind) ?? [];
    const isSpared = anyOf(policy.except);
    return policy.globs.flatMap(({ pattern, origin }) => {
      const named = paths.filter(glob(pattern));
      if (named.some((path) => !isSpared(path))) return [];
      const title = kindOf(check.kinds, policy.kind).title.toLowerCase();
      const [message, allowed] =
        named.length === 0
          ? [`${pattern} matches no declared ${title}`, "a glob that matches one, or undeclared: include"]
          : [`except takes away all that ${pattern} matches`, "a glob or an except that leaves something"];
      return [warning("policy.nothing", origin, message, { address: policyLabel(policy.name), allowed })];
    });
  });
}

/** True if one of some globs matches a path. */
export function anyOf(globs: readonly PathGlob[]): (path: string) => boolean {
  const tests = globs.map(({ pattern }) => glob(pattern));
  return (path) => tests.some((matches) => matches(path));
}
