import { parseAddress } from "../core/address.js";
import { canonicalJson, type Value } from "../core/json.js";
import type { Action, Plan, PlanDiagnostic } from "../core/plan.js";

/** How often one thing is done to one kind. */
export interface ActionCount {
  readonly action: Action;
  readonly kind: string;
  readonly count: number;
}

/** How many things of a kind get another value of an attribute; what it is, where that is the same for all. */
export interface AttributeCount {
  readonly kind: string;
  readonly path: string;
  readonly count: number;
  readonly same?: { readonly before?: Value; readonly after?: Value };
}

/** How many things of a kind a policy, a preset or an exception changes. */
export interface LayerCount {
  readonly layer: string;
  readonly kind: string;
  readonly count: number;
}

/** How many diagnostics one rule made, and one of them. */
export interface RuleCount {
  readonly rule: string;
  readonly count: number;
  readonly example: PlanDiagnostic;
}

/** On how many things members of one kind could not be read for one reason, and some of those. */
export interface UnreadCount {
  readonly kind: string;
  readonly status: number;
  readonly count: number;
  readonly paths: readonly string[];
}

/** How many things of a kind no file declares, and how many have an attribute that no file says. */
export interface NotDeclaredCounts {
  readonly things: readonly { readonly kind: string; readonly count: number }[];
  readonly attributes: readonly { readonly kind: string; readonly path: string; readonly count: number }[];
}

/** A plan in numbers. */
export interface PlanTotals {
  readonly actions: readonly ActionCount[];
  readonly attributes: readonly AttributeCount[];
  readonly layers: readonly LayerCount[];
  readonly warnings: readonly RuleCount[];
  readonly refusals: readonly RuleCount[];
  readonly held: readonly RuleCount[];
  readonly unread: readonly UnreadCount[];
  readonly notDeclared: NotDeclaredCounts;
}

/** Counts what a plan says: kinds in the order of the plan, attributes, layers and rules with the most first. */
export function totalsOf({
  changes,
  warnings,
  refusals,
  held = [],
  unread,
  coverage,
}: Pick<Plan, "changes" | "warnings" | "refusals" | "held" | "unread" | "coverage">): PlanTotals {
  const pairs = changes.flatMap((change) => change.attributes.map((attribute) => ({ change, attribute })));
  const layered = changes.flatMap(({ kind, layer: absence, attributes }) =>
    [...new Set([{ layer: absence }, ...attributes].flatMap(({ layer }) => layer ?? []))].map((layer) => ({ layer, kind })),
  );
  return {
    actions: grouped(changes, ({ kind, action }) => [kind, action]).map(([first, all]) => ({
      action: first.action,
      kind: first.kind,
      count: all.length,
    })),
    attributes: mostFirst(
      grouped(pairs, ({ change, attribute }) => [change.kind, attribute.path]).map(([{ change, attribute }, all]) => {
        const isSame = new Set(all.map((pair) => valuesKey(pair.attribute))).size === 1;
        const { path, before, after } = attribute;
        const same = { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
        return { kind: change.kind, path, count: all.length, ...(isSame ? { same } : {}) };
      }),
    ),
    layers: mostFirst(
      grouped(layered, ({ layer, kind }) => [layer, kind]).map(([first, all]) => ({ ...first, count: all.length })),
    ),
    warnings: byRule(warnings),
    refusals: byRule(refusals),
    held: byRule(held),
    unread: unreadCounts(unread),
    notDeclared: notDeclaredCounts(coverage),
  };
}

function notDeclaredCounts(coverage: Plan["coverage"]): NotDeclaredCounts {
  const { things = [], attributes = [] } = coverage?.notDeclared ?? {};
  const kinds = things.map((address) => parseAddress(address).kind);
  const paths = attributes.map(({ address, path }) => ({ kind: parseAddress(address).kind, path }));
  return {
    things: mostFirst(grouped(kinds, (kind) => [kind]).map(([kind, all]) => ({ kind, count: all.length }))),
    attributes: mostFirst(
      grouped(paths, ({ kind, path }) => [kind, path]).map(([first, all]) => ({ ...first, count: all.length })),
    ),
  };
}

const mostPaths = 5;

/** What could not be read, by kind and status, the most first. */
export function unreadCounts(unread: Plan["unread"] = []): readonly UnreadCount[] {
  const counts = grouped(unread, ({ kind, status }) => [kind, String(status)]).map(([{ kind, status }, all]) => ({
    kind,
    status,
    count: all.length,
    paths: all.slice(0, mostPaths).map(({ path }) => path),
  }));
  return mostFirst(counts);
}

function byRule(diagnostics: readonly PlanDiagnostic[]): readonly RuleCount[] {
  const rules = grouped(diagnostics, ({ rule }) => [rule]);
  return mostFirst(rules.map(([example, all]) => ({ rule: example.rule, count: all.length, example })));
}

function valuesKey({ before, after }: { readonly before?: Value; readonly after?: Value }): string {
  return JSON.stringify([before, after].map((value) => (value === undefined ? null : [canonicalJson(value)])));
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => readonly string[]): (readonly [first: T, all: readonly T[]])[] {
  const groups = new Map<string, [T, T[]]>();
  for (const item of items) {
    const key = JSON.stringify(keyOf(item));
    const group = groups.get(key);
    if (group) group[1].push(item);
    else groups.set(key, [item, [item]]);
  }
  return [...groups.values()];
}

function mostFirst<T extends { readonly count: number }>(counts: readonly T[]): T[] {
  return counts.toSorted((count, other) => other.count - count.count);
}
