import { createHash } from "node:crypto";
import { type Fields, typeOf } from "../core/fields.js";
import type { Value } from "../core/json.js";
import { fieldsOf, type PlacedKind } from "../core/kind.js";
import type { Policy } from "../core/layer.js";
import type { Live } from "../core/plan.js";
import { valueAtSteps } from "../core/steps.js";
import type { LayerRules, Thing } from "./composer.js";
import { conditionsOf, holds } from "./where.js";

/** What is known of a thing beside what it says itself; undefined for what is not known. */
export interface Knowledge {
  /** The value at a path that a condition of the policy reads; null for what is not set. */
  readonly valueOf: (path: readonly string[], policy: Policy) => Value | undefined;
  /** True if the rollout of a policy has come to the thing. `weaker` are the policies in force below it. */
  readonly isRolledOut: (policy: Policy, weaker: readonly Policy[]) => boolean | undefined;
}

/** How a policy stands to a thing that it names: yes, no, or undefined where what is known does not tell. */
export interface PolicyStanding {
  readonly policy: Policy;
  /** It fulfils the conditions. */
  readonly isMeant: boolean | undefined;
  /** The rollout has come to it; undefined also where the conditions are not surely fulfilled. */
  readonly isRolledOut: boolean | undefined;
}

/** Which of the policies that name a thing hold for it. */
export interface InForce {
  /** Weakest first. */
  readonly inForce: readonly Policy[];
  /** Whose conditions it fulfils, and whose rollout it is not part of yet. */
  readonly reported: readonly Policy[];
  /** Of which what is known does not tell. */
  readonly unknown: readonly Policy[];
}

/**
 * How all policies that name a thing stand to it, weakest first: by what it declares itself, else by what is known. Files alone (`byFiles`), a thing that is made (`whenMade`)
 * and a live one (`whileLive`) differ in what is known, and in nothing else.
 */
export function standingsOf({ index, composer }: LayerRules, thing: Thing, known: Knowledge): readonly PolicyStanding[] {
  const { kind, path } = thing;
  // What no file declares is reached by none of those that are for declared things.
  const named = index.naming(kind.name, path).filter(({ undeclared }) => undeclared || thing.desired !== undefined);
  if (named.length === 0) return [];
  const [fields, declared] = [fieldsOf(kind), composer.own(thing)];
  const inForce: Policy[] = [];
  return named.map((policy) => {
    const valueOf = (steps: readonly string[]) => {
      const value = valueAtSteps(declared, steps);
      return value === undefined ? known.valueOf(steps, policy) : value;
    };
    const isMeant = holds(conditionsOf(policy, fields), fields, valueOf);
    const isRolledOut = isMeant ? known.isRolledOut(policy, inForce) : undefined;
    if (isRolledOut) inForce.push(policy);
    return { policy, isMeant, isRolledOut };
  });
}

/** The same, sorted by what it comes to. */
export function inForceBy(standings: readonly PolicyStanding[]): InForce {
  const those = (test: (standing: PolicyStanding) => boolean) => standings.filter(test).map(({ policy }) => policy);
  return {
    inForce: those(({ isRolledOut }) => isRolledOut === true),
    reported: those(({ isRolledOut }) => isRolledOut === false),
    unknown: those(({ isMeant, isRolledOut }) => isMeant !== false && isRolledOut === undefined),
  };
}

/** What files alone tell: nothing of what is live, nor who is in a rollout. What nobody declares closed counts as open. */
export const byFiles: Knowledge = {
  valueOf: ([name], { where }) => (where.some(({ path }) => path[0] === name) ? undefined : false),
  isRolledOut: ({ rollout }) => (rollout >= 100 ? true : rollout <= 0 ? false : undefined),
};

/** Of a thing that this plan makes: what the platform gives it, and that it is in every rollout, so that a made thing is as it is to stay. */
export function whenMade(valueOfNew: (attribute: string) => Value | undefined): Knowledge {
  return {
    valueOf: (path) => {
      const [name = ""] = path;
      const value = valueOfNew(name);
      return value === undefined ? undefined : valueAtSteps({ [name]: value }, path);
    },
    isRolledOut: () => true,
  };
}

/**
 * Of a live thing: its values, and its share of the rollout. What obeys a policy already stays in force: else the next plan would take back what the one that made it did.
 * `isObeyed` is true if what a policy says overrides what those weaker ones say, and is live all the same.
 */
export function whileLive(
  live: Live,
  fields: Fields,
  isObeyed: (policy: Policy, weaker: readonly Policy[]) => boolean,
): Knowledge {
  return {
    valueOf: (path) =>
      valueAtSteps(live.spec, path) ?? (Object.hasOwn(fields, path[0] ?? "") ? undefined : valueAtSteps(live.marks, path)),
    isRolledOut: (policy, weaker) => isRolledOut(policy, live.id) || isObeyed(policy, weaker),
  };
}

/** True for what is in the share of a policy's rollout: by name and number, so that raising the share only adds. */
export function isRolledOut({ name, rollout }: Pick<Policy, "name" | "rollout">, id: number | string): boolean {
  if (rollout >= 100) return true;
  const digest = createHash("sha256").update(`${name}\n${id}`).digest();
  return (digest.readUIntBE(0, 6) / 2 ** 48) * 100 < rollout;
}

/** What an attribute is in a thing that is made without it, as the kind says; a set that nobody fills is empty. */
export function valueWhenNew({ kind }: { readonly kind: PlacedKind }, name: string): Value | undefined {
  const field = fieldsOf(kind)[name];
  if (!field) return undefined;
  return field.ofNew ?? field.default ?? (typeOf(field).unordered ? [] : field.nullable ? null : undefined);
}
