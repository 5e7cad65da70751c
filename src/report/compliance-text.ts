import type { Compliance, ExceptionInUse, PolicyCompliance, Violation } from "../core/compliance.js";
import { columns } from "./columns.js";
import { code, details, prose, table } from "./markdown.js";
import { type Look, paintFor } from "./paint.js";
import { clean, count } from "./text.js";
import { valueText } from "./value.js";

/** So many of a list are shown unless all are asked for. */
const mostShown = 20;

/** How far policies are kept, for a terminal: a line of counts for each, then what is otherwise, what is excepted and what is not readable. Ends with a line break. */
export function renderCompliance(compliance: Compliance, look: Look & { readonly verbose: boolean }): string {
  const paint = paintFor(look.color);
  const { instance, policies, stats } = compliance;
  const parts = policies.map((policy) => {
    const title = `${clean(policy.policy)}  ${verdict(policy)}`;
    const exceptions = policy.exceptions.map((use) => [`excepted: ${exceptionText(use)}`, clean(use.source)]);
    const isKept = policy.violating === 0 && policy.unreadable === 0;
    return [
      `${policy.violating > 0 ? paint.red(title) : isKept ? paint.green(title) : paint.yellow(title)}  ${paint.dim(clean(policy.source))}`,
      `    ${countsLine(policy)}`,
      ...columns(shown(policy.violations, look.verbose).map(violationCells), "      "),
      ...more(policy.violations, look.verbose, "violation"),
      ...columns(exceptions, "      "),
      ...shown(policy.hidden, look.verbose).map((address) => `      not readable: ${clean(address)}`),
      ...more(policy.hidden, look.verbose, "thing that is not readable", "things that are not readable"),
    ].join("\n");
  });
  const none = policies.length === 0 ? ["The files have no policies."] : parts;
  // No policy, no day: only policies end.
  const head = [
    `Instance ${clean(instance.url)}`,
    `version ${clean(instance.version)}`,
    ...(compliance.today === "" ? [] : [compliance.today]),
  ];
  return `${[head.join(", "), ...none, `${count(stats.requests, "request")} to read.`].join("\n\n")}\n`;
}

/** Whether a policy is kept, in a word or two. */
function verdict({ matches, violating, unreadable }: PolicyCompliance): string {
  if (violating > 0) return `${violating} of ${matches} violating`;
  if (unreadable > 0) return `${unreadable} not readable`;
  return matches === 0 ? "matches nothing" : "obeyed";
}

/** The counts of a policy in one line. */
function countsLine(compliance: PolicyCompliance): string {
  const counts: readonly (readonly [number, string])[] = [
    [compliance.inForce, "in force"],
    [compliance.reported, "only reported"],
    [compliance.obeying, "obeying"],
    [compliance.violating, "violating"],
    [compliance.excepted, "excepted"],
    [compliance.locked, "locked above"],
    [compliance.unreadable, "not readable"],
  ];
  return `${compliance.matches} ${compliance.matches === 1 ? compliance.kind : `${compliance.kind}s`} matched: ${counts.map(([number, what]) => `${number} ${what}`).join(", ")}`;
}

function violationCells({ address, attribute, live, asked, source, reported, lockedBy }: Violation): string[] {
  const what = attribute === "" ? "is not there" : `${clean(attribute)}: ${valueText(live)} instead of ${valueText(asked)}`;
  const notes = [...(reported ? ["only reported"] : []), ...(lockedBy === undefined ? [] : [`locked by ${clean(lockedBy)}`])];
  return [clean(address), notes.length > 0 ? `${what} (${notes.join(", ")})` : what, clean(source ?? "")];
}

/** An exception in words. */
function exceptionText({ attribute, match, things, reason, until, daysLeft }: ExceptionInUse): string {
  const left =
    daysLeft === undefined ? "without end" : daysLeft < 0 ? `ended ${until}` : `until ${until}, ${count(daysLeft, "day")} left`;
  return `${clean(attribute)} on ${clean(match)} (${things}): ${clean(reason)}; ${left}`;
}

function shown<T>(items: readonly T[], verbose: boolean): readonly T[] {
  return verbose ? items : items.slice(0, mostShown);
}

function more(items: readonly unknown[], verbose: boolean, noun: string, many = `${noun}s`): string[] {
  const left = verbose ? 0 : items.length - mostShown;
  return left > 0 ? [`      and ${left} more ${left === 1 ? noun : many}: --verbose`] : [];
}

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
  const lines = shown(items, verbose).map((item) => `- ${item}`);
  const left = items.length - lines.length;
  const rest = left === 0 ? [] : [`- and ${left} more; the report as JSON has all`];
  return [details(summary, [...lines, ...rest].join("\n"))];
}
