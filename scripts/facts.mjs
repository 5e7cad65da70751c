// Makes the facts of a release from the OpenAPI description of a server, says what is new there, and lets all follow from it: npm run facts -- SPEC RELEASE.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { loadSources } from "./load-sources.mjs";

const usage = `Usage: npm run facts -- SPEC RELEASE [--force]
       npm run facts -- --guesses
  SPEC      a file: the OpenAPI description of a server's API, 3.x or Swagger 2.0, in YAML or JSON
  RELEASE   the server's release: 19.1
  --force   replaces the facts of a release that are there already
  --guesses lists the attributes of which no source says when they came, and changes nothing
Example:
  npm run facts -- openapi_v3.yaml 19.1`;

const top = fileURLToPath(new URL("..", import.meta.url));
const folder = "facts";
const options = { force: { type: "boolean" }, guesses: { type: "boolean" }, help: { type: "boolean", short: "h" } };

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) console.log(usage);
  else if (values.guesses) await tellGuesses(false);
  else {
    await make(positionals, values.force === true);
    await tellGuesses(true);
  }
} catch (error) {
  const where = error.where === undefined ? "" : `${error.where}: `;
  const hint = error.hint === undefined ? "" : `\nWhat to do: ${error.hint}`;
  console.error(`${where}${error.message}${hint}\nFor what it takes: npm run facts -- --help`);
  process.exitCode = 1;
}

async function make([specification, release, ...more], isForced) {
  if (release === undefined || more.length > 0) throw new Error("it takes two arguments: a specification and a release");
  if (!/^\d{1,3}\.\d{1,3}$/.test(release)) throw new Error(`${release} is no release: it must be like 19.1, without a patch`);
  const name = `${folder}/${release}.json`;
  if (existsSync(join(top, name)) && !isForced) throw new Error(`${name} is there already: --force replaces it`);
  const { sources } = await loadSources([
    "src/facts/specification.ts",
    "src/facts/compact.ts",
    "src/facts/read-facts.ts",
    "src/facts/whats-new.ts",
    "src/facts/parameters.ts",
    "src/kinds/index.gen.ts",
  ]);
  const { factsOfSpecification } = sources["src/facts/specification.ts"];
  const { compactText } = sources["src/facts/compact.ts"];
  const facts = factsOfSpecification(textOf(specification), release, specification);
  const known = knownFacts(sources["src/facts/read-facts.ts"].readFacts, release);
  writeFileSync(join(top, name), compactText(facts));
  console.log(`wrote ${name}: ${Object.keys(facts.operations).length} operations`);
  tellNews(sources, known, facts);
  const { status } = spawnSync(process.execPath, ["scripts/generate.mjs"], { cwd: top, stdio: "inherit" });
  if (status !== 0) throw new Error(`${name} is written, but what follows from it is not: see above, then npm run generate`);
}

/** Which dates stay guesses, after what follows from the facts was made: as many, or each. */
async function tellGuesses(isBrief) {
  const { sources } = await loadSources(["src/facts/guesses.ts", "src/program/kinds.ts"]);
  const lines = sources["src/facts/guesses.ts"].guessLines(sources["src/program/kinds.ts"].kinds);
  if (!isBrief) for (const line of lines) console.log(line);
  const how = isBrief ? ": npm run facts -- --guesses lists them, facts/dates.csv takes what a source says" : "";
  console.log(`${lines.length} dates are guesses${how}`);
}

function textOf(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(
      error.code === "ENOENT" ? `there is no file ${file}` : `${file} cannot be read: ${error.code ?? error.message}`,
      { cause: error },
    );
  }
}

/** The newest facts but those of this release. */
function knownFacts(readFacts, release) {
  const number = (one) => one.split(".").reduce((sum, part) => sum * 1000 + Number(part), 0);
  const releases = readdirSync(join(top, folder))
    .flatMap((name) => /^(\d+\.\d+)\.json$/.exec(name)?.[1] ?? [])
    .filter((one) => one !== release)
    .toSorted((one, other) => number(one) - number(other));
  const newest = releases.at(-1);
  const name = `${folder}/${newest}.json`;
  return newest === undefined ? undefined : readFacts(readFileSync(join(top, name), "utf8"), name);
}

function tellNews(sources, known, facts) {
  if (known === undefined) return;
  const { comparedFacts, comparisonLines } = sources["src/facts/whats-new.ts"];
  const { operationsOf } = sources["src/facts/parameters.ts"];
  const kinds = [...sources["src/kinds/index.gen.ts"].kinds.values()];
  const used = new Set(kinds.flatMap((kind) => operationsOf(kind, facts).map(({ operation }) => operation)));
  for (const line of comparisonLines(known.release, comparedFacts(known, facts, used))) console.log(line);
}
