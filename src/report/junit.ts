import { parseAddress } from "../core/address.js";
import { append } from "../core/collections.js";
import { formatOrigin } from "../core/errors.js";
import type { Kinds } from "../core/kind.js";
import type { Change, Outcome, Plan, PlanDiagnostic, Unread } from "../core/plan.js";
import { notDeclaredText } from "./coverage-text.js";
import { acknowledgementText } from "./nouns.js";
import { byOrigin } from "./origins.js";
import { paintFor } from "./paint.js";
import { planLines } from "./plan-text.js";
import type { AppliedPlan, CheckedFiles, TitledPlan } from "./reported.js";
import { outcomeText } from "./result-text.js";
import { shownWarnings } from "./same-diagnostics.js";
import { clean, wrapClean } from "./text.js";

/** How a case ended, the worst last. */
const ends = ["passed", "skipped", "failure", "error"] as const;
type End = (typeof ends)[number];

/** What is said of one address: how that counts, in a word and in a sentence, and all that there is to say. */
interface Finding {
  readonly address: string;
  /** What lists of cases are grouped by: a kind, or that it is a file. */
  readonly className: string;
  readonly end: End;
  /** The code of a problem, else an action or a status. */
  readonly type: string;
  readonly message: string;
  readonly text: string;
}

interface Suite {
  readonly title: string;
  readonly properties: Readonly<Record<string, string | number>>;
  readonly findings: readonly Finding[];
  /** Beside the cases: warnings, a line each. */
  readonly notes: readonly string[];
}

/**
 * A plan as JUnit XML (the schema of Jenkins' xUnit plugin, junit-10.xsd; docs.gitlab.com, "Unit test reports"): a case for each address, in the order of the note. A refusal, and what is held back, is a failure;
 * what could not be read is an error. What differs passes in a plan, which is there to change it, and fails in a drift. What no file declares fails where it counts as drift. Ends with a line break.
 */
export function planJunit({ title, plan, isUndeclaredDrift }: TitledPlan, kinds: Kinds): string {
  const { shown, before } = byOrigin(plan);
  const isDelete = ({ action }: Change): boolean => action === "delete";
  const isWeakening = (change: Change): boolean => !isDelete(change) && change.weakens !== undefined;
  const isRest = (change: Change): boolean => !isDelete(change) && !isWeakening(change);
  const changes = [...shown.filter(isWeakening), ...shown.filter(isDelete), ...shown.filter(isRest), ...before];
  const end = title === "drift" ? "failure" : "passed";
  return suiteXml({
    title,
    properties: { ...instanceOf(plan), unchanged: plan.summary.unchanged },
    findings: [
      ...(plan.acknowledgements ?? []).map((acknowledgement): Finding => {
        const { name, kind: className } = acknowledgement;
        const message = acknowledgementText(acknowledgement, kinds);
        const finding = { address: `many-updates:${name}`, className, type: "guard.many-updates", message };
        return { ...finding, end: "failure", text: clean(message) };
      }),
      ...plan.refusals.flatMap((refusal) => diagnosticFindings(refusal, "failure")),
      ...(plan.held ?? []).flatMap((diagnostic) => diagnosticFindings(diagnostic, "failure")),
      ...(plan.unread ?? []).map(unreadFinding),
      ...changes.map((change) => changeFinding(change, end)),
      ...notDeclaredFindings(plan, isUndeclaredDrift ? "failure" : "passed"),
    ],
    notes: notesOf(plan),
  });
}

/** What apply did, in the same way: what is done passes, what failed, moved or was not stored fails, and what was not tried is skipped. Of a refused plan, its refusals. */
export function applyJunit({ plan, result }: AppliedPlan, kinds: Kinds): string {
  if (result === undefined) return planJunit({ title: "apply", plan }, kinds);
  const of = (...statuses: readonly Outcome["status"][]): readonly Outcome[] =>
    result.outcomes.filter(({ status }) => statuses.includes(status));
  const isDelete = ({ action }: Outcome): boolean => action === "delete";
  const done = of("done");
  return suiteXml({
    title: "apply",
    properties: { ...instanceOf(plan), calls: result.stats.calls, interrupted: String(result.interrupted) },
    findings: [
      ...of("failed", "stale", "not_stuck").map(outcomeFinding),
      ...(result.held ?? []).flatMap((diagnostic) => diagnosticFindings(diagnostic, "skipped")),
      ...(result.unread ?? []).map(unreadFinding),
      ...[...done.filter(isDelete), ...done.filter((outcome) => !isDelete(outcome)), ...of("skipped")].map(outcomeFinding),
    ],
    notes: notesOf(plan),
  });
}

/** What validate found, in the same way: a case for each file, which fails if it has errors. */
export function filesJunit({ diagnostics, files }: CheckedFiles): string {
  const caseOf = (file: string) => ({ address: file, className: "file" });
  const names = [...new Set([...files, ...diagnostics.map(({ origin }) => origin.file)])];
  const cases = diagnostics.map((diagnostic): Finding => {
    const about = [diagnostic.address, diagnostic.attribute].filter((part) => part !== undefined).join(".");
    const message = [about, diagnostic.message, diagnostic.allowed]
      .filter((part) => part !== undefined && part !== "")
      .join("  ");
    const isError = diagnostic.severity === "error";
    const text = `${formatOrigin(diagnostic.origin)}  ${isError ? "" : "warning: "}${message}`;
    return {
      ...caseOf(diagnostic.origin.file),
      end: isError ? "failure" : "passed",
      type: diagnostic.rule,
      message,
      text: clean(text),
    };
  });
  const sound = names.map((file): Finding => ({ ...caseOf(file), end: "passed", type: "", message: "", text: "" }));
  return suiteXml({ title: "validate", properties: {}, findings: [...sound, ...cases], notes: [] });
}

function instanceOf({ instance }: Plan): Readonly<Record<string, string>> {
  return { instance: instance.url, version: instance.version };
}

function diagnosticFindings({ rule, message, addresses, source }: PlanDiagnostic, end: End): Finding[] {
  const place = source === undefined ? "" : `  ${source}`;
  const about = addresses.length === 0 ? [rule] : addresses;
  return about.map((address) => ({
    address,
    className: parseAddress(address).kind,
    end,
    type: rule,
    message,
    text: clean(`${rule}: ${message}${place}`),
  }));
}

function unreadFinding({ kind, path, status }: Unread): Finding {
  const message = `could not be read: the server answered ${status}`;
  return { address: `${kind} in ${path}`, className: kind, end: "error", type: "unread", message, text: message };
}

function changeFinding(change: Change, end: End): Finding {
  const weakens = change.weakens === undefined ? "" : `; weakens protection: ${change.weakens.join(", ")}`;
  const paths = change.attributes.map(({ path }) => path).join(", ");
  const message = `to ${change.action}${paths === "" ? "" : `: ${paths}`}${weakens}`;
  const text = planLines({ changes: [change] }, { width: Number.POSITIVE_INFINITY }).join("\n");
  return { address: change.address, className: change.kind, end, type: change.action, message, text };
}

function notDeclaredFindings({ coverage }: Plan, end: End): Finding[] {
  const { things = [], attributes = [] } = coverage?.notDeclared ?? {};
  const findingOf = (address: string, message: string, text: string): Finding => {
    return { address, className: parseAddress(address).kind, end, type: "undeclared", message, text };
  };
  return [
    ...things.map((address) => findingOf(address, "declared in no file", "Declared in no file")),
    ...attributes.map((attribute) => {
      const text = notDeclaredText(attribute, { paint: paintFor(false), verbose: false });
      return findingOf(attribute.address, `not declared: ${attribute.path}`, `Not declared: ${text}`);
    }),
  ];
}

function outcomeFinding(outcome: Outcome): Finding {
  const end = outcome.status === "done" ? "passed" : outcome.status === "skipped" ? "skipped" : "failure";
  const text = outcomeText(outcome);
  const className = parseAddress(outcome.address).kind;
  return {
    address: outcome.address,
    className,
    end,
    type: outcome.code ?? outcome.status,
    message: text[0] ?? "",
    text: text.join("\n"),
  };
}

function notesOf({ warnings }: Plan): readonly string[] {
  return shownWarnings(warnings, false).flatMap(({ rule, message, addresses }) => {
    const about = addresses.length === 0 ? "" : `${addresses.join(", ")}: `;
    return wrapClean(`Warning ${rule}: ${about}${message}`, Number.POSITIVE_INFINITY);
  });
}

function suiteXml({ title, properties, findings, notes }: Suite): string {
  const byAddress = new Map<string, Finding[]>();
  for (const testCase of findings) append(byAddress, testCase.address, testCase);
  const cases = [...byAddress.values()].map((all) => ({ all, worst: worstOf(all) }));
  const of = (end: End): number => cases.filter(({ worst }) => worst.end === end).length;
  const counts = { tests: cases.length, failures: of("failure"), errors: of("error") };
  const name = `trueup ${title}`;
  const shown = Object.entries(properties).map(([key, value]) => element("property", { name: key, value }));
  const suite = element("testsuite", { name, ...counts, skipped: of("skipped"), time: 0 }, [
    ...(shown.length === 0 ? [] : [element("properties", {}, shown)]),
    ...cases.map(({ all, worst }) => caseXml(all, worst)),
    ...(notes.length === 0 ? [] : [element("system-out", {}, notes.join("\n"))]),
  ]);
  const lines = rendered(element("testsuites", { name, ...counts }, [suite]), "");
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines.join("\n")}\n`;
}

function worstOf(all: readonly Finding[]): Finding {
  return all.reduce((worst, testCase) => (ends.indexOf(testCase.end) > ends.indexOf(worst.end) ? testCase : worst));
}

function caseXml(all: readonly Finding[], { address, className, end, type, message }: Finding): Element {
  const text = all
    .map((testCase) => testCase.text)
    .filter((line) => line !== "")
    .join("\n");
  const child = end === "passed" ? element("system-out", {}, text) : element(end, { message, type }, text);
  return element("testcase", { name: address, classname: className, time: 0 }, text === "" ? [] : [child]);
}

function element(name: string, attributes: Element["attributes"], content: Element["content"] = []): Element {
  return { name, attributes, content };
}

/** An element of an XML document: its attributes, and what is in it. */
interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly content: readonly Element[] | string;
}

/** What XML 1.0 cannot hold in any form (https://www.w3.org/TR/xml/#charsets). */
// eslint-disable-next-line no-control-regex -- these are the characters that are meant
const impossible = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const markup: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

function rendered({ name, attributes, content }: Element, indent: string): string[] {
  const words = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(clean(String(value)))}"`);
  const opening = `${indent}<${name}${words.join("")}`;
  if (content.length === 0) return [`${opening}/>`];
  if (typeof content === "string") return [`${opening}>${escaped(content)}</${name}>`];
  return [`${opening}>`, ...content.flatMap((inner) => rendered(inner, `${indent}  `)), `${indent}</${name}>`];
}

function escaped(text: string): string {
  return text.replaceAll(impossible, "\ufffd").replaceAll(/[&<>"']/g, (sign) => markup[sign] ?? sign);
}
