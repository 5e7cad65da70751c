// Measures how long `trueup --version` takes beside Node alone: both in turn, the median of each. Exits with 1 above the ratio that we promise.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const promised = 1.15;
const runs = 60;
const command = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const milliseconds = { alone: [], version: [] };

function run(into, words) {
  const before = performance.now();
  const { status } = spawnSync(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  if (status !== 0) throw new Error(`node ${words.join(" ")} failed`);
  into.push(performance.now() - before);
}

for (let index = 0; index < runs; index++) {
  run(milliseconds.alone, ["--eval", "0"]);
  run(milliseconds.version, [command, "--version"]);
}
const median = (values) => values.toSorted((a, b) => a - b)[runs / 2];
const [alone, version] = [median(milliseconds.alone), median(milliseconds.version)];
console.log(
  `node alone ${alone.toFixed(1)} ms, trueup --version ${version.toFixed(1)} ms: ${(version / alone).toFixed(2)}, at most ${promised}`,
);
process.exitCode = version / alone <= promised ? 0 : 1;
