import { type Field, type Fields, insideOf, typeOf } from "../../core/fields.js";
import { isObject, type Json } from "../../core/json.js";
import { fieldsOf, type Kind, placesOf, topParent } from "../../core/kind.js";
import { sinceWords } from "../../core/release-words.js";
import { bySubject } from "../../core/subject-order.js";
import { allowed, sourcesOf, typeWords, written } from "../explain.js";
import { code, prose, sentences, table } from "./markdown.js";

const head = ["attribute", "description", "values", "default", "availability"];

/** A part of a page: a heading and what stands below. */
export interface PageSection {
  readonly heading: string;
  readonly text: string;
}

/** Attributes in tables, one below each heading: by what they are about, where the kind says that. Other names of attributes stand in no table. */
export function attributeSections(kind: Kind, fields: Fields, others = "Other"): PageSection[] {
  const groups = bySubject(kind, withoutAliases(fields));
  const usual = groups.length > 1 && kind.subjects ? "Other" : others;
  return groups.map(({ subject, isDeprecated, names }) => ({
    heading: isDeprecated ? "Deprecated" : (subject?.title ?? usual),
    text: attributeTable(fields, names, (name) => onlyUnder(kind, name)),
  }));
}

/** One table of the attributes of the names, each in a line, with those inside of them behind; `limits` says where one is there alone. */
export function attributeTable(
  fields: Fields,
  names: readonly string[] = Object.keys(withoutAliases(fields)),
  limits: (name: string) => string | undefined = () => undefined,
): string {
  const rows = names.flatMap((name) => rowsOf(fields[name], name, limits(name)));
  return table(head, rows);
}

/** The attributes whose lines are not the same among others. */
export function differingRows(fields: Fields, others: Fields): Fields {
  const lines = (of: Fields, name: string) => JSON.stringify(rowsOf(of[name], name));
  return Object.fromEntries(Object.entries(fields).filter(([name]) => lines(fields, name) !== lines(others, name)));
}

/** What a kind's members hang on, in words. */
export function underWords(parent: string): string {
  return parent === topParent ? "for the instance" : `in a ${parent}`;
}

/** Under which parents alone an attribute is there; undefined where it is under all. */
function onlyUnder(kind: Kind, name: string): string | undefined {
  const places = placesOf(kind);
  const having = places.filter((place) => Object.hasOwn(fieldsOf(place), name));
  if (having.length === 0 || having.length === places.length) return undefined;
  return `only ${having.map(({ parent }) => underWords(parent)).join(" and ")}`;
}

function withoutAliases(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, { deprecated }]) => !deprecated?.alias));
}

function rowsOf(field: Field | undefined, path: string, limit?: string): string[][] {
  if (!field) return [];
  const inside = Object.entries(insideOf(field)).flatMap(([name, part]) => rowsOf(part, `${path}.${name}`));
  return [[code(path), meaningOf(field), takenBy(field), defaultOf(field), placeOf(field, limit)], ...inside];
}

function meaningOf(field: Field): string {
  return sentences([prose(field.description), ...callNotes(field), ...valueNotes(field)]);
}

/** What to know of the calls that set and show it. */
function callNotes(field: Field): (string | undefined)[] {
  const { deprecated, requires, on, unreadable, shown, through, twin, dropped, carried } = field;
  return [
    deprecated && `**Deprecated**: ${prose(deprecated.replacement)}`,
    ...secretNotes(field),
    unreadable && "Never shown: drift cannot be seen",
    shown === "sometimes" ? "Not every reply shows it" : undefined,
    shown === "inherited" ? "What is shown may be inherited" : undefined,
    field.required && (carried ? "Every call needs it" : "Needed where it is created"),
    on === "create" ? "Only taken when it is created" : undefined,
    requires && `Goes together with ${requires.map(code).join(", ")}`,
    twin === undefined ? undefined : `Another form of ${code(twin)}: one of the two in a file`,
    through && "update" in through ? `Set by a call of its own, ${code(through.update)}` : undefined,
    dropped && `Where it does not stick, the likely reason is that ${prose(dropped)}`,
  ];
}

/** How to give what nobody may see; what is none may stand in files as it is. */
function secretNotes({ secret, item }: Field): (string | undefined)[] {
  const how = `${code("${env:NAME}")} or ${code("${file:path}")}`;
  const plain = "one that is no secret may stand there as it is";
  if (secret) return [isObject(secret) ? `**Secret**: give it as ${how}; ${plain}` : `**Secret**: give it as ${how}`];
  if (!item?.secret) return [];
  return [
    isObject(item.secret)
      ? `Values may be **secrets**: give those as ${how}; ${plain}`
      : `Values are **secrets**: give each as ${how}`,
  ];
}

const eligibleNotes = {
  members: "Only members can be named",
  relatives: "Only groups of the same tree, or that it is shared with",
  invited: undefined,
  parts: undefined,
};

/** What to know of its values. */
function valueNotes(field: Field): (string | undefined)[] {
  const { inapplicable, eligible, lockedBy, ordered, exported, starts, past } = field;
  return [
    past === "refused" ? "A day that has passed is an error" : undefined,
    inapplicable && `Left out of the plan where ${prose(inapplicable.reason)}`,
    eligible && eligibleNotes[eligible.among],
    lockedBy && `Decided from above by ${lockedBy.map((lock) => `${code(lock.field)} of ${code(lock.kind)}`).join(", ")}`,
    ordered === "within-parent" ? "No more open than that of the group that it lies in" : undefined,
    exported === false ? "An export leaves it out, since it means something on one instance only" : undefined,
    exported && "never" in exported ? `An export leaves it out: ${exported.never}` : undefined,
    starts === "import" ? "Starts an import that later calls wait for" : undefined,
  ];
}

function takenBy(field: Field): string {
  const { inVendor } = field;
  const words = takenWords(field);
  const other = inVendor && takenWords({ ...field, ...inVendor });
  return [
    words,
    ...(other === undefined || other === words ? [] : [`real servers: ${other}`]),
    ...(field.nullable ? ["null unsets it"] : []),
  ].join("; ");
}

function takenWords(field: Field): string {
  const values = field.pattern === undefined ? (field.values ?? field.item?.values) : undefined;
  const bounds = values === undefined ? allowed(field) : undefined;
  const words = typeWords(field);
  const isPlainEnum = values !== undefined && field.values !== undefined && !typeOf(field).namesNumbers;
  const shown = values?.map((value) => code(written(value))).join(", ");
  if (isPlainEnum) return shown ?? words;
  return [words, shown, bounds && prose(bounds)].filter((part) => part !== undefined && part !== "").join(": ");
}

function defaultOf({ default: preset, defaultFrom, ofNew, inVendor }: Field): string {
  const valueText = (value: Json | undefined): string | undefined =>
    value === undefined || value === null || value === "" ? undefined : code(written(value));
  const vendor = inVendor && Object.hasOwn(inVendor, "default") ? valueText(inVendor.default) : undefined;
  const parts = [
    defaultFrom && prose(sourcesOf(defaultFrom)),
    valueText(preset),
    ofNew === undefined ? undefined : `of a new one ${valueText(ofNew) ?? "none"}`,
    vendor === undefined ? undefined : `real servers: ${vendor}`,
  ];
  return parts.filter((part) => part !== undefined).join("; ");
}

function placeOf(field: Field, limit?: string): string {
  const { tier, until, dialect } = field;
  const parts = [
    limit,
    tier === undefined || tier === "free" ? undefined : tier,
    sinceWords(field),
    until === undefined ? undefined : `until ${until}`,
    dialect === "vendor" ? "real servers" : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(", ");
}
