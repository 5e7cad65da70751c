import { type FileDiagnostic, formatOrigin } from "../../core/errors.js";
import type { VariableUse } from "../../core/plan.js";
import type { SourceFile } from "../read-file.js";
import { declaredVariables } from "./declared.js";
import type { VariableSource } from "./given.js";
import { resolveVariables, undeclared } from "./resolved.js";
import { Substitution } from "./substitute.js";

/** Files with values in the place of references to variables. */
export interface Substituted {
  readonly sources: readonly SourceFile[];
  /** By `file:line:column` of a key: the variables that give what stands below it. */
  readonly uses: ReadonlyMap<string, readonly VariableUse[]>;
  /** Diagnostics about what came of it: they name the variables that a value comes from, and pass over what has no value to check. */
  readonly explain: (diagnostics: readonly FileDiagnostic[]) => readonly FileDiagnostic[];
}

/**
 * Puts the values of the variables that files declare (`vars`) in the place of every `${var:NAME}` in them; `given` are the sources of values, strongest first.
 * What is wrong is pushed to `diagnostics`. Throws TrueupError `variable.undeclared`.
 */
export function substituteVariables(
  sources: readonly SourceFile[],
  given: readonly VariableSource[],
  diagnostics: FileDiagnostic[],
  isVerbatim?: (pointer: string) => boolean,
): Substituted {
  const isComplete = sources.every(({ value }) => value !== undefined);
  const declared = declaredVariables(sources, diagnostics);
  if (isComplete) diagnostics.push(...undeclared(declared, given));
  const substitution = new Substitution(resolveVariables(declared, given, diagnostics), diagnostics, isComplete, isVerbatim);
  const substituted = sources.map((source) => substitution.file(source));
  substitution.finish();
  return { sources: substituted, uses: substitution.usesAtKeys, explain: (all) => explained(all, substitution) };
}

function explained(
  diagnostics: readonly FileDiagnostic[],
  { usesAtValues, unresolved }: Substitution,
): readonly FileDiagnostic[] {
  if (usesAtValues.size === 0 && unresolved.size === 0) return diagnostics;
  return diagnostics.flatMap((diagnostic) => {
    const place = formatOrigin(diagnostic.origin);
    if (isAbout("variable", diagnostic)) return [diagnostic];
    if (unresolved.has(place))
      return ["schema", "secret", "name"].some((topic) => isAbout(topic, diagnostic)) ? [] : [diagnostic];
    const uses = usesAtValues.get(place);
    if (uses === undefined || diagnostic.severity !== "error" || isAbout("duplicate", diagnostic)) return [diagnostic];
    const names = uses.map(({ name, from }) => `\${var:${name}} from ${from}`).join(", ");
    return [{ ...diagnostic, message: `${diagnostic.message} (${names})` }];
  });
}

function isAbout(topic: string, { rule }: FileDiagnostic): boolean {
  return rule.startsWith(`${topic}.`);
}
