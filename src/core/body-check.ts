import { type Check, checkOf } from "./checks.js";
import { rememberedOf } from "./collections.js";
import type { Json } from "./json.js";
import type { PlacedKind } from "./kind.js";
import { explain, type Explanation } from "./schema-error.js";
import { bodySchema, type JsonSchema } from "./schema.js";
import { valueAt } from "./steps.js";

/** A schema with what checks values against it. */
export interface Checker {
  readonly schema: JsonSchema;
  readonly check: Check;
}

const checkers = rememberedOf<Checker>();

/** A schema with its check. */
export function checkerOf(schema: JsonSchema): Checker {
  return { schema, check: checkOf(schema) };
}

/** One for each kind and shape, made when it is first needed. A key that has no shape of its own is checked as its kind. */
export function bodyChecker(kind: PlacedKind, key: string | undefined): Checker {
  const shape = key !== undefined && kind.shapes && Object.hasOwn(kind.shapes, key) ? key : undefined;
  return checkers(kind, shape ?? "", () => checkerOf(bodySchema(kind, shape)));
}

/** What is wrong with a value, in plain words. */
export function diagnosticsOf({ schema, check }: Checker, value: Json): readonly Explanation[] {
  if (check(value)) return [];
  return (check.errors ?? []).flatMap((error) => explain(error, schema, valueAt(value, error.instancePath)) ?? []);
}
