import { mustMatch } from "../../core/address-globs.js";
import { impliedBy } from "../../core/field-rules.js";
import { typeOf } from "../../core/fields.js";
import { addressGlob } from "../../core/glob.js";
import type { JsonObject } from "../../core/json.js";
import { fieldsOf, kindAt, type Kinds } from "../../core/kind.js";
import type { Desired, DesiredState } from "../../core/plan.js";
import { holdsSecret } from "./compare.js";

/**
 * The part of the desired state that targets name. What is undeclared is left alone: which things nobody declares shows only in the whole.
 */
export function targeted(state: DesiredState, targets: readonly string[]): DesiredState {
  if (targets.length === 0) return state;
  const tests = targets.map((pattern) => addressGlob(pattern));
  const resources = state.resources.filter((one) => tests.some((test) => test(one.address)));
  return { ...state, resources, deleteUndeclared: {} };
}

/**
 * Throws TrueupError `address.nothing` for a target that names nothing, and for values that are to be sent again where nothing in that part has any that the server never
 * shows. With a coverage, a target may also name what is live alone: `live` are the addresses of that.
 */
export function mustName(
  state: DesiredState,
  kinds: Kinds,
  { targets, resendSecrets }: { readonly targets: readonly string[]; readonly resendSecrets: readonly string[] },
  live: readonly string[] = [],
): void {
  const addresses = state.resources.map(({ address }) => address);
  mustMatch(targets, { option: "--target", whose: "the files declare", addresses: [...addresses, ...live] });
  const within = targeted(state, targets).resources;
  const part = targets.length === 0 ? "" : " among the targets";
  mustMatch(resendSecrets, {
    option: "--resend-secrets",
    whose: `the files declare${part}`,
    addresses: within.map(({ address }) => address),
  });
  mustMatch(resendSecrets, {
    option: "--resend-secrets",
    whose: `has a secret or another value that the server never shows${part}`,
    addresses: within.filter((one) => hidesValues(one, kinds)).map(({ address }) => address),
  });
}

/** True for what says a value that a server may never show again. */
function hidesValues(desired: Desired, kinds: Kinds): boolean {
  const fields = fieldsOf(kindAt(kinds, desired), { key: desired.key });
  return Object.entries(desired.spec).some(
    ([name, value]) => holdsSecret(value) || fields[name]?.unreadable || fields[name]?.secret || typeOf(fields[name])?.isUploaded,
  );
}

/** Some values stand for others (a deletion period of 0 for both delays off): what the files leave out is filled in. */
export function withImplied(state: DesiredState, kinds: Kinds): DesiredState {
  const resources = state.resources.map((one) => {
    const fields = fieldsOf(kindAt(kinds, one), { key: one.key });
    const implied = Object.entries(one.spec).map(([name, value]) =>
      value === undefined ? {} : impliedBy(fields[name]?.implies, value),
    );
    return implied.every((more) => Object.keys(more).length === 0)
      ? one
      : { ...one, spec: Object.assign({}, ...implied, one.spec) as JsonObject };
  });
  return { ...state, resources };
}
