// Measures the emulator: how long it takes to start, as a ratio to a bare node, and whether a page of 100 of 50,000 projects costs more the further it is from
// the beginning, by keyset and by offset. Ratios within one run, medians of several tries: absolute times on a shared machine are noise.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { startEmulator } from "../dist/emulator/index.js";

const top = resolve(fileURLToPath(new URL("..", import.meta.url)));
const PROJECTS = 50_000;
const TRIES = 15;

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

async function timed(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Milliseconds until a child process has written its first line. */
async function firstLine(words) {
  const child = spawn(process.execPath, words, { cwd: top, stdio: ["ignore", "pipe", "ignore"] });
  const passed = await timed(() => once(child.stdout, "data"));
  child.kill("SIGTERM");
  await once(child, "exit");
  return passed;
}

async function series(run) {
  const times = [];
  for (let count = 0; count < TRIES; count += 1) times.push(await run());
  return median(times);
}

const bare = await series(() => firstLine(["-e", "console.log(1)"]));
const started = await series(() => firstLine([join(top, "dist/cli/main.js"), "emulator", "--json"]));
console.log(`start: ${Math.round(started)} ms, ${(started / bare).toFixed(1)} x a bare node`);

const projects = Array.from({ length: PROJECTS }, (_, place) => ({
  path_with_namespace: `many/project-${place}`,
  visibility: "public",
}));
const emulator = await startEmulator({ seed: { groups: [{ full_path: "many", visibility: "public" }], projects } });
const headers = { "private-token": emulator.token };
const page = async (query) => {
  const reply = await fetch(`${emulator.url}/api/v4/projects?per_page=100&order_by=id&sort=asc&${query}`, { headers });
  const items = await reply.json();
  if (!Array.isArray(items) || items.length !== 100) throw new Error(`no page of 100: ${JSON.stringify(items).slice(0, 200)}`);
};
const places = [0, 0.25, 0.5, 0.75, 0.99];
const waysToPage = {
  keyset: (place) => `pagination=keyset&id_after=${Math.floor(PROJECTS * place)}`,
  offset: (place) => `page=${Math.floor((PROJECTS * place) / 100) + 1}`,
};
for (const [name, queryOf] of Object.entries(waysToPage)) {
  const times = [];
  for (const place of places) times.push(await series(() => timed(() => page(queryOf(place)))));
  const ratios = times.map((time) => (time / times[0]).toFixed(2)).join(", ");
  const where = places.map((place) => `${place * 100}%`).join(", ");
  console.log(`${name}: ${times[0].toFixed(1)} ms for the first page; at ${where}: ${ratios} x`);
}
await emulator.close();
