import type { Kind } from "../core/kind.js";
import { compareVersions } from "../core/names.js";
import type { Dates, KindFacts } from "../core/release-facts.js";
import { datesOf } from "./dates.js";
import { type KindParameters, standings } from "./parameters.js";

type ByParent = Pick<KindFacts, "lacks" | "dates" | "unpaged">;

/** What facts say of a kind that differs with what its members hang on. Nothing is said of what no facts know, nor of what the kind's file says of a place itself. */
export function factsByParent(kind: Kind, groups: readonly KindParameters[], told: ToldDates = () => ({})): ByParent {
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

/** Dates from elsewhere: of an attribute wherever the kind hangs on, or of one place of it. */
type ToldDates = (kind: string, attribute: string, parent?: string) => Dates;

/** What is told of an attribute of a kind; where that differs with what the kind hangs on, what was told of the place that had it first. */
export function datesAnywhere(kind: Kind, attribute: string, told: ToldDates): Dates {
  const whole = told(kind.name, attribute);
  if (isDated(whole)) return whole;
  const places = Object.keys(kind.parents).map((parent) => told(kind.name, attribute, parent));
  const dated = places.filter((one) => one.since !== undefined);
  return dated.toSorted((one, other) => compareVersions(one.since ?? "", other.since ?? ""))[0] ?? {};
}

function isDated(dates: Dates): boolean {
  return Object.keys(dates).length > 0;
}

interface Taken {
  readonly parent: string;
  /** Attributes that operations take elsewhere and none does there. */
  readonly others: string[];
  /** Of attributes that a release takes elsewhere and not there. */
  readonly dates: Readonly<Record<string, Dates>>;
}

function attributesTaken(kind: Kind, groups: readonly KindParameters[], toldDates: ToldDates): Taken[] {
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
        isDated(toldDates(kind.name, name, parent)) ||
        releases.some((release) => takes(name, release, false) && !takes(name, release, true)),
    );
    const dates = differing.map((name) => {
      const sightings = releases.map((release) => ({ release, isThere: takes(name, release, true) }));
      const own = toldDates(kind.name, name, parent);
      return [name, datesOf(sightings, isDated(own) ? own : toldDates(kind.name, name))] as const;
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
