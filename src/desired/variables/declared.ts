import { type FileDiagnostic, type Origin, fault, formatOrigin } from "../../core/errors.js";
import { type Json, type JsonObject, isObject } from "../../core/json.js";
import { tellsSecret } from "../../core/secret-names.js";
import { pointerStep } from "../../core/steps.js";
import { type VariableType, variableTypes } from "../../core/variables.js";
import type { SourceFile } from "../read-file.js";

/** A variable as a file declares it. */
export interface VariableDeclaration {
  readonly name: string;
  /** undefined where the declaration is so wrong that nothing can be said of its values. */
  readonly type: VariableType | undefined;
  /** The only values that it may have, or that the items of its lists may have. */
  readonly values?: readonly Json[];
  readonly default?: { readonly value: Json; readonly origin: Origin };
  /** Where its name stands. */
  readonly origin: Origin;
}

/** What all files declare under `vars`, by name. What no schema finds is pushed to `diagnostics`: two of one name, and names that tell a secret. */
export function declaredVariables(
  sources: readonly SourceFile[],
  diagnostics: FileDiagnostic[],
): ReadonlyMap<string, VariableDeclaration> {
  const declared = new Map<string, VariableDeclaration>();
  for (const source of sources) {
    const vars = isObject(source.value) ? source.value["vars"] : undefined;
    for (const [name, body = null] of Object.entries(isObject(vars) ? vars : {})) {
      const declaration = declarationOf(name, body, source);
      const first = declared.get(name);
      if (first === undefined) declared.set(name, declaration);
      diagnostics.push(...wrongName(declaration, first));
    }
  }
  return declared;
}

function declarationOf(name: string, body: Json, source: SourceFile): VariableDeclaration {
  const pointer = `/vars${pointerStep(name)}`;
  const { type = "string", values, default: byDefault }: JsonObject = isObject(body) ? body : {};
  const isSound = body === null || isObject(body);
  return {
    name,
    type: isSound ? variableTypes.find((known) => known === type) : undefined,
    origin: source.keyOrigin(pointer),
    ...(Array.isArray(values) ? { values } : {}),
    ...(byDefault === undefined ? {} : { default: { value: byDefault, origin: source.valueOrigin(`${pointer}/default`) } }),
  };
}

function wrongName({ name, origin }: VariableDeclaration, first: VariableDeclaration | undefined): FileDiagnostic[] {
  const attribute = `vars.${name}`;
  if (first) {
    const message = `the variable ${name} is declared already at ${formatOrigin(first.origin)}`;
    const details = { attribute, allowed: "one declaration for each variable", related: [first.origin] };
    return [fault("variable.duplicate", origin, message, details)];
  }
  if (!tellsSecret(name)) return [];
  const message = `a variable that is called ${name} would hold a secret, and variables are shown in plans`;
  return [fault("variable.secret", origin, message, { attribute, allowed: "${env:NAME} or ${file:path} where it is used" })];
}
