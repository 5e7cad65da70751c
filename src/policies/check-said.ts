import { formatAddress } from "../core/address.js";
import { append, groupedBy, remembered } from "../core/collections.js";
import { fault, type FileDiagnostic, formatOrigin, type Origin, warning } from "../core/errors.js";
import type { Field, Fields } from "../core/fields.js";
import { covers, glob, globDepth, overlaps } from "../core/glob.js";
import { canonicalJson, isObject, type Value } from "../core/json.js";
import { addressIn, fieldsOf, kindIn, kindOf, type Kinds, type PlacedKind, topKind } from "../core/kind.js";
import type { Layers, PathGlob, Policy, PolicyException, Statement } from "../core/layer.js";
import { isSecret } from "../core/placeholders.js";
import { fieldAt } from "../core/steps.js";
import { hasPassed } from "../core/time.js";
import { breaks, isBound } from "./bounds.js";
import { basesFirst, childKey, policyLabel } from "./held.js";
import { isSame, setItems } from "./satisfies.js";
import { type Child, isMeant, means } from "./statements.js";
import { conditionsOf, meanOthers } from "./where.js";

/** One statement of a policy, with what must be known to hold it against others. */
export interface PolicySaying {
  readonly policy: Policy;
  readonly child: Child;
  readonly statement: Statement;
  readonly field: Field | undefined;
  /** Nothing more specific may say otherwise. */
  readonly isEnforced: boolean;
}

/** All that checks between layers stand on, and the names of what they declare: resources, their children, and the attributes of both. */
export class LayerCheck {
  readonly pairs: PolicyPairs;
  /** By attribute, in the order of the policies' names: whatever file they stand in. */
  readonly sayings = new Map<string, PolicySaying[]>();
  readonly policies: readonly Policy[];

  constructor(
    readonly layers: Layers,
    readonly kinds: Kinds,
  ) {
    this.pairs = new PolicyPairs(layers, kinds);
    this.policies = [...layers.policies].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const policy of this.policies)
      for (const { child, statements } of policy.bodies)
        for (const statement of statements) {
          const { path } = statement;
          const field = this.field(policy.kind, child, path);
          const isEnforced = isMeant(policy.enforce, child, path);
          append(this.sayings, this.attributeKey(policy.kind, child, path), { policy, child, statement, field, isEnforced });
        }
  }

  /** What policies say of the attribute that a path leads to. */
  about(kind: string, child: Child, path: readonly string[]): readonly PolicySaying[] {
    return this.sayings.get(this.attributeKey(kind, child, path)) ?? [];
  }

  /** What a policy says and does not apply to all that is meant by two others. */
  conditions(policy: Policy): readonly Statement[] {
    return conditionsOf(policy, this.fields(policy.kind, undefined));
  }

  /** The kind of a resource, or of its child. */
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

  /** The address of a resource, or of its child. */
  address(top: string, path: string | undefined, child: Child): string {
    return formatAddress(addressIn(this.kind(top, child), path, child?.key));
  }
}

/** What must not be contradicted. */
type Contradicted = Pick<PolicySaying, "policy" | "child" | "statement">;

/** What somebody says against that. */
interface Contradiction {
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

/** An error, unless an exception is made for it. One that has ended leaves a warning: on the morning after its last day nobody should be unable to plan. */
export function contradicted(contradiction: Contradiction): FileDiagnostic[] {
  const { rule, origin, message, address, attribute, related, allowed, opening } = contradiction;
  if (opening && !opening.hasEnded) return [];
  const details = { address, attribute, allowed, related: [related] };
  if (!opening) return [fault(rule, origin, message, details)];
  const { until = "", origin: place } = opening.exception;
  const ended = `${message}; the exception for it at ${formatOrigin(place)} ended on ${until}`;
  return [warning(rule, origin, ended, { ...details, related: [related, place] })];
}

/** What is wrong with the first of which anything is. */
export function firstDiagnostics<T>(all: readonly T[], find: (item: T) => FileDiagnostic[]): FileDiagnostic[] {
  for (const item of all) {
    const diagnostics = find(item);
    if (diagnostics.length > 0) return diagnostics;
  }
  return [];
}

/** The first of those that are told of with the same words: what one line lacks for many things is told once. */
export function firstOfEach(
  diagnostics: readonly FileDiagnostic[],
  wordsOf: (diagnostic: FileDiagnostic) => readonly unknown[],
): FileDiagnostic[] {
  const unique = new Map<string, FileDiagnostic>();
  for (const diagnostic of diagnostics) {
    const key = JSON.stringify(wordsOf(diagnostic));
    if (!unique.has(key)) unique.set(key, diagnostic);
  }
  return [...unique.values()];
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

/** What a policy says, and where: `policy NAME enforces ff (file:line:column)`. */
export function sayingText({ policy, statement }: PolicySaying, verb = "says"): string {
  return `${policyLabel(policy.name)} ${verb} ${saidText(statement)} (${formatOrigin(statement.origin)})`;
}

/** Two globs, one of each of two policies, under which the same thing may be. */
export interface Meeting {
  readonly leftGlob: PathGlob;
  readonly rightGlob: PathGlob;
}

/** What an exception does to what a policy says of a place: it holds, or it has ended. */
interface Opening {
  readonly exception: PolicyException;
  readonly hasEnded: boolean;
}

/** How policies stand to each other, from the files alone: whatever is live. */
class PolicyPairs {
  private readonly known = remembered<readonly Meeting[]>();
  private readonly below: ReadonlyMap<string, ReadonlySet<string>>;
  private readonly exceptions: ReadonlyMap<string, readonly PolicyException[]>;

  constructor(
    private readonly layers: Layers,
    private readonly kinds: Kinds,
  ) {
    const byName = new Map(layers.policies.map((policy) => [policy.name, policy]));
    this.below = new Map(layers.policies.map((policy) => [policy.name, namesBelow(policy, byName)]));
    this.exceptions = groupedBy(layers.exceptions, ({ policy }) => policy);
  }

  /** Where two policies may hold for one thing; empty where their globs share no path, or their conditions no thing. */
  meetings(policy: Policy, other: Policy): readonly Meeting[] {
    return this.known(`${policy.name}\n${other.name}`, () =>
      policy.kind === other.kind && !meanOthers(policy, other, fieldsOf(topKind(this.kinds, policy.kind)))
        ? this.shared(policy, other)
        : [],
    );
  }

  /** Where the globs of two policies share paths, whatever their conditions. */
  shared(policy: Policy, other: Policy): readonly Meeting[] {
    const spared = [...policy.except, ...other.except];
    const isSpared = (pattern: string) => spared.some((except) => covers(except.pattern, pattern));
    return policy.globs.flatMap((a) =>
      other.globs.flatMap((b) =>
        !overlaps(a.pattern, b.pattern) || isSpared(a.pattern) || isSpared(b.pattern) ? [] : [{ leftGlob: a, rightGlob: b }],
      ),
    );
  }

  /** Where neither of two policies is the stronger one. */
  rivals(policy: Policy, other: Policy): Meeting | undefined {
    if (this.isOver(policy, other) || this.isOver(other, policy)) return undefined;
    return this.meetings(policy, other).find((meeting) => {
      const depth = globDepth(meeting.leftGlob.pattern);
      if (depth !== globDepth(meeting.rightGlob.pattern)) return false;
      return !isNarrower(policy, depth, meeting) && !isNarrower(other, depth, meeting);
    });
  }

  /** Where a policy is stronger than another one. */
  overriding(strong: Policy, weak: Policy): Meeting | undefined {
    return this.meetings(strong, weak).find((meeting) => this.isStronger(strong, weak, meeting));
  }

  isStronger(strong: Policy, weak: Policy, { leftGlob, rightGlob }: Meeting): boolean {
    const [depth, otherDepth] = [globDepth(leftGlob.pattern), globDepth(rightGlob.pattern)];
    return depth === otherDepth ? this.isOver(strong, weak) : depth > otherDepth;
  }

  /** The globs of a policy of which one names all that a meeting does. */
  covering({ globs, except }: Policy, { leftGlob, rightGlob }: Meeting): readonly PathGlob[] {
    const isSpared = except.some(({ pattern }) => overlaps(pattern, leftGlob.pattern) && overlaps(pattern, rightGlob.pattern));
    return isSpared ? [] : globs.filter(({ pattern }) => covers(pattern, leftGlob.pattern) || covers(pattern, rightGlob.pattern));
  }

  /** The exception that takes away what a policy says of a place for all that is under one of some globs; one that holds rather than one that has ended. */
  opening({ policy, child, statement: { path } }: Contradicted, globs: readonly PathGlob[]): Opening | undefined {
    return this.opened(policy, child, path, (pattern) => globs.some((candidate) => covers(pattern, candidate.pattern)));
  }

  /** The same for one thing. */
  openingAt({ policy, child, statement: { path } }: Contradicted, thing: string): Opening | undefined {
    return this.opened(policy, child, path, (pattern) => glob(pattern)(thing));
  }

  private opened(
    policy: Policy,
    child: Child,
    path: readonly string[],
    matches: (pattern: string) => boolean,
  ): Opening | undefined {
    const exceptions = (this.exceptions.get(policy.name) ?? []).filter(
      ({ attribute, match }) => means(attribute, child, path) && matches(match.pattern),
    );
    const chosen = exceptions.find((exception) => !hasPassed(exception, this.layers.today)) ?? exceptions[0];
    return chosen && { exception: chosen, hasEnded: hasPassed(chosen, this.layers.today) };
  }

  private isOver(policy: Policy, other: Policy): boolean {
    return this.below.get(policy.name)?.has(other.name) ?? false;
  }
}

/** True where all of a meeting is under a deeper glob of the policy, which decides there. */
function isNarrower({ globs }: Policy, depth: number, { leftGlob, rightGlob }: Meeting): boolean {
  return globs.some(
    ({ pattern }) => globDepth(pattern) > depth && (covers(pattern, leftGlob.pattern) || covers(pattern, rightGlob.pattern)),
  );
}

/** True if all things that fulfil the conditions of others fulfil these. */
export function isImplied(conditions: readonly Statement[], others: readonly Statement[]): boolean {
  const textOf = ({ path, word, value }: Statement) => JSON.stringify([path, word, value]);
  const known = new Set(others.map(textOf));
  return conditions.every((condition) => known.has(textOf(condition)));
}

function namesBelow({ over }: Policy, byName: ReadonlyMap<string, Policy>): ReadonlySet<string> {
  const known = (names: Policy["over"]) => names.flatMap(({ name }) => (byName.has(name) ? [name] : []));
  return new Set(basesFirst(known(over), (name) => known(byName.get(name)?.over ?? [])));
}

/** One thing that is said of a place, whoever says it: of a value, or an edit of a set. */
type Saying = Pick<Statement, "word" | "value" | "path" | "about">;

/** True for two statements about the same attribute, or the same part of one. */
export function isSamePlace(statement: Pick<Statement, "path">, other: Pick<Statement, "path">): boolean {
  return statement.path.length === other.path.length && isWithinOrEqual(statement.path, other.path);
}

/** True if one path is the other, or leads to something inside of it. */
export function isWithinOrEqual(inner: readonly string[], outer: readonly string[]): boolean {
  return outer.length <= inner.length && outer.every((step, index) => step === inner[index]);
}

/** True if one statement says otherwise than another: a different value, or an edit that the other does not allow. Bounds say no value. */
export function isOtherwise(field: Field | undefined, saying: Saying, other: Saying): boolean {
  if (isBound(saying) || isBound(other)) return false;
  if (saying.path.length !== other.path.length) return unsetsAround(saying, other);
  if (!isWithinOrEqual(saying.path, other.path)) return false;
  if (saying.word === "is" && other.word === "is") return !isSame(field, saying.value, other.value);
  const [items, others] = [setItems(field, saying.value), setItems(field, other.value)];
  switch (`${saying.word} ${other.word}`) {
    case "is add":
      return lacks(items, others);
    case "add is":
      return lacks(others, items);
    case "add add":
      return [...items].some(([key, item]) => others.has(key) && others.get(key) !== item);
    case "remove remove":
      return false;
    default:
      return [...items.keys()].some((key) => others.has(key));
  }
}

/** True if a value or an edit is not what a bound allows; what is not set counts as its default. */
export function isBeyond(field: Field | undefined, saying: Saying, bound: Saying): boolean {
  // A text that differs by the thing is held against bounds where the thing is known.
  if (!isBound(bound) || isBound(saying) || saying.about !== undefined || bound.about !== undefined) return false;
  // Nothing that is bounded stands in what is unset as a whole: its parts are as they were before anybody set them.
  if (saying.path.length !== bound.path.length)
    return saying.value === null && isWithinOrEqual(bound.path, saying.path) && breaks(field, null, bound);
  if (!isWithinOrEqual(saying.path, bound.path)) return false;
  if (saying.word === "is") return breaks(field, saying.value, bound);
  const [items, bounded] = [setItems(field, saying.value), setItems(field, bound.value)];
  if (saying.word === "add") {
    const isForbidden = [...items.keys()].some((key) => bounded.has(key));
    if (bound.word === "excludes") return isForbidden;
    return bound.word === "includes" && [...items].some(([key, item]) => bounded.has(key) && bounded.get(key) !== item);
  }
  return bound.word === "includes" && [...items.keys()].some((key) => bounded.has(key));
}

/** A record or a map that one unsets as a whole, and of which the other sets a part. */
function unsetsAround(saying: Saying, other: Saying): boolean {
  const [outer, inner] = saying.path.length < other.path.length ? [saying, other] : [other, saying];
  const isPart = isWithinOrEqual(inner.path, outer.path);
  return isPart && outer.word === "is" && !isObject(outer.value) && !(outer.value === null && inner.value === null);
}

function lacks(all: ReadonlyMap<string, string>, some: ReadonlyMap<string, string>): boolean {
  return [...some].some(([key, item]) => all.get(key) !== item);
}
