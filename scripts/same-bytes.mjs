// Says whether users see the same of the working tree as of a revision, byte for byte: `node scripts/same-bytes.mjs BASE`.
// Plans, results, exports, other outputs and the requests that are made, over many scenarios; exits with 1 if anything differs.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { buildRevision, buildWorkingTree } from "./same-bytes/build.mjs";
import { countOutputs, countsText, differences, differenceText, outputsOf } from "./same-bytes/compare.mjs";
import { compareEmulators } from "./same-bytes/emulator/net.mjs";
import { withoutKinds, wordsOf } from "./same-bytes/kinds-but.mjs";
import { runSides } from "./same-bytes/sides.mjs";

const usage = `node scripts/same-bytes.mjs BASE [--only NAME] [--kinds-but KIND[,KIND]] [--keep DIRECTORY] [--fresh]
node scripts/same-bytes.mjs --emulator BASE [--fresh]

Compares what users see of the working tree with what they see of the git revision BASE.

  --emulator BASE   compares the emulators instead: what they reply to all that the tests of BASE's emulator ask
  --only NAME       only the scenarios whose names begin so, such as random or acme/free
  --kinds-but KIND  leave out what is about these kinds, where one was added or taken away
  --keep DIRECTORY  keep what both sides gave, for looking into it
  --fresh           do not rely on what BASE gave the last time`;
/** Differences that are shown; more than a few rarely tell more. */
const shownDifferences = 12;

/** Prints how each group of scenarios compares; answers whether all is the same. */
function report(base, tree) {
  const differing = differences(base, tree);
  const groupOf = (name) => name.slice(0, name.indexOf("/"));
  for (const group of new Set([...base.keys()].map(groupOf))) {
    const own = new Map([...base].filter(([name]) => groupOf(name) === group));
    const count = differing.filter(({ name }) => groupOf(name) === group).length;
    const rest = count === 0 ? "" : `; ${count} outputs differ`;
    console.log(`${count === 0 ? "same  " : "DIFFER"} ${group}: ${countsText(countOutputs(own))}${rest}`);
  }
  for (const difference of differing.slice(0, shownDifferences)) console.log(`\n${differenceText(difference)}`);
  if (differing.length > shownDifferences)
    console.log(`\n… and ${differing.length - shownDifferences} more outputs: see --keep.`);
  if (differing.length === 0) console.log(`the same: ${countsText(countOutputs(base))}`);
  else console.log(`\n${differing.length} of ${base.size} outputs differ`);
  return differing.length === 0;
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: "string" },
      "kinds-but": { type: "string" },
      keep: { type: "string" },
      emulator: { type: "string" },
      fresh: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return console.log(usage);
  if (values.emulator !== undefined) {
    process.exitCode = (await compareEmulators(values.emulator, values)) ? 0 : 1;
    return;
  }
  if (positionals.length !== 1) throw new Error(usage);
  const { directory: base } = await buildRevision(positionals[0]);
  const tree = buildWorkingTree();
  const directory = mkdtempSync(join(tmpdir(), "same-bytes-"));
  const { only, fresh = false, keep } = values;
  try {
    const outs = await runSides({ base, tree, directory, only, fresh });
    if (keep !== undefined)
      for (const [index, name] of ["base", "working-tree"].entries()) replace(outs[index], join(keep, name));
    const [before, after] = outs.map((out) => outputsOf(out, only));
    if (before.size === 0) throw new Error(`no scenario is called ${only}…`);
    const broken = [...before].filter(([name]) => name.endsWith("/broke-down.text"));
    if (broken.length > 0) throw new Error(broken.map(([name, text]) => `${name}: ${text.toString("utf8")}`).join("\n"));
    const leave = await leaver(values["kinds-but"]?.split(","), [base, tree]);
    process.exitCode = report(leave(before), leave(after)) ? 0 : 1;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Answers what leaves things of these kinds out of outputs. */
async function leaver(names, trees) {
  if (names === undefined) return (outputs) => outputs;
  const modules = await Promise.all(trees.map((tree) => import(pathToFileURL(join(tree, "dist/kinds/index.gen.js")).href)));
  const words = wordsOf(names, new Map(modules.flatMap(({ kinds }) => [...kinds])));
  return (outputs) => {
    const left = [...outputs].map(([name, bytes]) => [name, withoutKinds(name, bytes, words)]);
    return new Map(left.filter(([, bytes]) => bytes !== undefined));
  };
}

function replace(from, to) {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
