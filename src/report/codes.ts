import { codesJson } from "./codes.gen.js";
import { reportJson } from "./json.js";

/** The explanation of a code, in plain sentences. Words between backticks are code. */
export interface ExplainedCode {
  readonly code: string;
  readonly meaning: string;
  readonly cause: string;
  /** What to do next. */
  readonly fix: string;
  /** Page of the documentation, with the anchor. */
  readonly page: string;
}

const explainedCodes = JSON.parse(codesJson) as readonly ExplainedCode[];
const byCode = new Map(explainedCodes.map((explained) => [explained.code, explained]));
/** The entry for all reasons that a server of OAuth gives in words of its own. */
const otherReason = "oauth.refused";

/** The explanation of a code; undefined if no message has the code. */
export function explainedCode(code: string): ExplainedCode | undefined {
  const reason = /^oauth\.[a-z_]+$/.test(code) ? byCode.get(otherReason) : undefined;
  return byCode.get(code) ?? (reason && { ...reason, code });
}

/** Every code, in the order of the documentation. */
export function allCodes(): readonly string[] {
  return [...byCode.keys()];
}

/** The explanation of a code for a terminal. Ends with a line break. */
export function codeText({ code, meaning, cause, fix, page }: ExplainedCode): string {
  return [`${code}: ${meaning}`, "", `  cause:  ${cause}`, `  fix:    ${fix}`, `  page:   ${page}`, ""].join("\n");
}

/** The explanation of a code as JSON. Ends with a line break. */
export function codeJson(explained: ExplainedCode): string {
  return reportJson(explained);
}

/** The explanations of all codes as one JSON document, in the order of the documentation. Ends with a line break. */
export function allCodesJson(): string {
  return reportJson({ codes: explainedCodes });
}
