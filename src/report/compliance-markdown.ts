import type { Compliance, PolicyCompliance } from "../core/compliance.js";
import { exceptionText, mostShown, verdict } from "./compliance-text.js";
import { code, details, prose, table } from "./markdown.js";
import { valueText } from "./value.js";

const header = ["Policy", "", "Matches", "In force", "Reported", "Obeying", "Violating", "Excepted", "Locked", "Not readable"];

/** How far policies are kept, as a page or a note: a table, and a list for each policy that is not kept. Texts of files and servers are escaped. Ends with a line break. */
export function renderComplianceMarkdown(compliance: Compliance, verbose: boolean): string {
  const { instance, policies, today } = compliance;
  const counts = ["matches", "inForce", "reported", "obeying", "violating", "excepted", "locked", "unreadable"] as const;
  const rows = policies.map((policy) => [
    code(policy.policy, 80),
    prose(verdict(policy)),
    ...counts.map((name) => String(policy[name])),
  ]);
  const head = [`### Compliance of ${code(instance.url)}`, ...(today === "" ? [] : [`As of ${prose(today)}.`])];
  const body = policies.length === 0 ? ["The files have no policies."] : [table(header, rows)];
  return `${[...head, ...body, ...policies.flatMap((policy) => listsOf(policy, verbose))].join("\n\n")}\n`;
}

function listsOf(compliance: PolicyCompliance, verbose: boolean): string[] {
  const violations = compliance.violations.map(({ address, attribute, live, asked, reported, lockedBy }) => {
    const what =
      attribute === "" ? "is not there" : `${code(attribute)}: ${code(valueText(live))} instead of ${code(valueText(asked))}`;
    return `${code(address)} ${what}${reported ? ", only reported" : ""}${lockedBy === undefined ? "" : `, locked by ${code(lockedBy)}`}`;
  });
  const hidden = compliance.hidden.map((address) => code(address));
  const exceptions = compliance.exceptions.map((exception) => prose(exceptionText(exception)));
  return [
    ...list(`${compliance.violations.length} violations of ${code(compliance.policy, 80)}`, violations, verbose),
    ...list(`Exceptions of ${code(compliance.policy, 80)}`, exceptions, verbose),
    ...list(`Not readable for ${code(compliance.policy, 80)}`, hidden, verbose),
  ];
}

function list(summary: string, items: readonly string[], verbose: boolean): string[] {
  if (items.length === 0) return [];
  const lines = (verbose ? items : items.slice(0, mostShown)).map((item) => `- ${item}`);
  const left = items.length - lines.length;
  const more = left === 0 ? [] : [`- and ${left} more; the report as JSON has all`];
  return [details(summary, [...lines, ...more].join("\n"))];
}
