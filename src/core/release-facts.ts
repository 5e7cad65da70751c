import type { Field, Fields } from "./fields.js";
import type { IgnoredParameters, Kind, Kinds, Shape } from "./kind-data.js";
import type { Dates } from "./release-words.js";

/** What facts add to an attribute that the kind's file names: dates, words of an enum, attributes of a record. */
export interface FieldAdditions extends Dates, Pick<Field, "values" | "inVendor"> {
  readonly fields?: Readonly<Record<string, Field | FieldAdditions>>;
}

/** What facts of releases say of a kind, or of one shape of it, beyond its file: settled by `facts/`, from the facts and the kind. */
export interface SettledFacts {
  /** Attributes that its file does not name. */
  readonly fields: Fields;
  /** Of those that it names. */
  readonly additions: Readonly<Record<string, FieldAdditions>>;
}

/** What is said of a shape beside its attributes. */
export type ShapeDescription = Pick<Shape, "description" | "tier" | "dialect" | "made">;

/** The same of one shape; one that a run does not have from the kind's file is described here. */
export interface ShapeFacts extends SettledFacts, Dates, Partial<ShapeDescription> {}

/** The same of a whole kind. */
export interface KindFacts extends SettledFacts, Pick<Kind, "subjects"> {
  readonly shapes?: Readonly<Record<string, ShapeFacts>>;
  /** By what it may hang on: the attributes that no release takes there. */
  readonly lacks?: Readonly<Record<string, readonly string[]>>;
  /** By what it may hang on: dates of attributes that some release takes elsewhere and not there. */
  readonly dates?: Readonly<Record<string, Readonly<Record<string, Dates>>>>;
  /** What it may hang on where its list knows no pages. */
  readonly unpaged?: readonly string[];
  /** What its replies show that nothing else here names. */
  readonly shows?: readonly string[];
}

/** By the name of the kind. */
export interface FactsTable {
  /** The releases that facts are known of, the oldest first. */
  readonly releases: readonly string[];
  readonly kinds: Readonly<Record<string, KindFacts>>;
}

/** What a parameter is to a kind: a field of the kind's file, an attribute that facts alone know, another name of one, what names the thing or where it lies, or nothing. */
export const parameterStandings = ["field", "plain", "alias", "key", "ignored"] as const;
/** One of them. */
export type Standing = (typeof parameterStandings)[number];

/** What became of all parameters of one operation of a kind in one release. */
export interface OperationAccount {
  readonly kind: string;
  readonly operation: string;
  readonly release: string;
  /** Where each key has a shape of its own. */
  readonly key?: string;
  /** With the reason of what is ignored. */
  readonly parameters: readonly { readonly name: string; readonly as: Standing; readonly reason?: IgnoredParameters[string] }[];
}

/** A kind with what only generated things need of it. */
export async function wholeKind(kind: Kind): Promise<Kind> {
  const { shapes, ...more } = (await kind.further?.()) ?? {};
  return { ...kind, ...more, ...(shapes ? { shapes: { ...kind.shapes, ...shapes } } : {}) };
}

/** Kinds with all that facts of releases say of them. */
export function withFacts(kinds: Kinds, table: FactsTable): Kinds {
  return new Map(
    [...kinds].map(([name, kind]) => [name, Object.hasOwn(table.kinds, name) ? completed(kind, table.kinds[name]) : kind]),
  );
}

function completed(kind: Kind, facts: KindFacts | undefined): Kind {
  if (facts === undefined) return kind;
  const parents = Object.entries(kind.parents).map(([parent, place]) => [
    parent,
    {
      ...place,
      ...(place.fields ? { fields: withAdditions(place.fields, facts.additions) } : {}),
      ...(facts.lacks && Object.hasOwn(facts.lacks, parent) ? { lacks: facts.lacks[parent] } : {}),
      ...(facts.dates && Object.hasOwn(facts.dates, parent) ? { dates: facts.dates[parent] } : {}),
      ...(facts.unpaged?.includes(parent) ? { unpaged: true } : {}),
    },
  ]);
  const shapes = kind.shapes || facts.shapes ? { shapes: completedShapes(kind.shapes ?? {}, facts.shapes ?? {}) } : {};
  const keys = shapes.shapes && kind.key?.values ? { key: { ...kind.key, values: Object.keys(shapes.shapes) } } : {};
  return {
    ...kind,
    ...(facts.subjects ? { subjects: facts.subjects } : {}),
    ...(facts.shows ? { shows: facts.shows } : {}),
    ...shapes,
    ...keys,
    parents: Object.fromEntries(parents) as Kind["parents"],
    fields: { ...withAdditions(kind.fields, facts.additions), ...facts.fields },
  };
}

function completedShapes(
  shapes: NonNullable<Kind["shapes"]>,
  facts: NonNullable<KindFacts["shapes"]>,
): Readonly<Record<string, Shape>> {
  const names = [...Object.keys(shapes), ...Object.keys(facts).filter((key) => !Object.hasOwn(shapes, key))];
  return Object.fromEntries(names.map((key) => [key, completedShape(shapes[key], facts[key])]));
}

function completedShape(shape: Shape | undefined, facts: ShapeFacts | undefined): Shape {
  const { fields = {}, additions = {}, ...known } = facts ?? {};
  return { description: "", ...known, ...shape, fields: { ...withAdditions(shape?.fields ?? {}, additions), ...fields } };
}

function withAdditions(fields: Fields, additions: SettledFacts["additions"]): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, withAddition(field, additions[name])]));
}

function withAddition(field: Field, addition: FieldAdditions | undefined): Field {
  if (addition === undefined) return field;
  const { fields, ...rest } = addition;
  if (fields === undefined) return { ...field, ...rest };
  const inner = Object.entries(fields).flatMap(([name, part]) => {
    const innerField = field.fields?.[name];
    if (innerField !== undefined) return [[name, withAddition(innerField, part)] as const];
    // Under another parent it may not be there: what only adds to it adds nothing then.
    return "type" in part ? [[name, part] as const] : [];
  });
  return { ...field, ...rest, fields: { ...field.fields, ...Object.fromEntries<Field>(inner) } };
}
