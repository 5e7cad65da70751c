// One side of the comparison, or a share of it, in a process of its own: goes through scenarios with the command line of one tree, against the emulator of
// the base. Its only argument is JSON: tree, base, out, work, port, only, share and shares.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { commandLine } from "./command-line.mjs";
import { Kit } from "./kit.mjs";
import { record } from "./recorder.mjs";
import { scenarios } from "./scenarios.mjs";

const { tree, base, out, work, port, only, share = 0, shares = 1 } = JSON.parse(process.argv[2]);
const load = (directory, path) => import(pathToFileURL(join(directory, path)).href);
const [{ parseFault, startEmulator }, material] = await Promise.all([
  load(base, "dist/emulator/index.js"),
  load(base, "material.mjs"),
]);
const side = {
  tree,
  base,
  out,
  work,
  port,
  startEmulator,
  parseFault,
  material,
  recorder: record(),
  trueup: commandLine(tree),
  load: (path) => load(tree, path),
};
// Whoever asked is gone, and nobody reads what would come.
process.on("disconnect", () => process.exit(1));
side.planted = plantedStates(startEmulator);
const log = process.stderr.write.bind(process.stderr);

/** Milliseconds after which a scenario counts as stuck. */
const patience = 600_000;

for (const [index, { name, run }] of scenarios(material).entries()) {
  if (index % shares === share && (only === undefined || name.startsWith(only))) await go(name, run);
}
// What a broken command has left open must not keep the process.
process.exit(0);

/** Goes through one scenario. What breaks it down is an output like others: with the other side it may not, or in another way. */
async function go(name, run) {
  const kit = new Kit(side, name);
  const began = performance.now();
  const stuck = setTimeout(() => {
    log(`the scenario ${name} never ended\n`);
    process.exit(1);
  }, patience);
  try {
    await run(kit);
  } catch (error) {
    mkdirSync(join(out, name), { recursive: true });
    const told = error instanceof Error ? error.stack : String(error);
    writeFileSync(join(out, name, "broke-down.text"), `${told.replaceAll(tree, "TREE")}\n`);
  } finally {
    clearTimeout(stuck);
    await kit.close();
  }
  if (process.env.SAME_BYTES_TIMES) log(`${name} ${Math.round(performance.now() - began)} ms\n`);
}

/** What a platform holds that begins with a seed, made once for each seed and kind of server: checking one takes longer than most scenarios. */
function plantedStates(start) {
  const states = new Map();
  return async (seed, { tier, dialect, serverVersion }) => {
    const key = JSON.stringify([seed, tier, dialect, serverVersion]);
    if (!states.has(key)) {
      const emulator = await start({ seed, tier, dialect, serverVersion });
      states.set(key, emulator.state());
      await emulator.close();
    }
    return states.get(key);
  };
}
