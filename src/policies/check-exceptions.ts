import { compareOrigins, fault, type FileDiagnostic, formatOrigin, warning } from "../core/errors.js";
import type { Field } from "../core/fields.js";
import { covers, glob, overlaps } from "../core/glob.js";
import type { Policy, PolicyException, Statement } from "../core/layer.js";
import { hasPassed } from "../core/time.js";
import { type DeclaredPaths, anyOf } from "./check-reach.js";
import { contradicted, isBeyond, isOtherwise, type LayerCheck, type PolicySaying, saidText, sayingText } from "./check-said.js";
import { exceptionLabel, policyLabel } from "./held.js";
import { isSame } from "./satisfies.js";
import { means } from "./statements.js";

/** So many days before its last one an exception is told of. */
const daysOfNotice = 14;
const millisecondsOfDay = 86_400_000;

/** What there is to know of exceptions: of time only warnings come, and a contradiction only of those that hold. */
export function exceptionDiagnostics(check: LayerCheck, declared: DeclaredPaths): FileDiagnostic[] {
  const byName = new Map(check.policies.map((policy) => [policy.name, policy]));
  const { today } = check.layers;
  // In whatever order the files are read.
  const exceptions = check.layers.exceptions.toSorted(({ origin: a }, { origin: b }) => compareOrigins(a, b));
  return exceptions.flatMap((exception, index) => {
    const policy = byName.get(exception.policy);
    if (!policy) return [];
    const note = (rule: string, message: string, allowed: string) => [
      warning(rule, exception.origin, message, { ...about(exception), allowed }),
    ];
    const { until = "" } = exception;
    if (hasPassed(exception, today))
      return note("exception.ended", `it ended on ${until} and has no effect any more`, "take it away, or give it a later day");
    const idle = whyIdle(check, policy, exception, declared);
    if (idle) return note("exception.idle", `it changes nothing: ${idle}`, "take it away");
    const left = (Date.parse(until) - Date.parse(today)) / millisecondsOfDay;
    const isEnding = left <= daysOfNotice;
    const days = left === 0 ? "today is its last day" : `${left} ${left === 1 ? "day is" : "days are"} left`;
    return [
      ...(isEnding
        ? note("exception.ending", `it ends on ${until}: ${days}`, "make it true without the exception, or give it a later day")
        : []),
      ...contradictions(check, policy, exception),
      ...otherwise(check, policy, exception, exceptions.slice(0, index)),
    ];
  });
}

function about({ policy, attribute }: PolicyException) {
  return { address: exceptionLabel(policy), attribute: attribute.text };
}

function whyIdle(
  check: LayerCheck,
  policy: Policy,
  { match, attribute, statement }: PolicyException,
  declared: DeclaredPaths,
): string | undefined {
  const { child, path } = attribute;
  const label = policyLabel(policy.name);
  const sayings = check
    .about(policy.kind, child, path)
    .filter((saying) => saying.policy === policy && means(attribute, saying.child, saying.statement.path));
  if (sayings.length === 0) return `${label} says nothing of ${attribute.text}`;
  const isSpared = policy.except.some(({ pattern }) => covers(pattern, match.pattern));
  const isNamed = policy.globs.some(({ pattern }) => overlaps(pattern, match.pattern));
  if (!isNamed || isSpared) return `${label} is not for ${match.pattern}`;
  if (statement && sayings.every((saying) => saysSame(saying.field, saying.statement, statement)))
    return `${label} says ${saidText(statement)} itself`;
  const [isOf, isNot] = [anyOf(policy.globs), anyOf(policy.except)];
  const paths = (declared.get(policy.kind) ?? []).filter(glob(match.pattern));
  return policy.undeclared || paths.some((candidate) => isOf(candidate) && !isNot(candidate))
    ? undefined
    : `${match.pattern} matches nothing declared that ${label} is for`;
}

/** What an exception says against other policies. Its own says nothing there. */
function contradictions(check: LayerCheck, policy: Policy, exception: PolicyException): FileDiagnostic[] {
  const { statement, match, attribute } = exception;
  if (!statement) return [];
  const others = check
    .about(policy.kind, attribute.child, statement.path)
    .filter((saying) => saying.policy !== policy && saying.policy.globs.some(({ pattern }) => overlaps(pattern, match.pattern)));
  const clash = (rule: string, other: PolicySaying, verb: string) =>
    contradicted({
      rule,
      ...about(exception),
      origin: statement.origin,
      message: `it says ${saidText(statement)}, but ${sayingText(other, verb)} for what ${match.pattern} matches`,
      allowed: `${saidText(other.statement)}, or an exception of ${policyLabel(other.policy.name)}, too`,
      related: other.statement.origin,
      opening: check.pairs.opening(other, [match]),
    });
  const overridden = others.filter(
    ({ isEnforced, field, statement: says, policy: other }) =>
      isEnforced && isOtherwise(field, statement, says) && check.pairs.overriding(policy, other),
  );
  const broken = others.filter(
    ({ field, statement: says, policy: other }) =>
      isBeyond(field, statement, says) && check.pairs.meetings(policy, other).length > 0,
  );
  return [
    ...overridden.flatMap((saying) => clash("policy.enforced", saying, "enforces")),
    ...broken.flatMap((saying) => clash("bound.weaker", saying, "asks for")),
    ...goneBy(check, policy, exception, statement),
  ];
}

/** Two exceptions of one policy that say different things of one place: none is stronger than the other. */
function otherwise(
  check: LayerCheck,
  policy: Policy,
  exception: PolicyException,
  before: readonly PolicyException[],
): FileDiagnostic[] {
  const { attribute, match, statement } = exception;
  const field = check.field(policy.kind, attribute.child, attribute.path);
  const other = before.find(
    (candidate) =>
      candidate.policy === exception.policy &&
      !hasPassed(candidate, check.layers.today) &&
      (means(candidate.attribute, attribute.child, attribute.path) ||
        means(attribute, candidate.attribute.child, candidate.attribute.path)) &&
      overlaps(candidate.match.pattern, match.pattern) &&
      !saysSame(field, statement, candidate.statement),
  );
  if (!other) return [];
  const text = ({ statement: says }: PolicyException) => (says ? saidText(says) : "that the policy says nothing");
  const message = `it says ${text(exception)}, but another exception of the policy says ${text(other)} (${formatOrigin(other.origin)}) for what ${match.pattern} and ${other.match.pattern} match`;
  const details = { ...about(exception), allowed: "one exception for each thing and attribute", related: [other.origin] };
  return [fault("exception.conflict", exception.origin, message, details)];
}

function saysSame(field: Field | undefined, statement: Statement | undefined, other: Statement | undefined): boolean {
  if (!statement || !other) return statement === other;
  return (
    statement.word === other.word && statement.path.length === other.path.length && isSame(field, statement.value, other.value)
  );
}

function goneBy(
  check: LayerCheck,
  policy: Policy,
  { match, attribute, policy: name }: PolicyException,
  statement: Statement,
): FileDiagnostic[] {
  if (attribute.child !== undefined) return [];
  for (const other of check.policies) {
    const condition = other.where.find(({ path }) => path[0] === statement.path[0]);
    if (!condition || other.kind !== policy.kind || !other.globs.some(({ pattern }) => overlaps(pattern, match.pattern)))
      continue;
    const message = `it sets what the where of ${policyLabel(other.name)} goes by (${formatOrigin(condition.origin)})`;
    const allowed = "say it in the bodies of things and in presets, or let where go by something else";
    const details = { address: exceptionLabel(name), attribute: attribute.text, allowed, related: [condition.origin] };
    return [fault("where.set", statement.origin, message, details)];
  }
  return [];
}
