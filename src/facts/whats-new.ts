import { type OperationFacts, type ParameterFacts, placeless, type ReleaseFacts } from "./release.js";

/** What came and went between two releases. */
export interface FactsComparison {
  readonly operations: Names;
  /** Of those operations that kinds use. */
  readonly parameters: readonly { readonly operation: string; readonly names: Names; readonly changed: readonly string[] }[];
}

interface Names {
  readonly come: readonly string[];
  readonly gone: readonly string[];
}

/** Compares the facts of a release with those of an older one; `used` are the operations that kinds use, by their names in either. */
export function comparedFacts(older: ReleaseFacts, newer: ReleaseFacts, used: ReadonlySet<string>): FactsComparison {
  const [before, after] = [byPlace(older), byPlace(newer)];
  const parameters = [...after].flatMap(([place, [operation, facts]]) => {
    const earlier = before.get(place)?.[1];
    if (!used.has(operation) || earlier === undefined) return [];
    const names = difference(Object.keys(earlier.params ?? {}), Object.keys(facts.params ?? {}));
    const changed = Object.keys(facts.params ?? {}).filter((name) => isOther(earlier.params?.[name], facts.params?.[name]));
    return names.come.length + names.gone.length + changed.length === 0 ? [] : [{ operation, names, changed }];
  });
  const operations = difference([...before.keys()], [...after.keys()]);
  const named = (from: typeof after, places: readonly string[]): string[] => places.map((place) => from.get(place)?.[0] ?? place);
  return { operations: { come: named(after, operations.come), gone: named(before, operations.gone) }, parameters };
}

/** What people read of a comparison, a line each. */
export function comparisonLines(older: string, { operations, parameters }: FactsComparison): string[] {
  const some = (operation: string, names: readonly string[], what: string): string[] =>
    names.length > 0 ? [`${operation}: ${counted(names.length, "parameter")} ${what}${listed(names)}`] : [];
  return [
    `${counted(operations.come.length, "operation")} more than in ${older}${listed(operations.come)}`,
    `${counted(operations.gone.length, "operation")} of ${older} no longer there${listed(operations.gone)}`,
    ...parameters.flatMap(({ operation, names, changed }) => [
      ...some(operation, names.come, "more"),
      ...some(operation, names.gone, "no longer there"),
      ...some(operation, changed, "of another type or with other words"),
    ]),
  ];
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? "" : `: ${names.join(", ")}`;
}

function byPlace({ operations }: ReleaseFacts): ReadonlyMap<string, readonly [string, OperationFacts]> {
  return new Map(Object.entries(operations).map(([name, facts]) => [placeless(name), [name, facts] as const]));
}

function difference(before: readonly string[], after: readonly string[]): Names {
  const [had, has] = [new Set(before), new Set(after)];
  return { come: after.filter((name) => !had.has(name)), gone: before.filter((name) => !has.has(name)) };
}

/** The order of words counts: it may have a meaning. */
function isOther(before: ParameterFacts | undefined, after: ParameterFacts | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  const comparable = ({ type, enum: words, required }: ParameterFacts): string => JSON.stringify([type, words, required]);
  return comparable(before) !== comparable(after);
}
