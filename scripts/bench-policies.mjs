// Measures the plan of one policy for projects that no file declares: requests, seconds beside the same requests sent bare in the same run, and the memory of the command.
// Usage: node scripts/bench-policies.mjs [--projects 5000 --groups 100 --latency 0 --children --memory MB]   (--groups 1: all under one top-level group)
// With --memory it fails if the command takes more than that.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { interceptors, Pool } from "undici";

const { values } = parseArgs({
  options: {
    projects: { type: "string", default: "5000" },
    groups: { type: "string", default: "100" },
    latency: { type: "string", default: "0" },
    children: { type: "boolean", default: false },
    memory: { type: "string", default: "Infinity" },
  },
});
const [projects, groups] = [Number(values.projects), Number(values.groups)];
const directory = mkdtempSync(join(tmpdir(), "trueup-bench-policies-"));

/** A process of the built command; `node` are options of Node. */
function command(args, { node = [], env = {} } = {}) {
  const child = spawn(process.execPath, [...node, "dist/cli/main.js", ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ran = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (ran.stdout += chunk));
  child.stderr.on("data", (chunk) => (ran.stderr += chunk));
  const ended = new Promise((resolve) => child.once("close", (code) => resolve({ ...ran, code })));
  return { child, ran, ended };
}

function seed() {
  const top = (index) => (groups === 1 ? "all" : `top${index % groups}`);
  const names = [...new Set(Array.from({ length: projects }, (_, index) => top(index)))];
  return {
    groups: names.map((full_path) => ({ full_path })),
    projects: Array.from({ length: projects }, (_, index) => ({ path_with_namespace: `${top(index)}/p${index}` })),
  };
}

async function emulator() {
  const file = join(directory, "seed.json");
  writeFileSync(file, JSON.stringify(seed()));
  const started = command(["emulator", "--dialect", "neutral", "--seed", file, "--latency", values.latency, "--json"]);
  while (!started.ran.stdout.includes("\n")) {
    if (started.child.exitCode !== null) throw new Error(`the emulator ended: ${started.ran.stderr}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { ...JSON.parse(started.ran.stdout.split("\n")[0]), stop: () => started.child.kill("SIGTERM") };
}

/** Seconds that bare GETs of these paths take, 64 at once at most. */
async function bare(server, paths) {
  // A server that is busy for seconds may close a connection on which a request has just come.
  const pool = new Pool(server.url, { connections: 64 }).compose(interceptors.retry());
  const waiting = [...paths];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
        await (await pool.request({ path, method: "GET", headers: { "private-token": server.token } })).body.json();
    }),
  );
  await pool.close();
  return (performance.now() - started) / 1000;
}

const server = await emulator();
try {
  const children = values.children
    ? {
        approval_settings: { reset_approvals_on_push: true },
        approval_rules: { Two: { rule_type: "any_approver", approvals_required: { at_least: 1 } } },
      }
    : {};
  const policy = { projects: [groups === 1 ? "all/**" : "**"], undeclared: "include", set: { merge_method: "ff", ...children } };
  writeFileSync(join(directory, "policies.yaml"), JSON.stringify({ policies: { baseline: policy } }));
  const paths = join(directory, "paths.txt");
  const measure = join(directory, "measure.mjs");
  // Peak memory and the requests are told by the process itself when it ends.
  writeFileSync(
    measure,
    `import { subscribe } from "node:diagnostics_channel"; import { writeFileSync } from "node:fs"; const paths = [];
subscribe("undici:request:create", ({ request }) => paths.push(request.path));
process.on("exit", () => writeFileSync(${JSON.stringify(paths)}, JSON.stringify({ paths, rss: process.resourceUsage().maxRSS })));\n`,
  );
  const env = { TRUEUP_URL: server.url, TRUEUP_TOKEN: server.token };
  const started = performance.now();
  const ran = await command(["plan", directory, "--json"], { node: ["--import", measure], env }).ended;
  const seconds = (performance.now() - started) / 1000;
  if (ran.code !== 0) throw new Error(ran.stderr);
  const plan = JSON.parse(ran.stdout);
  const told = JSON.parse(readFileSync(paths, "utf8"));
  const floor = await bare(
    server,
    told.paths.map((path) => new URL(path, server.url).pathname + new URL(path, server.url).search),
  );
  const megabytes = Math.round(told.rss / 1024);
  console.log(
    `${projects} projects under ${groups} top-level groups: ${plan.changes.length} changes, ${plan.stats.requests} requests, ` +
      `${seconds.toFixed(1)} s (the same requests bare ${floor.toFixed(1)} s), ${megabytes} MB at most`,
  );
  if (megabytes > Number(values.memory)) throw new Error(`it takes more than ${values.memory} MB`);
} finally {
  server.stop();
  rmSync(directory, { recursive: true, force: true });
}
