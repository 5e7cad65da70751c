import { fold, parentPath } from "../../core/address.js";
import { groupedBy } from "../../core/collections.js";
import { levelIn, makesMembers } from "../../core/kind.js";
import type { Live, PlanDiagnostic } from "../../core/plan.js";
import { accessLevels } from "../../core/types/access-level.js";
import { type Basis, each, type Facts, ifReadable, together } from "../snapshot/index.js";
import { rulesLeft } from "./approvers.js";
import { type ChangeDraft, planDiagnostic, type PlanSoFar } from "./draft.js";
import { belowInherited, falls } from "./membership.js";

/** Why members cannot be as the drafts want them: who has more from above, and who cannot leave. */
export function whyNoSuchMembers(plan: PlanSoFar): PlanDiagnostic[] {
  return together(
    () => belowInherited(plan),
    () => whoCannotLeave(plan),
  ).flat();
}

/** Members who cannot leave: the last owner of a group, whom the server keeps, and the last user who can fulfil a rule. */
function whoCannotLeave(plan: PlanSoFar): PlanDiagnostic[] {
  const { basis, drafts, facts } = plan;
  const members = drafts.filter(({ kind }) => makesMembers(kind));
  if (!members.some(falls)) return [];
  return together(
    () => each(membersByGroup(basis, members), (leaving) => lastOwners(leaving, facts)).flat(),
    () => rulesLeft(plan),
  ).flat();
}

/** Changes of members by their group at the top: below it, owners are inherited. */
function membersByGroup({ kinds }: Basis, members: readonly ChangeDraft[]): (readonly ChangeDraft[])[] {
  const atTop = members.filter(
    ({ kind, path = "" }) => parentPath(path) === undefined && kinds.get(kind.parent)?.tree?.parent === kind.parent,
  );
  const byGroup = groupedBy(atTop, ({ path = "" }) => fold(path));
  return [...byGroup.values()].filter((drafts) => drafts.some((draft) => falls(draft) && isOwner(draft, draft.live)));
}

function lastOwners(drafts: readonly ChangeDraft[], facts: Facts): PlanDiagnostic[] {
  const [first] = drafts as [ChangeDraft];
  const { kind, path = "", livePath = path } = first;
  const changed = new Map(drafts.map((draft) => [fold(draft.key ?? ""), draft]));
  const becomesOwner = drafts.some((draft) => !falls(draft) && levelIn(kind, draft.fields, draft.write) === accessLevels.owner);
  if (becomesOwner) return [];
  const need = { read: "siblings", kind: kind.name, parent: { kind: kind.parent, paths: [livePath] } } as const;
  const live = ifReadable(() => facts({ ...need, attributes: [typeof kind.short === "string" ? kind.short : ""] })) ?? [];
  const stays = (member: Live) => !changed.has(fold(member.key ?? "")) && isOwner(first, member);
  if (live.length === 0 || live.some(stays)) return [];
  const lost = drafts.filter((draft) => falls(draft) && isOwner(draft, draft.live));
  return lost.map((draft) => {
    const { key = "" } = draft;
    const message = `${key} is the last owner of ${path}: make somebody else an owner first`;
    return planDiagnostic(draft, "member.last-owner", message, key);
  });
}

function isOwner({ kind, fields }: ChangeDraft, live: Live | undefined): boolean {
  return live !== undefined && levelIn(kind, fields, live.spec) === accessLevels.owner;
}
