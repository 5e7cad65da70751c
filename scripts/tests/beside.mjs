// Runs an npm script beside others, and tells of it once it is there: they would talk at the same time.
import { spawn } from "node:child_process";
import { once } from "node:events";

/** Answers whether the script passed. */
export async function runBeside(name) {
  const started = performance.now();
  const child = spawn("npm", ["run", "--silent", name], {
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  const [code] = await once(child, "close");
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${said.trimEnd()}\n${name}: ${code === 0 ? "passed" : "FAILED"} in ${seconds} s\n`);
  return code === 0;
}
