import { fault, type FileDiagnostic, formatOrigin, TrueupError, warning } from "../../core/errors.js";
import { canonicalJson, type Json, jsonIn } from "../../core/json.js";
import { didYouMean } from "../../core/names.js";
import { pointerStep } from "../../core/steps.js";
import { holdsReference } from "../../core/types/secret-reference.js";
import { holdsVariable, type VariableType } from "../../core/variables.js";
import type { VariableDeclaration } from "./declared.js";
import { type GivenValue, variablePrefix, type VariableSource } from "./given.js";

/** A declared variable with its value in this run. */
export interface ResolvedVariable {
  readonly declaration: VariableDeclaration;
  /** undefined where nobody gives one, or what is given is wrong. */
  readonly value: Json | undefined;
  /** Where the value comes from, as plans say it. */
  readonly from: string;
  /** True where what is given is wrong, which is told already. */
  readonly isWrong: boolean;
}

/** Gives each declared variable the value of the strongest source that has one, else its default. What is wrong with a value is pushed to `diagnostics`. */
export function resolveVariables(
  declared: ReadonlyMap<string, VariableDeclaration>,
  sources: readonly VariableSource[],
  diagnostics: FileDiagnostic[],
): ReadonlyMap<string, ResolvedVariable> {
  return new Map(
    [...declared].map(([name, declaration]) => {
      diagnostics.push(...wrongDefault(declaration));
      return [name, resolved(declaration, sources, diagnostics)];
    }),
  );
}

/** What is given to no declared variable: in a file a diagnostic. Throws TrueupError `variable.undeclared` for what the command line gives. */
export function undeclared(
  declared: ReadonlyMap<string, VariableDeclaration>,
  sources: readonly VariableSource[],
): FileDiagnostic[] {
  const names = [...declared.keys()];
  const strict = sources.filter(({ mayBeUnknown }) => !mayBeUnknown);
  const given = strict.flatMap(({ values }) => [...values].filter(([name]) => !declared.has(name)));
  return given.map(([name, { from, origin }]) => {
    const message = `no file declares the variable ${name}`;
    const guess = didYouMean(name, names);
    const allowed =
      guess === undefined ? `declare it in a file of desired state: vars: { ${name}: {} }` : `did you mean ${guess}?`;
    if (origin) return fault("variable.undeclared", origin, message, { allowed });
    const hint = `${allowed.charAt(0).toUpperCase()}${allowed.slice(1)}`;
    throw new TrueupError({ code: "variable.undeclared", message: `${from} ${name}: ${message}`, hint });
  });
}

function resolved(
  declaration: VariableDeclaration,
  sources: readonly VariableSource[],
  diagnostics: FileDiagnostic[],
): ResolvedVariable {
  const { name, default: byDefault } = declaration;
  const given = sources.map(({ values }) => values.get(name)).find((value) => value !== undefined);
  if (given) return fromOutside(declaration, given, diagnostics);
  if (!byDefault) return { declaration, value: undefined, from: "", isWrong: false };
  const typed = typedValue(declaration, byDefault.value, false);
  const from = `default at ${formatOrigin(byDefault.origin)}`;
  return { declaration, value: "value" in typed ? typed.value : undefined, from, isWrong: !("value" in typed) };
}

function fromOutside(
  declaration: VariableDeclaration,
  { value, isText, from, origin }: GivenValue,
  diagnostics: FileDiagnostic[],
): ResolvedVariable {
  const typed = typedValue(declaration, value, isText);
  if ("value" in typed) {
    if (origin) diagnostics.push(...plainReference(declaration, typed.value, origin));
    return { declaration, value: typed.value, from, isWrong: false };
  }
  const { name, type } = declaration;
  if (type !== undefined) {
    const text = origin ? "the value" : `the value from ${from}`;
    const message = `${text} of the variable ${name} ${typed.wrong} (declared at ${formatOrigin(declaration.origin)})`;
    const details = { attribute: `vars.${name}`, allowed: typed.allowed, ...(origin ? { related: [declaration.origin] } : {}) };
    diagnostics.push(fault("variable.type", origin ?? declaration.origin, message, details));
  }
  return { declaration, value: undefined, from, isWrong: true };
}

function wrongDefault(declaration: VariableDeclaration): FileDiagnostic[] {
  const { name, default: byDefault, type } = declaration;
  if (!byDefault || type === undefined) return [];
  const typed = typedValue(declaration, byDefault.value, false);
  if ("value" in typed) return plainReference(declaration, typed.value, byDefault.origin);
  const details = { attribute: `vars${pointerStep(name).replace("/", ".")}.default`, allowed: typed.allowed };
  return [fault("variable.type", byDefault.origin, `the default of the variable ${name} ${typed.wrong}`, details)];
}

/** A value is data: who writes a reference there means another thing than what comes of it. */
function plainReference({ name }: VariableDeclaration, value: Json, origin: GivenValue["origin"] & object): FileDiagnostic[] {
  const refers = (item: Json): boolean => holdsReference(item) || holdsVariable(item);
  if (!(Array.isArray(value) ? value.some(refers) : refers(value))) return [];
  const message = `the value of the variable ${name} is taken as it stands: nothing in it is looked up`;
  return [warning("variable.reference", origin, message, { allowed: "a reference where the variable is used" })];
}

/** How a variable gets a value. */
export function waysToGive({ name }: VariableDeclaration): string {
  return `--var ${name}=VALUE, a file of --vars, ${variablePrefix}${name}, or a default in its declaration`;
}

/** A value of the declared type, or what is wrong with the one that was given. The value itself is never told: it may be a secret that went astray. */
type Typed = { readonly value: Json } | { readonly wrong: string; readonly allowed: string };

const forms: Readonly<Record<VariableType, { readonly is: string; readonly allowed: string; readonly asText: string }>> = {
  string: { is: "a text", allowed: "a text; put it in quotes, or declare another type", asText: "a text" },
  number: { is: "a number", allowed: "a number such as 1.5", asText: "a number such as 1.5" },
  integer: { is: "a whole number", allowed: "a whole number such as 3", asText: "a whole number such as 3" },
  boolean: { is: "true or false", allowed: "true or false", asText: "true or false" },
  list: { is: "a list of texts", allowed: "a list of texts", asText: 'a list such as a,b or ["a", "b"]' },
};

/** Reads a value by the type and the values that a declaration allows: a text such as the command line gives, or a value of a file. */
function typedValue({ type, values }: VariableDeclaration, given: Json, isText: boolean): Typed {
  if (type === undefined) return { wrong: "is of an unknown type", allowed: "" };
  const value = isText && typeof given === "string" ? parsed[type](given) : given;
  if (value === undefined || !isOf[type](value))
    return { wrong: `is not ${forms[type].is}`, allowed: forms[type][isText ? "asText" : "allowed"] };
  if (values === undefined) return { value };
  const known = new Set(values.map((item) => canonicalJson(item)));
  const isKnown = (Array.isArray(value) ? value : [value]).every((item: Json) => known.has(canonicalJson(item)));
  if (isKnown) return { value };
  const allowed = values.map((item) => (typeof item === "string" ? item : canonicalJson(item))).join(", ");
  return { wrong: "is none of the values that it may have", allowed };
}

const isOf: Readonly<Record<VariableType, (value: Json) => boolean>> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isSafeInteger(value),
  boolean: (value) => typeof value === "boolean",
  list: (value) => Array.isArray(value) && value.every((item: Json) => typeof item === "string"),
};

/** undefined for a text that is none of the type. */
const parsed: Readonly<Record<VariableType, (text: string) => Json | undefined>> = {
  string: (text) => text,
  number: parsedNumber,
  integer: parsedNumber,
  boolean: (text) => (text === "true" ? true : text === "false" ? false : undefined),
  list: (text) => (text.trimStart().startsWith("[") ? jsonIn(text) : separated(text)),
};

function parsedNumber(text: string): number | undefined {
  const value = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

function separated(text: string): Json | undefined {
  if (text.trim() === "") return [];
  const items = text.split(",").map((part) => part.trim());
  return items.includes("") ? undefined : items;
}
