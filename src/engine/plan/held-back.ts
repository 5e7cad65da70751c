import { type Acknowledged, isAcknowledged } from "../../core/acknowledgement.js";
import { fold, isAtOrUnder, isUnder } from "../../core/address.js";
import type { PlanDiagnostic } from "../../core/plan.js";
import type { ChangeDraft } from "./draft.js";
import type { Drafted } from "./drafts.js";
import { source } from "./provenance.js";

/** What the user said of restores. */
interface RestoreAllowances {
  readonly allowRestore?: readonly string[];
  readonly acknowledged?: readonly Acknowledged[];
}

/** True for a restore that somebody allowed, by its kind or by its address. */
export function isRestoreAllowed(
  { kind, address }: ChangeDraft,
  { allowRestore = [], acknowledged }: RestoreAllowances,
): boolean {
  return allowRestore.includes(kind.name) || isAcknowledged(acknowledged, "restore", address);
}

/** Drafts that are carried out, and why others wait. */
export interface HeldBack {
  readonly drafted: Drafted;
  readonly held: readonly PlanDiagnostic[];
}

/**
 * Holds back what would take back a deletion that somebody ordered, unless its kind is allowed, with all that lies in it or hangs on it: nothing of that can be written before. All
 * else goes on.
 */
export function withoutRestores(drafted: Drafted, allowances: RestoreAllowances): HeldBack {
  const waiting = drafted.drafts.filter((draft) => draft.action === "restore" && !isRestoreAllowed(draft, allowances));
  if (waiting.length === 0) return { drafted, held: [] };
  const outermost = waiting.filter((one) => !waiting.some((other) => other !== one && isUnder(one.path ?? "", other.path ?? "")));
  const within = (draft: ChangeDraft) => outermost.find(({ path = "" }) => isAtOrUnder(draft.path ?? "", path));
  const all = drafted.drafts.filter(within);
  const addresses = new Set(all.map(({ address }) => fold(address)));
  const isOther = (one: PlanDiagnostic) =>
    one.addresses.length === 0 || one.addresses.some((address) => !addresses.has(fold(address)));
  return {
    drafted: { ...drafted, drafts: drafted.drafts.filter((draft) => !within(draft)), warnings: drafted.warnings.filter(isOther) },
    held: outermost.map((restore): PlanDiagnostic => {
      const others = all.filter((draft) => draft !== restore && within(draft) === restore);
      const kinds = new Set([restore, ...others].flatMap(({ action, kind }) => (action === "restore" ? [kind.name] : [])));
      const along = others.length === 0 ? "" : ", and what is in it waits, too";
      const allowed = [...kinds].map((kind) => `--allow-restore ${kind}`);
      return {
        rule: "restore",
        message: `its deletion is scheduled, and it stays so${along}: say ${allowed.join(" ")} to take that back, or declare it ensure: absent`,
        addresses: [restore, ...others].map(({ address }) => address),
        ...source(restore.desired),
      };
    }),
  };
}

/** What is held back at first, and of the rest for another reason. */
export function alsoHeld(first: HeldBack, second: HeldBack): HeldBack {
  return { drafted: second.drafted, held: [...first.held, ...second.held] };
}
