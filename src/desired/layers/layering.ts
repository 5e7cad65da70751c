import { type Checker, checkerOf, diagnosticsOf } from "../../core/body-check.js";
import { type FileDiagnostic, fault } from "../../core/errors.js";
import { isObject } from "../../core/json.js";
import type { PlacedKind } from "../../core/kind.js";
import { layeringProperties } from "../../core/layer-schema.js";
import { pointerSteps } from "../../core/pointer.js";
import type { Body } from "../body.js";

const checkers = new WeakMap<PlacedKind, ReadonlyMap<string, Checker>>();

/** Tells what is wrong with the form of what a body says of layers. */
export function validateLayering(
  { kind, layering, address }: Pick<Body, "kind" | "layering" | "address">,
  diagnostics: FileDiagnostic[],
): void {
  for (const [name, { value, source, pointer }] of layering) {
    const checker = checkersOf(kind).get(name);
    for (const { rule, message, allowed, pointer: below } of checker ? diagnosticsOf(checker, value) : []) {
      const attribute = [name, ...pointerSteps(below)].join(".");
      const details = { address, attribute, ...(allowed === undefined ? {} : { allowed }) };
      diagnostics.push(fault(rule, source.valueOrigin(pointer + below), message, details));
    }
  }
}

function checkersOf(kind: PlacedKind): ReadonlyMap<string, Checker> {
  const known = checkers.get(kind);
  if (known) return known;
  const schemas = Object.entries(layeringProperties(kind));
  const made = new Map(schemas.flatMap(([name, schema]) => (isObject(schema) ? [[name, checkerOf(schema)] as const] : [])));
  checkers.set(kind, made);
  return made;
}
