import { groupedBy } from "../../core/collections.js";
import { TrueupError } from "../../core/errors.js";
import { type Field, type Fields, hidesValue, shownIf, typeOf, whyInapplicable } from "../../core/fields.js";
import { canonicalJson, isObject, type Spec, type Value } from "../../core/json.js";
import { hidesSecret, isFile, isMasked, isSecret, masked, picture } from "../../core/placeholders.js";
import { type Desired, isLeftOutReason, leftOutReasons, type Live, type PlanDiagnostic } from "../../core/plan.js";
import { secretReferences } from "../../core/secret-template.js";
import { hashOfLocation } from "../../core/types/picture-location.js";
import { diff, type Difference, picturePath } from "../forms/index.js";
import { each, type Facts } from "../snapshot/index.js";
import { source } from "./draft.js";

/** What the comparison of one thing found. */
export interface Comparison {
  readonly differences: readonly Difference[];
  readonly unverifiable: readonly { readonly path: string; readonly reason: string; readonly source?: string }[];
  /** What could be compared if its references were resolved: a plan leaves it out, and sends it only where it goes along with something else. */
  readonly leftOut: Comparison["unverifiable"];
  /** Attributes that the server would ignore, with the reason. */
  readonly inapplicable: readonly { readonly path: string; readonly reason: string }[];
  /** What would be compared if the secrets that it refers to could be had. */
  readonly missing: readonly (MissingSecret & { readonly path: string })[];
}

/** Compares what is desired of a thing with what is live. Values come back in file form with secrets masked. */
export function compare(fields: Fields, desired: Desired, live: Live, resolve: ResolveSecret, facts: Facts): Comparison {
  const pictures = pictureHashes(fields, desired, live, facts);
  const comparable: Record<string, Value> = {};
  const shown: Record<string, Value> = {};
  const unverifiable: { path: string; reason: string; source?: string }[] = [];
  const leftOut: typeof unverifiable = [];
  const inapplicable: { path: string; reason: string }[] = [];
  const missing: Comparison["missing"][number][] = [];
  for (const [name, value] of Object.entries(desired.spec)) {
    const field = fields[name];
    // What only calls of another sort say is no state that an update could change.
    if (value === undefined || (field?.on !== undefined && field.on !== "update")) continue;
    const reason = whyInapplicable(field?.inapplicable, live.marks, desired.spec);
    if (reason !== undefined) {
      inapplicable.push({ path: name, reason });
      continue;
    }
    const { presence } = shownIf(field);
    const present = presence === undefined ? undefined : live.marks[presence];
    const ofReply = field ? liveForm(field, value, live.spec[name], pictures.get(name)) : live.marks[name];
    // What is shown as unset is shown.
    const liveValue = ofReply === undefined && field ? toldOf(value, present) : ofReply;
    if (resolve === unresolved && isLeftOut(value, resolve)) {
      const isSentUnseen = liveValue === undefined || field?.item?.unreadable;
      (isSentUnseen ? unverifiable : leftOut).push({ path: name, reason: leftOutReasons.unread, ...source(desired, name) });
      continue;
    }
    if (liveValue === undefined) {
      unverifiable.push({ path: name, reason: field?.unreadable ? neverReturned : notShown, ...source(desired, name) });
      continue;
    }
    if (field?.item?.unreadable && hasSameNames(value, liveValue)) {
      unverifiable.push({ path: name, reason: "the server shows its names and never its values", ...source(desired, name) });
      continue;
    }
    if (isLeftOut(value, resolve)) {
      leftOut.push({ path: name, reason: leftOutReasons.missing, ...source(desired, name) });
      continue;
    }
    const lacks = missingSecrets(value, resolve);
    if (lacks.length > 0) {
      missing.push(...lacks.map((lack) => ({ path: name, ...lack })));
      continue;
    }
    comparable[name] = clear(value, resolve);
    shown[name] = liveValue;
  }
  const differences = diff(fields, comparable, shown).map((difference) => withoutSecret(fields, difference, desired.spec));
  return { differences, unverifiable, leftOut, inapplicable, missing };
}

/** What cannot be compared, told at the lines that say it. */
export function lackingOf({ missing }: Comparison, desired: Desired): Lack[] {
  return missing.map(({ path, reference, error: { code, message } }) => ({
    of: reference,
    diagnostic: { rule: code, message, addresses: [desired.address], ...source(desired, path) },
  }));
}

/** What is not compared for its references. */
export function leftOutOf({ unverifiable, leftOut }: Comparison): Comparison["unverifiable"] {
  return [...unverifiable, ...leftOut].filter(({ reason }) => isLeftOutReason(reason));
}

/** A value with every secret replaced by what it stands for. Never leaves the comparison. */
export function clear(value: Value, resolve: ResolveSecret): Value {
  if (isSecret(value)) return resolve(value.$secret);
  if (isMasked(value)) return null;
  if (Array.isArray(value)) return value.map((item: Value) => clear(item, resolve));
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, part === undefined ? undefined : clear(part, resolve)]),
    );
  }
  return value;
}

/** What may be shown of what is live: of a secret only that there is one. */
export function withoutLiveSecrets(fields: Fields, spec: Spec): Spec {
  const shown = Object.entries(spec).map(([name, value]) => {
    if (value === undefined || value === null || value === "" || !hidesValue(fields[name])) return [name, value];
    return [name, isObject(value) ? Object.fromEntries(Object.keys(value).map((part) => [part, masked()])) : masked()];
  });
  return Object.fromEntries(shown) as Spec;
}

/** True if a value is a secret or holds one. */
export function holdsSecret(value: Value | undefined): boolean {
  if (hidesSecret(value)) return true;
  if (Array.isArray(value)) return value.some((item: Value) => holdsSecret(item));
  return isObject(value) && Object.values(value).some((part) => holdsSecret(part));
}

function withoutSecret(fields: Fields, difference: Difference, spec: Spec): Difference {
  const [name = "", part] = difference.path.split(".");
  const whole = spec[difference.path] ?? spec[name];
  const asked =
    difference.path !== name && spec[difference.path] === undefined && isObject(whole) && part !== undefined
      ? whole[part]
      : whole;
  const isHidden = hidesValue(fields[name]) || holdsSecret(asked);
  if (!isHidden) return { ...difference, after: asked ?? difference.after };
  return { path: difference.path, before: difference.before === null ? null : masked(), after: asked };
}

/** By attribute: sha256 of the pictures that are compared by what the server serves, those that were not uploaded with the hash in their name. */
export function pictureHashes(
  fields: Fields,
  desired: Desired,
  live: Live,
  facts: Facts,
): ReadonlyMap<string, string | undefined> {
  const served = Object.entries(desired.spec).flatMap(([name, value]) => {
    const location = live.spec[name];
    if (!typeOf(fields[name])?.isUploaded || typeof location !== "string" || location === "" || !isFile(value)) return [];
    const path = picturePath(fields[name], desired.kind, live.id);
    return hashOfLocation(location) === undefined ? [{ name, location, ...(path === undefined ? {} : { path }) }] : [];
  });
  return new Map(each(served, ({ name, ...place }) => [name, facts({ read: "picture", ...place })] as const));
}

/** Images are compared by content: by the hash in the name of the upload, else by that of the file that the server serves. */
function liveForm(field: Field, desired: Value, live: Value | undefined, sha256: string | undefined): Value | undefined {
  if (!typeOf(field).isUploaded || typeof live !== "string" || live === "" || !isFile(desired)) return live;
  const hash = hashOfLocation(live) ?? sha256;
  return hash === undefined ? undefined : picture(live, hash);
}

/** What is known of a value that is never shown where the server says whether one is there; undefined where that tells nothing. */
function toldOf(desired: Value, present: Value | undefined): Value | undefined {
  if (present === false) return null;
  const isAsked = desired !== null && desired !== "";
  return present === true && !isAsked ? masked() : undefined;
}

/** What is known of a live attribute: of one that is never shown that there is one, where the server says so. */
export function knownOf(name: string, field: Field, live: Pick<Live, "spec" | "marks"> | undefined): Value | undefined {
  const { presence } = shownIf(field);
  const isThere = presence !== undefined && live?.marks[presence] === true;
  return live?.spec[name] ?? (isThere ? masked() : undefined);
}

function hasSameNames(desired: Value, live: Value): boolean {
  if (!isObject(desired) || !isObject(live)) return false;
  const [declared, shown] = [Object.keys(desired), Object.keys(live)];
  return declared.length > 0 && declared.length === shown.length && declared.every((name) => shown.includes(name));
}

/** Why a value cannot be compared. */
const neverReturned = "the server never returns it";
const notShown = "the server's reply does not show it (to this token, or on this licence)";

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
  const unverifiable = comparison.unverifiable.map((attribute) => {
    const value = desired.spec[attribute.path];
    if (value === undefined || !holdsSecret(value) || !applied.isKept(desired.address, attribute.path)) return attribute;
    if (isLeftOut(value, resolve)) return { ...attribute, reason: leftOutReasons.missing };
    const lacks = missingSecrets(value, resolve);
    missing.push(...lacks.map((lack) => ({ path: attribute.path, ...lack })));
    if (lacks.length > 0) return attribute;
    if (applied.isSame(desired.address, attribute.path, secretText(value, resolve))) return { ...attribute, reason: asApplied };
    differences.push({ path: attribute.path, before: masked(), after: value });
    return { ...attribute, reason: changedSince };
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
    holdsSecret(desired.spec[path]) &&
    saysAnew(desired, path) &&
    !comparison.differences.some((difference) => difference.path === path);
  const asked = [...comparison.unverifiable, ...comparison.leftOut].filter(isAsked);
  const differences = asked.map(({ path }) => ({ path, before: masked(), after: desired.spec[path] }));
  return {
    ...comparison,
    differences: [...comparison.differences, ...differences],
    leftOut: comparison.leftOut.filter((attribute) => !isAsked(attribute)),
  };
}

/** The secrets of what is written, as whoever keeps something of them is told. What is only ever sent to create a thing is never compared. */
export function appliedSecrets(address: string, fields: Fields, write: Spec, resolve: ResolveSecret): AppliedSecret[] {
  return Object.entries(write).flatMap(([path, value]) =>
    value === undefined || !holdsSecret(value) || fields[path]?.on === "create"
      ? []
      : [{ address, path, text: secretText(value, resolve) }],
  );
}

function secretText(value: Value, resolve: ResolveSecret): string {
  return canonicalJson(clear(value, resolve));
}

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
  const groups = groupedBy(values, ({ reason, kind }) => (reason === leftOutReasons.unread ? "by reference" : `of ${kind}`));
  return [...groups].map(([which, group]) => {
    const count = group.length === 1 ? `1 value ${which} is` : `${group.length} values ${which} are`;
    const why = group[0]?.reason === leftOutReasons.unread ? ` (${leftOutReasons.unread})` : ": no value for the reference";
    return {
      rule: notCompared,
      message: `${count} not compared${why}`,
      addresses: [...new Set(group.map((value) => value.address))],
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
  return [...groupedBy(lacks, ({ of }) => of).values()].flatMap((places): PlanDiagnostic[] => {
    const [first] = places;
    if (first === undefined || places.length === 1) return first ? [first.diagnostic] : [];
    const addresses = [...new Set(places.flatMap(({ diagnostic }) => diagnostic.addresses))];
    return [{ ...first.diagnostic, message: `${first.diagnostic.message} (in ${places.length} places)`, addresses }];
  });
}
