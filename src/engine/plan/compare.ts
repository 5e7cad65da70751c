import { whyInapplicable } from "../../core/field-rules.js";
import { type Field, type Fields, hidesValue, shownIf, typeOf } from "../../core/fields.js";
import { isObject, type Value, type Spec } from "../../core/json.js";
import { hidesSecret, isFile, isMasked, isSecret, masked, picture } from "../../core/placeholders.js";
import { type Desired, isLeftOutReason, leftOutReasons, type Live } from "../../core/plan.js";
import { hashOfLocation } from "../../core/types/picture-location.js";
import { diff, type Difference, picturePath } from "../forms/index.js";
import { each, type Facts } from "../snapshot/index.js";
import { isLeftOut, type Lack, type MissingSecret, missingSecrets, type ResolveSecret, unresolved } from "./missing-secrets.js";
import { source } from "./provenance.js";

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
    if (value === undefined || isOfCall(field)) continue;
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
      unverifiable.push({ path: name, reason: unseenReason(field), ...source(desired, name) });
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
  const differences = diff(fields, comparable, shown).map((one) => withoutSecret(fields, one, desired.spec));
  return { differences, unverifiable, leftOut, inapplicable, missing };
}

/** True for what is no state that an update could change. */
function isOfCall(field: Field | undefined): boolean {
  return field?.on !== undefined && field.on !== "update";
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
    if (!isObject(value)) return [name, masked()];
    return [name, Object.fromEntries(Object.keys(value).map((part) => [part, masked()]))];
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
  const [own, shown] = [Object.keys(desired), Object.keys(live)];
  return own.length > 0 && own.length === shown.length && own.every((name) => shown.includes(name));
}

function unseenReason(field: Field | undefined): string {
  if (field?.unreadable) return "the server never returns it";
  return "the server's reply does not show it (to this token, or on this licence)";
}
