import type { ErrorObject } from "ajv";
import { checkKey } from "./check-key.js";
import { type ErrorExtent, schemaCompiler } from "./schema-compiler.js";
import type { JsonSchema } from "./schema.js";

/** Tells whether a value is as a schema says, and keeps what was wrong with the last one. */
export type Check = ((value: unknown) => boolean) & { errors?: readonly ErrorObject[] | null };

const compilers = new Map<ErrorExtent, ReturnType<typeof schemaCompiler>>();
const checks = new Map<string, Check>();

/** The check of a schema. `npm run build` puts a module in place of this one that has all checks compiled (scripts/compiled-checks.mjs): commands load no compiler. */
export function checkOf(schema: JsonSchema, extent: ErrorExtent = "all"): Check {
  const key = checkKey(schema, extent);
  const compiler = compilers.get(extent) ?? schemaCompiler(extent, "once");
  compilers.set(extent, compiler);
  const check = checks.get(key) ?? compiler.compile(schema);
  checks.set(key, check);
  return check;
}
