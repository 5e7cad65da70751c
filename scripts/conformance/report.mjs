// docs/conformance.md: how the suite of somebody else goes, by file, without times, addresses and random names, so that two runs write the same.
const OUTCOMES = ["passed", "failed", "skipped", "xfail"];

/** The page for the outcomes `{ id, outcome, why }` of all tests; `plans` are what was wrong with the exports. */
export function page({ release, results, plans, instances }) {
  const files = [...new Set(results.map(fileOf))].toSorted((a, b) => (a < b ? -1 : 1));
  const rows = files.map((file) => [`\`${short(file)}\``, ...counts(results.filter((one) => fileOf(one) === file))]);
  return `${[
    "# Conformance",
    `<!-- Written by \`npm run conformance\`; do not edit. -->\nThe functional tests of python-gitlab ${release}, as its source package has them, against the emulator: vendor dialect, release 19.0.0, every licence, an administrator and nothing else. They are the tests that its authors run against a container of the real server, ` +
      "unchanged, its own waits kept; only the fixtures that start the containers are replaced (`test/conformance/emulator_plugin.py`).\nThey go in parts side by side, each against an emulator of its own.",
    floorLine(results),
    `Afterwards each of the instances was exported by trueup and planned: ${instances - plans.length} of ${instances} plans are empty${plans.length > 0 ? `:\n\n${list(plans)}` : "."}`,
    "A test that is expected to fail, by the suite itself, counts as xfail; one that the suite leaves out itself as skipped. Neither counts as passed.",
    "## By file",
    table(["file", ...OUTCOMES], [...rows, ["all", ...counts(results)]]),
    ...["failed", "skipped", "xfail"].flatMap((outcome) => section(outcome, results)),
  ].join("\n\n")}\n`;
}

const floorLine = (results) => `**${results.filter(({ outcome }) => outcome === "passed").length} of ${results.length} pass.**`;

/** How many pass by a page that was written before. */
export function passedBy(text) {
  const found = /^\*\*(\d+) of \d+ pass\.\*\*$/m.exec(text);
  if (found === null) throw new Error("docs/conformance.md does not say how many tests pass: npm run conformance writes it");
  return Number(found[1]);
}

const fileOf = ({ id }) => id.split("::")[0];
const short = (text) => text.replace("tests/functional/", "");
const counts = (results) => OUTCOMES.map((outcome) => results.filter((one) => one.outcome === outcome).length || "");

function section(outcome, results) {
  const found = results.filter((one) => one.outcome === outcome).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return found.length === 0 ? [] : [`## ${outcome}`, list(found.map(({ id, why }) => `\`${short(id)}\`: ${stable(why)}`))];
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
