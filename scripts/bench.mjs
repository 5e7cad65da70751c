// Measures plan and first apply against their floor: the same requests sent by a bare undici pool in the same run, at the same concurrency, or at 64 where that follows the server. Then what a server that
// limits costs: one that refuses above ten in flight beside --concurrency 10, and the limits of the hosted service beside what they allow.
// Usage: npm run bench [-- --projects 1000 --groups 50 --latency 50 --concurrency 8 --repeats 3 --limited 5000 --window 15 --only plans|ceiling|hosted]
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Pool } from "undici";
import { createRedactor } from "../dist/core/redact.js";
import { apply, plan, validate } from "../dist/trueup.js";

const number = (text) => Number(text);
const { values } = parseArgs({
  options: {
    projects: { type: "string", default: "1000" },
    groups: { type: "string", default: "50" },
    latency: { type: "string", default: "50" },
    concurrency: { type: "string" },
    repeats: { type: "string", default: "2" },
    limited: { type: "string", default: "5000" },
    window: { type: "string", default: "15" },
    only: { type: "string" },
  },
});
const size = { projects: number(values.projects), groups: number(values.groups) };
const options = values.concurrency === undefined ? {} : { concurrency: number(values.concurrency) };
const concurrency = options.concurrency ?? 64;

/** Desired state of one top group, its subgroups and their projects, with or without what hangs on projects. */
function filesOf(children, { projects, groups } = size) {
  const lines = ["groups:", "  bench: { name: Bench, visibility: private }"];
  for (let group = 0; group < groups; group++) lines.push(`  bench/g${group}: { name: G${group}, visibility: private }`);
  lines.push("projects:");
  for (let index = 0; index < projects; index++) {
    lines.push(
      `  bench/g${index % groups}/p${index}:`,
      `    description: Project ${index}`,
      "    merge_method: ff",
      "    visibility: private",
    );
    if (!children) continue;
    lines.push("    approval_settings: { reset_approvals_on_push: true }", "    approval_rules:");
    lines.push("      One: { approvals_required: 1, groups: [bench] }", "      Two: { approvals_required: 2, groups: [bench] }");
    lines.push("    integrations:", "      external-wiki: { external_wiki_url: https://wiki.example.com }");
  }
  return `${lines.join("\n")}\n`;
}

async function startEmulator(...more) {
  const child = spawn(
    process.execPath,
    ["dist/cli/main.js", "emulator", "--dialect", "neutral", "--seed", "none", "--latency", values.latency, "--json", ...more],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const first = await new Promise((resolve, reject) => {
    let text = "";
    child.once("exit", () => reject(new Error("the emulator ended before it was ready")));
    child.stdout.on("data", (chunk) => {
      text += chunk;
      if (text.includes("\n")) resolve(JSON.parse(text.slice(0, text.indexOf("\n"))));
    });
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGTERM");
    await new Promise((resolve) => child.once("exit", resolve));
  };
  return { ...first, stop };
}

/** Sends GETs as they were, at most `concurrency` at once. */
async function floorOfReads(server, paths) {
  const pool = new Pool(server.url, { connections: concurrency });
  const waiting = [...paths];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        const reply = await pool.request({ path, method: "GET", headers: { "private-token": server.token } });
        await reply.body.json();
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  return seconds;
}

/** Sends the calls of a plan as they are, each as soon as those before it are done, at most `concurrency` at once. */
async function floorOfWrites(server, calls) {
  const pool = new Pool(server.url, { connections: concurrency });
  const replies = new Map();
  const fill = (value) => {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== "object" || value === null) return value;
    if (value.$ref) return replies.get(value.$ref)[value.field];
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fill(part)]));
  };
  const left = new Map(calls.map((call) => [call.id, call.after.length]));
  const followers = new Map();
  for (const call of calls) for (const id of call.after) followers.set(id, [...(followers.get(id) ?? []), call]);
  const ready = calls.filter((call) => call.after.length === 0);
  const started = performance.now();
  let running = 0;
  await new Promise((resolve, reject) => {
    const next = () => {
      while (ready.length > 0 && running < concurrency) {
        const call = ready.shift();
        running++;
        send(call).then(() => {
          running--;
          for (const follower of followers.get(call.id) ?? []) {
            left.set(follower.id, left.get(follower.id) - 1);
            if (left.get(follower.id) === 0) ready.push(follower);
          }
          next();
        }, reject);
      }
      if (running === 0 && ready.length === 0) resolve();
    };
    next();
  });
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  return seconds;

  async function send(call) {
    const params = fill(call.params);
    const path = `/api/v4${call.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name]))}`;
    const body = call.body && JSON.stringify(fill(call.body));
    const headers = { "private-token": server.token, "content-type": "application/json" };
    const reply = await pool.request({ path, method: call.method, headers, body });
    const text = await reply.body.text();
    if (reply.statusCode >= 300) throw new Error(`${call.method} ${path}: ${reply.statusCode} ${text}`);
    if (text) replies.set(call.id, JSON.parse(text));
  }
}

async function timed(work) {
  const started = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - started) / 1000 };
}

async function measure(title, children) {
  const directory = await mkdtemp(join(tmpdir(), "trueup-bench-"));
  await writeFile(join(directory, "trueup.yaml"), filesOf(children));
  const server = await startEmulator();
  const twin = await startEmulator();
  try {
    const env = { TRUEUP_URL: server.url, TRUEUP_TOKEN: server.token };
    let reads = [];
    const around = {
      cwd: directory,
      env,
      redactor: createRedactor(),
      onRequest: (event) => event.method === "GET" && reads.push(event.path),
    };
    const first = await timed(() => plan([directory], {}, options, around));
    const applied = await timed(() => apply(first.result.plan, {}, options, around));
    const failed = applied.result.outcomes.filter((one) => one.status !== "done");
    if (failed.length > 0) throw new Error(`apply: ${JSON.stringify(failed[0])}`);
    const writesFloor = await floorOfWrites(twin, first.result.plan.calls);
    // Three times each, in turn, and the middle one counts: a single run says more about the machine than about the code.
    const plans = [];
    const floors = [];
    for (let turn = 0; turn < 3; turn++) {
      reads = [];
      plans.push(await timed(() => plan([directory], {}, options, around)));
      floors.push(
        await floorOfReads(
          server,
          reads.map((path) => (path.startsWith("/api/v4") ? path : `/api/v4${path}`)),
        ),
      );
    }
    if (plans.some(({ result }) => result.plan.changes.length > 0)) throw new Error("the plan after apply is not empty");
    const second = plans.sort((a, b) => a.seconds - b.seconds)[1];
    const readsFloor = floors.sort((a, b) => a - b)[1];
    const row = (what, requests, seconds, floor) =>
      console.log(
        `${title.padEnd(34)} ${what.padEnd(12)} ${String(requests).padStart(6)} ${seconds.toFixed(2).padStart(8)} ${floor.toFixed(2).padStart(8)} ${(seconds / floor).toFixed(2).padStart(6)}`,
      );
    row("first apply", applied.result.stats.requests, applied.seconds, writesFloor);
    row("plan", second.result.plan.stats.requests, second.seconds, readsFloor);
    const files = await timed(() => validate([directory], {}, around));
    console.log(`${"".padEnd(34)} ${"  of it files".padEnd(12)} ${"0".padStart(5)} ${files.seconds.toFixed(2).padStart(8)}`);
  } finally {
    await Promise.all([server.stop(), twin.stop()]);
    await rm(directory, { recursive: true });
  }
}

/** Lets a server that has all of the files' things already be planned; tells seconds, requests and refused ones. */
async function planned(directory, server, more) {
  let [requests, refused] = [0, 0];
  const around = {
    cwd: directory,
    env: { TRUEUP_URL: server.url, TRUEUP_TOKEN: server.token },
    redactor: createRedactor(),
    onRequest: ({ status }) => {
      requests++;
      if (status === 429) refused++;
    },
  };
  const { result, seconds } = await timed(() => plan([directory], {}, { ...options, ...more }, around));
  if (result.plan.changes.length > 0) throw new Error("the plan after apply is not empty");
  return { seconds, requests, refused };
}

/** Makes the things once, and starts a server that has them and limits requests by the options given, for each list of such options. */
async function withThings(files, limits, work) {
  const directory = await mkdtemp(join(tmpdir(), "trueup-bench-"));
  const data = join(directory, "platform.json");
  await writeFile(join(directory, "trueup.yaml"), files);
  try {
    const maker = await startEmulator("--data", data, "--latency", "0");
    const around = { cwd: directory, env: { TRUEUP_URL: maker.url, TRUEUP_TOKEN: maker.token }, redactor: createRedactor() };
    const { plan: all } = await plan([directory], {}, {}, around);
    const made = await apply(all, {}, {}, around);
    const failed = made.outcomes.find((one) => one.status !== "done");
    if (failed) throw new Error(`apply: ${JSON.stringify(failed)}`);
    await maker.stop();
    const server = await startEmulator("--data", data, ...limits);
    await work(directory, server).finally(server.stop);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** A server that refuses above ten in flight: no option beside --concurrency 10. */
async function measureCeiling() {
  await withThings(filesOf(true), ["--fault", "GET /** status=429 above=10"], async (directory, server) => {
    const fixed = await planned(directory, server, { concurrency: 10 });
    const own = await planned(directory, server, {});
    console.log(`429 above 10 in flight: ${own.requests} requests, ${own.refused} refused, ${own.seconds.toFixed(2)} s`);
    console.log(
      `  --concurrency 10:     ${fixed.requests} requests, ${fixed.refused} refused, ${fixed.seconds.toFixed(2)} s, ratio ${(own.seconds / fixed.seconds).toFixed(2)}`,
    );
  });
}

/** The hosted limits, with a shorter minute: the part of what they allow that a plan uses. */
async function measureHosted() {
  const [projects, window] = [number(values.limited), number(values.window)];
  const files = filesOf(false, { projects, groups: 50 }).replaceAll(
    "    merge_method: ff\n",
    "    approval_rules: { One: { approvals_required: 1, groups: [bench] } }\n",
  );
  await withThings(files, ["--limits", "hosted", "--limits-window", values.window], async (directory, server) => {
    const { requests, refused, seconds } = await planned(directory, server, {});
    const rate = requests / seconds / (2000 / window);
    console.log(
      `--limits hosted, a minute of ${window} s: ${projects} projects, ${requests} requests, ${refused} refused, ${seconds.toFixed(2)} s, ${(rate * 100).toFixed(0)} % of what the limits allow`,
    );
  });
}

const isAsked = (what) => values.only === undefined || values.only === what;
if (isAsked("plans")) {
  const said = options.concurrency ?? "as the server bears";
  console.log(`${size.projects} projects in ${size.groups} groups, ${values.latency} ms latency, concurrency ${said}`);
  console.log(`${"".padEnd(34)} ${"".padEnd(12)} requests  seconds    floor  ratio`);
  for (let repeat = 0; repeat < number(values.repeats); repeat++) {
    await measure("projects only", false);
    await measure("with settings, 2 rules, 1 wiki", true);
  }
}
if (isAsked("ceiling")) await measureCeiling();
if (isAsked("hosted")) await measureHosted();
