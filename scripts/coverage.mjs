// Says what the emulator serves of real servers, and writes the coverage table of docs/emulator.md: which test calls each operation of the API description. The
// second runs the tests of the emulator, so it is not part of `npm run generate`; test/conformance/coverage.test.ts says when the table no longer fits.
// Last, it says which operations the net of scripts/same-bytes.mjs --emulator reaches.
// `npm run coverage -- --operations` says the first alone; docs/emulator-operations.md, which `npm run generate` makes, has every operation.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { loadSources } from "./load-sources.mjs";
import { operationsSummary } from "./operations-page.mjs";
import { netReach, recordingVariables } from "./same-bytes/emulator/net.mjs";

const top = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const page = join(top, "docs/emulator.md");
const BEGIN = "<!-- coverage: begin (npm run coverage) -->";
const END = "<!-- coverage: end -->";
const METHODS = ["get", "post", "put", "patch", "delete", "options"];
const SHOWN = 3;

const description = JSON.parse(readFileSync(join(top, "schemas/openapi.json"), "utf8"));
console.log(operationsSummary(await accounts()));
if (process.argv.includes("--operations")) process.exit();

/** What becomes of every operation of each known release. */
async function accounts() {
  const account = "src/emulator/account.ts";
  const { sources } = await loadSources([account]);
  const releases = readdirSync(join(top, "schemas/facts")).toSorted((a, b) => Number.parseFloat(a) - Number.parseFloat(b));
  const factsOf = (name) => readFileSync(join(top, "schemas/facts", name), "utf8");
  return new Map(releases.map((name) => [name.replace(/\.json$/, ""), sources[account].accountOf(factsOf(name), description)]));
}

/** Every operation with a pattern for the paths that reach it; literal segments before places. */
function operations() {
  const found = Object.entries(description.paths).flatMap(([path, item]) => {
    const outside = item.servers?.[0]?.url === "/";
    return METHODS.filter((method) => method in item).map((method) => ({
      method: method.toUpperCase(),
      path,
      beyond: item[method]["x-beyond-documents"] === true,
      patterns: [path, ...(item["x-aliases"] ?? [])].map((one) => pattern(outside ? `~${one}` : one)),
      tests: new Map(),
    }));
  });
  return found.toSorted((a, b) => (sortKey(a.path) < sortKey(b.path) ? -1 : 1));
}

const sortKey = (path) => path.replaceAll(/\{\w+\}/g, "~");

function pattern(path) {
  const literal = path.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${literal.join("[^/]+")}$`);
}

/** Runs the tests and returns what they asked for; the emulators that they start are recorded in a folder. */
function requests(folder) {
  const file = join(folder, "requests.jsonl");
  writeFileSync(file, "");
  const run = spawnSync(process.execPath, [join(top, "node_modules/vitest/vitest.mjs"), "run", "test/emulator"], {
    cwd: top,
    env: { ...process.env, ...recordingVariables(join(folder, "recordings")), TRUEUP_COVERAGE: file },
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (run.status !== 0) throw new Error("the tests of the emulator fail: mend them first");
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

const texts = new Map();

/** A test file, with the quotes of its titles as they read. */
function textOf(path) {
  if (!texts.has(path)) texts.set(path, readFileSync(path, "utf8").replaceAll(String.raw`\"`, '"'));
  return texts.get(path);
}

const all = operations();
const breadth = new Map();
const folder = mkdtempSync(join(tmpdir(), "coverage-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
for (const { testPath, currentTestName, method, path, status } of requests(folder)) {
  const plain = path.split("?")[0];
  const operation = all.find((one) => one.method === method && one.patterns.some((each) => each.test(plain)));
  if (operation === undefined || testPath === undefined || status >= 500) continue;
  const title = currentTestName.split(" > ").at(-1);
  // A title that is made for each case of a table cannot be looked up.
  if (!textOf(testPath).includes(title)) continue;
  const test = `${relative(top, testPath)} › ${title}`;
  operation.tests.set(test, (operation.tests.get(test) ?? 0) + 1);
  breadth.set(test, (breadth.get(test) ?? new Set()).add(operation));
}

/** The tests that call an operation and little else say most about it. */
const telling = ({ tests }) =>
  [...tests]
    .toSorted(
      ([a, timesOfA], [b, timesOfB]) => breadth.get(a).size - breadth.get(b).size || timesOfB - timesOfA || (a < b ? -1 : 1),
    )
    .slice(0, SHOWN)
    .map(([test]) => test.replaceAll("|", String.raw`\|`));

const rows = all.map(
  (one) => `| ${one.method} | \`${one.path}\` | ${one.beyond ? "no" : "yes"} | yes | ${telling(one).join("<br>")} |`,
);
const table = ["| method | path | in the documents | implemented | verified by |", "|---|---|---|---|---|", ...rows].join("\n");
const before = readFileSync(page, "utf8");
const [head, rest = ""] = before.split(BEGIN);
writeFileSync(page, `${head}${BEGIN}\n\n${table}\n\n${END}${rest.split(END)[1] ?? ""}`);
const missing = all.filter(({ tests }) => tests.size === 0);
console.log(`${all.length} operations, ${missing.length} without a test`);
for (const { method, path } of missing) console.log(`  ${method} ${path}`);
console.log(await netReach(join(folder, "recordings")));
