// Measures the emulator: how long it takes to start, as a ratio to a bare node; whether a page of 100 of 50,000 projects costs more the further it is from
// the beginning, by keyset and by offset; what a page of 10,000 projects costs when they have members, branches and variables, as a ratio to when they have
// none; and the longest reply while the data file of those is written anew. Ratios within one run, medians of several tries: absolute times on a shared machine are noise.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
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
const emulator = await startEmulator({
  dialect: "neutral",
  seed: { groups: [{ full_path: "many", visibility: "public" }], projects },
});
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

const INHABITED = 10_000;
const folder = mkdtempSync(join(tmpdir(), "bench-emulator-"));
const file = join(folder, "data.json");
const vendor = await startEmulator({ dialect: "vendor", serverVersion: "19.0.0", seed: inhabited(), data: file });
const call = async (method, path, body) => {
  const reply = await fetch(`${vendor.url}/api/v4${path}`, {
    method,
    headers: { "private-token": vendor.token, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text.slice(0, 200)}`);
  return text;
};
const pageOf = () => call("GET", "/projects?per_page=100&order_by=id&sort=asc&page=50");
await pageOf();
const empty = await series(() => timed(pageOf));
let longest = 0;
let next = 0;
await Promise.all(
  Array.from({ length: 20 }, async () => {
    while (next < INHABITED) {
      next += 1;
      const project = `/projects/many%2Fproject-${next - 1}`;
      await call("POST", `${project}/members`, { user_id: 2, access_level: 30 });
      await call("POST", `${project}/variables`, { key: "KEY", value: "a value of some length, as they are" });
      const actions = [{ action: "create", file_path: "README.md", content: `# ${next}` }];
      await call("POST", `${project}/repository/commits`, { branch: "main", commit_message: "Begin", actions });
      if (existsSync(`${file}.next`)) longest = Math.max(longest, await timed(() => call("GET", project)));
    }
  }),
);
const full = await series(() => timed(pageOf));
console.log(
  `page of 100 of ${INHABITED} projects with members, branches and variables: ${(full / empty).toFixed(2)} x of without`,
);
for (const path of ["members", "variables", "repository/branches"]) {
  const time = await series(() => timed(() => call("GET", `/projects/many%2Fproject-5000/${path}`)));
  console.log(`  ${path}: ${time.toFixed(1)} ms`);
}
console.log(`longest reply while the data file was written anew: ${longest.toFixed(0)} ms (one read among 20 writers)`);
await vendor.close();
rmSync(folder, { recursive: true });

function inhabited() {
  const paths = Array.from({ length: INHABITED }, (_, place) => ({
    path_with_namespace: `many/project-${place}`,
    visibility: "public",
  }));
  return { users: [{ username: "somebody" }], groups: [{ full_path: "many", visibility: "public" }], projects: paths };
}
