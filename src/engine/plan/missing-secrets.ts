import { append } from "../../core/append.js";
import { TrueupError } from "../../core/errors.js";
import { isObject, type Value } from "../../core/json.js";
import { isSecret } from "../../core/placeholders.js";
import { leftOutReasons, type PlanDiagnostic } from "../../core/plan.js";
import { secretReferences } from "../../core/secret-template.js";

/** Resolves `${env:NAME}` and `${file:path}` in a template; throws TrueupError if something is missing. */
export type ResolveSecret = (template: string) => string;

/** The rule of what a plan says of values by reference that it does not compare. */
export const notCompared = "secrets.not-compared";

/** Resolves nothing: of a run that is to need no secret. What refers to one is left out of every comparison. */
export const unresolved: ResolveSecret = () => {
  throw new TrueupError({ code: notCompared, message: "values by reference are not read (--without-secrets)" });
};

/** Resolves as `resolve` does: what refers to something that is missing is left out of every comparison. */
export function comparingRest(resolve: ResolveSecret): ResolveSecret {
  return (template) => {
    try {
      return resolve(template);
    } catch (error) {
      if (!(error instanceof TrueupError) || error.code !== "secret.missing") throw error;
      const { message, hint } = error;
      throw new TrueupError({ code: notCompared, message, ...(hint === undefined ? {} : { hint }) });
    }
  };
}

/** True for a value that no comparison takes, for what it refers to and for no other reason. */
export function isLeftOut(value: Value, resolve: ResolveSecret): boolean {
  const errors = missingSecrets(value, resolve);
  return errors.length > 0 && errors.every(({ error }) => error.code === notCompared);
}

/** A value that a plan left out of its comparison. */
export interface LeftOutValue {
  readonly kind: string;
  readonly address: string;
  readonly reason: string;
}

/** What a plan says of the values that it left out: one line for all of a run without secrets, and one for each kind of those whose references have no value. */
export function notComparedOnce(values: readonly LeftOutValue[]): PlanDiagnostic[] {
  const groups = new Map<string, LeftOutValue[]>();
  for (const one of values) append(groups, one.reason === leftOutReasons.unread ? "by reference" : `of ${one.kind}`, one);
  return [...groups].map(([which, group]) => {
    const count = group.length === 1 ? `1 value ${which} is` : `${group.length} values ${which} are`;
    const why = group[0]?.reason === leftOutReasons.unread ? ` (${leftOutReasons.unread})` : ": no value for the reference";
    return {
      rule: notCompared,
      message: `${count} not compared${why}`,
      addresses: [...new Set(group.map((one) => one.address))],
    };
  });
}

/** A reference that cannot be resolved, and why. */
export interface MissingSecret {
  readonly reference: string;
  readonly error: TrueupError;
}

/** What of the secrets in a value cannot be had: one for each reference, not only for the first. */
export function missingSecrets(value: Value, resolve: ResolveSecret): MissingSecret[] {
  if (isSecret(value)) return missingOf(value.$secret, resolve);
  if (Array.isArray(value)) return value.flatMap((item: Value) => missingSecrets(item, resolve));
  return isObject(value) ? Object.values(value).flatMap((part) => missingSecrets(part ?? null, resolve)) : [];
}

/** A template may name several variables; what stands for a secret may also be a name that only its resolver knows. */
function missingOf(template: string, resolve: ResolveSecret): MissingSecret[] {
  if (failureOf(template, resolve) === undefined) return [];
  const references = secretReferences(template).map(({ from, name }) => `\${${from}:${name}}`);
  return (references.length === 0 ? [template] : references).flatMap((reference) => {
    const error = failureOf(reference, resolve);
    return error === undefined ? [] : [{ reference, error }];
  });
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

/** Why a plan stops for something that cannot be had: a reference, or a file by its path. */
export interface Lack {
  readonly of: string;
  readonly diagnostic: PlanDiagnostic;
}

/** Why a plan stops for what cannot be had, one diagnostic for each thing however many places need it: the first says where, all are counted. */
export function eachOnce(lacks: readonly Lack[]): PlanDiagnostic[] {
  const same = new Map<string, PlanDiagnostic[]>();
  for (const { of, diagnostic } of lacks) append(same, of, diagnostic);
  return [...same.values()].flatMap((places): PlanDiagnostic[] => {
    const [first] = places;
    if (first === undefined || places.length === 1) return first ? [first] : [];
    const addresses = [...new Set(places.flatMap((one) => one.addresses))];
    return [{ ...first, message: `${first.message} (in ${places.length} places)`, addresses }];
  });
}
