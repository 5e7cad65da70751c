import { compareTexts } from "../../core/collections.js";
import { fault, type FileDiagnostic } from "../../core/errors.js";
import type { Field } from "../../core/fields.js";
import type { Value } from "../../core/json.js";
import { fieldsOf, type Kinds } from "../../core/kind.js";
import { absencePath, boundWords, type LayerBody, type Statement } from "../../core/layer.js";
import { hidesSecret } from "../../core/placeholders.js";
import type { Explanation } from "../../core/schema-error.js";
import { compareStrictness } from "../../core/strictness.js";
import { statementsOf } from "../../policies/index.js";
import { type Body, type DeclaredEntry, type Piece, pieceOrigin, shapeKey } from "../body.js";
import { canonicalBody } from "../canonical.js";
import type { Texts } from "../texts.js";
import { validateBody } from "../validate.js";
import { withThis } from "./this.js";
import { type Facet, splitBody, type ValueWord } from "./words.js";

/** What reading bodies of layers needs. */
export interface LayerContext {
  readonly kinds: Kinds;
  readonly texts: Texts;
  readonly diagnostics: FileDiagnostic[];
  /** Told of each body that was read, for checks that are the same for all bodies. */
  readonly onEntry: (entry: DeclaredEntry) => void;
}

/** Reads a body of a layer: what it says plainly, and with words. */
export function readLayerBody(body: Body, context: LayerContext, admitted?: readonly ValueWord[]): LayerBody {
  const { plain, facets } = splitBody(body, context.diagnostics, admitted);
  const entry = readEntry(plain, context, isOfTheWhole);
  const { spec, origins, defaults = [] } = entry.desired;
  const statements = statementsOf(fieldsOf(body.kind, { key: shapeKey(body) }), spec, origins, body.origin);
  const isDefault = ({ path }: Statement) => defaults.some((of) => of.every((step, index) => path[index] === step));
  const marked = statements.map((statement) => (isDefault(statement) ? { ...statement, isDefault: true as const } : statement));
  const all = [...marked, ...facetStatements(facets, context)];
  const read = (alone: Body, diagnostics: FileDiagnostic[]) =>
    readLayerBody(alone, { ...context, diagnostics, onEntry: () => undefined }, admitted).statements;
  return layerBody(body, withThis(body, all, read, context.diagnostics));
}

/** The statements of a body as a layer has them: under the name of what hangs on the thing. */
export function layerBody({ kind, key, parent, origin }: Body, statements: readonly Statement[]): LayerBody {
  const child = parent === undefined ? {} : { child: { kind: kind.name, ...(key === undefined ? {} : { key }) } };
  return { ...child, statements: inOrder(statements), origin };
}

/** By attribute and word, however they were spread over files. */
function inOrder(statements: readonly Statement[]): readonly Statement[] {
  const sorted = statements.map((statement) => [JSON.stringify([statement.path, statement.word]), statement] as const);
  return sorted.sort(([a], [b]) => compareTexts(a, b)).map(([, statement]) => statement);
}

/** Checks a body and brings it into canonical form. What `isPassed` says of the schema's complaints is no matter here. */
export function readEntry(body: Body, context: LayerContext, isPassed: (explanation: Explanation) => boolean): DeclaredEntry {
  const { kinds, texts, diagnostics } = context;
  const wrong = validateBody(body, kinds, diagnostics, isPassed);
  const entry: DeclaredEntry = { body, wrong, desired: canonicalBody(body, wrong, texts, diagnostics) };
  context.onEntry(entry);
  return entry;
}

/** True for what a body lacks as a whole: of layers that lie over each other only what they make together can lack it. */
export function isOfTheWhole({ rule, pointer }: Explanation): boolean {
  return pointer === "" && (rule === "schema.required" || rule === "schema.anyOf");
}

/** What words say, as statements; one whose operand is wrong is told of and left out. */
export function facetStatements(facets: readonly Facet[], context: LayerContext): Statement[] {
  return facets.flatMap((facet) => statementOf(facet, context) ?? []);
}

function statementOf(facet: Facet, context: LayerContext): Statement | undefined {
  const { word, origin, bodies } = facet;
  const isPassed = (explanation: Explanation): boolean => isOfTheWhole(explanation) || isPassedIn(word, explanation);
  const read = bodies.map((body) => {
    const { desired, wrong } = readEntry(body, context, isPassed);
    const [only] = statementsOf(fieldsOf(body.kind, { key: shapeKey(body) }), desired.spec, desired.origins, origin);
    if (only === undefined || wrong.size > 0 || refusesOperand(only, facet, body, context)) return undefined;
    return only;
  });
  const [first] = read;
  const sound = read.flatMap((statement) => statement ?? []);
  if (first === undefined || sound.length < read.length) return undefined;
  if (word !== "one_of") return { ...first, word, origin };
  const values: readonly Value[] = sound.map(({ value }) => value);
  return {
    path: first.path,
    word,
    value: values,
    origin,
    origins: Object.fromEntries(sound.map((statement, index) => [String(index), statement.origin])),
  };
}

/** Bounds of how many items there are hold for the whole list; and what tells an entry apart is enough to take it away. */
function isPassedIn(word: ValueWord, { rule }: Explanation): boolean {
  if (rule === "schema.minItems" || rule === "schema.maxItems") return true;
  return (word === "remove" || word === "excludes") && rule === "schema.required";
}

/** What a schema admits as a value and what still is no bound. */
function refusesOperand(
  { value, path }: Statement,
  { word, field, origin }: Facet,
  body: Body,
  { diagnostics }: LayerContext,
): boolean {
  const message = whyNoOperand(value, word, field);
  if (message === undefined) return false;
  diagnostics.push(fault("word.operand", origin, message, { address: body.address, attribute: [...path, word].join(".") }));
  return true;
}

function whyNoOperand(value: Value, word: ValueWord, field: Field): string | undefined {
  if (!(boundWords as readonly string[]).includes(word)) return undefined;
  const items: readonly Value[] = Array.isArray(value) ? value : [value];
  if (items.some((item) => hidesSecret(item)))
    return "a bound cannot hold ${env:…} or ${file:…}: what is compared with it is no secret";
  const isSize = word !== "at_least" && word !== "at_most" ? true : compareStrictness(field, value, value) !== undefined;
  return isSize ? undefined : `${word} takes a value that has a place in the order of strictness`;
}

/** What a policy says of a child that is to be nowhere (`vera: { ensure: absent }`); undefined for any other body. */
export function absentBody(body: Body, diagnostics: FileDiagnostic[]): LayerBody | undefined {
  const piece = body.attributes.get("ensure");
  if (piece?.value !== "absent" || body.parent === undefined || body.kind.routes.delete === undefined) return undefined;
  const names = [...body.attributes.keys(), ...body.unchecked.keys(), ...body.layering.keys()];
  const other = names.find((name) => name !== "ensure");
  if (other !== undefined) {
    const details = { address: body.address, attribute: other, allowed: "ensure: absent alone" };
    diagnostics.push(fault("policy.absent", pieceOrigin(piece), `${other} says nothing of what is to be absent`, details));
  }
  return layerBody(body, [{ path: [absencePath], word: "is", value: "absent", origin: pieceOrigin(piece), origins: {} }]);
}

/** What says whether a thing is there, or where it was. */
const placing = ["ensure", "moved_from", "moved_to"];

/** A body of a layer without `ensure`, former names and layers, which have no meaning there. Each of them is reported. */
export function withoutPlace(body: Body, what: string, diagnostics: FileDiagnostic[], admitted: readonly string[] = []): Body {
  const report = (name: string, piece: Piece, message: string): void => {
    const allowed = `${name === "ignore" ? "ignore beside set, or" : name} under the thing itself`;
    diagnostics.push(fault("policy.place", pieceOrigin(piece), message, { address: body.address, attribute: name, allowed }));
  };
  const misplaced = [...body.attributes].filter(([name]) => placing.includes(name));
  const inOrder = misplaced.sort(([a], [b]) => placing.indexOf(a) - placing.indexOf(b));
  for (const [name, piece] of inOrder)
    report(name, piece, `${name} has no part in ${what}: which things there are, and where, only declarations say`);
  for (const [name, piece] of body.layering)
    if (!admitted.includes(name)) report(name, piece, `${name} has no part in what ${what} says`);
  if (misplaced.length === 0 && body.layering.size === 0) return body;
  const attributes = new Map([...body.attributes].filter(([name]) => !placing.includes(name)));
  return { ...body, attributes, layering: new Map() };
}
