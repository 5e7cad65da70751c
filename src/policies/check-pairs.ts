import { append, remembered } from "../core/collections.js";
import type { Fields } from "../core/fields.js";
import { covers, glob, globDepth, overlaps } from "../core/glob.js";
import { type Kinds, fieldsOf, topKind } from "../core/kind.js";
import type { Layers, PathGlob, Policy, PolicyException, Statement } from "../core/layer.js";
import { hasPassed } from "../core/time.js";
import { basesFirst } from "./held.js";
import { type Child, means } from "./patterns.js";
import { meanOthers } from "./where.js";

/** Two globs, one of each of two policies, under which the same thing may be. */
export interface Meeting {
  readonly one: PathGlob;
  readonly other: PathGlob;
}

/** What an exception does to what a policy says of a place: it holds, or it has ended. */
export interface Opening {
  readonly exception: PolicyException;
  readonly hasEnded: boolean;
}

/** How policies stand to each other, from the files alone: whatever is live. */
export class PolicyPairs {
  private readonly known = remembered<readonly Meeting[]>();
  private readonly below: ReadonlyMap<string, ReadonlySet<string>>;
  private readonly exceptions: ReadonlyMap<string, readonly PolicyException[]>;

  constructor(
    private readonly layers: Layers,
    private readonly kinds: Kinds,
  ) {
    const byName = new Map(layers.policies.map((policy) => [policy.name, policy]));
    this.below = new Map(layers.policies.map((policy) => [policy.name, namesBelow(policy, byName)]));
    const exceptions = new Map<string, PolicyException[]>();
    for (const one of layers.exceptions) append(exceptions, one.policy, one);
    this.exceptions = exceptions;
  }

  /** Where two policies may hold for one thing; empty where their globs share no path, or their conditions no thing. */
  meetings(one: Policy, other: Policy): readonly Meeting[] {
    return this.known(`${one.name}\n${other.name}`, () =>
      one.kind === other.kind && !meanOthers(one, other, this.fields(one)) ? this.shared(one, other) : [],
    );
  }

  /** Where the globs of two policies share paths, whatever their conditions. */
  shared(one: Policy, other: Policy): readonly Meeting[] {
    const spared = [...one.except, ...other.except];
    const isSpared = (pattern: string) => spared.some((except) => covers(except.pattern, pattern));
    return one.globs.flatMap((a) =>
      other.globs.flatMap((b) =>
        !overlaps(a.pattern, b.pattern) || isSpared(a.pattern) || isSpared(b.pattern) ? [] : [{ one: a, other: b }],
      ),
    );
  }

  /** Where neither of two policies is the stronger one. */
  rivals(one: Policy, other: Policy): Meeting | undefined {
    if (this.isOver(one, other) || this.isOver(other, one)) return undefined;
    return this.meetings(one, other).find((meeting) => {
      const depth = globDepth(meeting.one.pattern);
      if (depth !== globDepth(meeting.other.pattern)) return false;
      return !isNarrower(one, depth, meeting) && !isNarrower(other, depth, meeting);
    });
  }

  /** Where a policy is stronger than another one. */
  overriding(strong: Policy, weak: Policy): Meeting | undefined {
    return this.meetings(strong, weak).find((meeting) => this.isStronger(strong, weak, meeting));
  }

  isStronger(strong: Policy, weak: Policy, { one, other }: Meeting): boolean {
    const [depth, otherDepth] = [globDepth(one.pattern), globDepth(other.pattern)];
    return depth === otherDepth ? this.isOver(strong, weak) : depth > otherDepth;
  }

  /** The globs of a policy of which one names all that a meeting does. */
  covering({ globs, except }: Policy, { one, other }: Meeting): readonly PathGlob[] {
    const isSpared = except.some(({ pattern }) => overlaps(pattern, one.pattern) && overlaps(pattern, other.pattern));
    return isSpared ? [] : globs.filter(({ pattern }) => covers(pattern, one.pattern) || covers(pattern, other.pattern));
  }

  /** The exception that takes away what a policy says of a place for all that is under one of some globs; one that holds rather than one that has ended. */
  opening(policy: Policy, child: Child, path: readonly string[], globs: readonly PathGlob[]): Opening | undefined {
    return this.opened(policy, child, path, (pattern) => globs.some((one) => covers(pattern, one.pattern)));
  }

  /** The same for one thing. */
  openingAt(policy: Policy, child: Child, path: readonly string[], thing: string): Opening | undefined {
    return this.opened(policy, child, path, (pattern) => glob(pattern)(thing));
  }

  private opened(
    policy: Policy,
    child: Child,
    path: readonly string[],
    matches: (pattern: string) => boolean,
  ): Opening | undefined {
    const found = (this.exceptions.get(policy.name) ?? []).filter(
      ({ attribute, match }) => means(attribute, child, path) && matches(match.pattern),
    );
    const chosen = found.find((one) => !hasPassed(one, this.layers.today)) ?? found[0];
    return chosen && { exception: chosen, hasEnded: hasPassed(chosen, this.layers.today) };
  }

  private isOver(one: Policy, other: Policy): boolean {
    return this.below.get(one.name)?.has(other.name) ?? false;
  }

  private fields({ kind }: Policy): Fields {
    return fieldsOf(topKind(this.kinds, kind));
  }
}

/** True where all of a meeting is under a deeper glob of the policy, which decides there. */
function isNarrower({ globs }: Policy, depth: number, { one, other }: Meeting): boolean {
  return globs.some(
    ({ pattern }) => globDepth(pattern) > depth && (covers(pattern, one.pattern) || covers(pattern, other.pattern)),
  );
}

/** True if all things that fulfil the conditions of others fulfil these. */
export function isImplied(conditions: readonly Statement[], others: readonly Statement[]): boolean {
  const textOf = ({ path, word, value }: Statement) => JSON.stringify([path, word, value]);
  const known = new Set(others.map(textOf));
  return conditions.every((one) => known.has(textOf(one)));
}

function namesBelow({ over }: Policy, byName: ReadonlyMap<string, Policy>): ReadonlySet<string> {
  const known = (names: Policy["over"]) => names.flatMap(({ name }) => (byName.has(name) ? [name] : []));
  return new Set(basesFirst(known(over), (name) => known(byName.get(name)?.over ?? [])));
}
