import { fold, formatAddress, isUnder } from "../../core/address.js";
import { isInherent, placedKinds, placesOf } from "../../core/kind.js";
import type { PlanDiagnostic } from "../../core/plan.js";
import { type Basis, each, type Facts, ifReadable, together } from "../snapshot/index.js";
import { type ChangeDraft, draftKey, source } from "./draft.js";

/** What goes with what is deleted, declared or not. */
export function goingAlong(basis: Basis, drafts: readonly ChangeDraft[], facts: Facts): PlanDiagnostic[] {
  return together(
    () => contentsOf(basis, drafts, facts),
    () => heirsOf(basis, drafts, facts),
  ).flat();
}

/** Deleting a group deletes what lies in it: the plan says what that is, declared or not. */
function contentsOf(basis: Basis, drafts: readonly ChangeDraft[], facts: Facts): PlanDiagnostic[] {
  const deleted = new Set(drafts.filter((draft) => draft.action === "delete").map((draft) => fold(draft.address)));
  const emptied = drafts.filter(({ action, kind }) => action === "delete" && kind.tree?.parent === kind.name);
  return each(emptied, (draft): PlanDiagnostic[] => {
    const held = placedKinds(basis.kinds).filter(({ tree }) => tree?.parent === draft.kind.name);
    const root = draft.livePath ?? draft.path ?? "";
    const all = each(held, (kind) => facts({ read: "below", kind: kind.name, root })).flat();
    // What is on its way out already goes with all that lies in it.
    const leaving = all.flatMap(({ scheduledForDeletion, path = "" }) => (scheduledForDeletion ? [path] : []));
    const isGoing = (path: string) => leaving.some((one) => one === path || isUnder(path, one));
    const unsaid = all
      .filter(({ path = "" }) => !isGoing(path))
      .map((live) => formatAddress(live))
      .filter((address) => !deleted.has(fold(address)));
    if (unsaid.length === 0) return [];
    const message = `deleting it also deletes ${unsaid.length} more: ${unsaid.slice(0, 20).join(", ")}${unsaid.length > 20 ? ", …" : ""}`;
    return [{ rule: "delete.contents", message, addresses: [draft.address], ...source(draft.desired) }];
  }).flat();
}

/** Of so many things it is asked whether they inherit what is to go; of more it would take too long. */
const most = 100;
/** So many are named. */
const named = 20;

/** What is deleted on a group goes from all that has it from there: the plan says from what. */
function heirsOf({ kinds }: Basis, drafts: readonly ChangeDraft[], facts: Facts): PlanDiagnostic[] {
  const known = new Map(drafts.map((draft) => [draftKey(draft), draft]));
  const handed = drafts.filter(
    ({ action, kind, live }) => action === "delete" && kind.inherent?.flag !== undefined && live && !isInherent(kind, live.marks),
  );
  return each(handed, (draft): PlanDiagnostic[] => {
    const { kind, key = "", livePath: root = "" } = draft;
    const places = placesOf(kind);
    if (kinds.get(kind.parent)?.tree?.parent !== kind.parent) return [];
    const below = each(places, (place) =>
      facts({ read: "below", kind: place.parent, root }).flatMap(({ path = "", scheduledForDeletion }) =>
        scheduledForDeletion ? [] : [{ place, path }],
      ),
    ).flat();
    const origin = { addresses: [draft.address], ...source(draft.desired) };
    if (below.length > most) {
      const message = `deleting it takes it from whatever inherits it of the ${below.length} groups and projects below`;
      return [{ rule: "delete.inherited", message, ...origin }];
    }
    const heirs = each(below, ({ place, path }) => {
      const parent = { kind: place.parent, paths: [path] };
      const [live] = ifReadable(() => facts({ read: "siblings", kind: place.name, parent, attributes: [], key })) ?? [];
      const isKept = !live || !isInherent(place, live.marks) || known.has(draftKey({ kind: place, path, key }));
      return isKept ? [] : [path];
    })
      .flat()
      .sort();
    if (heirs.length === 0) return [];
    const more = heirs.length > named ? ", …" : "";
    const message = `deleting it takes it from ${heirs.length} more that inherit it: ${heirs.slice(0, named).join(", ")}${more}`;
    return [{ rule: "delete.inherited", message, ...origin }];
  }).flat();
}

/** What is as it is above, and is changed, is its own from then on. */
export function disinherited(drafts: readonly ChangeDraft[]): PlanDiagnostic[] {
  return drafts.flatMap(({ action, kind, live, write, desired, address }) => {
    const isCut =
      kind.inherent?.flag !== undefined &&
      action === "update" &&
      live !== undefined &&
      isInherent(kind, live.marks) &&
      write[kind.inherent.flag] !== true;
    if (!isCut) return [];
    const message = "it is as a group above has it: this change makes it its own, and what changes above reaches it no more";
    return [{ rule: "inherits.cut", message, addresses: [address], ...source(desired) }];
  });
}
