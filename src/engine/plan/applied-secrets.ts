import { type Fields } from "../../core/fields.js";
import { canonicalJson, type Spec, type Value } from "../../core/json.js";
import { masked } from "../../core/placeholders.js";
import { type Desired, leftOutReasons } from "../../core/plan.js";
import { clear, type Comparison, holdsSecret } from "./compare.js";
import { isLeftOut, missingSecrets, type ResolveSecret } from "./missing-secrets.js";

/** What somebody kept of the secrets that were last applied, so that one that the platform never shows can be compared all the same. */
export interface AppliedSecrets {
  /** True if something is kept of an attribute of the thing at an address. */
  readonly isKept: (address: string, path: string) => boolean;
  /** True if the text is what was last applied. */
  readonly isSame: (address: string, path: string, text: string) => boolean;
}

/** A secret as it was sent: whoever keeps something of it must not keep the text. */
export interface AppliedSecret {
  readonly address: string;
  readonly path: string;
  readonly text: string;
}

/** What a plan says of a secret that the platform never shows and that is another one by now. */
const changedSince = "changed since last applied";
const asApplied = "the server never returns it; it is as it was last applied";

/** True of what cannot be compared with what is live, but was, with what was last applied. */
export function isAsApplied({ reason }: { readonly reason: string }): boolean {
  return reason === asApplied;
}

/** A comparison with what is kept of the secrets among what cannot be compared: one that changed since is a difference. */
export function withApplied(
  comparison: Comparison,
  desired: Desired,
  applied: AppliedSecrets | undefined,
  resolve: ResolveSecret,
): Comparison {
  if (applied === undefined) return comparison;
  const differences = [...comparison.differences];
  const missing = [...comparison.missing];
  const unverifiable = comparison.unverifiable.map((one) => {
    const value = desired.spec[one.path];
    if (value === undefined || !holdsSecret(value) || !applied.isKept(desired.address, one.path)) return one;
    if (isLeftOut(value, resolve)) return { ...one, reason: leftOutReasons.missing };
    const lacks = missingSecrets(value, resolve);
    missing.push(...lacks.map((lack) => ({ path: one.path, ...lack })));
    if (lacks.length > 0) return one;
    if (applied.isSame(desired.address, one.path, textOf(value, resolve))) return { ...one, reason: asApplied };
    differences.push({ path: one.path, before: masked(), after: value });
    return { ...one, reason: changedSince };
  });
  return { ...comparison, differences, unverifiable, missing };
}

/** True where a request gives an attribute of a thing that its base declares, too, another value: of one by reference another template. */
export type SaysAnew = (desired: Desired, path: string) => boolean;

/**
 * A comparison with what a request asks for by another template, as far as nobody can compare what it gives: because the plan is made without secrets, or because the platform never shows it. So both plans tell the
 * same change. A value behind a template that stays is left as it was compared.
 */
export function withNewTemplates(comparison: Comparison, desired: Desired, saysAnew: SaysAnew): Comparison {
  const isAsked = ({ path }: { readonly path: string }): boolean =>
    holdsSecret(desired.spec[path]) && saysAnew(desired, path) && !comparison.differences.some((one) => one.path === path);
  const asked = [...comparison.unverifiable, ...comparison.leftOut].filter(isAsked);
  const differences = asked.map(({ path }) => ({ path, before: masked(), after: desired.spec[path] }));
  return {
    ...comparison,
    differences: [...comparison.differences, ...differences],
    leftOut: comparison.leftOut.filter((one) => !isAsked(one)),
  };
}

/** The secrets of what is written, as whoever keeps something of them is told. What is only ever sent to create a thing is never compared. */
export function appliedSecrets(address: string, fields: Fields, write: Spec, resolve: ResolveSecret): AppliedSecret[] {
  return Object.entries(write).flatMap(([path, value]) =>
    value === undefined || !holdsSecret(value) || fields[path]?.on === "create"
      ? []
      : [{ address, path, text: textOf(value, resolve) }],
  );
}

function textOf(value: Value, resolve: ResolveSecret): string {
  return canonicalJson(clear(value, resolve));
}
