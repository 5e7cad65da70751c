// Builds dist/: npm run build. Types are checked by `npm run types`, so nothing here checks them again but the constructs, whose types people compile against.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inputsHash, noteBuild } from "./build-stamp.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));
const dist = join(top, "dist");

await run("scripts/make-built-files.mjs");
const inputs = inputsHash();
// Earlier builds had other files. What is made now is replaced by each part, as it may be in use.
tidy();
await Promise.all([run("scripts/bundle.mjs"), run("scripts/build-constructs.mjs")]);
noteBuild(inputs);

function tidy() {
  const parts = new Set(["cdktf", "cdktn", "checks", "chunks", "cli", "client", "core", "emulator", "provider", "trueup.js"]);
  for (const name of existsSync(dist) ? readdirSync(dist) : [])
    if (!parts.has(name)) rmSync(join(dist, name), { recursive: true, force: true });
}

/** Runs a script; where it fails, so does the build. */
async function run(...words) {
  const child = spawn(process.execPath, words, { cwd: top, stdio: "inherit" });
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (...how) => resolve(how));
  });
  if (code !== 0) {
    console.error(`the build failed: ${words.join(" ")}${signal === null ? "" : ` (${signal})`}`);
    process.exit(1);
  }
}
