import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { Operation } from "./operations.js";
import type { Json } from "./records.js";
import { remembered } from "./remembered.js";
import { badParameters } from "./replies.js";
import type { Schema } from "./schema.js";

/** Limits of a model that parameters break: attribute name -> messages. A handler raises them with `checkLimits`, after its permission checks. */
export type BrokenLimits = Readonly<Record<string, readonly string[]>>;

// What counts is how fast a schema is compiled: most emulators live for a few requests of each kind.
const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, validateFormats: true, code: { optimize: false } });

// Document 1, Conventions 4. A datetime may leave out the time, or give it with an offset; a blank one is none.
ajv.addFormat("date-time", (text: string) => text === "" || isDay(text) || (TIME.test(text) && isDay(text.slice(0, 10))));

ajv.addFormat("date", (text: string) => text === "" || isDay(text));

const compiled = new WeakMap<Operation, ValidateFunction>();

const TIME = /^[\d-]{10}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** True for a day of the calendar written `YYYY-MM-DD`. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * Checks parameters that are already coerced. Throws 400 `{"error":"name is missing, x does not have a valid value"}` (the reference of real
 * servers, section A); lengths, patterns and bounds of body parameters are rules of the model and are returned instead.
 * @param files names of the file parts, which count as sent
 * @param wire the name of a parameter in the instance's dialect
 */
export function validate(
  operation: Operation,
  values: Readonly<Record<string, Json>>,
  files: ReadonlySet<string>,
  wire: (name: string) => string,
): BrokenLimits {
  const required = operation.input.required ?? [];
  const missing = required.filter((name) => isMissing(operation.input.properties?.[name], values[name]) && !files.has(name));
  const problems = missing.map((name) => `${wire(name)} is missing`);
  const limits: Record<string, string[]> = {};
  for (const error of problemsOf(operation, values)) {
    const [name = ""] = error.instancePath.slice(1).split("/");
    const limit = operation.bodyNames.includes(name) ? limitText(error) : undefined;
    if (limit === undefined) problems.push(problemText(error, wire));
    else (limits[name] ??= []).push(limit);
  }
  if (operation.atLeastOne && ![...Object.keys(values), ...files].some((name) => operation.bodyNames.includes(name))) {
    problems.push(`${operation.bodyNames.map(wire).join(", ")} are missing, at least one parameter must be provided`);
  }
  if (problems.length > 0) throw badParameters([...new Set(problems)].join(", "));
  return limits;
}

/** Null is no value, unless the parameter says that it may be null: then the handler says what is wrong with that. */
function isMissing({ type = [] }: Schema = {}, value: Json | undefined): boolean {
  return value === undefined || (value === null && !(typeof type === "string" ? [type] : type).includes("null"));
}

function problemsOf(operation: Operation, values: Readonly<Record<string, Json>>): readonly ErrorObject[] {
  // Presence is checked above, where file parts are known too.
  const { required: _, ...schema } = operation.input;
  const check = remembered(compiled, operation, () => ajv.compile({ ...schema, additionalProperties: true } satisfies Schema));
  const sent = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  return check(sent)
    ? []
    : (check.errors ?? []).filter(
        (error) => !["anyOf", "oneOf", "if"].includes(error.keyword) || error.schemaPath.split("/").length <= 4,
      );
}

function problemText(error: ErrorObject, wire: (name: string) => string): string {
  // Real servers name the list, not the element of it that is wrong.
  const name = nameOf(error.instancePath.replace(/(?:\/\d+)+$/, ""), wire);
  switch (error.keyword) {
    case "required":
      return `${nameOf(error.instancePath, wire)}[${error.params["missingProperty"]}] is missing`;
    case "enum":
    case "const":
    case "minimum":
    case "maximum":
    case "minItems":
      return `${name} does not have a valid value`;
    case "maxItems":
      return `${name} has too many values (maximum is ${String(error.params["limit"])})`;
    default:
      return `${name} is invalid`;
  }
}

/** `/assets/links/0` as real servers write it: `assets[links][0]`. */
function nameOf(path: string, wire: (name: string) => string): string {
  const [first = "", ...rest] = path.slice(1).split("/");
  return wire(first) + rest.map((part) => `[${part}]`).join("");
}

function limitText(error: ErrorObject): string | undefined {
  const limit = String(error.params["limit"]);
  switch (error.keyword) {
    case "maxLength":
      return `is too long (maximum is ${limit} characters)`;
    case "minLength":
      return limit === "1" ? "can't be blank" : `is too short (minimum is ${limit} characters)`;
    case "minimum":
      return `must be greater than or equal to ${limit}`;
    case "maximum":
      return `must be less than or equal to ${limit}`;
    case "pattern":
      return "is invalid";
    default:
      return undefined;
  }
}
