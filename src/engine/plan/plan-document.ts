import { fold } from "../../core/address.js";
import type { Json } from "../../core/json.js";
import { parentSaid, shownKey } from "../../core/kind.js";
import { absencePath } from "../../core/layer.js";
import type { Action, AttributeChange, Change, DesiredState, PlanDiagnostic, Plan } from "../../core/plan.js";
import { type Basis } from "../snapshot/index.js";
import { weakenedBy } from "./acknowledgements.js";
import { changesDigest, digest, fingerprint, sendsOf } from "./change-content.js";
import { askedAt, type ChangeDraft, layer, type PlanDiagnostics, source, variables } from "./draft.js";

/** A draft as the plan document tells it, but for the ids of its calls. */
export function toChange(draft: ChangeDraft, state: Pick<DesiredState, "variables">): Omit<Change, "calls"> {
  const attributes = draft.differences.map(({ path, before, after }): AttributeChange => ({
    path,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after: draft.action === "delete" ? null : after }),
    ...source(draft.desired, path),
    ...layer(draft.desired, path),
    ...variables(draft.desired, path, state),
  }));
  const { desired } = draft;
  const weakens = weakenedBy(draft);
  const shape = { attributes, kept: draft.preserved, unverifiable: draft.unverifiable };
  return {
    address: draft.address,
    kind: draft.kind.name,
    ...parentSaid(draft.kind),
    action: actionText(draft),
    ...askedAt(draft),
    ...layer(desired, absencePath),
    ...movedFrom(draft),
    ...identityOf(draft),
    ...(draft.proposal ? { proposal: draft.proposal } : {}),
    ...(draft.closes === undefined ? {} : { closes: draft.closes }),
    ...(weakens.length > 0 ? { weakens } : {}),
    attributes,
    kept: draft.preserved,
    ...sendsOf(draft, attributes),
    unverifiable: draft.unverifiable,
    fingerprint: fingerprint(draft.fields, draft.live, shape),
  };
}

/** A slot that the parent has one of is always there once its parent is: it is only ever updated. */
function actionText({ action, kind }: ChangeDraft): Action {
  return action === "create" && kind.as === "one" && kind.slots ? "update" : action;
}

function movedFrom({ action, kind, path, live, livePath, merges }: ChangeDraft): Pick<Change, "from"> {
  if (action === "move" && !kind.tree && live) return { from: shownKey(kind, (merges ?? live).marks) };
  const elsewhere = kind.tree !== undefined && livePath !== undefined && fold(livePath) !== fold(path ?? "");
  return elsewhere ? { from: livePath } : {};
}

function identityOf({ kind, desired, live }: ChangeDraft): Pick<Change, "identity"> {
  const beside = kind.key?.with;
  const value = beside && (desired?.spec[beside.field] ?? live?.marks[beside.field]);
  return beside && value !== undefined && value !== beside.default ? { identity: { [beside.field]: value as Json } } : {};
}

/** The plan document with its digest, without what it took to make it. */
export function finishPlan(
  basis: Basis,
  state: Pick<DesiredState, "root">,
  parts: Pick<Plan, "changes" | "calls" | "acknowledgements"> &
    Required<Pick<Plan, "barriers" | "held" | "unread" | "exceptions" | "targets" | "under">> & {
      readonly unchanged: number;
      readonly diagnostics: PlanDiagnostics;
    },
): Omit<Plan, "stats"> {
  const { url, version, tier, dialect } = basis.capabilities;
  const plan: Omit<Plan, "digest" | "seal" | "coverage" | "stats"> = {
    format: "trueup.plan/1",
    instance: { url, version, tier, dialect },
    root: state.root,
    ...(parts.targets.length === 0 ? {} : { targets: parts.targets }),
    ...(parts.under.length === 0 ? {} : { under: parts.under }),
    summary: { ...countsOf(parts.changes), unchanged: parts.unchanged },
    changes: parts.changes,
    calls: parts.calls,
    ...(parts.barriers.length > 0 ? { barriers: parts.barriers } : {}),
    warnings: sorted(parts.diagnostics.warnings),
    refusals: sorted(parts.diagnostics.refusals),
    ...(parts.held.length > 0 ? { held: sorted(parts.held) } : {}),
    ...(parts.unread.length > 0 ? { unread: parts.unread } : {}),
    ...(parts.acknowledgements?.length ? { acknowledgements: parts.acknowledgements } : {}),
    ...(parts.exceptions.length > 0 ? { exceptions: parts.exceptions } : {}),
  };
  const unsigned = { ...plan, changes_digest: changesDigest(plan) };
  return { ...unsigned, digest: digest(unsigned) };
}

/** How many changes make, change and delete something. */
export function countsOf(changes: readonly Change[]): Omit<Plan["summary"], "unchanged"> {
  const count = (test: (change: Change) => boolean) => changes.filter(test).length;
  return {
    create: count(({ action }) => action === "create"),
    update: count(({ action }) => action !== "create" && action !== "delete"),
    delete: count(({ action }) => action === "delete"),
  };
}

/** Two plans of one world list their notices in one order. */
function sorted(diagnostics: readonly PlanDiagnostic[]): PlanDiagnostic[] {
  const key = (diagnostic: PlanDiagnostic) => `${diagnostic.rule} ${diagnostic.addresses[0] ?? ""} ${diagnostic.message}`;
  return [...diagnostics].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
