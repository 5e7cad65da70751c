import { type Acknowledged, type AcknowledgedRule, isAcknowledged } from "../../core/acknowledgement.js";
import { isAtOrUnder, isUnder } from "../../core/address.js";
import { boundedAttribute, isMore } from "../../core/bounded.js";
import { typeOf } from "../../core/fields.js";
import type { PlanDiagnostic } from "../../core/plan.js";
import { wayOf } from "../../core/weakening.js";
import type { Basis } from "../snapshot/index.js";
import { directionsOf } from "./directions.js";
import type { ChangeDraft } from "./draft.js";
import type { Drafted } from "./drafts.js";
import type { HeldBack } from "./held-back.js";
import { falls, isOwnMembership } from "./membership.js";
import { isReplaced } from "./preserved.js";
import { source } from "./provenance.js";
import { isRelinking } from "./relinked.js";

/** What a plan knows of the server and of who asks. */
type Asker = Pick<Basis, "capabilities">;

/**
 * Holds back each change that waits for an acknowledgement that nobody gave, and what the server would refuse without it; all else goes on. What is made anew never waits.
 */
export function withoutUnacknowledged(
  basis: Asker,
  drafted: Drafted,
  acknowledged: readonly Acknowledged[] | undefined,
): HeldBack {
  const waiting = waitingOnes(basis, drafted.drafts, acknowledged);
  if (waiting.size === 0) return { drafted, held: [] };
  const tooOpen = drafted.drafts.filter((draft) => !waiting.has(draft) && needsOpening(draft, [...waiting.keys()]));
  const unmade = tooOpen.filter(({ action }) => action === "create");
  const isWithin = ({ path = "" }: ChangeDraft) => unmade.some((one) => isAtOrUnder(path, one.path ?? ""));
  const following = drafted.drafts.filter((draft) => !waiting.has(draft) && (tooOpen.includes(draft) || isWithin(draft)));
  const isHeld = (draft: ChangeDraft) => waiting.has(draft) || following.includes(draft);
  return {
    drafted: { ...drafted, drafts: drafted.drafts.filter((draft) => !isHeld(draft)) },
    held: [
      ...[...waiting.values()].flat(),
      ...following.map((draft) => told(draft, "weakening", "it waits for the group that holds it, whose change is held back")),
    ],
  };
}

/** The same of a plan from a file, which says what its calls are and is taken or not. */
export function unacknowledgedOnes(
  basis: Asker,
  drafts: readonly ChangeDraft[],
  acknowledged: readonly Acknowledged[] | undefined,
): readonly PlanDiagnostic[] {
  return [...waitingOnes(basis, drafts, acknowledged).values()].flat();
}

/** Changes that nobody acknowledged, each with what it waits for; none where nobody is asked. What goes with its group or project weakens nothing. */
function waitingOnes(
  basis: Asker,
  drafts: readonly ChangeDraft[],
  acknowledged: readonly Acknowledged[] | undefined,
): ReadonlyMap<ChangeDraft, readonly PlanDiagnostic[]> {
  if (acknowledged === undefined) return new Map();
  const deleted = drafts.filter(({ action, kind }) => action === "delete" && kind.tree);
  const goesAlong = ({ path = "", kind }: ChangeDraft) => !kind.tree && deleted.some((one) => isAtOrUnder(path, one.path ?? ""));
  return new Map(
    drafts.flatMap((draft) => {
      const reasons = goesAlong(draft) ? [] : reasonsToAsk(basis, draft);
      const lacking = reasons.filter(({ rule }) => !isAcknowledged(acknowledged, rule, draft.address));
      const held = lacking.map(({ rule, why }) =>
        told(draft, rule, `${why}: say --ack ${askedAs(rule, draft)} if that is meant`),
      );
      return held.length === 0 ? [] : [[draft, held] as const];
    }),
  );
}

/** Why somebody must acknowledge a change, by the rule that `--ack` names. */
export function reasonsToAsk(
  { capabilities }: Asker,
  draft: ChangeDraft,
): readonly { readonly rule: AcknowledgedRule; readonly why: string }[] {
  const { version, user } = capabilities;
  const weakened = weakenedBy(draft);
  const isGone = draft.action === "update" && draft.kind.weakens?.itself === "less" && isReplaced(draft, version);
  const isLockedOut = !user.administrator && isOwnMembership(draft, { capabilities }) && falls(draft);
  return [
    ...(weakened.length > 0 ? [{ rule: "weakening" as const, why: `it weakens protection (${weakened.join(", ")})` }] : []),
    ...(isGone
      ? [{ rule: "window" as const, why: "the server deletes it and makes it again, and nothing protects in between" }]
      : []),
    ...(isRelinking(draft)
      ? [
          {
            rule: "window" as const,
            why: "the server takes a link away and gives it again, and drops who is there by it from rules",
          },
        ]
      : []),
    ...(isLockedOut ? [{ rule: "lockout" as const, why: `it takes rights from ${user.username}, whose token trueup uses` }] : []),
  ];
}

/** How `--ack` names a change; quoted where a shell would take it apart. */
function askedAs(rule: AcknowledgedRule, { address }: ChangeDraft): string {
  const word = `${rule}:${address}`;
  return /^[\w:/.@+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function told({ address, desired }: ChangeDraft, rule: AcknowledgedRule, message: string): PlanDiagnostic {
  return { rule, message, addresses: [address], ...source(desired) };
}

/** The attributes by which a change lets people do or see more; that it is deleted of what protects. */
export function weakenedBy({ kind, fields, path, key, action, write, preserved, live }: ChangeDraft): readonly string[] {
  if (action === "create") return [];
  if (action === "delete") return kind.weakens?.itself === "less" ? ["deleted"] : [];
  const directions = directionsOf({ kind, fields, path, key, action, write, preserved }, { live });
  // A list that gets somebody in place of somebody else lets that one in.
  const letsIn = (name: string) => {
    const way = wayOf(kind.weakens, name);
    return way === "allowed" || way === "covered" || (typeOf(fields[name])?.unordered !== undefined && way !== "other");
  };
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
