import type { Diagnostic } from "../../core/diagnostic.js";
import { brokenRules } from "../../core/field-rules.js";
import type { Fields } from "../../core/fields.js";
import { isObject, type JsonObject, type Spec, type Value } from "../../core/json.js";
import { fieldsOf, type PlacedKind } from "../../core/kind.js";
import { matches } from "../../core/match.js";
import { isPlaceholder } from "../../core/placeholders.js";
import type { Desired, Live, PlanDiagnostic } from "../../core/plan.js";
import { same } from "../forms/index.js";
import { clear } from "./compare.js";
import { missingSecrets, type ResolveSecret } from "./missing-secrets.js";
import { source } from "./provenance.js";

/** Why a thing cannot be made as it is desired. */
export function refusedCreate(kind: PlacedKind, desired: Desired, resolve: ResolveSecret): PlanDiagnostic[] {
  const fields = fieldsOf(kind, { key: desired.key });
  const beside = { ...defaultsOf(fields), ...desired.spec };
  return [
    ...lackingOnCreate(fields, desired),
    ...wrongOnCreate(kind, desired),
    ...unfitTexts(fields, { desired, beside, texts: desired.spec }, resolve),
  ];
}

/** Why what is live cannot be as it is desired. */
export function refusedUpdate(kind: PlacedKind, desired: Desired, live: Live, resolve: ResolveSecret): PlanDiagnostic[] {
  const fields = fieldsOf(kind, { key: desired.key });
  const beside = { ...defaultsOf(fields), ...live.marks, ...desired.spec };
  return [
    ...decidedOtherwise(fields, desired, live),
    ...(wrongAsItIs(kind, desired, live).length === 0 ? wrongAsAWhole(kind, desired, live) : []),
    ...unfitTexts(fields, { desired, beside, texts: { ...live.spec, ...desired.spec } }, resolve),
  ];
}

/** What must be given to create a thing and is not. */
function lackingOnCreate(fields: Fields, desired: Desired): PlanDiagnostic[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (!field.required || desired.spec[name] !== undefined) return [];
    const message = `${name} is needed to create ${desired.address}, which does not exist yet`;
    return [{ rule: "create.required", message, addresses: [desired.address], ...source(desired, name) }];
  });
}

/** What the kind's own check says of a thing that is to be created. */
function wrongOnCreate(kind: PlacedKind, desired: Desired): PlanDiagnostic[] {
  return toldOf(kind.checkNew?.(desired.spec) ?? [], desired);
}

/** What does not work on the server (`ailing`), and what the kind's check of the whole finds wrong already: told, whatever is planned. */
export function staysWrong(kind: PlacedKind, desired: Desired, live: Live): PlanDiagnostic[] {
  const { ailing } = kind;
  const isAiling = ailing !== undefined && matches(ailing.when, live.marks);
  return [
    ...(isAiling ? [{ rule: "ailing", message: ailing.message, addresses: [desired.address], ...source(desired) }] : []),
    ...(wrongAsItIs(kind, desired, live).length === 0 ? [] : wrongAsAWhole(kind, desired, live)),
  ];
}

function wrongAsItIs(kind: PlacedKind, desired: Desired, live: Live): PlanDiagnostic[] {
  return toldOf(kind.checkWhole?.(live.spec, live) ?? [], desired);
}

function wrongAsAWhole(kind: PlacedKind, desired: Desired, live: Live): PlanDiagnostic[] {
  return toldOf(kind.checkWhole?.({ ...live.spec, ...desired.spec }, live) ?? [], desired);
}

function toldOf(found: readonly Diagnostic[], desired: Desired): PlanDiagnostic[] {
  return found.map(({ rule, attribute, message, allowed }) => ({
    rule,
    message: `${attribute}: ${message}${allowed === undefined ? "" : `; allowed: ${allowed}`}`,
    addresses: [desired.address],
    ...source(desired, attribute),
  }));
}

/** What only a create decides, and is live otherwise than it is desired. */
function decidedOtherwise(fields: Fields, desired: Desired, live: Live): PlanDiagnostic[] {
  return Object.entries(fields).flatMap(([name, { decidedOnce }]) => {
    const [asked, shown] = [desired.spec[name], live.spec[name]];
    if (decidedOnce === undefined || asked === undefined || shown === undefined) return [];
    if (isObject(decidedOnce) && !matches(decidedOnce, live.marks)) return [];
    if (!isPlaceholder(asked) && same(fields, name, asked, shown)) return [];
    const message = `${name} cannot be changed any more, only a create decides it: delete it ("ensure: absent", and apply), and declare it again then, with all that it holds`;
    return [{ rule: "create.decided", message, addresses: [desired.address], ...source(desired, name) }];
  });
}

/** Texts as they are to be, with what stands beside them. */
interface Texts {
  readonly desired: Desired;
  readonly beside: Spec | JsonObject;
  readonly texts: Spec;
}

/** Texts that the server does not take beside all else that is said. None is told: it may be a secret. */
function unfitTexts(fields: Fields, { desired, beside, texts }: Texts, resolve: ResolveSecret): PlanDiagnostic[] {
  return Object.entries(fields).flatMap(([name, { asked }]) => {
    const value = asked === undefined ? undefined : textOf(texts[name], resolve);
    const broken = value === undefined ? [] : brokenRules(asked, value, beside);
    if (broken.length === 0) return [];
    const message = `the server does not take ${name} as it is beside the rest: ${broken.join(", and ")}`;
    return [{ rule: "value.unfit", message, addresses: [desired.address], ...source(desired, name) }];
  });
}

function textOf(value: Value | undefined, resolve: ResolveSecret): string | undefined {
  if (value === undefined || missingSecrets(value, resolve).length > 0) return undefined;
  const text = clear(value, resolve);
  return typeof text === "string" ? text : undefined;
}

function defaultsOf(fields: Fields): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (field.default === undefined ? [] : [[name, field.default]])),
  );
}
