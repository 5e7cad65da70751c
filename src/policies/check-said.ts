import { formatAddress } from "../core/address.js";
import { append } from "../core/collections.js";
import { type FileDiagnostic, type Origin, fault, formatOrigin, warning } from "../core/errors.js";
import type { Field, Fields } from "../core/fields.js";
import { type Value, canonicalJson } from "../core/json.js";
import { type Kinds, type PlacedKind, addressIn, fieldsOf, kindIn, kindOf, topKind } from "../core/kind.js";
import type { Layers, Policy, Statement } from "../core/layer.js";
import { isSecret } from "../core/placeholders.js";
import { fieldAt } from "../core/steps.js";
import { type Opening, PolicyPairs } from "./check-pairs.js";
import { childKey } from "./held.js";
import { type Child, isMeant } from "./patterns.js";
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

/** What layers speak of: a kind of things, what hangs on them, and their attributes. */
export class LayerPlaces {
  constructor(readonly kinds: Kinds) {}

  /** The kind of the thing itself, or of what hangs on it. */
  kind(top: string, child: Child): PlacedKind {
    return child ? kindIn(kindOf(this.kinds, child.kind), top) : topKind(this.kinds, top);
  }

  fields(top: string, child: Child): Fields {
    return fieldsOf(this.kind(top, child), { key: child?.key });
  }

  field(top: string, child: Child, path: readonly string[]): Field | undefined {
    return fieldAt(this.fields(top, child), path);
  }

  /** Equal for all that is said of one attribute of one kind of things, or of its parts. */
  attributeKey(top: string, child: Child, [name = ""]: readonly string[]): string {
    return JSON.stringify([top, childKey(child, this.kinds), name]);
  }

  /** As files and explanations spell it: `approval_rules.Two eyes.approvals_required`. */
  text(top: string, child: Child, path: readonly string[]): string {
    const steps = child ? [this.kind(top, child).file, ...(child.key === undefined ? [] : [child.key])] : [];
    return [...steps, ...path].join(".");
  }

  /** The address of a thing, or of what hangs on it. */
  address(top: string, path: string | undefined, child: Child): string {
    return formatAddress(addressIn(this.kind(top, child), path, child?.key));
  }
}

const mostLetters = 60;

/** What a statement says, short enough for one line: `ff`, `at_least 2`, `add ["shop"]`. Secrets are their templates. */
export function saidText({ word, value }: Pick<Statement, "word" | "value">): string {
  return word === "is" ? valueText(value) : `${word} ${valueText(value)}`;
}

function valueText(value: Value): string {
  const text = isSecret(value) ? value.$secret : typeof value === "string" && /^\S+$/.test(value) ? value : canonicalJson(value);
  return text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text;
}
