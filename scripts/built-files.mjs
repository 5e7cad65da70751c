// Keeps up to date what is generated, only builds need, and is therefore not committed: schemas/openapi.json, src/client/api.gen.ts, src/kinds/facts.gen.ts, schemas/facts/*.json,
// src/report/codes.gen.ts, src/emulator/company.gen.ts, src/emulator/core/facts/since.gen.ts, src/emulator/resources/index.gen.ts, src/terraform/plugin/protocol.gen.ts and src/constructs/*.gen.ts.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { codeModule, codeModuleText } from "./message-codes.mjs";
import { resourceIndex, resourceIndexText } from "./resource-index.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));
/** What the files were made of and what was made, as hashes by path; ignored by git like the files. */
const stampFile = ".built-files.json";
const constructs = "src/constructs";
const served = "schemas/facts";
/** Folders of which every file is something that they are made of. */
const inputFolders = ["facts", "src/kinds", "schemas/openapi", "src/emulator/company"];
const otherInputs = [
  "package.json",
  "src/terraform/plugin/protocol/tfplugin6.proto",
  "scripts/built-files.mjs",
  "scripts/bundle-openapi.mjs",
  "scripts/client-description.mjs",
  "scripts/company-seed.mjs",
  "scripts/generate-client.mjs",
  "scripts/generated-files.mjs",
  "scripts/load-sources.mjs",
  "scripts/provider-protocol.mjs",
  "scripts/read-descriptions.mjs",
];

/**
 * Makes them anew unless they are there and what they are made of is as it was. Answers the paths of those that changed or went.
 * Throws BrokenSource, which names file and line, where a source is broken.
 */
export async function makeBuiltFiles() {
  const listed = makeLists();
  if (isFresh()) return { written: listed, removed: [] };
  // It takes a while to load, and mostly nothing is to be made.
  const { builtFiles } = await import("./generated-files.mjs");
  const { files, inputs } = await builtFiles();
  const written = [...files].filter(([name, text]) => textOf(name) !== text).map(([name]) => name);
  const removed = generatedNames().filter((name) => !files.has(name));
  for (const name of written) writeWhole(name, files.get(name));
  for (const name of removed) rmSync(join(top, name));
  const made = hashes([...files.keys()]);
  writeWhole(stampFile, `${JSON.stringify({ inputs: hashes([...inputs, ...otherInputs, ...inputNames()]), made }, null, 1)}\n`);
  return { written: [...listed, ...written], removed };
}

/** Made of small files alone and in no time, so that nothing else is made anew when one of them changes. */
function makeLists() {
  const texts = new Map([
    [resourceIndex, resourceIndexText()],
    [codeModule, codeModuleText()],
  ]);
  const stale = [...texts].filter(([name, text]) => textOf(name) !== text);
  for (const [name, text] of stale) writeWhole(name, text);
  return stale.map(([name]) => name);
}

function isFresh() {
  const text = textOf(stampFile);
  if (text === undefined) return false;
  const { inputs, made } = JSON.parse(text);
  const isKnown = (names, known) => names.every((name) => Object.hasOwn(known, name));
  if (!isKnown([...inputNames(), ...otherInputs], inputs) || !isKnown(generatedNames(), made)) return false;
  const then = Object.entries({ ...inputs, ...made });
  return then.every(([name, hash]) => hashOf(name) === hash);
}

function inputNames() {
  return inputFolders
    .filter((folder) => existsSync(join(top, folder)))
    .flatMap((folder) => {
      const files = readdirSync(join(top, folder), { withFileTypes: true }).filter((one) => one.isFile());
      return files.map(({ name }) => `${folder}/${name}`);
    });
}

/** Of folders with a file for each of something: what is no longer one of them has to go. */
function generatedNames() {
  const names = readdirSync(join(top, constructs)).filter((name) => name.endsWith(".gen.ts"));
  const releases = existsSync(join(top, served)) ? readdirSync(join(top, served)) : [];
  return [...names.map((name) => `${constructs}/${name}`), ...releases.map((name) => `${served}/${name}`)];
}

function hashes(names) {
  return Object.fromEntries(names.toSorted().map((name) => [name, hashOf(name)]));
}

/** Empty where there is no such file. */
function hashOf(name) {
  const text = textOf(name);
  return text === undefined ? "" : createHash("sha256").update(text).digest("hex");
}

function textOf(name) {
  return existsSync(join(top, name)) ? readFileSync(join(top, name), "utf8") : undefined;
}

/** So that whoever reads it meanwhile finds all of it: commands that run side by side may each find that it is to be made. */
function writeWhole(name, text) {
  const file = join(top, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}
