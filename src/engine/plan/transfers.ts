import { fold, lastSegment, parentPath } from "../../core/address.js";
import type { Value } from "../../core/json.js";
import { placedKinds } from "../../core/kind.js";
import { type Basis, type Facts, type Observations } from "../snapshot/index.js";
import type { ChangeDraft, ResolvedParent } from "./draft.js";
import { placeNeed } from "./shown.js";

/** What a transfer to another holder takes beside the call itself. */
export type Transfer = Pick<ResolvedParent, "renamesFirst" | "blocked">;

/** A move from one holder to another. */
interface Way {
  readonly draft: ChangeDraft;
  /** Where it starts from, once the groups above it have moved. */
  readonly start: string;
  readonly to: string;
  readonly basis: Basis;
  /** Folded paths at which other groups and projects are declared. */
  readonly declared: ReadonlySet<string>;
  readonly facts: Facts;
}

/**
 * A transfer leaves the last part of the path and the name as they were, and the platform refuses it where something in the new holder has either of them:
 * then the thing is renamed before, if its new path is free where it lies now.
 */
export function transferOf(basis: Basis, observations: Observations, draft: ChangeDraft, facts: Facts): Transfer {
  const { action, kind, carriedPath: start, path: to } = draft;
  if (action !== "move" || !kind.tree || start === undefined || to === undefined) return {};
  if (fold(parentPath(start) ?? "") === fold(parentPath(to) ?? "")) return {};
  const others = observations.observed.filter(
    (one) => one.kind.tree && one.desired.ensure === "present" && one.desired !== draft.desired,
  );
  const declared = new Set(others.map((one) => fold(one.desired.path ?? "")));
  const way: Way = { draft, start, to, basis, declared, facts };
  const arrives = below(parentPath(to), lastSegment(start));
  const isRespelled = fold(lastSegment(to)) !== fold(lastSegment(start));
  const name = clashingName(way);
  if (name === undefined && !isTaken(way, arrives)) return {};
  if (name !== undefined && !hasFreeName(way))
    return {
      blocked: `something in ${parentPath(to) ?? "the instance"} is called ${name} too, and the platform transfers nothing beside its name: declare another name, or rename that first`,
    };
  if (!isRespelled && isTaken(way, arrives)) return { blocked: `${arrives} is taken: rename or remove what is there first` };
  if (!isRespelled) return { renamesFirst: true };
  const between = [parentPath(start), parentPath(draft.livePath ?? "")].map((holder) => below(holder, lastSegment(to)));
  const inTheWay = between.find((path) => isTaken(way, path));
  if (inTheWay === undefined) return { renamesFirst: true };
  return {
    blocked: `it can be neither transferred first, because ${arrives} is taken, nor renamed first, because ${inTheWay} is: move it in two steps, by way of a free path`,
  };
}

function below(holder: string | undefined, segment: string): string {
  return holder === undefined ? segment : `${holder}/${segment}`;
}

/** True if another group or project is there, or is declared to be. */
function isTaken({ draft, basis, declared, facts }: Way, path: string): boolean {
  if (declared.has(fold(path))) return true;
  return placedKinds(basis.kinds).some(({ name, tree }) => {
    const live = tree && facts(placeNeed(name, path));
    // What is scheduled for deletion was there, and freed the path where the release renames it.
    return (
      live !== undefined && fold(live.path ?? "") === fold(path) && !(name === draft.kind.name && live.id === draft.live?.id)
    );
  });
}

/** The name that it has and that something where it goes has, too. */
function clashingName(way: Way): string | undefined {
  const { draft, facts } = way;
  const name = draft.kind.tree?.uniqueName ?? "";
  const own = facts({ ...placeNeed(draft.kind.name, draft.livePath ?? ""), attributes: [name] })?.spec[name];
  return typeof own === "string" && namesThere(way).has(fold(own)) ? own : undefined;
}

function hasFreeName(way: Way): boolean {
  const { draft } = way;
  const asked: Value | undefined = draft.write[draft.kind.tree?.uniqueName ?? ""];
  return typeof asked === "string" && !namesThere(way).has(fold(asked));
}

function namesThere({ draft, to, facts }: Way): ReadonlySet<string> {
  const name = draft.kind.tree?.uniqueName ?? "";
  const there = facts({ read: "beside", kind: draft.kind.name, holder: parentPath(to) ?? "", attributes: [name] });
  const others = there.filter(({ id }) => id !== draft.live?.id);
  return new Set(others.flatMap(({ spec }) => (typeof spec[name] === "string" ? [fold(spec[name])] : [])));
}
