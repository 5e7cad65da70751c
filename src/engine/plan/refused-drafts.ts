import type { GuardedMember, Judgement } from "../../core/behaviour.js";
import type { Fields } from "../../core/fields.js";
import type { Value } from "../../core/json.js";
import { fieldsOf, type PlacedKind } from "../../core/kind.js";
import type { Desired, Live, PlanDiagnostic } from "../../core/plan.js";
import { clear } from "./compare.js";
import type { PlanDiagnostics } from "./draft.js";
import { missingSecrets, type ResolveSecret } from "./missing-secrets.js";
import { source } from "./provenance.js";

/** What stops a create, and what people must know of it. */
export function judgedCreate(kind: PlacedKind, desired: Desired, resolve: ResolveSecret): PlanDiagnostics {
  const fields = fieldsOf(kind, { key: desired.key });
  const { warnings, refusals } = judged({ kind, action: "create", desired }, resolve);
  return { warnings, refusals: [...lackingOnCreate(fields, desired), ...refusals] };
}

/** What the `guard` of a resource's kind says of it. Without `resolve` no text is known. */
export function judged(
  {
    kind,
    action,
    desired,
    live,
  }: Pick<GuardedMember, "action"> & { kind: PlacedKind; desired?: Desired | undefined; live?: Live | undefined },
  resolve?: ResolveSecret,
): PlanDiagnostics {
  const spec = desired?.spec ?? {};
  const texts = { ...live?.spec, ...spec };
  const member = { action, spec, ...(live ? { live } : {}), text: (name: string) => textOf(texts[name], resolve) };
  const judgements = kind.guard?.(member) ?? [];
  const [warnings, refusals] = [true, false].map((is) => judgements.filter(({ isWarning = false }) => isWarning === is));
  const address = desired?.address ?? live?.address ?? "";
  return { warnings: inPlan(warnings, address, desired), refusals: inPlan(refusals, address, desired) };
}

/** What must be given to create a thing and is not. */
function lackingOnCreate(fields: Fields, desired: Desired): PlanDiagnostic[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (!field.required || desired.spec[name] !== undefined) return [];
    const message = `${name} is needed to create ${desired.address}, which does not exist yet`;
    return [{ rule: "create.required", message, addresses: [desired.address], ...source(desired, name) }];
  });
}

function inPlan(judgements: readonly Judgement[] = [], address: string, desired: Desired | undefined): PlanDiagnostic[] {
  return judgements.map(({ rule, attribute, message, allowed }) => ({
    rule,
    message: allowed === undefined ? message : `${attribute}: ${message}; allowed: ${allowed}`,
    addresses: [address],
    ...source(desired, attribute),
  }));
}

/** The text of a value where it is known. */
export function textOf(value: Value | undefined, resolve: ResolveSecret | undefined): string | undefined {
  if (value === undefined || resolve === undefined || missingSecrets(value, resolve).length > 0) return undefined;
  const text = clear(value, resolve);
  return typeof text === "string" ? text : undefined;
}
