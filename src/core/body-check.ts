import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Json } from "./json.js";
import type { Kind } from "./kind.js";
import { valueAt } from "./pointer.js";
import { bodySchema, type JsonSchema } from "./schema.js";
import { explain, type Explanation } from "./schema-error.js";

/** A schema with what checks values against it. */
export interface Checker {
  readonly schema: JsonSchema;
  readonly check: ValidateFunction;
}

const checkers = new WeakMap<Kind, Map<string, Checker>>();
let compiler: Ajv2020 | undefined;

/** Compiles a schema. */
export function checkerOf(schema: JsonSchema): Checker {
  compiler ??= createCompiler();
  return { schema, check: compiler.compile(schema) };
}

/** One for each kind and shape, compiled when it is first needed. A key that has no shape of its own is checked as its kind. */
export function bodyChecker(kind: Kind, key: string | undefined): Checker {
  const shape = key !== undefined && kind.shapes && Object.hasOwn(kind.shapes, key) ? key : undefined;
  const ofKind = checkers.get(kind) ?? new Map<string, Checker>();
  checkers.set(kind, ofKind);
  const known = ofKind.get(shape ?? "");
  if (known) return known;
  const checker = checkerOf(bodySchema(kind, shape));
  ofKind.set(shape ?? "", checker);
  return checker;
}

/** What is wrong with a value, in plain words. */
export function findingsOf({ schema, check }: Checker, value: Json): readonly Explanation[] {
  if (check(value)) return [];
  return (check.errors ?? []).flatMap((error) => explain(error, schema, valueAt(value, error.instancePath)) ?? []);
}

/** A schema is used a few times in a run: what counts is how fast it is compiled. */
function createCompiler(): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: false, ownProperties: true, logger: false, code: { optimize: false } });
  formats.default(ajv, ["uri", "date", "email"]);
  const uri = formats.default.get("uri");
  return ajv.addFormat("iri", (text) => typeof uri === "function" && uri(text.replaceAll(/[\u00a0-\u{10ffff}]/gu, "%20")));
}
