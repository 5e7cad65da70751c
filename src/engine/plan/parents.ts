import { addressKey, parentKey, thingKey } from "../../core/address-key.js";
import { fold, lastSegment, parentPath } from "../../core/address.js";
import type { Value } from "../../core/json.js";
import { fieldsOf, placedKinds, topKind } from "../../core/kind.js";
import { ref } from "../../core/placeholders.js";
import type { Live } from "../../core/plan.js";
import { boundedAttribute } from "../../core/strictness.js";
import { type Basis, each, type Facts, type Observations, together } from "../snapshot/index.js";
import { type ChangeDraft, draftKey, type PlanSoFar, type ResolvedParent, type ResolvedParents } from "./draft.js";
import { placeNeed } from "./shown.js";

/** Finds the group or project that each draft lies in or hangs on: what is live, what this plan creates, or the caller's own namespace. */
export function resolveParents({ basis, observations, drafts, facts }: PlanSoFar): ResolvedParents {
  const created = new Set(drafts.filter(({ action }) => action === "create").map(draftKey));
  const observed = new Map(
    [...observations.unnamedParents, ...observations.observed].map(
      (parent) => [addressKey(parent.desired, basis.kinds), parent.live] as const,
    ),
  );
  const known = { created, observed, facts };
  return new Map(
    each(drafts, (draft) => {
      if (!draft.kind.tree) return [draft, onParent(basis, draft, known)] as const;
      const [place, transfer] = together(
        () => inHolder(basis, draft, known),
        () => transferOf(basis, observations, draft, facts),
      );
      return [draft, { ...place, ...transfer }] as const;
    }),
  );
}

interface Found {
  /** Keys of what this plan creates. */
  readonly created: ReadonlySet<string>;
  readonly observed: ReadonlyMap<string, Live | undefined>;
  readonly facts: Facts;
}

function onParent({ kinds }: Basis, { kind, path, livePath }: ChangeDraft, { created, observed, facts }: Found): ResolvedParent {
  const key = parentKey(kind, path, kinds);
  if (key === undefined) return {};
  const known = idAt(key, created, observed);
  return { parentId: known ?? facts(placeNeed(kind.parent, livePath ?? path ?? ""))?.id };
}

function inHolder({ kinds, capabilities }: Basis, draft: ChangeDraft, { created, observed, facts }: Found): ResolvedParent {
  const { tree } = draft.kind;
  const parent = parentPath(draft.path ?? "");
  if (!tree || parent === undefined || draft.action === "delete" || staysPut(draft)) return {};
  const holder = topKind(kinds, tree.parent);
  const key = thingKey(holder, parent, undefined);
  const live = observed.has(key) ? observed.get(key) : facts(placeNeed(holder.name, parent));
  const id = idAt(key, created, observed) ?? live?.id;
  const isOwn = tree.personal !== undefined && fold(parent) === fold(capabilities.user.username);
  const bound = live?.spec[boundedAttribute(fieldsOf(holder)) ?? ""];
  return {
    ...(id === undefined ? (isOwn ? { parentId: null } : {}) : { parentId: id }),
    ...(bound === undefined ? {} : { bound }),
  };
}

/** True for what only policies reach and stays where it is: its holder, of which nothing else may be read, matters no more than its bound, and that only where it is asked for. */
function staysPut({ action, desired, fields, write }: ChangeDraft): boolean {
  return action === "update" && desired?.reached === true && write[boundedAttribute(fields) ?? ""] === undefined;
}

function idAt(key: string, created: Found["created"], observed: Found["observed"]): Value | undefined {
  return created.has(key) ? ref(key, "id") : observed.get(key)?.id;
}

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

/** A transfer keeps the last part of the path and the name. Where the new holder has one of them the platform refuses it: the thing is renamed before, if its new path is free. */
function transferOf(
  basis: Basis,
  observations: Observations,
  draft: ChangeDraft,
  facts: Facts,
): Pick<ResolvedParent, "renamesFirst" | "blocked"> {
  const { action, kind, carriedPath: start, path: to } = draft;
  if (action !== "move" || !kind.tree || start === undefined || to === undefined) return {};
  if (fold(parentPath(start) ?? "") === fold(parentPath(to) ?? "")) return {};
  const others = observations.observed.filter(
    (observed) => observed.kind.tree && observed.desired.ensure === "present" && observed.desired !== draft.desired,
  );
  const declared = new Set(others.map((observed) => fold(observed.desired.path ?? "")));
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
  const liveName = facts({ ...placeNeed(draft.kind.name, draft.livePath ?? ""), attributes: [name] })?.spec[name];
  return typeof liveName === "string" && namesThere(way).has(fold(liveName)) ? liveName : undefined;
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
