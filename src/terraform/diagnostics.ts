import { ProblemsError } from "../core/errors.js";
import type { TerraformAttributes } from "../derive/terraform/types.js";
import { renderError, renderProblems } from "../report/index.js";
import type { AttributePath, Diagnostic, PathStep } from "./plugin/service.js";

type Severity = Diagnostic["severity"];

/** What Terraform shows its user: what is wrong, and in `detail` why and what to do. `at` is the dotted name of the attribute that it is about. */
export function diagnostic(severity: Severity, summary: string, detail: string, at?: AttributePath): Diagnostic {
  return { severity, summary, detail, ...(at && at.steps.length > 0 ? { attribute: at } : {}) };
}

/** Any thrown thing as an error: what, where, why, what to do. */
export function errorDiagnostic(error: unknown, at?: AttributePath): Diagnostic {
  const plain = { color: false };
  if (error instanceof ProblemsError) {
    return diagnostic("ERROR", error.message, renderProblems(error.problems, { ...plain, frames: error.texts }), at);
  }
  const [first = "", ...more] = renderError(error, plain).trimEnd().split("\n");
  return diagnostic("ERROR", first.replace(/^Error: /, ""), more.map((line) => line.trim()).join("\n"), at);
}

/** The way to an attribute by its dotted name, as far as the schema has it: what stands in a set has no way of its own. */
export function attributePath(attributes: TerraformAttributes, dotted: string): AttributePath {
  const steps: PathStep[] = [];
  let level: TerraformAttributes | undefined = attributes;
  for (const name of dotted.split(".")) {
    const attribute: TerraformAttributes[string] | undefined = level && Object.hasOwn(level, name) ? level[name] : undefined;
    if (!attribute) break;
    steps.push({ attributeName: name });
    level = attribute.nested?.mode === "single" ? attribute.nested.attributes : undefined;
  }
  return { steps };
}
