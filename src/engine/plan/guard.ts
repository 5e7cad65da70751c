import { type Acknowledged, isAcknowledged } from "../../core/acknowledgement.js";
import { fold, parentPath } from "../../core/address.js";
import { usedFields } from "../../core/body-fields.js";
import { append } from "../../core/collections.js";
import type { Value } from "../../core/json.js";
import { everyFieldsOf, fieldsOf, holdsData, isTopLevel, kindAt } from "../../core/kind.js";
import type { Desired, PlanDiagnostic } from "../../core/plan.js";
import { boundedAttribute, isMore, valueOf } from "../../core/strictness.js";
import { movedName } from "../forms/index.js";
import { type Basis, lackingAttribute, lackingKind, type Observations, type Observed } from "../snapshot/index.js";
import { isRestoreAllowed, unacknowledgedOnes } from "./acknowledgements.js";
import { disinherited } from "./cautions.js";
import { preparationOf } from "./change-content.js";
import { askedAt, type ChangeDraft, planDiagnostic, isReplaced, type ResolvedParents, source } from "./draft.js";
import { lastingMerges } from "./drafts.js";
import {
  judged,
  madeElsewhere,
  mayBeDropped,
  missingCarried,
  missingCompanions,
  missingVariables,
  refusedValue,
  takenAbove,
} from "./refused-drafts.js";

/** What the user allowed beyond the ordinary. */
export interface Allowances {
  /** Kinds that hold data and may still be deleted. */
  readonly allowDelete: readonly string[];
  /** Kinds of which a deletion that is only scheduled may be taken back; none without it. */
  readonly allowRestore?: readonly string[];
  /** How many deletes of one kind are fine; without it the brake is `more than 10, or more than 20 % and at least 5`. */
  readonly maxDeletes?: number;
  /** What somebody acknowledged; without it what weakens protection asks nobody. */
  readonly acknowledged?: readonly Acknowledged[];
}

const manyDeletes = 10;
const fewDeletes = 5;
const largeShare = 0.2;

/** What is to be carried out, and what it depends on. */
interface Guarded {
  readonly observations: Observations;
  readonly drafts: readonly ChangeDraft[];
  readonly places: ResolvedParents;
  /** By kind: what the instance gives of what is bounded by the holder to one created without it, where that is known. */
  readonly defaults: ReadonlyMap<string, Value>;
}

/** The reasons, if any, not to carry out these drafts. */
export function guard(basis: Basis, guarded: Guarded, allowances: Allowances): PlanDiagnostic[] {
  const { observations, drafts } = guarded;
  return [
    ...observations.observed.flatMap((observed) => [
      ...lackingAttributes(basis, observed),
      ...unknownAttributes(basis, observed),
    ]),
    ...forbidden(basis, drafts),
    ...deletesThatHoldData(drafts, allowances),
    ...restores(drafts, allowances),
    ...unacknowledgedOnes(basis, drafts, allowances.acknowledged),
    ...lastingMerges(drafts, allowances.allowDelete),
    ...undeletable(drafts),
    ...tooManyDeletes(observations, drafts, allowances),
    ...takenAbove(observations, drafts),
    ...missingParents(guarded),
    ...blockedMoves(guarded),
    ...missingCompanions(drafts),
    ...missingCarried(drafts),
    ...missingVariables(drafts),
    ...madeElsewhere(drafts),
    ...tooVisible(guarded),
  ];
}

/** Splits off what this server or token lacks altogether, which is refused before it is read: servers answer 403 or 404 to the read, and that would not say whose line asked for it. */
export function withinReach(
  basis: Basis,
  resources: readonly Desired[],
): { within: readonly Desired[]; refusals: readonly PlanDiagnostic[] } {
  const within: Desired[] = [];
  const refusals: PlanDiagnostic[] = [];
  for (const desired of resources) {
    const kind = kindAt(basis.kinds, desired);
    const mayRead = kind.administrators !== "read";
    const missing = lackingKind(basis, desired, kind).filter(({ rule }) => rule !== "role" || !mayRead);
    if (missing.length === 0) within.push(desired);
    refusals.push(...missing.map(({ rule, message }) => ({ rule, message, addresses: [desired.address], ...source(desired) })));
  }
  return { within, refusals };
}

/** Things to know that stop nothing. */
export function cautions(basis: Basis, drafts: readonly ChangeDraft[]): PlanDiagnostic[] {
  const replaced = drafts
    .filter((draft) => draft.action === "update" && isReplaced(draft, basis.capabilities.version))
    .map((draft) => {
      const message = `this server cannot update it in place: it is deleted and created again, and is unprotected in between${othersLose(basis, draft)}${unknownLost(draft)}`;
      return planDiagnostic(draft, "replace.window", message);
    });
  return [...replaced, ...prepared(basis, drafts), ...mayBeDropped(drafts), ...disinherited(drafts)];
}

/** What changes need first, and people must know. */
function prepared({ capabilities: { user } }: Basis, drafts: readonly ChangeDraft[]): PlanDiagnostic[] {
  return drafts.flatMap((draft): PlanDiagnostic[] => {
    const warning = preparationOf(draft, { live: draft.live, user: user.username })?.warning;
    return warning ? [{ ...warning, addresses: [draft.address], ...source(draft.desired) }] : [];
  });
}

/** What names a thing by its number loses it where no plan writes that again. */
function othersLose({ kinds }: Basis, { kind }: ChangeDraft): string {
  const isNamed = [...kinds.values()].some((other) =>
    everyFieldsOf(other).some((fields) =>
      Object.values(fields).some(({ item, target }) => (item?.target ?? target) === kind.name),
    ),
  );
  return isNamed ? "; what names it and is no part of this plan loses it" : "";
}

/** What only a newer release has is not among what is written again. */
function unknownLost({ live }: ChangeDraft): string {
  const { unknown = [] } = live ?? {};
  return unknown.length === 0 ? "" : `; ${unknown.join(", ")}, which this version of trueup does not know, is lost`;
}

/** Dialect, tier and release that attributes of a declared thing need and the server lacks, and values that it does not take. */
function lackingAttributes({ capabilities }: Basis, { desired, kind }: Observed): PlanDiagnostic[] {
  return usedFields(fieldsOf(kind, { key: desired.key }), desired.spec).flatMap((used) =>
    [...lackingAttribute(capabilities, used.path, used.field), ...refusedValue(used, capabilities.version)].map((lack) => ({
      ...lack,
      addresses: [desired.address],
      ...source(desired, used.path),
    })),
  );
}

/** Names that are old on this server, where the newer ones are known. */
export function deprecatedNames({ observed }: Observations): PlanDiagnostic[] {
  return observed.flatMap(({ desired, kind }) =>
    Object.entries(desired.olderNames ?? {}).flatMap(([name, older]) => {
      if (fieldsOf(kind, { key: desired.key })[name]?.older === undefined) return [];
      const message = `${older} is deprecated on this server: use ${name}`;
      return [{ rule: "deprecated", message, addresses: [desired.address], ...source(desired, name) }];
    }),
  );
}

/** Attributes that this server does not know, and that nothing else is known of that would say why. */
function unknownAttributes({ capabilities }: Basis, { desired, kind, unknown = [] }: Observed): PlanDiagnostic[] {
  const fields = fieldsOf(kind, { key: desired.key });
  return unknown
    .filter((name) => lackingAttribute(capabilities, name, fields[name]).length === 0)
    .map((name) => {
      const message = `this server does not know ${name}: its reply about ${desired.address} does not have it, and a write would be accepted and not stored`;
      return planDiagnostic({ address: desired.address, desired }, "attribute.unknown", message, name);
    });
}

/** Undeclared things that are to go, and that only an administrator may delete. */
function forbidden(basis: Basis, drafts: readonly ChangeDraft[]): PlanDiagnostic[] {
  return drafts.flatMap((draft) =>
    lackingKind(basis, {}, draft.kind)
      .filter(({ rule }) => rule === "role")
      .map((lack) => ({ ...lack, addresses: [draft.address], ...askedAt(draft) })),
  );
}

/** What the platform never deletes is refused before the first call. */
function undeletable(drafts: readonly ChangeDraft[]): PlanDiagnostic[] {
  return drafts.flatMap(({ action, ...draft }) => (action === "delete" ? judged({ ...draft, action }).refusals : []));
}

function deletesThatHoldData(drafts: readonly ChangeDraft[], { allowDelete, acknowledged }: Allowances): PlanDiagnostic[] {
  const kinds = new Map<string, ChangeDraft[]>();
  for (const draft of drafts) {
    const { action, kind, closes, live, address } = draft;
    if (action !== "delete" || closes !== undefined || !holdsData(kind, live?.marks ?? {})) continue;
    if (!allowDelete.includes(kind.name) && !isAcknowledged(acknowledged, "delete", address)) append(kinds, kind.name, draft);
  }
  return [...kinds].map(([kind, list]) => ({
    rule: "guard.allow-delete",
    message: `deleting a ${kind} destroys what it holds: say --allow-delete ${kind}`,
    addresses: list.map((draft) => draft.address),
    ...(list[0] && askedAt(list[0])),
  }));
}

/** A plan that is made holds them back; one from a file says what its calls are, and is taken or not. */
function restores(drafts: readonly ChangeDraft[], allowances: Allowances): PlanDiagnostic[] {
  return drafts
    .filter((draft) => draft.action === "restore" && !isRestoreAllowed(draft, allowances))
    .map((draft) => {
      const message = `its deletion is scheduled, and this takes that back: say --allow-restore ${draft.kind.name}`;
      return planDiagnostic(draft, "guard.allow-restore", message);
    });
}

function tooManyDeletes(
  observations: Observations,
  drafts: readonly ChangeDraft[],
  { maxDeletes, acknowledged }: Allowances,
): PlanDiagnostic[] {
  const deleted = new Map<string, ChangeDraft[]>();
  for (const draft of drafts)
    if (draft.action === "delete" && draft.closes === undefined && !isAcknowledged(acknowledged, "many-deletes", draft.address))
      append(deleted, draft.kind.name, draft);
  return [...deleted].flatMap(([kind, deletes]) => {
    const addresses = deletes.map(({ address }) => address);
    const live =
      observations.observed.filter((observed) => observed.kind.name === kind && observed.live).length +
      observations.undeclared.filter((undeclared) => undeclared.kind.name === kind).length;
    const isMany = addresses.length > manyDeletes || (addresses.length >= fewDeletes && addresses.length > live * largeShare);
    if (maxDeletes === undefined ? !isMany : addresses.length <= maxDeletes) return [];
    const counted = addresses.length === 1 ? "1 delete" : `${addresses.length} deletes`;
    const message = `${counted} of ${kind}, of ${live} known: say --max-deletes ${addresses.length} if that is meant`;
    return [{ rule: "guard.max-deletes", message, addresses, ...(deletes[0] && askedAt(deletes[0])) }];
  });
}

function missingParents({ observations, drafts, places }: Guarded): PlanDiagnostic[] {
  const present = observations.observed.filter(({ kind, desired }) => kind.tree && desired.ensure === "present");
  const there = new Set(present.map(({ kind, desired }) => `${kind.name}:${fold(desired.path ?? "")}`));
  return drafts.flatMap((draft) => {
    const parentId = places.get(draft)?.parentId;
    if (!isTopLevel(draft.kind) && parentId === undefined && draft.action !== "delete") {
      const message = `there is no ${draft.kind.parent} ${draft.path ?? ""} that this token may see, and this plan does not create it`;
      return [{ rule: "parent.missing", message, addresses: [draft.address], ...source(draft.desired) }];
    }
    const parent = parentPath(draft.path ?? "");
    const isPlaced = draft.action === "create" || draft.differences.some((difference) => difference.path === movedName);
    if (!draft.kind.tree || !isPlaced || parent === undefined || there.has(`${draft.kind.tree.parent}:${fold(parent)}`))
      return [];
    if (parentId !== undefined) return [];
    const message = `there is no ${draft.kind.tree.parent} ${parent} that this token may see, and no file declares it`;
    return [{ rule: "parent.missing", message, addresses: [draft.address], ...source(draft.desired) }];
  });
}

function blockedMoves({ drafts, places }: Guarded): PlanDiagnostic[] {
  return drafts.flatMap((draft) => {
    const message = places.get(draft)?.blocked;
    return message === undefined ? [] : [planDiagnostic(draft, "move.blocked", message, "moved_from")];
  });
}

/** A child may not be more open than its parent (document 3; on creation without a visibility, the instance's default counts). */
function tooVisible({ observations, drafts, places, defaults }: Guarded): PlanDiagnostic[] {
  const after = new Map<string, string | number>();
  for (const observed of observations.observed) {
    if (!observed.kind.tree) continue;
    const fields = fieldsOf(observed.kind, { key: observed.desired.key });
    const name = boundedAttribute(fields) ?? "";
    const value = valueOf(
      fields[name],
      observed.desired.spec[name] ?? observed.live?.spec[name] ?? defaults.get(observed.kind.name),
    );
    if (value !== undefined) after.set(`${observed.kind.name}:${fold(observed.desired.path ?? "")}`, value);
  }
  return drafts.flatMap((draft) => {
    const name = boundedAttribute(draft.fields);
    if (!draft.kind.tree || draft.action === "delete" || name === undefined) return [];
    const openness = after.get(`${draft.kind.name}:${fold(draft.path ?? "")}`);
    const parent = parentPath(draft.path ?? "") ?? "";
    const holder =
      after.get(`${draft.kind.tree.parent}:${fold(parent)}`) ?? valueOf(draft.fields[name], places.get(draft)?.bound);
    if (openness === undefined || holder === undefined || !isMore(draft.fields[name], openness, holder)) return [];
    const how = draft.desired?.spec[name] === undefined ? " by the instance's default" : "";
    const message = `${name} is ${openness}${how}, and ${parent} is ${holder}: a child may not be more open than its group`;
    return [{ rule: "visibility", message, addresses: [draft.address], ...source(draft.desired, name) }];
  });
}
