import { type FileDiagnostic, fault, formatOrigin } from "../core/errors.js";
import { isBound } from "./bounds.js";
import {
  contradicted,
  firstDiagnostics,
  isBeyond,
  isImplied,
  isOtherwise,
  isSamePlace,
  type LayerCheck,
  type Meeting,
  type PolicySaying,
  saidText,
  sayingText,
} from "./check-said.js";
import { policyLabel } from "./held.js";
import { contradiction } from "./satisfies.js";
import { isMeant } from "./statements.js";

/** Where policies contradict each other, whatever things there are: each statement once, with the first that it cannot stand beside. */
export function policyContradictions(check: LayerCheck): FileDiagnostic[] {
  return [...check.sayings.values()].flatMap((sayings) => {
    if (sayings.every(({ policy }) => policy === sayings[0]?.policy)) return [];
    return sayings.flatMap((saying, index) => [
      ...firstDiagnostics(sayings.slice(0, index), (other) => conflict(check, saying, other)),
      ...firstDiagnostics(sayings, (other) => overridesEnforced(check, saying, other)),
      ...firstDiagnostics(sayings, (other) => breaksBound(check, saying, other, sayings)),
      ...firstDiagnostics(sayings.slice(0, index), (other) => impossible(check, saying, other)),
    ]);
  });
}

function conflict(check: LayerCheck, saying: PolicySaying, other: PolicySaying): FileDiagnostic[] {
  if (saying.policy === other.policy || !isOtherwise(inner(saying, other), saying.statement, other.statement)) return [];
  const meeting = check.pairs.rivals(saying.policy, other.policy);
  if (!meeting) return [];
  const message = `it says ${saidText(saying.statement)}, but ${sayingText(other)} for ${globsOf(meeting)}, and neither is over the other`;
  const allowed = `over: [${other.policy.name}] in ${policyLabel(saying.policy.name)} or the other way round, or globs, except or where that tell them apart`;
  const details = { ...about(check, saying), allowed, related: [other.statement.origin] };
  return [fault("policy.conflict", saying.statement.origin, message, details)];
}

function overridesEnforced(check: LayerCheck, saying: PolicySaying, other: PolicySaying): FileDiagnostic[] {
  if (!other.isEnforced || saying.policy === other.policy) return [];
  if (!isOtherwise(inner(saying, other), saying.statement, other.statement)) return [];
  const meeting = check.pairs.overriding(saying.policy, other.policy);
  return meeting ? against(check, "policy.enforced", saying, [other, "enforces"], meeting) : [];
}

/** What one policy says against another one, where both may hold. */
function against(
  check: LayerCheck,
  rule: string,
  saying: PolicySaying,
  [other, verb]: readonly [PolicySaying, string],
  meeting: Meeting,
): FileDiagnostic[] {
  return contradicted({
    rule,
    ...about(check, saying),
    origin: saying.statement.origin,
    message: `it says ${saidText(saying.statement)}, but ${sayingText(other, verb)} for ${globsOf(meeting)}`,
    allowed: `${saidText(other.statement)}, or an exception of ${policyLabel(other.policy.name)}`,
    related: other.statement.origin,
    opening: check.pairs.opening(other, [meeting.leftGlob, meeting.rightGlob]),
  });
}

function breaksBound(
  check: LayerCheck,
  saying: PolicySaying,
  other: PolicySaying,
  all: readonly PolicySaying[],
): FileDiagnostic[] {
  if (saying.policy === other.policy || !isBeyond(other.field, saying.statement, other.statement)) return [];
  return firstDiagnostics(check.pairs.meetings(saying.policy, other.policy), (meeting) => {
    const isOverridden = all.some((candidate) => isOverriddenBy(check, candidate, saying, other, meeting));
    return isOverridden ? [] : against(check, "bound.weaker", saying, [other, "asks for"], meeting);
  });
}

/** True if a stronger policy surely gives another value wherever a value meets the bound that it breaks. */
function isOverriddenBy(
  check: LayerCheck,
  by: PolicySaying,
  saying: PolicySaying,
  other: PolicySaying,
  meeting: Meeting,
): boolean {
  const { policy, statement } = by;
  if (policy === saying.policy || policy === other.policy || statement.word !== "is" || policy.rollout < 100) return false;
  if (!isSamePlace(statement, saying.statement)) return false;
  if (!policy.undeclared && saying.policy.undeclared && other.policy.undeclared) return false;
  const others = [...check.conditions(saying.policy), ...check.conditions(other.policy)];
  if (!isImplied(check.conditions(policy), others)) return false;
  const globs = check.pairs.covering(policy, meeting);
  return globs.some((glob) => check.pairs.isStronger(policy, saying.policy, { leftGlob: glob, rightGlob: meeting.leftGlob }));
}

function impossible(check: LayerCheck, saying: PolicySaying, other: PolicySaying): FileDiagnostic[] {
  const { statement, policy, field } = saying;
  if (policy === other.policy || !isBound(statement) || !isBound(other.statement)) return [];
  if (!isSamePlace(statement, other.statement) || !contradiction(field, [statement, other.statement])) return [];
  const [meeting] = check.pairs.meetings(policy, other.policy);
  if (!meeting) return [];
  const globs = [meeting.leftGlob, meeting.rightGlob];
  return contradicted({
    rule: "bound.impossible",
    ...about(check, saying),
    origin: statement.origin,
    message: `it asks for ${saidText(statement)}, and ${sayingText(other, "for")} for ${globsOf(meeting)}: no value is both`,
    allowed: `bounds that can be met together, or globs, except or where that tell the two policies apart`,
    related: other.statement.origin,
    opening: check.pairs.opening(other, globs) ?? check.pairs.opening(saying, globs),
  });
}

/** What ignores of one policy take from what another one, or itself, enforces. */
export function ignoredEnforced(check: LayerCheck): FileDiagnostic[] {
  const enforced = [...check.sayings.values()].flat().filter(({ isEnforced }) => isEnforced);
  return check.policies.flatMap((policy) =>
    policy.ignore.flatMap((pattern) =>
      firstDiagnostics(enforced, (other) => {
        if (!isMeant([pattern], other.child, other.statement.path)) return [];
        const [glob] = policy.globs;
        const self = glob && { leftGlob: glob, rightGlob: glob };
        const meeting = policy === other.policy ? self : check.pairs.meetings(policy, other.policy)[0];
        if (!meeting) return [];
        return contradicted({
          rule: "policy.enforced",
          address: policyLabel(policy.name),
          attribute: `ignore.${pattern.text}`,
          origin: pattern.origin,
          message: `it ignores what ${policyLabel(other.policy.name)} enforces at ${formatOrigin(other.statement.origin)} for ${globsOf(meeting)}`,
          allowed: `no ignore of it, or an exception of ${policyLabel(other.policy.name)}`,
          related: other.statement.origin,
          opening: check.pairs.opening(other, [meeting.leftGlob, meeting.rightGlob]),
        });
      }),
    ),
  );
}

/** The field of the shorter path's part that the longer one is about. */
function inner(saying: PolicySaying, other: PolicySaying) {
  return saying.statement.path.length >= other.statement.path.length ? saying.field : other.field;
}

function about(check: LayerCheck, { policy, child, statement }: PolicySaying) {
  return { address: policyLabel(policy.name), attribute: check.text(policy.kind, child, statement.path) };
}

/** Which things are meant, by the globs of both. */
function globsOf({ leftGlob, rightGlob }: Meeting): string {
  return leftGlob.pattern === rightGlob.pattern ? leftGlob.pattern : `what is under ${leftGlob.pattern} and ${rightGlob.pattern}`;
}
