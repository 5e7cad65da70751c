// `npm run mutants`: breaks the product on purpose, one mutant of test/mutants at a time, and says which test notices.
// Exits with 1 where none does and test/mutants/survivors.yaml does not name the mutant with its reason.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { applied, readMutants, readSurvivors } from "./mutants/catalogue.mjs";
import { relatedTests } from "./mutants/related.mjs";
import { ringsOf } from "./mutants/rings.mjs";
import { failingFiles, firstFailing } from "./mutants/run-tests.mjs";
import { buildScratch, makeScratch, withMutant } from "./mutants/scratch.mjs";
import { shardOf } from "./mutants/shard.mjs";

const usage = `npm run mutants -- [options]

Applies each mutant of test/mutants to a copy of the working tree, and runs the quick tests that import what it changed. What
survives them meets the tests that are slow or start programs.

  --only NAME       only this mutant; may be repeated
  --area AREA       only those of test/mutants/AREA.yaml; may be repeated
  --shard N/M       of those every M-th, beginning with the N-th
  --base REVISION   on the tree of this revision
  --check           only whether each applies
  --quick           leaves out the slow tests, and those that start programs
  --gate            leaves out the tests that only \`npm run test:all\` runs, so that what is killed is killed by \`npm test\`
  --jobs N          so many at a time (1)
  --json FILE       writes what came of each as JSON, after each`;
const top = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const directory = join(top, "test/mutants");
/** Which test file killed each mutant the last time: the next time it is the first to run, so that a run of all takes minutes. Committed. */
const killersFile = join(directory, "killers.json");
/** Passes on every sound tree, and takes a moment. */
const soundTest = "test/core/names.test.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    area: { type: "string", multiple: true },
    shard: { type: "string" },
    base: { type: "string" },
    check: { type: "boolean" },
    quick: { type: "boolean" },
    gate: { type: "boolean", default: false },
    jobs: { type: "string", default: "1" },
    json: { type: "string" },
    help: { type: "boolean" },
  },
});

/** The mutants that are asked for. Throws where a name stands for none, and for a shard that is none. */
function chosen() {
  const mutants = readMutants(directory);
  const unknown = (values.only ?? []).find((name) => mutants.every((mutant) => mutant.name !== name));
  if (unknown !== undefined) throw new Error(`there is no mutant ${unknown}`);
  const asked = mutants.filter(
    ({ name, area }) => (values.only?.includes(name) ?? true) && (values.area?.includes(area) ?? true),
  );
  return values.shard === undefined ? asked : shardOf(asked, values.shard);
}

function check(mutants) {
  const scratch = makeScratch(top, values.base);
  try {
    const wrong = mutants.flatMap((mutant) => {
      try {
        applied(mutant, scratch.sources);
        return [];
      } catch (error) {
        return [error.message];
      }
    });
    for (const message of wrong) console.log(message);
    console.log(`${mutants.length - wrong.length} of ${mutants.length} mutants apply`);
    return wrong.length === 0;
  } finally {
    scratch.end();
  }
}

/** Takes one mutant through the tests; answers what came of it. */
async function tried(scratch, mutant, survivor, killer) {
  return withMutant(scratch, mutant, async (file) => {
    const base = { name: mutant.name, area: mutant.area, file, reason: survivor?.reason };
    const tests = relatedTests(scratch.directory, file);
    const known = await killedAsBefore(scratch, killer);
    if (known) return { ...base, ...known };
    const fast = await killedQuickly(scratch, tests, killer);
    if (fast) return { ...base, end: "killed", by: fast };
    if (values.quick) return { ...base, end: "survived" };
    const late = await killedSlowly(scratch, tests, survivor?.test);
    return late ? { ...base, end: "killed slowly", by: late } : { ...base, end: "survived" };
  });
}

/** What came of a mutant if the test that killed it the last time does so again. */
async function killedAsBefore(scratch, killer) {
  if (killer === undefined || !existsSync(join(scratch.directory, killer))) return undefined;
  const fast = await firstFailing(scratch, [killer], ringsOf(scratch, values.gate).quick);
  if (fast) return { end: "killed", by: fast };
  if (values.quick) return undefined;
  const late = await killedSlowly(scratch, [killer]);
  return late && { end: "killed slowly", by: late };
}

/** The first of the quick tests that notices: ever more run at once. */
async function killedQuickly(scratch, tests, killer) {
  const { quick } = ringsOf(scratch, values.gate);
  const others = tests.filter((test) => test !== killer);
  for (const batch of [others.slice(0, 4), others.slice(4, 12), others.slice(12)]) {
    const found = await firstFailing(scratch, batch, quick);
    if (found) return found;
  }
  return undefined;
}

/** The first of the other tests that notices: those that import the file, and of those that start programs, of what is built anew, the one that is said to. What takes longest comes last. */
async function killedSlowly(scratch, tests, test) {
  const { slow, programs, nightly } = ringsOf(scratch, values.gate);
  const found = await firstFailing(scratch, tests, slow);
  if (found) return found;
  buildScratch(scratch);
  const late = await firstFailing(scratch, test === undefined ? tests : [test], programs);
  return late ?? (nightly && firstFailing(scratch, test === undefined ? tests : [...tests, test], nightly));
}

function line({ name, end, by, reason }) {
  const how = by ? `${by.file} › ${by.title}` : "";
  return `${end.padEnd(13)} ${name}${how === "" ? "" : `\n${" ".repeat(14)}${how}`}${reason ? `\n${" ".repeat(14)}${reason}` : ""}`;
}

function remembered() {
  try {
    return JSON.parse(readFileSync(killersFile, "utf8"));
  } catch {
    return {};
  }
}

async function tryAll(mutants) {
  const survivors = readSurvivors(directory);
  const killers = remembered();
  const queue = [...mutants];
  const results = [];
  const work = async () => {
    const scratch = makeScratch(top, values.base);
    try {
      const failure = await firstFailing(scratch, [soundTest], []);
      if (failure) throw new Error(`${soundTest} fails without any mutant: ${failure.title}`);
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const result = await tried(scratch, mutant, survivors.get(mutant.name), killers[mutant.name]);
        results.push(result);
        console.log(line(result));
        if (result.end !== "survived" && result.by.file !== "") killers[mutant.name] = result.by.file;
        save(results, killers);
      }
    } finally {
      scratch.end();
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  const unsound = await failingAnyway(results);
  for (const one of results) if (unsound.has(one.by?.file)) one.end = "unsound";
  save(results, killers);
  return summarise(results);
}

/** Test files that fail in the gate without any mutant: what they say of one is worth nothing. */
async function failingAnyway(results) {
  const files = [...new Set(results.flatMap(({ by }) => by?.file ?? []))].filter((file) => file !== "");
  if (files.length === 0) return new Set();
  const scratch = makeScratch(top, values.base);
  try {
    const { quick, slow } = ringsOf(scratch, true);
    const rings = values.quick ? [quick] : [quick, slow];
    const failing = [];
    for (const ring of rings) failing.push(...(await failingFiles(scratch, files, ring)));
    return new Set(failing);
  } finally {
    scratch.end();
  }
}

function save(results, killers) {
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, undefined, 2)}\n`);
  const known = Object.fromEntries(Object.entries(killers).sort(([one], [other]) => (one < other ? -1 : 1)));
  if (values.base === undefined) writeFileSync(killersFile, `${JSON.stringify(known, undefined, 2)}\n`);
}

function summarise(results) {
  const of = (end) => results.filter((one) => one.end === end);
  // The gate has slow tests, too; without --gate, what only they notice wants a quick test.
  const isKilled = (end) => end === "killed" || (values.gate && end === "killed slowly");
  const unnamed = results.filter(({ end, reason }) => !isKilled(end) && reason === undefined);
  console.log(
    `\n${of("killed").length} of ${results.length} killed by quick tests, ${of("killed slowly").length} by slow ones; ${of("survived").length} survived`,
  );
  for (const { name, by } of of("unsound")) console.log(`unsound: ${name}, because ${by.file} fails without it too`);
  for (const { name } of unnamed) console.log(`not named in test/mutants/survivors.yaml: ${name}`);
  return unnamed.length === 0 && of("unsound").length === 0;
}

/** Does what was asked for; answers whether all is well. */
async function work() {
  let mutants;
  try {
    mutants = chosen();
  } catch (error) {
    console.error(`Error: ${error.message}`);
    return false;
  }
  return values.check ? check(mutants) : tryAll(mutants);
}

if (values.help) console.log(usage);
else process.exitCode = (await work()) ? 0 : 1;
