import { mustMatch } from "../../core/address-globs.js";
import { parseAddress } from "../../core/address.js";
import { TrueupError } from "../../core/errors.js";
import { impliedBy } from "../../core/field-rules.js";
import { typeOf } from "../../core/fields.js";
import { addressGlob } from "../../core/glob.js";
import type { JsonObject } from "../../core/json.js";
import { fieldsOf, kindAt, type Kinds } from "../../core/kind.js";
import { didYouMean } from "../../core/names.js";
import type { Change, Desired, DesiredState } from "../../core/plan.js";
import { holdsSecret } from "./compare.js";
import { liesIn, type Subtree, subtreeOf } from "./subtree.js";

/** What a plan is restricted to. */
export interface Targeting {
  /** Address globs; empty for everything. */
  readonly targets: readonly string[];
  /** True where they are addresses of a plan of the whole, in which nothing is a wildcard. */
  readonly areAddresses?: true;
}

/**
 * The part of the desired state that targets name. What is undeclared is left alone: which things nobody declares shows only in the whole. Where the targets are the addresses of a plan of the whole, it is told by
 * them (`goingOf`).
 */
export function targeted(state: DesiredState, { targets, areAddresses }: Targeting): DesiredState {
  if (targets.length === 0) return state;
  if (areAddresses) {
    const named = new Set(targets);
    return { ...state, resources: state.resources.filter(({ address }) => named.has(address)) };
  }
  const tests = targets.map((pattern) => addressGlob(pattern));
  const resources = state.resources.filter((one) => tests.some((test) => test(one.address)));
  return { ...state, resources, deleteUndeclared: {} };
}

/** What nobody declares and targets that are addresses name. */
export function goingOf<T extends { readonly live: { readonly address: string } }>(
  undeclared: readonly T[],
  { targets, areAddresses }: Targeting,
): readonly T[] {
  const named = areAddresses && new Set(targets);
  return named ? undeclared.filter(({ live }) => named.has(live.address)) : undeclared;
}

/** The part of the desired state that lies in a part of the tree. What is undeclared there still goes if the files say so. */
export function scoped(state: DesiredState, kinds: Kinds, subtree: Subtree): DesiredState {
  return subtree.under.length === 0 ? state : { ...state, resources: state.resources.filter(liesIn(subtree, kinds)) };
}

/**
 * Throws TrueupError `path.nothing` for a glob of a part of the tree under which the files say nothing: a slip in it would look like a part that is all as it should be.
 * `changes` are what is planned there: something may be live alone, and to be deleted.
 */
export function mustHold(state: DesiredState, kinds: Kinds, under: readonly string[], changes: readonly Change[]): void {
  const deleted = Object.values(state.deleteUndeclared).flatMap(({ patterns }) => patterns);
  const planned = changes.map(({ address }) => parseAddress(address).path ?? "");
  const lost = under.find((pattern) => {
    const subtree = subtreeOf([pattern]);
    const isSaid = state.resources.some(liesIn(subtree, kinds)) || planned.some((path) => subtree.holds(path));
    return !isSaid && !deleted.some((one) => subtree.covers(one));
  });
  if (lost === undefined) return;
  const paths = state.resources.flatMap((one) => (kindAt(kinds, one).tree ? (one.path ?? []) : []));
  const near = didYouMean(lost.replaceAll(/\/?\*+/g, ""), paths);
  throw new TrueupError({
    code: "path.nothing",
    message: `--under ${lost} matches no path in the files`,
    hint: near === undefined ? "It is a glob of full paths, such as acme/shop/**." : `Did you mean ${near}?`,
  });
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
  const within = targeted(state, { targets }).resources;
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
