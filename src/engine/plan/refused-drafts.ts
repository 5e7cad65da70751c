import { fold, pathsAbove } from "../../core/address.js";
import type { GuardedMember, Judgement } from "../../core/behaviour.js";
import type { UsedField } from "../../core/body-fields.js";
import type { Diagnostic } from "../../core/errors.js";
import { type Field, type Fields, shownIf, typeOf } from "../../core/fields.js";
import { isObject, type Value } from "../../core/json.js";
import { fieldsOf, type PlacedKind } from "../../core/kind.js";
import { compareVersions } from "../../core/names.js";
import { isPlaceholder } from "../../core/placeholders.js";
import type { Desired, Live, PlanDiagnostic } from "../../core/plan.js";
import { addressVariables } from "../../core/secret-names.js";
import { accessLevelName, rolesSince } from "../../core/types/access-level.js";
import { decodeValue } from "../forms/index.js";
import type { Observations } from "../snapshot/index.js";
import { ownKey } from "./change-content.js";
import { clear, missingSecrets, type ResolveSecret } from "./compare.js";
import { type ChangeDraft, isRenamed, type PlanDiagnostics, source } from "./draft.js";

/** What stops a create, and what people must know of it. */
export function judgedCreate(kind: PlacedKind, desired: Desired, resolve: ResolveSecret): PlanDiagnostics {
  const fields = fieldsOf(kind, { key: desired.key });
  const { warnings, refusals } = judged({ kind, action: "create", desired }, resolve);
  const beside = boundsAlone(desired);
  const reasons = [...lackingOnCreate(fields, desired), ...refusals];
  return { warnings, refusals: reasons.map((reason) => ({ ...reason, message: `${reason.message}${beside}` })) };
}

/** What to do about a create that only bounds of policies ask for: they say little of it, and `inherit: false` leaves no more of a policy than them. */
function boundsAlone({ spec, bounds = [] }: Desired): string {
  const bounded = new Set(bounds.map(({ path: [name] }) => name));
  const isAlone = bounds.length > 0 && Object.keys(spec).every((name) => bounded.has(name));
  if (!isAlone || bounds.some(({ layer }) => layer === undefined)) return "";
  const by = [...new Set(bounds.map(({ layer }) => layer))].join(", ");
  return `; only bounds ask for it (${by}), which hold also with inherit: false: declare the rest of it, or write an exception`;
}

type Judged = Pick<GuardedMember, "action"> & { kind: PlacedKind; desired?: Desired | undefined; live?: Live | undefined };

/** What the `guard` of a resource's kind says of it. Without `resolve` no text is known. */
export function judged({ kind, action, desired, live }: Judged, resolve?: ResolveSecret): PlanDiagnostics {
  const spec = desired?.spec ?? {};
  const texts = { ...live?.spec, ...spec };
  const member = { action, spec, ...(live ? { live } : {}), text: (name: string) => textOf(texts[name], resolve) };
  const judgements = kind.guard?.(member) ?? [];
  const [warnings, refusals] = [true, false].map((is) => judgements.filter(({ isWarning = false }) => isWarning === is));
  const address = desired?.address ?? live?.address ?? "";
  return { warnings: inPlan(warnings, address, desired), refusals: inPlan(refusals, address, desired) };
}

/** What must be given to create a thing and is not. */
function lackingOnCreate(fields: Fields, desired: Desired): PlanDiagnostic[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (!field.required || desired.spec[name] !== undefined) return [];
    const message = `${name} is needed to create ${desired.address}, which does not exist yet`;
    return [{ rule: "create.required", message, addresses: [desired.address], ...source(desired, name) }];
  });
}

function inPlan(judgements: readonly Judgement[] = [], address: string, desired: Desired | undefined): PlanDiagnostic[] {
  return judgements.map(({ rule, attribute, message, allowed }) => ({
    rule,
    message: allowed === undefined ? message : `${attribute}: ${message}; allowed: ${allowed}`,
    addresses: [address],
    ...source(desired, attribute),
  }));
}

/** The text of a value where it is known. */
export function textOf(value: Value | undefined, resolve: ResolveSecret | undefined): string | undefined {
  if (value === undefined || resolve === undefined || missingSecrets(value, resolve).length > 0) return undefined;
  const text = clear(value, resolve);
  return typeof text === "string" ? text : undefined;
}

/** What is switched on needs its companions in the same request; one that can be neither read nor shown must stand in the files. */
export function missingCompanions(drafts: readonly ChangeDraft[]): PlanDiagnostic[] {
  return drafts.flatMap((draft) =>
    Object.entries(draft.write).flatMap(([name, value]) => {
      if (value !== true || draft.action === "delete") return [];
      const lost = (draft.fields[name]?.requires ?? []).filter((companion) => {
        const field = draft.fields[companion];
        return draft.desired?.spec[companion] === undefined && (field?.unreadable || field?.secret);
      });
      if (lost.length === 0 || !draft.desired) return [];
      const message = `${name} can only be switched on together with ${lost.join(", ")}, which the files must give`;
      return [{ rule: "requires", message, addresses: [draft.address], ...source(draft.desired, name) }];
    }),
  );
}

/** An update that must carry a secret which no reply shows or no plan holds needs it from the files: an empty one would be stored. */
export function missingCarried(drafts: readonly ChangeDraft[]): PlanDiagnostic[] {
  return drafts.flatMap((draft) => {
    const isUpdate = draft.action === "update" || draft.action === "restore" || isRenamed(draft);
    if (!isUpdate || Object.keys(draft.write).length === 0) return [];
    const lost = Object.entries(draft.fields).filter(
      ([name, field]) =>
        field.required && field.carried === true && (field.secret || field.unreadable) && draft.write[name] === undefined,
    );
    if (lost.length === 0) return [];
    const names = lost.map(([name]) => name).join(", ");
    const message = `every change of it must carry ${names}, which the server never shows: give ${names} in the files, as \${env:NAME} or \${file:path}`;
    return [{ rule: "requires", message, addresses: [draft.address], ...source(draft.desired) }];
  });
}

/** What stands in braces in an address and nothing gives: the server would refuse it, or call an address that is none. */
export function missingVariables(drafts: readonly ChangeDraft[]): PlanDiagnostic[] {
  return drafts.flatMap((draft) => {
    const { action, kind, fields, address, desired, live } = draft;
    const { variables = "" } = kind.key ?? {};
    const field = fields[variables];
    if (field === undefined || action === "delete") return [];
    const given = { ...namesIn(decodeValue(field, live?.marks[variables] ?? null)), ...namesIn(desired?.spec[variables]) };
    const lost = addressVariables(ownKey(draft)).filter((name) => !Object.hasOwn(given, name));
    if (lost.length === 0) return [];
    const message = `its address has ${lost.map((name) => `{${name}}`).join(", ")}, which nothing gives: say ${variables}: { ${lost.map((name) => `${name}: "\${env:…}"`).join(", ")} }`;
    return [{ rule: "requires", message, addresses: [address], ...source(desired) }];
  });
}

function namesIn(value: Value | undefined): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** What some releases drop with any change that does not carry it, and the files do not give. */
export function mayBeDropped(drafts: readonly ChangeDraft[]): PlanDiagnostic[] {
  return drafts.flatMap((draft) => {
    if (draft.action !== "update" || Object.keys(draft.write).length === 0 || !draft.desired) return [];
    const lost = Object.entries(draft.fields).flatMap(([name, field]) => {
      const { presence } = shownIf(field);
      const isThere = presence !== undefined && draft.live?.marks[presence] === true;
      return field.carried && isThere && draft.write[name] === undefined ? [name] : [];
    });
    if (lost.length === 0) return [];
    const message = `some releases drop ${lost.join(", ")} with any change that does not carry it: give it in the files, as \${env:NAME} or \${file:path}`;
    return [{ rule: "secret.dropped", message, addresses: [draft.address], ...source(draft.desired) }];
  });
}

/** What comes about in another way than by a call cannot be made by a plan. */
export function madeElsewhere(drafts: readonly ChangeDraft[]): PlanDiagnostic[] {
  return drafts.flatMap(({ action, kind, key, address, desired }) => {
    const shape = key === undefined ? undefined : kind.shapes?.[key];
    if (action !== "create" || shape?.made !== "elsewhere") return [];
    const message = `it can be changed and not made: set ${key ?? "it"} up on the server's own pages first, or take it out of the files`;
    return [{ rule: "create.elsewhere", message, addresses: [address], ...source(desired) }];
  });
}

/** Why this server does not take a value that files may say, because servers of the other dialect or of later releases do. Fields of kinds as the server has them (`kindsOn`). */
export function refusedValue({ field, path, value }: UsedField, version: string): Diagnostic[] {
  const role = typeOf(field).namesNumbers ? accessLevelName(value) : undefined;
  const since = role === undefined ? undefined : rolesSince[role];
  if (since !== undefined && compareVersions(version, since) < 0)
    return [{ rule: "version", message: `${path} is ${role}, a role that needs release ${since}; this server is ${version}` }];
  if (field.inVendor === undefined || isPlaceholder(value)) return [];
  const notNull = field.nullable ? undefined : "anything but null";
  const allowed = value === null ? notNull : (notAmong(field, value) ?? outOfBounds(field, value));
  if (allowed === undefined) return [];
  return [
    { rule: "value", message: `${path} is ${JSON.stringify(value)}, which this server does not take; allowed: ${allowed}` },
  ];
}

/** A word that no server is known to have is one of a newer release, which files say under `unchecked`. */
function notAmong({ values, inVendor }: Field, value: Value): string | undefined {
  const isWord = typeof value === "string" || typeof value === "number";
  const isElsewhere = isWord && (inVendor?.values?.includes(value) ?? false);
  return values === undefined || !isElsewhere || values.includes(value) ? undefined : values.join(", ");
}

function outOfBounds(field: Field, value: Value): string | undefined {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = field;
  const size = typeof value === "number" ? value : typeof value === "string" || Array.isArray(value) ? value.length : undefined;
  if (size === undefined || (size >= min && size <= max)) return undefined;
  const { counts } = typeOf(field);
  const unit = counts === undefined ? "" : ` ${counts}`;
  if (field.max === undefined) return `at least ${min}${unit}`;
  return field.min === undefined ? `at most ${max}${unit}` : `${min} to ${max}${unit}`;
}

/** Names that a group above has cannot be given again below it: told where this plan knows of them. */
export function takenAbove({ observed }: Observations, drafts: readonly ChangeDraft[]): PlanDiagnostic[] {
  const known = new Set(
    observed.flatMap(({ kind, desired: { ensure, path, key } }) =>
      kind.key?.countsBelow && ensure === "present" ? [nameAt(kind.name, path, key)] : [],
    ),
  );
  return drafts.flatMap(({ kind, action, path, key, address, desired }): PlanDiagnostic[] => {
    if (!kind.key?.countsBelow || action !== "create") return [];
    const at = pathsAbove(path ?? "").find((above) => known.has(nameAt(kind.name, above, key)));
    if (at === undefined) return [];
    const message = `the group ${at} has a ${kind.title.toLowerCase()} ${key ?? ""}, which counts here too: the server refuses another one of that name`;
    return [{ rule: "name.above", message, addresses: [address], ...source(desired) }];
  });
}

function nameAt(kind: string, path: string | undefined, key: string | undefined): string {
  return JSON.stringify([kind, fold(path ?? ""), key]);
}
