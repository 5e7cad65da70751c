// Writes the registry of the types of fields (src/core/types/*.gen.ts), in which kinds are written; then what is derived from the kinds (src/kinds/index.gen.ts, schemas/kinds,
// schemas/api, schemas/trueup.schema.json, src/constructs, docs/kinds and docs/terraform), from the resources of the emulator (schemas/seed.schema.json), and from the description of the API
// (schemas/openapi.json, and what the client knows of it), and from the commands and codes (docs/commands, docs/codes). With --check it writes nothing, names what is committed and stale, and exits 1.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeBuiltFiles } from "./built-files.mjs";
import { commandFiles, committedFiles, kindFolder, top, typeFiles, typeFolder } from "./generated-files.mjs";
import { BrokenSource, placed } from "./load-sources.mjs";

/** Folders in which everything is generated and committed. */
const generatedFolders = [
  "schemas/kinds",
  "schemas/api",
  "docs/terraform/resources",
  "docs/terraform/data-sources",
  "docs/kinds",
  "docs/commands",
];

const check = process.argv.includes("--check");
try {
  const types = await typeFiles();
  const staleTypes = staleIn(types);
  // Of types that are not registered there can be no kinds.
  if (check && staleTypes.length > 0) tellStale(staleTypes);
  else {
    writeAll(staleTypes, types);
    await followKinds(staleTypes);
  }
} catch (error) {
  process.exitCode = 1;
  const { message } = placed(error);
  console.error(message);
  // Where it shows is not where it comes from: the compiler may know.
  if (!message.startsWith(kindFolder) && !message.startsWith(typeFolder))
    for (const complaint of await typeComplaints()) console.error(complaint);
}

/** Writes or tells what follows from the kinds; `before` is what was written before. */
async function followKinds(before) {
  const wanted = new Map([...(await committedFiles()), ...(await commandFiles())]);
  const stale = staleIn(wanted);
  const left = generatedFolders.flatMap((folder) => leftIn(folder, wanted));
  if (check) tellStale([...stale, ...left]);
  else await write(wanted, { before, stale, left });
}

function staleIn(texts) {
  return [...texts].filter(([name, text]) => textOf(name) !== text).map(([name]) => name);
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

/** Nothing is written of kinds and types that the compiler does not take: they may be other things than they say. */
async function write(wanted, { before, stale, left }) {
  if (stale.length + left.length > 0 && (await typeComplaints()).length > 0)
    throw new BrokenSource("nothing of what follows from kinds was written, because one of these is not sound:");
  writeAll(stale, wanted);
  for (const name of left) rmSync(join(top, name));
  const built = await makeBuiltFiles();
  tellWritten([...before, ...stale, ...built.written], [...left, ...built.removed]);
}

function writeAll(names, texts) {
  for (const name of names) {
    mkdirSync(dirname(join(top, name)), { recursive: true });
    writeFileSync(join(top, name), texts.get(name));
  }
}

function tellWritten(written, removed) {
  for (const name of written) console.log(`wrote ${name}`);
  for (const name of removed) console.log(`removed ${name}`);
  if (written.length + removed.length === 0) console.log("everything was up to date");
}

/** What the compiler has against the files of types and kinds, each with file, line and column. */
async function typeComplaints() {
  const { complaintsAbout } = await import("./type-check.mjs");
  return complaintsAbout(typeFolder, kindFolder);
}
