import { InvalidFilesError } from "../core/errors.js";
import type { TerraformAttributes } from "../derive/terraform/types.js";
import { renderError, renderDiagnostics } from "../report/index.js";
import { clean, cleanLines, codeMark } from "../report/text.js";
import { forTerraform } from "./advice.js";
import type { AttributePath, ProtocolDiagnostic } from "./plugin/service.js";

type Severity = ProtocolDiagnostic["severity"];

/** What Terraform shows its user: what is wrong, on one line, and in `detail` why and what to do, whose line breaks are ours. `at` is the dotted name of the attribute that it is about. */
export function protocolDiagnostic(severity: Severity, summary: string, detail: string, at?: AttributePath): ProtocolDiagnostic {
  const lines = cleanLines(detail).join("\n");
  return { severity, summary: clean(summary), detail: lines, ...(at && at.steps.length > 0 ? { attribute: at } : {}) };
}

/** The same with the code of the message as the last line of `detail`, where `trueup help` and the documentation explain it. */
export function codedDiagnostic(
  severity: Severity,
  code: string,
  { summary, detail }: { readonly summary: string; readonly detail: string },
  at?: AttributePath,
): ProtocolDiagnostic {
  return protocolDiagnostic(severity, summary, [...(detail === "" ? [] : [detail]), codeMark(code)].join("\n"), at);
}

/** Any thrown thing as an error: what, where, why, what to do. */
export function errorToProtocol(error: unknown, at?: AttributePath): ProtocolDiagnostic {
  const plain = { color: false };
  if (error instanceof InvalidFilesError) {
    const detail = renderDiagnostics(error.diagnostics, { ...plain, frames: error.texts });
    return protocolDiagnostic("ERROR", error.message, detail, at);
  }
  const [first = "", ...more] = renderError(forTerraform(error), plain).trimEnd().split("\n");
  return protocolDiagnostic("ERROR", first.replace(/^Error: /, ""), more.map((line) => line.trim()).join("\n"), at);
}

/**
 * The way to an attribute by its dotted name, for a diagnostic: to what stands at the top of the resource, whose lines Terraform shows. Of a way into an object it would
 * show the first line of the resource.
 */
export function attributePath(attributes: TerraformAttributes, dotted: string): AttributePath {
  const [name = ""] = dotted.split(".");
  return { steps: Object.hasOwn(attributes, name) ? [{ attributeName: name }] : [] };
}
