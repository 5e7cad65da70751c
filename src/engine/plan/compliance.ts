import { groupedBy } from "../../core/collections.js";
import type { Compliance, ExceptionInUse, PolicyCompliance, Violation } from "../../core/compliance.js";
import { formatOrigin } from "../../core/errors.js";
import type { Spec } from "../../core/json.js";
import { fieldsOf } from "../../core/kind.js";
import type { Policy, PolicyException } from "../../core/layer.js";
import type { Desired, DesiredState } from "../../core/plan.js";
import { topName } from "../../core/steps.js";
import {
  type ExplainedSubject,
  holdByFiles,
  type Holding,
  holdingOf,
  noLayers,
  policyLabel,
  rulesOf,
  withBoundsMet,
} from "../../policies/index.js";
import { type Basis, each, type Facts, ifReadable, type Observed } from "../snapshot/index.js";
import { compare, type ResolveSecret, withoutLiveSecrets } from "./compare.js";
import { source } from "./draft.js";
import { withinReach } from "./guard.js";
import {
  candidateAt,
  type LayerQuestions,
  resourcesWith,
  type ThingUnderPolicies,
  underPolicies,
  withLayers,
} from "./layered.js";
import { type LockOf, locksFromAbove } from "./locks.js";
import { observe } from "./observe.js";
import { wholeTree } from "./scope.js";

/** What a policy is to one thing. */
interface Finding {
  readonly policy: Policy;
  readonly thing: ThingUnderPolicies;
  readonly reported: boolean;
  /** Undefined where not all of it may be read. */
  readonly violations: readonly Violation[] | undefined;
}

/** How far each policy is kept, in force or not. A pure function of facts; what this token may not see (`ifReadable`) counts as neither obeying nor violating. */
export function decideCompliance(
  basis: Basis,
  state: DesiredState,
  { resolve, differs }: { readonly resolve: ResolveSecret; readonly differs: (resources: readonly Desired[]) => boolean },
  facts: Facts,
): Omit<Compliance, "stats"> {
  const { things, rules } = withLayers(basis, state, { within: wholeTree, differs }, facts);
  const pairs = things.flatMap((thing) => [
    ...thing.inForce.map((policy) => ({ policy, thing, reported: false })),
    ...thing.reported.map((policy) => ({ policy, thing, reported: true })),
  ]);
  const held = things.filter(({ inForce }) => inForce.length > 0);
  const looked = new Map(each(held, (thing) => [thing, lookedAt(basis, thing.resources, resolve, facts)] as const));
  const findings = each(pairs, ({ policy, thing, reported }): Finding => {
    const asInForce = reported && rules && resourcesWith(rules, basis.kinds, thing, policy);
    const seen = asInForce ? lookedAt(basis, asInForce, resolve, facts) : looked.get(thing);
    return { policy, thing, reported, violations: seen && violationsOf(policy, seen, reported) };
  });
  const unknown = things.flatMap((thing) =>
    thing.unknown.map((policy): Finding => ({ policy, thing, reported: false, violations: undefined })),
  );
  const byPolicy = groupedBy([...findings, ...unknown], ({ policy }) => policy);
  const { layers } = state;
  const { url, version } = basis.capabilities;
  return {
    format: "trueup.compliance/1",
    instance: { url, version },
    today: layers?.today ?? "",
    policies: (layers?.policies ?? []).map((policy) => complianceOf(policy, byPolicy.get(policy) ?? [], layers?.today ?? "")),
  };
}

/** What is live of a thing and of what hangs on it, and what holds it from above. */
interface Seen {
  readonly observed: readonly (Observed & { readonly shown: ReturnType<typeof compare> | undefined })[];
  readonly lockOf: LockOf;
}

function lookedAt(basis: Basis, resources: readonly Desired[], resolve: ResolveSecret, facts: Facts): Seen | undefined {
  const { within, refusals } = withinReach(basis, resources);
  if (refusals.length > 0) return undefined;
  return ifReadable(() => {
    const observations = observe(basis, { resources: within, deleteUndeclared: {} }, facts);
    if (observations.unread.length > 0) return undefined;
    const observed = each(observations.observed.map(withBoundsMet), (resource) => {
      const fields = fieldsOf(resource.kind, { key: resource.desired.key });
      return { ...resource, shown: resource.live && compare(fields, resource.desired, resource.live, resolve, facts) };
    });
    return { observed, lockOf: locksFromAbove(basis, observations, facts) };
  });
}

/** What is otherwise than a policy says; undefined where something that it speaks of is not shown. */
function violationsOf(policy: Policy, { observed, lockOf }: Seen, reported: boolean): readonly Violation[] | undefined {
  const label = policyLabel(policy.name);
  const also = reported ? { reported: true as const } : {};
  let isHidden = false;
  const violations = observed.flatMap(({ desired, kind, live, shown, unknown = [] }): Violation[] => {
    const isMine = (path: string) => (desired.layers?.[path] ?? desired.layers?.[topName(path)]) === label;
    const { address } = desired;
    if (desired.ensure === "absent") {
      const words = { attribute: "ensure", live: "present", asked: "absent" };
      return live && isMine("ensure") ? [{ address, ...words, ...source(desired, "ensure"), ...also }] : [];
    }
    if (!live) return Object.keys(desired.spec).some(isMine) ? [{ address, attribute: "", ...source(desired), ...also }] : [];
    const hidden = [...(shown?.unverifiable ?? []), ...(shown?.missing ?? [])].map(({ path }) => path);
    if ([...hidden, ...unknown].some(isMine)) isHidden = true;
    const fields = fieldsOf(kind, { key: desired.key });
    return (shown?.differences ?? []).flatMap(({ path, before, after }): Violation[] => {
      if (!isMine(path)) return [];
      const lock = lockOf({ kind, path: desired.path, fields }, topName(path));
      return [
        {
          address,
          attribute: path,
          ...(before === undefined ? {} : { live: before }),
          ...(after === undefined ? {} : { asked: after }),
          ...source(desired, path),
          ...also,
          ...(lock ? { lockedBy: lock.by } : {}),
        },
      ];
    });
  });
  // What is seen to be wrong is wrong, whatever else is hidden.
  return isHidden && violations.length === 0 ? undefined : violations;
}

function complianceOf(policy: Policy, findings: readonly Finding[], today: string): PolicyCompliance {
  const count = (test: (finding: Finding) => boolean) => findings.filter(test).length;
  const isKnown = ({ thing }: Finding) => !thing.unknown.includes(policy);
  const violating = findings.filter(({ violations = [] }) => violations.length > 0);
  const exceptions = exceptionsOf(policy, findings, today);
  return {
    policy: policy.name,
    kind: policy.kind,
    source: formatOrigin(policy.origin),
    matches: count(isKnown),
    inForce: count((finding) => isKnown(finding) && !finding.reported),
    reported: count(({ reported }) => reported),
    obeying: count(({ violations }) => violations?.length === 0),
    violating: violating.length,
    excepted: count(({ thing }) => thing.exceptions.some((exception) => exception.policy === policy.name)),
    locked: violating.filter(({ violations = [] }) => violations.every(({ lockedBy }) => lockedBy !== undefined)).length,
    unreadable: count(({ violations }) => violations === undefined),
    exceptions,
    violations: findings.flatMap(({ violations = [] }) => violations),
    hidden: findings.flatMap(({ violations, thing }) => (violations === undefined ? [thing.candidate.address] : [])),
  };
}

function exceptionsOf(policy: Policy, findings: readonly Finding[], today: string): ExceptionInUse[] {
  const used = new Map<PolicyException, number>();
  for (const { thing } of findings)
    for (const exception of thing.exceptions)
      if (exception.policy === policy.name) used.set(exception, (used.get(exception) ?? 0) + 1);
  return [...used].map(([{ match, attribute, reason, until, origin }, things]) => ({
    match: match.pattern,
    attribute: attribute.text,
    reason,
    things,
    ...(until === undefined ? {} : { until, daysLeft: Math.round((Date.parse(until) - Date.parse(today)) / day) }),
    source: formatOrigin(origin),
  }));
}

const day = 24 * 60 * 60 * 1000;

/** Something with what may be shown of what is live of it. */
export interface Lived {
  readonly address: string;
  /** Undefined where it is not there. */
  readonly spec: Spec | undefined;
}

/** Which policies hold for a thing as it is live, and what is live of it and of what hangs on it. A pure function of facts. */
export function decideHolding(
  basis: Basis,
  state: DesiredState,
  { subject, differs }: { readonly subject: ExplainedSubject; readonly differs: LayerQuestions["differs"] },
  facts: Facts,
): { readonly holding: Holding; readonly lived: readonly Lived[] } {
  const layers = state.layers ?? noLayers;
  const rules = rulesOf(basis.kinds, state.resources, layers);
  if (!subject.top.tree) {
    const holding: Holding = holdByFiles(basis.kinds, subject)(state);
    const mine = state.resources.filter(({ kind, path }) => kind === subject.top.name && (path ?? "") === subject.path);
    return {
      holding,
      lived: ifReadable(() => observe(basis, { resources: mine, deleteUndeclared: {} }, facts).observed.map(toLived)) ?? [],
    };
  }
  const candidate = candidateAt(subject, state, layers, facts);
  const held = underPolicies({ basis, state, rules, differs }, candidate, facts);
  const observed = ifReadable(() => observe(basis, { resources: held.resources, deleteUndeclared: {} }, facts).observed) ?? [];
  const { address, live } = candidate;
  const itself = { address, spec: live && withoutLiveSecrets(fieldsOf(subject.top), live.spec) };
  const lived = [itself, ...observed.map(toLived)];
  return { holding: holdingOf(rules, { ...candidate, children: [] }, held.standings, true), lived };
}

function toLived({ desired: { address, key }, kind, live }: Pick<Observed, "desired" | "kind" | "live">): Lived {
  return { address, spec: live && withoutLiveSecrets(fieldsOf(kind, { key }), live.spec) };
}
