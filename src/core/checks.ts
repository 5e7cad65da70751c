import type { ErrorObject } from "ajv";
import { checkKey } from "./check-key.js";
import { type ErrorExtent, schemaCompiler } from "./schema-compiler.js";
import type { JsonSchema } from "./schema.js";

/** Tells whether a value is as a schema says, and keeps what was wrong with the last one. */
export type Check = ((value: unknown) => boolean) & { errors?: readonly ErrorObject[] | null };

const compilers = new Map<ErrorExtent, ReturnType<typeof schemaCompiler>>();
const checks = new Map<string, Check>();

/**
 * The check of a schema. This module is for sources that run as they are: in its place `npm run build` puts one that looks the check up among those that it
 * compiled (scripts/compiled-checks.mjs), so that a command neither loads a compiler nor waits for one.
 */
export function checkOf(schema: JsonSchema, extent: ErrorExtent = "all"): Check {
  const key = checkKey(schema, extent);
  const compiler = compilers.get(extent) ?? schemaCompiler(extent, "once");
  compilers.set(extent, compiler);
  const check = checks.get(key) ?? compiler.compile(schema);
  checks.set(key, check);
  return check;
}
