import { compareTexts } from "../core/compare.js";
import { type FileDiagnostic, fault, formatOrigin, warning } from "../core/errors.js";
import type { LayerCheck } from "./check-said.js";
import { policyLabel } from "./held.js";
import { means } from "./patterns.js";

/**
 * What policies set although some `where` goes by it: whether that one holds would depend on itself. Conditions do not tell apart here: what is set may be what another
 * policy's condition asks for.
 */
export function setConditions(check: LayerCheck): FileDiagnostic[] {
  const read = check.policies.flatMap((policy) => policy.where.map((condition) => ({ policy, condition })));
  return check.policies.flatMap((policy) =>
    policy.bodies.flatMap(({ child, statements }) =>
      statements.flatMap((statement) => {
        const [name = ""] = statement.path;
        if (child !== undefined) return [];
        const found = read.find(
          (one) =>
            one.condition.path[0] === name &&
            one.policy.kind === policy.kind &&
            check.pairs.shared(one.policy, policy).length > 0,
        );
        if (!found) return [];
        const { origin } = found.condition;
        const by = found.policy === policy ? "its own where" : `the where of ${policyLabel(found.policy.name)}`;
        return [
          fault("where.set", statement.origin, `it sets what ${by} goes by (${formatOrigin(origin)})`, {
            address: policyLabel(policy.name),
            attribute: check.places.text(policy.kind, undefined, statement.path),
            allowed: `say ${name} in the bodies of things and in presets, or let where go by something else`,
            related: [origin],
          }),
        ];
      }),
    ),
  );
}

/**
 * Policies that enforce what those whom they bind can leave: whoever looks after a thing may change what `where` goes by. Only a flag that closes the thing (archived) is left
 * out: who sets it can do nothing with it any more.
 */
export function leavable(check: LayerCheck): FileDiagnostic[] {
  return check.policies.flatMap((policy) => {
    const [enforced] = policy.enforce;
    const fields = check.places.fields(policy.kind, undefined);
    const open = policy.where
      .filter(({ path }) => !fields[path[0] ?? ""]?.toggle)
      .toSorted((a, b) => compareTexts(a.path.join("."), b.path.join(".")));
    const [first] = open;
    if (!enforced || !first) return [];
    const names = [...new Set(open.map(({ path }) => path.join(".")))].join(", ");
    const message = `it enforces (${formatOrigin(enforced.origin)}), but whoever maintains what it is for can leave it by changing ${names}`;
    return [
      warning("policy.leavable", first.origin, message, {
        address: policyLabel(policy.name),
        attribute: `where.${first.path.join(".")}`,
        allowed: "globs in place of where, or no enforce",
        related: [enforced.origin],
      }),
    ];
  });
}

/** Policies that enforce what they do not say. */
export function idleEnforce(check: LayerCheck): FileDiagnostic[] {
  return check.policies.flatMap((policy) =>
    policy.enforce.flatMap((pattern) => {
      const isSaid = policy.bodies.some(({ child, statements }) => statements.some(({ path }) => means(pattern, child, path)));
      if (isSaid) return [];
      return [
        warning("enforce.idle", pattern.origin, `it enforces ${pattern.text}, but says nothing of it`, {
          address: policyLabel(policy.name),
          attribute: `enforce.${pattern.text}`,
          allowed: "a value or a bound of it under set",
        }),
      ];
    }),
  );
}
