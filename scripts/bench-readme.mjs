// Measures the numbers of README.md, keeps them in docs/assets/measured.json, and writes them into README.md. Takes a minute or two.
// Usage: npm run bench -- --readme [--only requests|converged|moved|adopted|started]   (--only measures and prints one of them, and writes nothing)
// Where gitlabform cannot be installed, its numbers stay those that were measured last, with their release and date.
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { adopted, converged, moved, requests, started } from "./readme/measure.mjs";
import { withReasons } from "./readme/reasons.mjs";

const { values } = parseArgs({ options: { readme: { type: "boolean" }, only: { type: "string" } } });
const measurements = { requests, converged, moved, adopted, started };
const kept = new URL("../docs/assets/measured.json", import.meta.url);
const readme = new URL("../README.md", import.meta.url);

async function all() {
  const before = JSON.parse(readFileSync(kept, "utf8"));
  // What is a time is taken alone.
  const alone = await started();
  const rest = async () => ({ adopted: await adopted(), moved: await moved(), converged: await converged() });
  const [asked, others] = await Promise.all([requests(), rest()]);
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${availableParallelism()} cores, ${process.platform} ${process.arch}, Node ${process.versions.node.split(".")[0]}`;
  const measured = {
    requests: asked.requests,
    gitlabform: asked.gitlabform === undefined ? before.gitlabform : { ...asked.gitlabform, date },
    ...others,
    started: { ...alone, date, machine },
  };
  if (measured.gitlabform === undefined) throw new Error("gitlabform was never measured, and cannot be installed here");
  writeFileSync(kept, `${JSON.stringify(measured, undefined, 2)}\n`);
  writeFileSync(readme, withReasons(readFileSync(readme, "utf8"), measured));
  console.log(JSON.stringify(measured, undefined, 2));
}

if (values.only === undefined) await all();
else if (!Object.hasOwn(measurements, values.only)) throw new Error(`--only takes ${Object.keys(measurements).join(", ")}`);
else console.log(JSON.stringify(await measurements[values.only](), undefined, 2));
