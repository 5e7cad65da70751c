import { addressKey } from "../../core/address-key.js";
import { lastSegment, parentPath } from "../../core/address.js";
import { type JsonObject, type Value, isObject } from "../../core/json.js";
import { type PlacedKind, fieldsOf, isRenamable, kindAt, shownKey } from "../../core/kind.js";
import { didYouMean } from "../../core/names.js";
import type { Desired, Live, PlanDiagnostic } from "../../core/plan.js";
import { topName } from "../../core/steps.js";
import { numbersIn } from "../forms/index.js";
import { type Basis, type Facts, type Observed, each, routeKey } from "../snapshot/index.js";
import { compare, type ResolveSecret } from "./compare.js";
import { planDiagnostic } from "./draft.js";
import { type Move, candidatePaths, movesOf } from "./scope.js";
import { desiredNames } from "./shown.js";

/** Of this many attributes that both sides show, one may differ. */
const oneInMany = 4;
/** So many attributes that are no defaults are no accident. */
const fewAlike = 3;
/** With more pairs to compare so many are made at once that it is no new name of one, and comparing would take seconds. */
const mostPairs = 20_000;

/** Creates beside which something undeclared looks the same: mostly that one was renamed in the files alone. `declared` is all that the files say, whatever targets leave of it. */
export function lookalikes(
  basis: Basis,
  declared: readonly Desired[],
  observed: readonly Observed[],
  resolve: ResolveSecret,
  facts: Facts,
): PlanDiagnostic[] {
  const created = observed.filter(
    ({ live, desired }) => !live && desired.ensure === "present" && (desired.movedFrom ?? desired.formerKey) === undefined,
  );
  if (created.length === 0) return [];
  const moves = movesOf(declared);
  const named = new Set(declared.flatMap((desired) => keysOf(basis, moves, desired)));
  return each(created, (resource): PlanDiagnostic[] => {
    const { desired, kind } = resource;
    const beside = candidates(resource, facts).filter(
      (live) => !live.scheduledForDeletion && !named.has(addressKey(live, basis.kinds)),
    );
    if (beside.length * created.length > mostPairs) return [];
    const alike = beside.filter((live) => looksTheSame(resource, live, resolve, facts));
    const names = alike.map((live) => nameOf(kind, live));
    const near = didYouMean(lastSegment(routeKey(kind, desired)), names);
    const best = alike[near === undefined ? 0 : names.indexOf(near)];
    if (!best) return [];
    const { address } = desired;
    return [planDiagnostic({ address, desired }, "create.lookalike", messageOf(kind, best, alike.length - 1))];
  }).flat();
}

/** Under which keys a declared thing may be live. */
function keysOf({ kinds }: Basis, moves: readonly Move[], desired: Desired): string[] {
  const kind = kindAt(kinds, desired);
  const key = addressKey(desired, kinds);
  if (kind.tree) return candidatePaths(kind, desired, moves).map((path) => addressKey({ ...desired, path }, kinds));
  const { formerKey } = desired;
  if (formerKey === undefined) return [key];
  return [key, addressKey({ ...desired, ...(kind.parent === "instance" ? { path: formerKey } : { key: formerKey }) }, kinds)];
}

function candidates({ desired, kind, beside = [] }: Observed, facts: Facts): readonly Live[] {
  if (!kind.tree) return kind.key?.values === undefined && kind.shapes === undefined ? beside : [];
  const holder = parentPath(desired.path ?? "") ?? "";
  return facts({ read: "beside", kind: kind.name, holder, attributes: desiredNames(kind, [desired]) });
}

function nameOf(kind: PlacedKind, live: Live): string {
  return kind.tree ? lastSegment(live.path ?? "") : shownKey(kind, live.marks);
}

/** Equal in what both sides show, but for one attribute of several; and in what tells it from others, or called nearly the same. */
function looksTheSame({ desired, kind }: Observed, live: Live, resolve: ResolveSecret, facts: Facts): boolean {
  const fields = fieldsOf(kind, { key: desired.key });
  const beside = kind.key?.with;
  if (beside && live.marks[beside.field] !== (desired.spec[beside.field] ?? beside.default)) return false;
  const names = Object.keys(desired.spec).filter((name) => isComparable(kind, name, live.spec));
  const spec = Object.fromEntries(names.map((name) => [name, desired.spec[name]]));
  const { differences, inapplicable, unverifiable, leftOut } = compare(fields, { ...desired, spec }, live, resolve, facts);
  const unseen = new Set([...inapplicable, ...unverifiable, ...leftOut].map(({ path }) => path));
  const differing = new Set(differences.map(({ path }) => topName(path)));
  if (differing.size > Math.floor(names.length / oneInMany)) return false;
  const agreed = names.filter((name) => !differing.has(name) && !unseen.has(name));
  if (isNearName(lastSegment(routeKey(kind, desired)), nameOf(kind, live))) return true;
  // What hangs on one thing has few siblings; of groups and projects, many are alike in a setting or two.
  if (!kind.tree) return isRenamable(kind) && agreed.length > 0;
  const isDefault = (name: string) =>
    desired.spec[name] === null || JSON.stringify(desired.spec[name]) === JSON.stringify(fields[name]?.default);
  const telling = agreed.filter((name) => !isDefault(name));
  return telling.some((name) => isTelling(fields[name]?.values, desired.spec[name])) || telling.length >= fewAlike;
}

/** One that a slip of the hand makes of the other; the next of a numbered series is none. */
function isNearName(name: string, other: string): boolean {
  const [series, otherSeries] = [name, other].map((text) => text.replaceAll(/\d+/g, ""));
  return series !== otherSeries && didYouMean(name, [other]) !== undefined;
}

/** The name changes mostly with the path; what the reply gives by number alone would take a read each to compare. */
function isComparable(kind: PlacedKind, name: string, shown: JsonObject): boolean {
  const value = shown[name];
  if (value === undefined || name === kind.tree?.uniqueName) return false;
  return numbersIn(fieldsOf(kind), { [name]: value }).length === 0;
}

/** True for a text of somebody's own, and for lists and records that hold something. */
function isTelling(values: readonly Value[] | undefined, value: Value | undefined): boolean {
  if (typeof value === "string") return values === undefined && value !== "";
  return Array.isArray(value) ? value.length > 0 : isObject(value);
}

function messageOf(kind: PlacedKind, live: Live, others: number): string {
  const more = others === 0 ? "" : ` (and ${others} more)`;
  const looks = `${live.address}, which no file declares, looks the same${more}`;
  const from = kind.tree ? (live.path ?? "") : shownKey(kind, live.marks);
  if (kind.tree || isRenamable(kind))
    return `${looks}: if it is that one under a new name, write "moved_from: ${from}" here; without that a second one is made`;
  return `${looks}: the platform cannot rename it; if it is that one under a new name, declare the old one with "ensure: absent", else both stay`;
}
