import { append } from "../core/append.js";
import { type FileDiagnostic, type Origin, fault, formatOrigin, warning } from "../core/errors.js";
import type { Field } from "../core/fields.js";
import type { Kinds } from "../core/kind.js";
import type { AttributePattern, Layers, Policy, Statement } from "../core/layer.js";
import { type Opening, PolicyPairs } from "./check-pairs.js";
import { LayerPlaces } from "./check-places.js";
import { type Child, means } from "./patterns.js";
import { conditionsOf } from "./where.js";

/** One statement of a policy, with what must be known to hold it against others. */
export interface PolicySaying {
  readonly policy: Policy;
  readonly child: Child;
  readonly statement: Statement;
  readonly field: Field | undefined;
  /** Nothing more specific may say otherwise. */
  readonly isEnforced: boolean;
}

/** All that checks between layers stand on. */
export class LayerCheck {
  readonly places: LayerPlaces;
  readonly pairs: PolicyPairs;
  /** By attribute, in the order of the policies' names: whatever file they stand in. */
  readonly sayings: ReadonlyMap<string, readonly PolicySaying[]>;
  readonly policies: readonly Policy[];

  constructor(
    readonly layers: Layers,
    readonly kinds: Kinds,
  ) {
    this.places = new LayerPlaces(kinds);
    this.pairs = new PolicyPairs(layers, kinds);
    this.policies = [...layers.policies].sort((a, b) => (a.name < b.name ? -1 : 1));
    this.sayings = sayingsOf(this.policies, this.places);
  }

  /** What policies say of the attribute that a path leads to. */
  about(kind: string, child: Child, path: readonly string[]): readonly PolicySaying[] {
    return this.sayings.get(this.places.attributeKey(kind, child, path)) ?? [];
  }

  /** What a policy says and does not apply to all that is meant by two others. */
  conditions(policy: Policy): readonly Statement[] {
    return conditionsOf(policy, this.places.fields(policy.kind, undefined));
  }

  /** As files spell the place of a statement. */
  textOf({ policy, child, statement }: PolicySaying): string {
    return this.places.text(policy.kind, child, statement.path);
  }
}

/** What somebody says against what must not be contradicted. */
export interface Contradiction {
  readonly rule: string;
  readonly address: string;
  readonly attribute: string;
  readonly origin: Origin;
  readonly message: string;
  readonly allowed: string;
  readonly related: Origin;
  /** The exception that takes away what is contradicted. */
  readonly opening?: Opening | undefined;
}

/**
 * An error, unless an exception is made for it. One that has ended leaves a warning: on the morning after its last day nobody should be unable to plan.
 */
export function contradicted(one: Contradiction): FileDiagnostic[] {
  const { rule, origin, message, address, attribute, related, allowed, opening } = one;
  if (opening && !opening.hasEnded) return [];
  const details = { address, attribute, allowed, related: [related] };
  if (!opening) return [fault(rule, origin, message, details)];
  const { until = "", origin: place } = opening.exception;
  const ended = `${message}; the exception for it at ${formatOrigin(place)} ended on ${until}`;
  return [warning(rule, origin, ended, { ...details, related: [related, place] })];
}

/** True if one of some patterns means a place. */
export function isMeant(patterns: readonly AttributePattern[], child: Child, path: readonly string[]): boolean {
  return patterns.some((pattern) => means(pattern, child, path));
}

function sayingsOf(policies: readonly Policy[], places: LayerPlaces): ReadonlyMap<string, readonly PolicySaying[]> {
  const sayings = new Map<string, PolicySaying[]>();
  for (const policy of policies)
    for (const { child, statements } of policy.bodies)
      for (const statement of statements) {
        const field = places.field(policy.kind, child, statement.path);
        const isEnforced = isMeant(policy.enforce, child, statement.path);
        append(sayings, places.attributeKey(policy.kind, child, statement.path), { policy, child, statement, field, isEnforced });
      }
  return sayings;
}
