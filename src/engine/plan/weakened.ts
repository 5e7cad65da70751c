import { type Acknowledged, type AcknowledgedRule, isAcknowledged } from "../../core/acknowledgement.js";
import { isAtOrUnder, isUnder } from "../../core/address.js";
import { boundedAttribute, isMore } from "../../core/bounded.js";
import { typeOf } from "../../core/fields.js";
import type { PlanDiagnostic } from "../../core/plan.js";
import { wayOf } from "../../core/weakening.js";
import { directionsOf } from "./directions.js";
import type { ChangeDraft } from "./draft.js";
import type { Drafted } from "./drafts.js";
import type { HeldBack } from "./held-back.js";
import { source } from "./provenance.js";

const weakening: AcknowledgedRule = "weakening";

/**
 * Holds back each change that weakens protection and that nobody acknowledged, and what the server would refuse without it; all else goes on. What is made anew never waits.
 */
export function withoutWeakening(drafted: Drafted, acknowledged: readonly Acknowledged[] | undefined): HeldBack {
  const waiting = weakeningOnes(drafted.drafts, acknowledged);
  if (waiting.size === 0) return { drafted, held: [] };
  const tooOpen = drafted.drafts.filter((draft) => !waiting.has(draft) && needsOpening(draft, [...waiting.keys()]));
  const unmade = tooOpen.filter(({ action }) => action === "create");
  const isWithin = ({ path = "" }: ChangeDraft) => unmade.some((one) => isAtOrUnder(path, one.path ?? ""));
  const following = drafted.drafts.filter((draft) => !waiting.has(draft) && (tooOpen.includes(draft) || isWithin(draft)));
  const isHeld = (draft: ChangeDraft) => waiting.has(draft) || following.includes(draft);
  return {
    drafted: { ...drafted, drafts: drafted.drafts.filter((draft) => !isHeld(draft)) },
    held: [
      ...[...waiting].map(([draft, what]) => told(draft, askedFor(draft, what))),
      ...following.map((draft) => told(draft, "it waits for the group that holds it, whose change is held back")),
    ],
  };
}

/** The same of a plan from a file, which says what its calls are and is taken or not. */
export function unacknowledgedWeakening(
  drafts: readonly ChangeDraft[],
  acknowledged: readonly Acknowledged[] | undefined,
): readonly PlanDiagnostic[] {
  return [...weakeningOnes(drafts, acknowledged)].map(([draft, what]) => told(draft, askedFor(draft, what)));
}

/** What weakens protection and nobody acknowledged, with the attributes by which it does; none where nobody is asked. What goes with its group or project weakens nothing. */
function weakeningOnes(
  drafts: readonly ChangeDraft[],
  acknowledged: readonly Acknowledged[] | undefined,
): ReadonlyMap<ChangeDraft, readonly string[]> {
  if (acknowledged === undefined) return new Map();
  const deleted = drafts.filter(({ action, kind }) => action === "delete" && kind.tree);
  const goesAlong = ({ path = "", kind }: ChangeDraft) => !kind.tree && deleted.some((one) => isAtOrUnder(path, one.path ?? ""));
  return new Map(
    drafts.flatMap((draft) => {
      const what = goesAlong(draft) || isAcknowledged(acknowledged, weakening, draft.address) ? [] : weakenedBy(draft);
      return what.length === 0 ? [] : [[draft, what] as const];
    }),
  );
}

function askedFor(draft: ChangeDraft, what: readonly string[]): string {
  return `it weakens protection (${what.join(", ")}): say --ack ${askedAs(draft)} if that is meant`;
}

/** How `--ack` names a change; quoted where a shell would take it apart. */
function askedAs({ address }: ChangeDraft): string {
  const word = `${weakening}:${address}`;
  return /^[\w:/.@+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function told({ address, desired }: ChangeDraft, message: string): PlanDiagnostic {
  return { rule: weakening, message, addresses: [address], ...source(desired) };
}

/** The attributes by which a change lets people do or see more; that it is deleted of what protects. */
export function weakenedBy({ kind, fields, path, key, action, write, preserved, live }: ChangeDraft): readonly string[] {
  if (action === "create") return [];
  if (action === "delete") return kind.weakens?.itself === "less" ? ["deleted"] : [];
  const directions = directionsOf({ kind, fields, path, key, action, write, preserved }, { live });
  // A list that gets somebody in place of somebody else lets that one in.
  const letsIn = (name: string) => typeOf(fields[name])?.unordered !== undefined && wayOf(kind.weakens, name) !== "other";
  return [...directions].flatMap(([name, direction]) =>
    direction === "loosens" || (direction === "either" && letsIn(name)) ? [name] : [],
  );
}

/** True for what may not be as open as it is to be while a group above stays as it is. */
function needsOpening({ kind, fields, write, path = "" }: ChangeDraft, waiting: readonly ChangeDraft[]): boolean {
  const bounded = kind.tree ? boundedAttribute(fields) : undefined;
  const value = bounded === undefined ? undefined : write[bounded];
  if (bounded === undefined || value === undefined) return false;
  return waiting.some(
    (holder) =>
      holder.kind.tree && isUnder(path, holder.path ?? "") && isMore(fields[bounded], value, holder.live?.spec[bounded]),
  );
}
