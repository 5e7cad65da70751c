// docs/conformance.md: how the suite of somebody else goes, by file, without times, addresses and random names, so that two runs write the same.
const OUTCOMES = ["passed", "failed", "skipped", "xfail"];

const BEGIN = `# Conformance

<!-- Written by \`npm run conformance\`; do not edit. -->
Suites of other clients, as their source packages have them, against the emulator: vendor dialect, release 19.0.0, every licence, an administrator and nothing else. Their tests go in parts side by side, each against an emulator of its own.
A test that is expected to fail, by the suite itself, counts as xfail; one that the suite leaves out itself as skipped. Neither counts as passed.
`;

const head = ({ name, release }) => `## ${name} ${release}`;

/** The page with a section of each suite: those of `sections` by name as they were written now, the others as they are. */
export function page(suites, sections, before) {
  const all = suites.flatMap((suite) => sections.get(suite.name) ?? sectionOf(before, suite) ?? []);
  return `${[BEGIN, ...all].map((part) => part.trimEnd()).join("\n\n")}\n`;
}

/** What a page says of a suite; undefined where it says nothing. */
export function sectionOf(text, suite) {
  const start = text.indexOf(`\n## ${suite.name} `);
  if (start < 0) return undefined;
  const end = text.indexOf("\n## ", start + 1);
  return text.slice(start + 1, end < 0 ? undefined : end);
}

/** The section of a suite for the outcomes `{ id, outcome, why }` of all its tests; `plans` are what was wrong with the exports. */
export function section({ suite, results, plans, instances }) {
  const files = [...new Set(results.map(fileOf))].toSorted((a, b) => (a < b ? -1 : 1));
  const short = (text) => text.replace(suite.prefix, "");
  const rows = files.map((file) => [`\`${short(file)}\``, ...counts(results.filter((one) => fileOf(one) === file))]);
  return [
    head(suite),
    suite.about,
    floorLine(results),
    `Afterwards each of the instances was exported by trueup and planned: ${instances - plans.length} of ${instances} plans are empty${plans.length > 0 ? `:\n\n${list(plans)}` : "."}`,
    table(["file", ...OUTCOMES], [...rows, ["all", ...counts(results)]]),
    ...["failed", "skipped", "xfail"].flatMap((outcome) => told(outcome, results, short)),
  ].join("\n\n");
}

const floorLine = (results) => `**${results.filter(({ outcome }) => outcome === "passed").length} of ${results.length} pass.**`;

/** How many pass by a section that was written before. */
export function passedBy(text) {
  const found = /^\*\*(\d+) of \d+ pass\.\*\*$/m.exec(text);
  if (found === null) throw new Error("docs/conformance.md does not say how many tests pass: npm run conformance writes it");
  return Number(found[1]);
}

const fileOf = ({ id }) => id.split("::")[0];
const counts = (results) => OUTCOMES.map((outcome) => results.filter((one) => one.outcome === outcome).length || "");

function told(outcome, results, short) {
  const found = results.filter((one) => one.outcome === outcome).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return found.length === 0 ? [] : [`### ${outcome}`, list(found.map(({ id, why }) => `\`${short(id)}\`: ${stable(why)}`))];
}

const list = (lines) => lines.map((line) => `- ${line}`).join("\n");

function table(head, rows) {
  return [head, head.map((_, place) => (place === 0 ? "---" : "---:")), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

/** What differs from run to run is left out. */
export function stable(text) {
  const plain = text
    .replaceAll(/https?:\/\/(127\.0\.0\.1|localhost)(:\d+)?/g, "")
    .replaceAll(/[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}|\b[0-9a-f]{40}\b|\b0x[0-9a-f]+\b/g, "…")
    .replaceAll(/(\/\S*)?\/(tmp|var)\/\S+/g, "…")
    .replaceAll(/\d{4}-\d\d-\d\d(T[\d:.]+Z?)?/g, "…")
    .replaceAll(/[|<>*]/g, String.raw`\$&`);
  return plain.length > 160 ? `${plain.slice(0, 159)}…` : plain;
}
