import { parseAddress } from "../core/address.js";
import type { Kinds } from "../core/kind.js";
import type { Call, Change } from "../core/plan.js";
import { isTree, type SharedChange, type ThingChanges } from "./arrangement.js";
import { figure, ofKind, parentUnsaid } from "./nouns.js";
import { paintAction, symbols } from "./paint.js";
import { callLines, partLines, partText, type RowOptions } from "./plan-rows.js";
import { clean, wrap } from "./text.js";
import { valueText } from "./value.js";

/** So many addresses are shown whole; of more than these, the first few. */
const mostAddresses = 10;
const fewAddresses = 5;

type SharedOptions = RowOptions & { readonly kinds: Kinds };

/** What several things have in common: what it is, of how many, and which these are; with `verbose` all of them, with their calls. */
export function sharedBlocks(
  shared: readonly SharedChange[],
  things: readonly ThingChanges[],
  calls: ReadonlyMap<string, Call>,
  options: SharedOptions,
): string[][] {
  // Whatever also stands by itself has its calls there, and what is in several of these in the first.
  const reported = new Set(things.flatMap(({ changes }) => changes.map(({ change }) => change)));
  return shared.map((entry) => {
    const untold = new Set(entry.changes.filter((change) => !reported.has(change)));
    for (const change of untold) reported.add(change);
    const callsOf = (change: Change) => (untold.has(change) ? callLines(change, calls, options.paint) : []);
    const { title, rest, places } = entry.action === "create" ? createLines(entry, options) : updateLines(entry, options);
    return [...title, ...addressLines(entry, places, callsOf, options), ...rest];
  });
}

/** How many things something is shared by, and by which: `412 projects`. */
export function sharersText({ kind, action, changes }: SharedChange, kinds: Kinds): string {
  if (action === "update" || isTree({ kind }, kinds))
    return `${ofKind(kinds, kind, changes.length)}${changes[0] ? identityText(changes[0]) : ""}${proposalsText(changes)}`;
  const parents = new Set(changes.map(({ parent }) => parent ?? parentUnsaid(kinds, kind)));
  const [only = kind] = parents;
  const things = parents.size === 1 ? ofKind(kinds, only, changes.length) : `${figure(changes.length)} things`;
  return `${things}${proposalsText(changes)}`;
}

/** What a create that several have in common makes: its kind, its key and what else tells it from its siblings. */
export function sharedName({ kind, changes }: SharedChange): string {
  const [first] = changes;
  const key = first && parseAddress(first.address).key;
  return `${clean(kind)}${key === undefined ? "" : ` ${clean(key)}`}${first ? identityText(first) : ""}`;
}

/** What tells a thing from its siblings beside its key, behind a space; empty for what has none. */
export function identityText({ identity }: Change): string {
  return identity === undefined ? "" : ` ${valueText(identity)}`;
}

/** The merge request by which a change comes about, or that it closes, behind a space; empty for any other. */
export function proposalText({ proposal, closes }: Change): string {
  if (closes !== undefined) return ` (closes !${closes}: nothing is left to propose)`;
  if (!proposal) return "";
  const { number, into } = proposal;
  return number === undefined ? ` (by a merge request into ${clean(into)})` : ` (in !${number} into ${clean(into)})`;
}

/** The same for several changes of one branch, each in a merge request of its own. */
function proposalsText([first]: readonly Change[]): string {
  return first?.proposal ? ` (by merge requests into ${clean(first.proposal.into)})` : "";
}

/** The first few of a list, or all where they are few or all are wanted, and how many more there are. */
export function firstFew<T>(all: readonly T[], verbose: boolean): { readonly shown: readonly T[]; readonly more: number } {
  const shown = verbose || all.length <= mostAddresses ? all : all.slice(0, fewAddresses);
  return { shown, more: all.length - shown.length };
}

interface SharedLines {
  readonly title: readonly string[];
  /** Where each of the things has it asked for, if that is not one place for all, which the title has then. */
  readonly places: readonly (string | undefined)[];
  readonly rest: readonly string[];
}

function createLines(shared: SharedChange, options: SharedOptions): SharedLines {
  const { paint, kinds } = options;
  const action = paintAction(paint, "create", `${symbols.create} create`);
  const places = shared.changes.map(({ source }) => (source === undefined ? undefined : clean(source)));
  const place = onlyPlace(places);
  const subject = isTree(shared, kinds)
    ? paint.bold(sharersText(shared, kinds))
    : `${paint.bold(sharedName(shared))} on ${sharersText(shared, kinds)}`;
  const title = `${action} ${subject}${place ? `  ${paint.dim(place)}` : ""}`;
  const parts = shared.parts.map(({ part }) => part);
  return { title: [title], rest: partLines(parts, "create", options), places: place === undefined ? places : [] };
}

function updateLines(shared: SharedChange, options: SharedOptions): SharedLines {
  const { paint, kinds } = options;
  const [changed, kept] = [false, true].map((isKept) => shared.parts.filter(({ part }) => (part.role === "kept") === isKept));
  const title = (changed ?? []).flatMap(({ part, places }) => {
    const { text, below } = partText(part, "update", options);
    const place = onlyPlace(places);
    const at = place === undefined ? "" : `  ${paint.dim(place)}`;
    const mark = paintAction(paint, "update", symbols.update);
    return [`${mark} ${paint.bold(clean(part.path))}: ${text} on ${sharersText(shared, kinds)}${at}`, ...below];
  });
  const differing = (changed ?? []).filter(({ places }) => onlyPlace(places) === undefined);
  const places = shared.changes.map((_, index) => {
    const placesHere = new Set(differing.flatMap((part) => part.places[index] ?? []));
    return placesHere.size === 0 ? undefined : [...placesHere].join(", ");
  });
  const rest = partLines(
    (kept ?? []).map(({ part }) => part),
    "update",
    options,
  );
  return { title, rest, places: differing.length === 0 ? [] : places };
}

/** True where all have the same place. */
export function isOnePlace(places: readonly (string | undefined)[]): boolean {
  return places.every((place) => place === places[0]);
}

function onlyPlace(places: readonly (string | undefined)[]): string | undefined {
  return isOnePlace(places) ? places[0] : undefined;
}

function addressLines(
  { changes }: SharedChange,
  places: readonly (string | undefined)[],
  callsOf: (change: Change) => readonly string[],
  { paint, width, verbose }: RowOptions,
): string[] {
  const all = changes.map((change, index) => ({ change, address: clean(change.address), place: places[index] }));
  const { shown, more } = firstFew(all, verbose);
  const rest = more === 0 ? [] : [`and ${figure(more)} more`];
  if (!verbose && shown.every(({ place }) => place === undefined)) {
    const lines = wrap([...shown.map(({ address }) => address), ...rest].join(", "), width - 4);
    return lines.map((line) => `    ${paint.dim(line)}`);
  }
  const listed = shown.flatMap(({ change, address, place }) => [
    `    ${address}${place === undefined ? "" : `  ${paint.dim(place)}`}`,
    ...(verbose ? callsOf(change) : []),
  ]);
  return [...listed, ...rest.map((line) => `    ${paint.dim(line)}`)];
}
