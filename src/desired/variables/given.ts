import { statSync } from "node:fs";
import path from "node:path";
import { type FileDiagnostic, type Origin, TrueupError, fault, formatOrigin } from "../../core/errors.js";
import { type Json, isObject } from "../../core/json.js";
import { pointerStep } from "../../core/steps.js";
import { variableName } from "../../core/variables.js";
import { displayPath, realPath } from "../find-files.js";
import { readSource } from "../read-file.js";

/** A value of a variable that comes from outside of the desired-state files. */
export interface GivenValue {
  /** A text that is read by the declared type, where `isText` says so; else a value of that type. */
  readonly value: Json;
  readonly isText: boolean;
  /** Where it comes from, as plans say it: `--var`, `vars.yaml:3:1`, `TRUEUP_VAR_NAME`. */
  readonly from: string;
  /** Where it stands, if in a file. */
  readonly origin?: Origin;
}

/** Values of one source. */
export interface VariableSource {
  readonly values: ReadonlyMap<string, GivenValue>;
  /** True where a name that no file declares is no mistake. */
  readonly mayBeUnknown: boolean;
}

/** What a run says of variables. */
export interface VariableRequest {
  /** Each `NAME=value`; the last of one name counts. */
  readonly values?: readonly string[];
  /** Files with a mapping of names to values, relative to where the user stands; later ones win. */
  readonly files?: readonly string[];
  /** Values that only stand in for others: weaker than all of these and the environment. */
  readonly fallback?: VariableSource;
  /** True where what is given may be for other files: what these do not declare is passed over. */
  readonly mayBeUnknown?: true;
}

/** What goes before a variable's name in the environment. */
export const variablePrefix = "TRUEUP_VAR_";

/**
 * All that a run says, strongest first: `--var`, `--vars`, the environment, the fallback. What is wrong in a file is pushed to `diagnostics`.
 * Throws TrueupError `usage` for what is no `NAME=value`, and `files.missing` for a file that is not there.
 */
export function variableSources(
  { values = [], files = [], fallback, mayBeUnknown: mayBe }: VariableRequest,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
  diagnostics: FileDiagnostic[],
): readonly VariableSource[] {
  const mayBeUnknown = mayBe === true;
  const inFiles = files.map((file) => readValues(file, cwd, diagnostics));
  return [
    { values: new Map(values.map(readAssignment)), mayBeUnknown },
    ...inFiles.toReversed().map((file) => ({ ...file, mayBeUnknown })),
    { values: new Map(Object.entries(env).flatMap(fromEnvironment)), mayBeUnknown: true },
    ...(fallback ? [fallback] : []),
  ];
}

/** Reads `NAME=value`. Throws TrueupError `usage`; the value is not in its message. */
function readAssignment(text: string): readonly [string, GivenValue] {
  const [, name, value] = /^([^=]*)=([\s\S]*)$/.exec(text) ?? [];
  if (name !== undefined && value !== undefined && new RegExp(variableName).test(name))
    return [name, { value, isText: true, from: "--var" }];
  throw new TrueupError({
    code: "usage",
    message: "--var takes NAME=value, where NAME has letters, digits and _ and begins with no digit",
    hint: "For example --var team_mail=team@example.com",
  });
}

function fromEnvironment([variable, value]: readonly [string, string | undefined]): (readonly [string, GivenValue])[] {
  if (!variable.startsWith(variablePrefix) || value === undefined) return [];
  return [[variable.slice(variablePrefix.length), { value, isText: true, from: variable }]];
}

function readValues(given: string, cwd: string, diagnostics: FileDiagnostic[]): VariableSource {
  const absolute = path.resolve(cwd, given);
  const real = realPath(absolute);
  if (real === undefined || !statSync(real).isFile()) {
    throw new TrueupError({
      code: "files.missing",
      message: `there is no file ${given} with values of variables`,
      hint: "--vars takes a YAML file with a mapping of names to values.",
    });
  }
  const file = { absolute: real, file: displayPath(absolute, cwd), directory: path.dirname(real) };
  const source = readSource(file, diagnostics);
  const { value } = source;
  if (isObject(value)) {
    const values = Object.entries(value).map(([name, part = null]): readonly [string, GivenValue] => {
      const origin = source.keyOrigin(pointerStep(name));
      return [name, { value: part, isText: false, from: formatOrigin(origin), origin }];
    });
    return { values: new Map(values), mayBeUnknown: false };
  }
  if (value !== undefined && value !== null)
    diagnostics.push(fault("schema.type", source.valueOrigin(""), "a file of variables must be a mapping of names to values"));
  return { values: new Map(), mayBeUnknown: false };
}
