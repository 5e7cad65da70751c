import { parseAddress } from "../core/address.js";
import { append } from "../core/collections.js";
import { canonicalJson, type Value } from "../core/json.js";
import type { Action, Plan, PlanDiagnostic } from "../core/plan.js";

/** How many things of a kind get another value of an attribute; what it is, where that is the same for all. */
export interface AttributeCount {
  readonly kind: string;
  readonly path: string;
  readonly count: number;
  readonly same?: { readonly before?: Value; readonly after?: Value };
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

/** A plan in numbers. */
interface PlanTotals {
  /** How often one thing is done to one kind. */
  readonly actions: readonly { readonly action: Action; readonly kind: string; readonly count: number }[];
  readonly attributes: readonly AttributeCount[];
  /** How many things of a kind a policy, a preset or an exception changes. */
  readonly layers: readonly { readonly layer: string; readonly kind: string; readonly count: number }[];
  readonly warnings: readonly RuleCount[];
  readonly refusals: readonly RuleCount[];
  readonly held: readonly RuleCount[];
  readonly unread: readonly UnreadCount[];
  /** How many things of a kind no file declares, and how many have an attribute that no file says. */
  readonly notDeclared: {
    readonly things: readonly { readonly kind: string; readonly count: number }[];
    readonly attributes: readonly Omit<AttributeCount, "same">[];
  };
}

/** Counts what a plan says: kinds in the order of the plan, attributes, layers and rules with the most first. */
export function totalsOf({ changes, warnings, refusals, held = [], unread, coverage }: Plan): PlanTotals {
  const pairs = changes.flatMap((change) => change.attributes.map((attribute) => ({ change, attribute })));
  const layered = changes.flatMap(({ kind, layer: absence, attributes }) =>
    [...new Set([{ layer: absence }, ...attributes].flatMap(({ layer }) => layer ?? []))].map((layer) => ({ layer, kind })),
  );
  return {
    actions: counted(changes.map(({ action, kind }) => ({ kind, action }))),
    attributes: mostFirst(
      grouped(pairs, ({ change, attribute }) => [change.kind, attribute.path]).map(([{ change, attribute }, all]) => {
        const isSame = new Set(all.map((pair) => valuesKey(pair.attribute))).size === 1;
        const { path, before, after } = attribute;
        const same = { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
        return { kind: change.kind, path, count: all.length, ...(isSame ? { same } : {}) };
      }),
    ),
    layers: mostFirst(counted(layered)),
    warnings: byRule(warnings),
    refusals: byRule(refusals),
    held: byRule(held),
    unread: unreadCounts(unread),
    notDeclared: notDeclaredCounts(coverage),
  };
}

function notDeclaredCounts(coverage: Plan["coverage"]): PlanTotals["notDeclared"] {
  const { things = [], attributes = [] } = coverage?.notDeclared ?? {};
  const kinds = things.map((address) => ({ kind: parseAddress(address).kind }));
  const paths = attributes.map(({ address, path }) => ({ kind: parseAddress(address).kind, path }));
  return { things: mostFirst(counted(kinds)), attributes: mostFirst(counted(paths)) };
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

/** Equal records as one, with how many there are. */
function counted<T extends Readonly<Record<string, string>>>(records: readonly T[]): (T & { readonly count: number })[] {
  return grouped(records, Object.values).map(([first, all]) => ({ ...first, count: all.length }));
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => readonly string[]): (readonly [first: T, all: readonly T[]])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) append(groups, JSON.stringify(keyOf(item)), item);
  return [...groups.values()].map((all) => [all[0] as T, all]);
}

function mostFirst<T extends { readonly count: number }>(counts: readonly T[]): T[] {
  return counts.toSorted((count, other) => other.count - count.count);
}
