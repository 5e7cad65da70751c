// Runs npm commands at the same time, and tells of each once it is there: they would talk at the same time.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { makeBuiltFiles } from "./built-files.mjs";

/** Runs parts, each a name and what npm is to be told. Answers whether all passed. */
export async function sideBySide(parts) {
  // Once, before all ask for it.
  await makeBuiltFiles();
  const passed = await Promise.all(parts.map(run));
  return passed.every(Boolean);
}

async function run([name, words]) {
  const started = performance.now();
  const child = spawn("npm", words, { stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32" });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  const [code] = await once(child, "close");
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${said.trimEnd()}\n${name}: ${code === 0 ? "passed" : "FAILED"} in ${seconds} s\n`);
  return code === 0;
}
