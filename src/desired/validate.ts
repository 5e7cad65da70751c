import { type Checker, bodyChecker, checkerOf, diagnosticsOf } from "../core/body-check.js";
import { defined } from "../core/collections.js";
import { type FileDiagnostic, fault } from "../core/errors.js";
import { envelopeProperties } from "../core/file-schema.js";
import { type Json, type JsonObject, isObject } from "../core/json.js";
import { type Kinds, kindsUnder } from "../core/kind.js";
import { layeringProperties } from "../core/layer-schema.js";
import { type Explanation, unknownName } from "../core/schema-error.js";
import type { JsonSchema } from "../core/schema.js";
import { tellsSecret } from "../core/secret-names.js";
import { pointerStep, pointerSteps, valueAt } from "../core/steps.js";
import { holdsThis } from "../core/this-reference.js";
import { holdsReference } from "../core/types/secret-reference.js";
import { type Body, itemsOf, partsOf, type Piece, shapeKey } from "./body.js";
import { readGlobs } from "./layers/patterns.js";
import type { SourceFile } from "./read-file.js";

/** Checks one merged body against the schema of its kind, but for what `isPassed` says of its complaints. Gives the names of wrong attributes; "" if the body itself is. */
export function validateBody(
  body: Body,
  kinds: Kinds,
  diagnostics: FileDiagnostic[],
  isPassed: (explanation: Explanation) => boolean = () => false,
): ReadonlySet<string> {
  const wrong = new Set<string>();
  // A key that says nothing of its attributes leaves nothing to check them against.
  const shape = shapeKey(body);
  if (body.key !== undefined && shape === undefined) return new Set(body.attributes.keys());
  const checker = bodyChecker(body.kind, shape);
  const value = bodyValue(body);
  for (const explanation of diagnosticsOf(checker, value)) {
    if (isPassed(explanation) || isOpen(value, explanation)) continue;
    const steps = pointerSteps(explanation.pointer);
    wrong.add(steps[0] ?? "");
    diagnostics.push(diagnosticOf(body, kinds, checker.schema, explanation, steps));
  }
  for (const [name, { value, source, pointer }] of body.unchecked) {
    for (const steps of literalSecrets(name, value)) {
      const attribute = ["unchecked", name, ...steps].join(".");
      const details = { address: body.address, attribute, allowed: "${env:NAME} or ${file:path}" };
      const origin = source.valueOrigin(pointer + tail(steps));
      diagnostics.push(
        fault("secret.literal", origin, "what is called like this is a secret, which must not stand in a file", details),
      );
      wrong.add("unchecked");
    }
  }
  return wrong;
}

/** True for a complaint about the form of a text that is known for one group or project at a time. */
function isOpen(value: JsonObject, { rule, pointer, at }: Explanation): boolean {
  const isOfForm = at === "value" && pointer !== "" && rule !== "schema.type" && rule !== "schema.required";
  return isOfForm && holdsThis(valueAt(value, pointer));
}

/** Where a value of an attribute that no schema knows holds a text under a name that tells a secret: the steps to each. */
function literalSecrets(name: string, value: Json): (readonly string[])[] {
  if (Array.isArray(value))
    return value.flatMap((item: Json, index) => literalSecrets(name, item).map((steps) => [String(index), ...steps]));
  if (isObject(value))
    return Object.entries(value).flatMap(([inner, part]) =>
      literalSecrets(inner, part ?? null).map((steps) => [inner, ...steps]),
    );
  return typeof value === "string" && value !== "" && tellsSecret(name) && !holdsReference(value) ? [[]] : [];
}

function diagnosticOf(
  body: Body,
  kinds: Kinds,
  schema: JsonSchema,
  explanation: Explanation,
  steps: readonly string[],
): FileDiagnostic {
  const { rule, at } = explanation;
  let { message, allowed } = explanation;
  if (rule === "schema.unknown" && steps.length === 1) {
    const names = Object.keys((schema["properties"] ?? {}) as JsonObject);
    const children = kindsUnder(kinds, body.kind.name).map((child) => child.file);
    ({ message, allowed } = { allowed: undefined, ...unknownName(steps[0] ?? "", [...names, ...children]) });
  }
  const [name = "", ...below] = steps;
  const [piece, rest] =
    name === "unchecked" && below[0] !== undefined
      ? [body.unchecked.get(below[0]), tail(below.slice(1))]
      : [body.attributes.get(name), tail(below)];
  const pointer = piece ? piece.pointer + rest : "";
  const origin = piece ? (at === "key" ? piece.source.keyOrigin(pointer) : piece.source.valueOrigin(pointer)) : body.origin;
  const attribute = steps.length > 0 ? steps.join(".") : undefined;
  return fault(rule, origin, message, defined({ address: body.address, attribute, allowed }));
}

function tail(steps: readonly string[]): string {
  return steps.map(pointerStep).join("");
}

function bodyValue(body: Body): JsonObject {
  const values = (pieces: ReadonlyMap<string, Piece>) => [...pieces].map(([name, piece]) => [name, piece.value] as const);
  return Object.fromEntries([
    ...values(body.attributes),
    ...(body.unchecked.size > 0 ? [["unchecked", Object.fromEntries(values(body.unchecked))] as const] : []),
  ]);
}

/** Checks what stands in a file beside the bodies: `version`, `instance`, `delete_undeclared`. */
export function validateEnvelope(source: SourceFile, kinds: Kinds, diagnostics: FileDiagnostic[]): void {
  const { value } = source;
  if (!isObject(value)) return;
  validateProperties(new Map(partsOf({ value, source, pointer: "" })), checkersOf(kinds, envelopeProperties), diagnostics);
  globDiagnostics(source, diagnostics);
}

/** Checks the form of what a body says of layers. */
export function validateLayering({ kind, layering, address }: Body, diagnostics: FileDiagnostic[]): void {
  validateProperties(layering, checkersOf(kind, layeringProperties), diagnostics, address);
}

function validateProperties(
  pieces: ReadonlyMap<string, Piece>,
  checkers: ReadonlyMap<string, Checker>,
  diagnostics: FileDiagnostic[],
  address?: string,
): void {
  for (const [name, checker] of checkers) {
    const piece = pieces.get(name);
    if (piece === undefined) continue;
    for (const { rule, message, allowed, at, pointer } of diagnosticsOf(checker, piece.value)) {
      const place = piece.pointer + pointer;
      const origin = at === "key" ? piece.source.keyOrigin(place) : piece.source.valueOrigin(place);
      const attribute = [name, ...pointerSteps(pointer)].join(".");
      diagnostics.push(fault(rule, origin, message, defined({ address, attribute, allowed })));
    }
  }
}

/** A glob is matched as it stands: one that can match no path would silently delete nothing. */
function globDiagnostics(source: SourceFile, diagnostics: FileDiagnostic[]): void {
  const rules = isObject(source.value) ? source.value["delete_undeclared"] : undefined;
  for (const [name, value = null] of Object.entries(isObject(rules) ? rules : {})) {
    if (!Array.isArray(value)) continue;
    const globs = itemsOf({ value, source, pointer: `/delete_undeclared${pointerStep(name)}` });
    globs.forEach((item, index) => readGlobs([item], diagnostics, { attribute: `delete_undeclared.${name}.${index}` }));
  }
}

const checkers = new WeakMap<object, ReadonlyMap<string, Checker>>();

/** Checks of properties by their names, made once for each kind, or set of kinds, that has them. */
function checkersOf<Owner extends object>(
  owner: Owner,
  propertiesOf: (owner: Owner) => JsonObject,
): ReadonlyMap<string, Checker> {
  const known = checkers.get(owner);
  if (known) return known;
  const schemas = Object.entries(propertiesOf(owner));
  const made = new Map(schemas.flatMap(([name, schema]) => (isObject(schema) ? [[name, checkerOf(schema)] as const] : [])));
  checkers.set(owner, made);
  return made;
}
