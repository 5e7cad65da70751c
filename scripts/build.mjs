// Builds dist/: npm run build. Types are checked by `npm run types`, so nothing here checks them again but the constructs, whose types people compile against.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { inputsHash, noteBuild } from "./build-stamp.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));

await run("scripts/make-built-files.mjs");
const inputs = inputsHash();
// The constructs are a program of their own.
await Promise.all([program(), run("scripts/build-constructs.mjs")]);
noteBuild(inputs);

async function program() {
  await run("node_modules/typescript-7/bin/tsc", "-p", "tsconfig.build.json");
  await run("scripts/tidy-build.mjs");
  await run("scripts/build-checks.mjs");
  await run("scripts/bundle-emulator.mjs");
  await run("scripts/bundle-provider.mjs");
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
