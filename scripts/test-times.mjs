// `npm run test:times [RING] [-- --write] [--all]`: what the last run of a ring of the tests took, by file and by part of the harness, from the runner's own report.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const top = fileURLToPath(new URL("..", import.meta.url));
const usage = `npm run test:times -- [RING] [--all] [--write]

Prints wall and processor time of the last run of a ring (gate, quick, all; the gate if none is named), longest files first.

  --all     every file, not the longest forty
  --write   renews test/longest.txt, by which the runner begins with the longest files`;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: "boolean" }, write: { type: "boolean" }, help: { type: "boolean" } },
});

/** Files that take longer than this stand in test/longest.txt. */
const longSeconds = 3;
const ring = positionals[0] ?? "gate";
const report = join(top, `node_modules/.cache/trueup/tests-${ring}.json`);

if (values.help) console.log(usage);
else if (existsSync(report)) print(JSON.parse(readFileSync(report, "utf8")).files);
else {
  console.error(`there is no report of the ring ${ring}: run it first (npm test, npm run test:quick or npm run test:all)`);
  process.exitCode = 1;
}

function print(files) {
  const rows = files.map((one) => ({ ...one, wall: one.tests + one.loading + one.setup })).toSorted((a, b) => b.wall - a.wall);
  const shown = values.all ? rows : rows.slice(0, 40);
  console.log("   wall     CPU  loading  tests  file");
  for (const { wall, cpu = 0, loading, cases, file, project } of shown)
    console.log(
      `${seconds(wall)} ${seconds(cpu)}  ${seconds(loading)} ${String(cases.length).padStart(6)}  ${file}${project === "programs" ? " (programs)" : ""}`,
    );
  if (rows.length > shown.length) console.log(`${"".padStart(33)}and ${rows.length - shown.length} more files: --all`);
  console.log(`\n   wall     CPU  files  part`);
  for (const project of new Set(rows.map((one) => one.project))) {
    const own = rows.filter((one) => one.project === project);
    console.log(`${seconds(sum(own, "wall"))} ${seconds(sum(own, "cpu"))} ${String(own.length).padStart(6)}  ${project}`);
  }
  console.log(`${seconds(sum(rows, "loading"))} ${"".padStart(7)} ${String(rows.length).padStart(6)}  loading of modules`);
  console.log(
    `${seconds(sum(rows, "setup"))} ${"".padStart(7)} ${String(rows.length).padStart(6)}  setup, with the wait for the build`,
  );
  for (const part of new Set(rows.flatMap(({ parts = {} }) => Object.keys(parts)))) {
    const own = rows.filter(({ parts }) => parts?.[part] !== undefined);
    console.log(
      `${seconds(own.reduce((all, { parts }) => all + parts[part], 0))} ${"".padStart(7)} ${String(own.length).padStart(6)}  ${part}`,
    );
  }
  if (values.write) write(rows);
}

function write(rows) {
  const long = rows.filter(({ wall }) => wall >= longSeconds).map(({ wall, file }) => `${Math.round(wall)} ${file}\n`);
  writeFileSync(join(top, "test/longest.txt"), long.join(""));
}

function sum(rows, name) {
  return rows.reduce((all, one) => all + (one[name] ?? 0), 0);
}

function seconds(value) {
  return value.toFixed(1).padStart(7);
}
