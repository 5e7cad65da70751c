import type { Kind } from "../core/kind.js";
import type { KindFacts } from "../core/release-facts.js";
import type { Dates } from "../core/release-words.js";
import { datesOf } from "./dates.js";
import { datesUnder, isDated, type KnownDates } from "./known-dates.js";
import { type KindParameters, standings } from "./parameters.js";

type ByParent = Pick<KindFacts, "lacks" | "dates" | "unpaged">;

/** What facts say of a kind that differs with what its members hang on. Nothing is said of what no facts know, nor of what the kind's file says of a place itself. */
export function factsByParent(kind: Kind, groups: readonly KindParameters[], told: KnownDates = () => ({})): ByParent {
  const taken = kind.shapes ? [] : attributesTaken(kind, groups, told);
  const lacks = taken.map(({ parent, others }) => [parent, others.sort()] as const).filter(([, names]) => names.length > 0);
  const dates = taken.map(({ parent, dates: ofParent }) => [parent, ofParent] as const);
  const dated = dates.filter(([, ofParent]) => Object.keys(ofParent).length > 0);
  const unpaged = unpagedIn(groups);
  return {
    ...(lacks.length > 0 ? { lacks: Object.fromEntries(lacks) } : {}),
    ...(dated.length > 0 ? { dates: Object.fromEntries(dated) } : {}),
    ...(unpaged.length > 0 ? { unpaged } : {}),
  };
}

interface Taken {
  readonly parent: string;
  /** Attributes that operations take elsewhere and none does there. */
  readonly others: string[];
  /** Of attributes that a release takes elsewhere and not there. */
  readonly dates: Readonly<Record<string, Dates>>;
}

function attributesTaken(kind: Kind, groups: readonly KindParameters[], knownDates: KnownDates): Taken[] {
  const stand = standings(kind, undefined);
  const uses = groups.flatMap((group) =>
    [...group.uses].flatMap(([name, ofName]) => {
      const { attribute = name, standing } = stand(name);
      const isAttribute = standing === "field" || standing === "alias" || standing === "plain";
      return isAttribute ? ofName.map(({ parent, release }) => ({ attribute, parent, release })) : [];
    }),
  );
  const names = [...new Set(uses.map(({ attribute }) => attribute))];
  const written = groups
    .flatMap(({ operations }) => operations)
    .filter(({ role, facts }) => facts.params && (role === "create" || role === "update"));
  return [...new Set(written.map(({ parent }) => parent))].map((parent) => {
    const own = (Object.hasOwn(kind.parents, parent) ? kind.parents[parent]?.fields : undefined) ?? {};
    const releases = [...new Set(written.filter((one) => one.parent === parent).map(({ release }) => release))];
    const takes = (name: string, release: string, here: boolean): boolean =>
      uses.some((one) => one.attribute === name && one.release === release && (!here || one.parent === parent));
    const told = names.filter((name) => !Object.hasOwn(own, name));
    const there = told.filter((name) => releases.some((release) => takes(name, release, true)));
    const differing = there.filter(
      (name) =>
        isDated(knownDates(kind.name, name, parent)) ||
        releases.some((release) => takes(name, release, false) && !takes(name, release, true)),
    );
    const dates = differing.map((name) => {
      const sightings = releases.map((release) => ({ release, isThere: takes(name, release, true) }));
      return [name, datesOf(sightings, datesUnder(knownDates, kind.name, name, parent))] as const;
    });
    return { parent, others: told.filter((name) => !there.includes(name)), dates: Object.fromEntries(dates) };
  });
}

/** What a kind may hang on where the newest release that has its list takes no number of items for a page. */
function unpagedIn(groups: readonly KindParameters[]): string[] {
  const newest = new Map<string, boolean>();
  for (const { role, parent, facts } of groups.flatMap(({ operations }) => operations))
    if (role === "list") newest.set(parent, facts.params === undefined || !Object.hasOwn(facts.params, "per_page"));
  return [...newest].flatMap(([parent, isWhole]) => (isWhole ? [parent] : []));
}
