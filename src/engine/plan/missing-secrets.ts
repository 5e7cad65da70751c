import { append } from "../../core/append.js";
import { TrueupError } from "../../core/errors.js";
import { isObject, type Value } from "../../core/json.js";
import { isSecret } from "../../core/placeholders.js";
import type { PlanDiagnostic } from "../../core/plan.js";
import { referencesOf } from "../../core/secret-template.js";

/** Resolves `${env:NAME}` and `${file:path}` in a template; throws TrueupError if something is missing. */
export type ResolveSecret = (template: string) => string;

/** The rule of what a plan says of values by reference that it does not compare. */
export const notCompared = "secrets.not-compared";

/** Resolves nothing: of a run that is to need no secret. What refers to one is left out of every comparison. */
export const unresolved: ResolveSecret = () => {
  throw new TrueupError({ code: notCompared, message: "values by reference are not read (--without-secrets)" });
};

/** True for a value that holds a reference in a run that resolves none. */
export function isLeftOut(value: Value, resolve: ResolveSecret): boolean {
  return resolve === unresolved && missingSecrets(value, resolve).length > 0;
}

/** What a plan says, once, of all the values that it left out. Empty where there are none. */
export function notComparedOnce(places: readonly { readonly address: string }[]): PlanDiagnostic[] {
  if (places.length === 0) return [];
  const [what, are] = places.length === 1 ? ["value", "is"] : ["values", "are"];
  const message = `${places.length} ${what} by reference ${are} not compared (--without-secrets)`;
  return [{ rule: notCompared, message, addresses: [...new Set(places.map(({ address }) => address))] }];
}

/** What of the secrets in a value cannot be had: an error for each reference, not only for the first. */
export function missingSecrets(value: Value, resolve: ResolveSecret): TrueupError[] {
  if (isSecret(value)) return missingOf(value.$secret, resolve);
  if (Array.isArray(value)) return value.flatMap((item: Value) => missingSecrets(item, resolve));
  return isObject(value) ? Object.values(value).flatMap((part) => missingSecrets(part ?? null, resolve)) : [];
}

/** A template may name several variables; what stands for a secret may also be a name that only its resolver knows. */
function missingOf(template: string, resolve: ResolveSecret): TrueupError[] {
  if (failureOf(template, resolve) === undefined) return [];
  const references = referencesOf(template).map(({ from, name }) => `\${${from}:${name}}`);
  return (references.length === 0 ? [template] : references).flatMap((one) => failureOf(one, resolve) ?? []);
}

function failureOf(template: string, resolve: ResolveSecret): TrueupError | undefined {
  try {
    resolve(template);
    return undefined;
  } catch (error) {
    if (error instanceof TrueupError) return error;
    throw error;
  }
}

/** Why a plan stops for what cannot be had, one diagnostic for each reason however many places have it: the first says where, all are counted. */
export function eachOnce(diagnostics: readonly PlanDiagnostic[]): PlanDiagnostic[] {
  const same = new Map<string, PlanDiagnostic[]>();
  for (const one of diagnostics) append(same, `${one.rule} ${one.message}`, one);
  return [...same.values()].flatMap((places): PlanDiagnostic[] => {
    const [first] = places;
    if (first === undefined || places.length === 1) return first ? [first] : [];
    const addresses = [...new Set(places.flatMap((one) => one.addresses))];
    return [{ ...first, message: `${first.message} (in ${places.length} places)`, addresses }];
  });
}
