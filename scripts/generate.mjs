// Writes what is derived from the kinds (src/kinds/index.gen.ts, schemas/kinds, schemas/api, schemas/trueup.schema.json, src/constructs and docs/terraform), from
// the sections of the emulator (schemas/seed.schema.json), and from the description of the API (schemas/openapi.json, and what the client knows of it).
// With --check it writes nothing, names what is committed and stale, and exits 1.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeBuiltFiles } from "./built-files.mjs";
import { committedFiles, kindFolder, top } from "./generated-files.mjs";
import { BrokenSource, placed } from "./load-sources.mjs";

/** Folders in which everything is generated and committed. */
const generatedFolders = ["schemas/kinds", "schemas/api", "docs/terraform/resources", "docs/terraform/data-sources"];

const check = process.argv.includes("--check");
try {
  const wanted = await committedFiles();
  const stale = [...wanted].filter(([name, text]) => textOf(name) !== text).map(([name]) => name);
  const left = generatedFolders.flatMap((folder) => leftIn(folder, wanted));
  if (check) tellStale([...stale, ...left]);
  else await write(wanted, stale, left);
} catch (error) {
  process.exitCode = 1;
  const { message } = placed(error);
  console.error(message);
  // Where it shows is not where it comes from: the compiler may know.
  if (!message.startsWith(kindFolder)) for (const complaint of await typeComplaints()) console.error(complaint);
}

function textOf(name) {
  return existsSync(join(top, name)) ? readFileSync(join(top, name), "utf8") : undefined;
}

/** What stands in a folder of generated files and is generated no more. */
function leftIn(folder, wanted) {
  const names = existsSync(join(top, folder)) ? readdirSync(join(top, folder)) : [];
  return names.map((name) => `${folder}/${name}`).filter((name) => !wanted.has(name));
}

function tellStale(names) {
  if (names.length === 0) return;
  console.error(`not up to date: ${names.join(", ")}\nrun: npm run generate`);
  process.exitCode = 1;
}

/** Nothing is written of a kind that the compiler does not take: it may be another thing than it says. */
async function write(wanted, stale, left) {
  if (stale.length + left.length > 0 && (await typeComplaints()).length > 0)
    throw new BrokenSource("nothing was written, because a kind is not sound:");
  for (const name of stale) {
    mkdirSync(dirname(join(top, name)), { recursive: true });
    writeFileSync(join(top, name), wanted.get(name));
  }
  for (const name of left) rmSync(join(top, name));
  const built = await makeBuiltFiles();
  tellWritten([...stale, ...built.written], [...left, ...built.removed]);
}

function tellWritten(written, removed) {
  for (const name of written) console.log(`wrote ${name}`);
  for (const name of removed) console.log(`removed ${name}`);
  if (written.length + removed.length === 0) console.log("everything was up to date");
}

/** What the compiler has against the files of kinds, each with file, line and column. */
async function typeComplaints() {
  const { complaintsAbout } = await import("./type-check.mjs");
  return complaintsAbout(kindFolder);
}
