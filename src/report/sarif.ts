import type { Origin } from "../core/errors.js";
import { diagnosticSentence, fingerprintsOf } from "./code-quality.js";
import { explainedCode } from "./codes.js";
import { reportJson } from "./json.js";
import type { CheckedFiles } from "./reported.js";

/** What validate found, as SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html): a run of trueup with a result for each problem, at its file, line and column. */
export function sarif({ diagnostics, placeOf }: CheckedFiles, version: string): string {
  const rules = [...new Set(diagnostics.map(({ rule }) => rule))];
  const numbers = new Map(rules.map((rule, index) => [rule, index]));
  const fingerprints = fingerprintsOf(diagnostics, placeOf);
  const place = ({ file, line, column }: Origin) => ({
    physicalLocation: {
      artifactLocation: { uri: encoded(placeOf(file)), uriBaseId: "%SRCROOT%" },
      region: { startLine: line, startColumn: column },
    },
  });
  return reportJson({
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "trueup", version, rules: rules.map(ruleOf) } },
        automationDetails: { id: "trueup/validate" },
        columnKind: "utf16CodeUnits",
        results: diagnostics.map((diagnostic, index) => ({
          ruleId: diagnostic.rule,
          ruleIndex: numbers.get(diagnostic.rule) ?? -1,
          level: diagnostic.severity,
          message: { text: withoutLinks(diagnosticSentence(diagnostic)) },
          locations: [place(diagnostic.origin)],
          ...(diagnostic.related === undefined ? {} : { relatedLocations: diagnostic.related.map(place) }),
          partialFingerprints: { "trueup/v1": fingerprints[index] ?? "" },
        })),
      },
    ],
  });
}

/** A rule with its explanation, which services show beside its results. */
function ruleOf(id: string): object {
  const explained = explainedCode(id);
  if (!explained) return { id };
  const { meaning, cause, fix } = explained;
  return { id, shortDescription: { text: meaning }, help: { text: `${meaning} ${cause} ${fix}` } };
}

/** In a message `[text](target)` is a link (SARIF 2.1.0, 3.11.6), unless its bracket is escaped. */
function withoutLinks(text: string): string {
  return text.replaceAll(/\[(?=[^\]]*\]\()/g, "\\[");
}

/** A relative path as the reference of a URI. What no URI can hold stands as U+FFFD. */
function encoded(place: string): string {
  return place
    .replaceAll(/\p{Cs}/gu, "\ufffd")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
}
