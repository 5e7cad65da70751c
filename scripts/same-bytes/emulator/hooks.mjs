// Loader hooks: any revision's emulator is recorded without a change to its sources or tests.
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

const recorder = new URL("recorder.mjs", import.meta.url).href;

if (isMainThread) register(import.meta.url);

/** Gives the emulator's entry a `startEmulator` that records, and leaves every other module alone. */
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith("/.src-js/emulator/index.js")) return loaded;
  return { ...loaded, source: recordedSource(String(loaded.source)) };
}

function recordedSource(source) {
  const replaced = source
    .replace(/from\s*"@hono\/node-server"/, `from "${recorder}"`)
    .replace("export async function startEmulator(", "async function startUnrecorded(");
  if (!replaced.includes(recorder) || !replaced.includes("startUnrecorded("))
    throw new Error("the recorder does not know this emulator: its index.js has another startEmulator or another HTTP server");
  return `${replaced}\nimport { recording } from "${recorder}";\nexport const startEmulator = recording(startUnrecorded);\n`;
}
