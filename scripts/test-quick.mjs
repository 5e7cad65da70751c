// `npm run test:quick`: lint, types and the tests that start no program, side by side. What is given is passed on to the test runner.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { makeBuiltFiles } from "./built-files.mjs";

const parts = [
  ["lint", ["run", "--silent", "lint"]],
  ["types", ["run", "--silent", "types"]],
  ["tests", ["exec", "--", "vitest", "run", "--project", "in-process", "--tags-filter=!slow", ...process.argv.slice(2)]],
];

/** Runs a part to its end, and prints what it said once it is there: the parts would talk at the same time. */
async function run([name, words]) {
  const started = performance.now();
  const child = spawn("npm", words, { stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32" });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  const [code] = await once(child, "close");
  console.log(
    `${said.trimEnd()}\n${name}: ${code === 0 ? "passed" : "FAILED"} in ${Math.round((performance.now() - started) / 1000)} s\n`,
  );
  return code === 0;
}

// Once, before all three ask for it.
await makeBuiltFiles();
const passed = await Promise.all(parts.map(run));
process.exitCode = passed.every(Boolean) ? 0 : 1;
