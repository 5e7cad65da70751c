import { defined } from "../core/collections.js";
import { type FileDiagnostic, formatOrigin, type Origin, fault, warning } from "../core/errors.js";
import { kindDiagnostics, twinOf } from "../core/kind-check.js";
import type { Policy } from "../core/layer.js";
import { originAt } from "../core/steps.js";
import { type CheckedThing, type PolicyReach } from "./check-reach.js";
import { firstOfEach, type LayerCheck } from "./check-said.js";
import { childOf, type Composed, saysAbsent } from "./composer.js";
import { childKey, policyLabel } from "./held.js";
import { resolveBody } from "./resolve.js";
import type { Child } from "./statements.js";
import { isUntold } from "./this.js";

/** What is known of bodies beside what layers say of them. */
export interface ComposedFacts {
  /** By address: attributes that the schema refused. */
  readonly wrong: ReadonlyMap<string, ReadonlySet<string>>;
  /** What the body that holds something says, for the checks of kinds. */
  readonly holder: (thing: CheckedThing) => CheckedThing["desired"]["spec"] | undefined;
}

/**
 * What is wrong with things as all layers make them: attributes that must be given and that no layer gives, and what their kinds find. What only may hold (by a condition
 * that the files do not decide, or a rollout) counts as giving an attribute, but its value is not judged.
 */
export function composedDiagnostics(
  check: LayerCheck,
  reach: PolicyReach,
  things: readonly CheckedThing[],
  facts: ComposedFacts,
): FileDiagnostic[] {
  const diagnostics = things.flatMap((thing) => thingDiagnostics(check, reach, thing, facts));
  // What a policy or a preset lacks is told once, for the first of the things.
  return firstOfEach([...diagnostics, ...undeclaredDiagnostics(check)], ({ rule, origin, message }) => [rule, origin, message]);
}

function thingDiagnostics(check: LayerCheck, reach: PolicyReach, thing: CheckedThing, facts: ComposedFacts): FileDiagnostic[] {
  const { desired, children } = thing;
  const { policies, sure } = reach.reached(thing);
  const doubtful = policies.filter((policy) => !sure.has(policy));
  const declared = new Map(children.map((child) => [childKey(childOf(child), check.kinds), child]));
  return reach.rules.composer.composed(thing, policies).flatMap((body) => {
    const resource = body.child === undefined ? desired : declared.get(childKey(body.child, check.kinds));
    if (resource?.ensure === "absent") return [];
    const address = check.address(desired.kind, desired.path, body.child);
    const diagnostics = resource && body.child ? declaredAbsent(resource.origin, address, body) : [];
    if (body.absent) return diagnostics;
    const judged = bodyDiagnostics({
      body,
      address,
      origin: resource?.origin ?? body.origin,
      wrong: facts.wrong.get(address) ?? new Set(),
      unsure: namesIn(doubtful, body.child, check),
      holder: body.child === undefined ? facts.holder(thing) : desired.spec,
    });
    return [...diagnostics, ...judged];
  });
}

/** A file declares what a policy says is to be absent: the file wins, unless the policy enforces it. */
function declaredAbsent(origin: Origin, address: string, { absent, spared }: Composed): FileDiagnostic[] {
  const statement = absent ?? spared;
  if (!statement) return [];
  const place = formatOrigin(statement.origin);
  const details = { address, allowed: "take it out here, or name it under except of the policy", related: [statement.origin] };
  if (absent) return [fault("policy.absent", origin, `${statement.layer} enforces that it is absent (${place})`, details)];
  return [warning("policy.spared", origin, `it stays, although ${statement.layer} says that it is absent (${place})`, details)];
}

/** What is made on things that nobody declares stands in policies alone. */
function undeclaredDiagnostics(check: LayerCheck): FileDiagnostic[] {
  return check.policies.flatMap((policy) => {
    if (!policy.undeclared) return [];
    const label = policyLabel(policy.name);
    const others = check.policies.filter((other) => other !== policy && check.pairs.meetings(policy, other).length > 0);
    return policy.bodies.flatMap(({ child, origin, statements }) => {
      if (statements.some(saysAbsent)) return [];
      const fields = check.fields(policy.kind, child);
      const labelled = statements.map((statement) => ({ ...statement, layer: label }));
      const kind = check.kind(policy.kind, child);
      return bodyDiagnostics({
        body: { child, kind, fields, origin, statements: labelled, resolved: resolveBody(fields, labelled) },
        address: label,
        prefix: check.text(policy.kind, child, []),
        origin,
        wrong: namesIn(others, child, check),
        unsure: new Set(),
        holder: undefined,
      });
    });
  });
}

interface ComposedBody {
  readonly body: Composed;
  readonly address: string;
  /** What comes before the names of attributes. */
  readonly prefix?: string;
  readonly origin: Origin;
  /** Given somewhere, and not to be judged. */
  readonly wrong: ReadonlySet<string>;
  readonly unsure: ReadonlySet<string>;
  readonly holder: CheckedThing["desired"]["spec"] | undefined;
}

function bodyDiagnostics(composed: ComposedBody): FileDiagnostic[] {
  const { body, address, origin, wrong, holder, prefix } = composed;
  const { kind, fields, statements, resolved } = body;
  // In whatever words; what is only taken away is given by nobody.
  const givers = statements.filter(({ word }) => word !== "remove" && word !== "excludes");
  const given = new Set(givers.map(({ path: [name = ""] }) => name));
  const lacking = Object.entries(fields).filter(
    ([name, field]) => field.required && field.carried && !given.has(name) && !wrong.has(name),
  );
  const missing = lacking.map(([name]) =>
    fault("schema.required", origin, `${name} is required`, { address, ...(prefix ? { attribute: prefix } : {}) }),
  );
  if (!kind.check && !Object.values(fields).some(({ twin }) => twin !== undefined)) return missing;
  const { spec, origins, bounds } = resolved;
  // What only edits or bounds speak of is not known from the files.
  const open = bounds.flatMap(({ path: [name = ""] }) => (spec[name] === undefined ? [name] : []));
  const untold = statements.flatMap((statement) => (isUntold(statement) ? statement.path.slice(0, 1) : []));
  const unsure = new Set([...wrong, ...composed.unsure, ...open, ...untold]);
  const diagnostics = kindDiagnostics(kind, spec, unsure, holder).map(({ attribute = "", message, allowed, rule }) => {
    const text = [prefix, attribute].filter(Boolean).join(".");
    const other = rule === "twin" ? originAt(twinOf(fields, attribute) ?? "", origins) : undefined;
    const details = defined({ address, attribute: text || undefined, allowed, related: other && [other] });
    return fault(rule, originAt(attribute, origins) ?? origin, message, details);
  });
  return [...missing, ...diagnostics];
}

function namesIn(policies: readonly Policy[], child: Child, { kinds }: LayerCheck): ReadonlySet<string> {
  const key = childKey(child, kinds);
  const bodies = policies.flatMap((policy) => policy.bodies.filter((body) => childKey(body.child, kinds) === key));
  return new Set(bodies.flatMap(({ statements }) => statements.map(({ path: [name = ""] }) => name)));
}
