import { ProblemsError } from "../core/errors.js";
import type { TerraformAttributes } from "../derive/terraform/types.js";
import { renderError, renderProblems } from "../report/index.js";
import { inWordsOfTerraform } from "./words.js";
import type { AttributePath, Diagnostic } from "./plugin/service.js";

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
  const [first = "", ...more] = renderError(inWordsOfTerraform(error), plain).trimEnd().split("\n");
  return diagnostic("ERROR", first.replace(/^Error: /, ""), more.map((line) => line.trim()).join("\n"), at);
}

/**
 * The way to an attribute by its dotted name, for a diagnostic: to what stands at the top of the resource, whose lines Terraform shows. Of a way into an object it would
 * show the first line of the resource.
 */
export function attributePath(attributes: TerraformAttributes, dotted: string): AttributePath {
  const [name = ""] = dotted.split(".");
  return { steps: Object.hasOwn(attributes, name) ? [{ attributeName: name }] : [] };
}
