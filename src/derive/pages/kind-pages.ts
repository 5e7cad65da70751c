import { formatAddress } from "../../core/address.js";
import type { Fields, Match } from "../../core/fields.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import {
  addressIn,
  allFields,
  exampleParent,
  fieldsOf,
  formOf,
  isLive,
  isRenamable,
  isTopLevel,
  type Kind,
  kindOf,
  type Kinds,
  type PlacedKind,
  placesOf,
  type Shape,
  topParent,
  comesByItself,
} from "../../core/kind.js";
import { type ReadCost, readCosts } from "../../core/read-costs.js";
import { sinceSentence } from "../../core/release-words.js";
import { shapeFields } from "../explain.js";
import { bodyWords } from "../file-words.js";
import { attributeSections, attributeTable, differingRows, type PageSection, underWords } from "./attribute-table.js";
import { capital, code, fenced, linkTo, prose, sentences, table } from "./markdown.js";
import { otherNames, type ToolName } from "./other-names.js";

/** Writes a value as the text of a file. */
type WriteFile = (content: object) => string;

/** What the page of a kind has beside what the kind says. */
export interface PageMaterial {
  /** How one begins with it, in Markdown: the file beside the kind. */
  readonly introduction?: string;
  /** Its file in `examples/kinds`; a kind that somebody is adding may have none yet. */
  readonly example?: string;
  /** What other tools call it and its attributes. */
  readonly toolNames?: readonly ToolName[];
}

/** The reference pages of the kinds, by their name: one for each, with its material, and README.md as index. */
export function kindPages(
  kinds: Kinds,
  write: WriteFile,
  material: ReadonlyMap<string, PageMaterial>,
): ReadonlyMap<string, string> {
  return new Map([
    ["README.md", indexPage(kinds)],
    ...[...kinds.values()].map(
      (kind) => [`${kind.name}.md`, kindPage(kind, kinds, write, material.get(kind.name) ?? {})] as const,
    ),
  ]);
}

function indexPage(kinds: Kinds): string {
  const rows = [...kinds.values()].map((kind) => [
    `[${code(kind.name)}](${kind.name}.md)`,
    prose(kind.description),
    standing(kind),
    kind.tier ?? "",
    String(attributeCount(kind)),
  ]);
  return `${[
    "<!-- Made by `npm run generate` from the kinds and the facts of releases. Do not edit. -->",
    "# The kinds",
    "What files can declare, in the order in which it is applied. `trueup explain KIND` says the same on the command line, and how files are put together is told in [files.md](../files.md). What became of every parameter of real servers is counted in [coverage.md](../coverage.md).",
    table(["kind", "description", "key in files", "tier", "attributes"], rows),
  ].join("\n\n")}\n`;
}

function standing(kind: Kind): string {
  return placesOf(kind)
    .map((place) => `${code(place.file)}${place.parent === topParent ? "" : ` of a ${place.parent}`}`)
    .join(", ");
}

function attributeCount(kind: Kind): number {
  const keys = kind.shapes ? Object.keys(kind.shapes) : [undefined];
  const sets = keys.map((key) => (key === undefined ? allFields(kind) : fieldsOf(kind, { key })));
  return sets.flatMap((fields) => Object.values(fields)).filter(({ deprecated }) => !deprecated?.alias).length;
}

/** The reference page of one kind, in Markdown. */
function kindPage(kind: Kind, kinds: Kinds, write: WriteFile, { introduction, example, toolNames }: PageMaterial): string {
  const shown = example === undefined ? fenced("yaml", write(exampleFile(kind, kinds))) : wholeExample(kind, example);
  const sections: readonly PageSection[] = [
    { heading: "Example", text: shown },
    ...(kind.shapes ? shapeSections(kind, kind.shapes) : fieldSections(kind, toolNames)),
    ...placeSections(kind),
    ...wordSection(kind, kinds),
    ...requestSection(kind),
    { heading: "What to know", text: listed(behaviour(kind)) },
  ];
  return `${[
    "<!-- Made by `npm run generate` from the kinds and the facts of releases. Do not edit. -->",
    `# ${kind.title} (${code(kind.name)})`,
    prose(kind.description),
    ...(introduction === undefined ? [] : [introduction.trim()]),
    overview(kind, kinds, write),
    `On this page: ${sections.map(({ heading }) => linkTo(heading)).join(", ")}. [All kinds](README.md).`,
    ...sections.map(({ heading, text }) => `## ${heading}\n\n${text}`),
  ].join("\n\n")}\n`;
}

function listed(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}

/** Groups and projects themselves are read as their number asks for, whatever is said of them. */
function requestSection(kind: Kind): PageSection[] {
  const lines = requestLines(kind);
  if (lines.length === 0) return [];
  const about = "Requests with which a plan reads what is live; a list of more than 100 takes one for each further 100.";
  return [{ heading: "Requests", text: `${about}\n\n${listed(lines)}` }];
}

/** A file that stands for itself, and how it is tried. */
function wholeExample({ name }: Kind, file: string): string {
  const text = file.replace(/^# yaml-language-server:.*\n/, "");
  const beside = text.includes("assets/") ? " What it names lies in [examples/kinds/assets](../../examples/kinds/assets)." : "";
  const tried = `\`trueup apply examples/kinds/${name}.yaml --emulator --yes\``;
  return `${fenced("yaml", text)}\n\n${tried} makes it so on the built-in platform, and the next plan is empty.${beside}`;
}

/** Where it stands, how it is called, and who has it. */
function overview(kind: Kind, kinds: Kinds, write: WriteFile): string {
  const rows = placesOf(kind).flatMap((place) => [
    ["in files", pathOf(place, kinds).map(code).join(" → ")],
    ["address", code(exampleAddress(place, kinds))],
    ...(availability(place) === "" ? [] : [["availability", availability(place)]]),
  ]);
  const key = kind.key && [["key", sentences([prose(kind.key.description), keyWords(kind.key)])]];
  return table(["", ""], [...rows, ...(key ?? []), ...shortForm(kind, write), ["documented in", prose(kind.source)]]);
}

/** The plain value that may stand in place of a body. */
function shortForm({ short = "", example, exampleKey = "name" }: Kind, write: WriteFile): string[][] {
  if (typeof short === "object") {
    const name = write({ [exampleKey]: true }).replace(/: true\s*$/, "");
    const inLine = (value: unknown) => JSON.stringify(value).replaceAll('"', "").replaceAll(/[:,]/g, "$& ");
    const [brief, whole] = [short.example, short.expand(short.example)].map((value) => code(`${name}: ${inLine(value)}`));
    return [["in short", `${brief} is ${whole}`]];
  }
  const value = (example as JsonObject)[short];
  if (value === undefined) return [];
  return [["in short", `${code(write({ [exampleKey]: value }).trim())} where nothing but ${code(short)} is said`]];
}

function keyWords({ max, caseless }: NonNullable<Kind["key"]>): string {
  return sentences([
    max === undefined ? undefined : `At most ${max} characters`,
    caseless ? "Letter case does not count" : undefined,
  ]);
}

function availability({ tier, since, topOnly }: PlacedKind): string {
  const parts = [
    tier === undefined || tier === "free" ? undefined : `tier ${tier}`,
    since === undefined ? undefined : `since ${since}`,
    topOnly ? "only in groups at the top" : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(", ");
}

/** The keys of a file above a body. */
function pathOf(place: PlacedKind, kinds: Kinds): string[] {
  const steps = place.as === "one" ? [place.file] : [place.file, place.exampleKey ?? "name"];
  if (place.parent === topParent) return steps;
  const parent = kindOf(kinds, place.parent);
  const [above] = placesOf(parent);
  const before = above ? pathOf({ ...above, exampleKey: exampleParent(place, parent) }, kinds) : [];
  return [...before, ...steps];
}

function exampleAddress(place: PlacedKind, kinds: Kinds): string {
  const key = place.as === "map" ? place.exampleKey : undefined;
  if (place.parent !== topParent) return formatAddress(addressIn(place, exampleParent(place, kindOf(kinds, place.parent)), key));
  return formatAddress(addressIn(place, place.as === "one" ? undefined : place.exampleKey, undefined));
}

/** A whole file with the kind's example. */
function exampleFile(kind: Kind, kinds: Kinds): JsonObject {
  const [place] = placesOf(kind);
  if (!place) throw new Error(`the kind ${kind.name} stands nowhere`);
  // What a kind says by way of example is a body as files have it.
  const body: Json = kind.example as JsonObject;
  return pathOf(place, kinds).reduceRight<Json>((inner, step) => ({ [step]: inner }), body) as JsonObject;
}

function fieldSections(kind: Kind, tools: readonly ToolName[] | undefined): PageSection[] {
  const fields = allFields(kind);
  const names = otherNames(fields, kind.mistaken, tools);
  const sections = attributeSections(kind, fields, "Attributes");
  return names === undefined ? sections : [...sections, { heading: "Other names", text: names }];
}

/** One for each key, where keys differ in their attributes. */
function shapeSections(kind: Kind, shapes: Readonly<Record<string, Shape>>): PageSection[] {
  const shared = allFields(kind);
  const sections = Object.entries(shapes)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, shape]) => ({ heading: key, text: shapeText(shape, shapeFields(kind, key)) }));
  return [...(Object.keys(shared).length === 0 ? [] : attributeSections(kind, shared, "Attributes that all have")), ...sections];
}

function shapeText(shape: Shape, fields: Fields): string {
  const { description, tier, until } = shape;
  const intro = sentences([
    prose(description),
    tier === undefined || tier === "free" ? undefined : `Needs tier ${tier}`,
    sinceSentence(shape),
    until && `Gone since ${until}`,
  ]);
  const names = otherNames(fields);
  const attributes = Object.keys(fields).length === 0 ? "It has no attributes of its own." : attributeTable(fields);
  return [intro, attributes, ...(names === undefined ? [] : ["Other names:", names])].filter((part) => part !== "").join("\n\n");
}

/** What is otherwise under one parent than under the others. */
function placeSections(kind: Kind): PageSection[] {
  const shared = allFields(kind);
  return placesOf(kind).flatMap((place) => {
    const fields = differingRows(fieldsOf(place), shared);
    return Object.keys(fields).length === 0
      ? []
      : [{ heading: `Otherwise ${underWords(place.parent)}`, text: attributeTable(fields) }];
  });
}

/** What may stand in a body beside attributes; what other kinds have there names their pages. */
function wordSection(kind: Kind, kinds: Kinds): PageSection[] {
  const words = placesOf(kind).flatMap((place) => bodyWords(kinds, place));
  const unique = [...new Map(words.map((word) => [word.word, word])).values()];
  if (unique.length === 0) return [];
  const rows = unique.map(({ word, description, kind: child }) => [
    code(word),
    child ? `${prose(description)} [${code(child.name)}](${child.name}.md)` : prose(description),
  ]);
  return [{ heading: "Other words", text: table(["word", "meaning"], rows) }];
}

/** How many requests it takes to read what is declared of a kind, a line each. */
function requestLines(kind: Kind): string[] {
  const lines = placesOf(kind).flatMap((place) => readCosts(place).map((cost) => lineOf(place, cost)));
  const parents = placesOf(kind).flatMap((place) => (isTopLevel(place) ? [] : [place.parent]));
  return parents.length > 0 && lines.length > 0 ? [...lines, noneOf(kind, parents)] : lines;
}

function noneOf(kind: Kind, parents: readonly string[]): string {
  return `A ${[...new Set(parents)].join(" or ")} that does not declare ${formOf(kind) === "one" ? "it" : "any"} needs no request.`;
}

function lineOf(place: PlacedKind, cost: ReadCost): string {
  const { everywhere, list } = place.routes;
  const isShared = everywhere !== undefined && cost.route === list;
  return sentences([
    `${countOf(place, cost)}: ${code(cost.route)}`,
    isShared ? `For administrators, 1 in total if several ${place.parent}s declare some: ${code(everywhere.list)}` : undefined,
  ]);
}

function countOf(place: PlacedKind, { for: unit, attributes, only }: ReadCost): string {
  const it = place.as === "one" ? "it" : "some";
  const noun = place.tree ? place.name : place.title.toLowerCase();
  const names = attributes?.map((name) => code(name)).join(" or ");
  if (unit === "each") {
    const more = place.tree || (place.listed === "short" && !names) ? "" : "more ";
    return `1 ${more}for each ${noun}${names ? ` that declares ${names}` : ""}${only === "differing" ? " that differs" : ""}`;
  }
  if (names) return `1 more for each ${place.parent} whose ${noun} declares ${names}`;
  const where = only === "undeclared" ? `that ${code("delete_undeclared")} includes` : `that declares ${it}`;
  if (unit === "all") return only === "undeclared" ? `1 in total if ${code("delete_undeclared")} includes some` : "1 in total";
  return `1 for each ${place.parent}${unit === "scope" ? ` and ${place.key?.scope?.kind ?? "scope"}` : ""} ${where}`;
}

/** What to know before one declares it: what follows from the kind's own words, then what servers do that nobody would expect. */
function behaviour(kind: Kind): string[] {
  const places = placesOf(kind);
  const derived = [lifeOf(kind, places), ...calls(kind), rights(kind)].filter((line) => line !== undefined);
  const oddities = Object.entries(kind.oddities ?? {}).map(
    ([sentence, source]) => `${sentences([prose(sentence)])} (${source === null ? "not verified" : `source: ${prose(source)}`})`,
  );
  return [...derived, ...oddities];
}

function lifeOf(kind: Kind, places: readonly PlacedKind[]): string {
  if (!places.some(isLive)) return "The server has nothing of this kind. trueup reads it when it writes other resources.";
  if (places.every(({ routes }) => routes.delete === undefined))
    return `${places.some(comesByItself) ? "" : "This resource always exists. "}trueup can change this resource, but can neither create nor delete it.`;
  if (kind.slots)
    return `No call creates this resource. The first change sets its values, and ${code("ensure: absent")} clears them.`;
  const renamed = kind.tree !== undefined || places.some((place) => isRenamable(place));
  // What is so wherever it stands takes no place.
  const where = (parent: string, words: string) => (places.length === 1 ? words : `${capital(underWords(parent))}, ${words}`);
  const replaced = places.filter(({ routes }) => routes.update === undefined && routes.create !== undefined);
  return sentences([
    kind.holdsData === true
      ? `A delete destroys the content of the resource, and needs ${code(`--allow-delete ${kind.name}`)}`
      : undefined,
    isObject(kind.holdsData)
      ? `If a resource has ${matchWords(kind.holdsData)}, a delete destroys its content, and needs ${code(`--allow-delete ${kind.name}`)}`
      : undefined,
    kind.exported === "asked" ? `An export contains these resources only with ${code(`--kind ${kind.name}`)}` : undefined,
    renamed ? `With ${code("moved_from")}, trueup renames the existing resource and does not create a new one` : undefined,
    ...(places.every((place) => Object.values(place.fields).every((field) => field.on === "create")) ? [] : replaced).map(
      ({ parent }) => capital(where(parent, "the server cannot change this resource: trueup deletes it and creates it again")),
    ),
    ...places.map(({ parent, routes }) =>
      routes.updateSince === undefined
        ? undefined
        : capital(
            where(
              parent,
              `servers before ${routes.updateSince} cannot change this resource: trueup deletes it and creates it again`,
            ),
          ),
    ),
    `trueup leaves undeclared resources unchanged${kind.committed ? "" : `, unless ${code("delete_undeclared")} includes them`}`,
  ]);
}

function calls(kind: Kind): (string | undefined)[] {
  return [
    kind.comesWithParent
      ? "The server may create this resource by itself, a moment after its parent. The plan waits for the resource."
      : undefined,
    kind.absent ? `If a reply has ${matchWords(kind.absent)}, trueup treats the resource as absent.` : undefined,
    kind.inherent
      ? `If a reply has ${matchWords(kind.inherent.shown)}, the server created the resource by itself, and there is nothing to declare. An export leaves the resource out.`
      : undefined,
    kind.keptUndeclared && isPlain(kind.keptUndeclared)
      ? `trueup never deletes a resource with ${matchWords(kind.keptUndeclared)} because it is undeclared.`
      : undefined,
  ];
}

/** False for what values say in a way that is for no reader: a kind says in words what is meant. */
function isPlain(match: Match): boolean {
  return Object.values(match).every((value) => !isObject(value));
}

function matchWords(match: Match): string {
  return Object.entries(match)
    .map(([name, value]) => {
      if (!isObject(value)) return code(`${name}: ${JSON.stringify(value)}`);
      if ("like" in value) throw new Error(`say in the kind's oddities what a ${name} like ${value.like} means`);
      return `a ${code(name)} other than ${code(JSON.stringify(value.not))}`;
    })
    .join(" and ");
}

function rights({ administrators }: Kind): string | undefined {
  if (administrators === undefined) return undefined;
  return `Only administrators of the instance can ${administrators === "read" ? "read and change" : "change"} this resource.`;
}
