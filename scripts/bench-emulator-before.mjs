// Compares the emulator with that of an older checkout, in one run and by turns: node scripts/bench-emulator-before.mjs CHECKOUT [PROJECTS]. Both must be built.
// How long each takes to start; what single reads and a page of 100 cost on a small instance, and the page on one of many projects that have members, branches and
// (where the older one has them) variables; and the longest reply while the data file of that is written anew. What counts is time on a processor, of
// the server alone: other work on the machine does not lengthen it. Medians of rounds that alternate.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const top = resolve(fileURLToPath(new URL("..", import.meta.url)));
const [older, count = "10000"] = process.argv.slice(2);
if (older === undefined) throw new Error("which checkout is it compared with?");
const PROJECTS = Number(count);
const STARTS = 15;
const ROUNDS = 15;
const READS = 40;
const WRITERS = 20;
const WARMUP = 200;
const TOKEN = "bench-token";
const folder = mkdtempSync(join(tmpdir(), "bench-before-"));

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** Milliseconds that all threads of a process have been on a processor. */
function spent({ pid }) {
  const threads = `/proc/${pid}/task`;
  const times = readdirSync(threads).map((id) => Number(readFileSync(`${threads}/${id}/schedstat`, "utf8").split(" ")[0]));
  return times.reduce((sum, time) => sum + time, 0) / 1e6;
}

class Server {
  #agent = new Agent({ keepAlive: true });

  constructor(name, checkout) {
    this.name = name;
    this.checkout = checkout;
  }

  /** Starts it and gives the milliseconds that this took, on the clock and on a processor. */
  async start(more = []) {
    const words = ["emulator", "--json", "--port", "0", "--dialect", "vendor", "--server-version", "19.0.0", "--token", TOKEN];
    const began = performance.now();
    const main = join(this.checkout, "dist/cli/main.js");
    this.child = spawn(process.execPath, [main, ...words, ...more], { cwd: this.checkout, stdio: ["ignore", "pipe", "inherit"] });
    const [line] = await once(this.child.stdout, "data");
    const figures = { clock: performance.now() - began, processor: spent(this.child) };
    this.url = JSON.parse(String(line).split("\n")[0]).url;
    return figures;
  }

  async stop() {
    this.child.kill("SIGTERM");
    await once(this.child, "exit");
  }

  async call(method, path, body) {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      "private-token": TOKEN,
      ...(text === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
    };
    const sent = request(`${this.url}/api/v4${path}`, { method, agent: this.#agent, headers });
    sent.end(text);
    const [reply] = await once(sent, "response");
    const parts = [];
    for await (const part of reply) parts.push(part);
    if (reply.statusCode >= 400)
      throw new Error(`${this.name}: ${method} ${path}: ${reply.statusCode} ${Buffer.concat(parts).toString()}`);
  }

  /** Milliseconds on a processor that one read takes. */
  async cost(path, times = READS) {
    const before = spent(this.child);
    for (let turn = 0; turn < times; turn += 1) await this.call("GET", path);
    return (spent(this.child) - before) / times;
  }
}

const servers = [new Server("before", resolve(older)), new Server("now", top)];
const figure = (times) => `${median(times[1]).toFixed(2)} ms, before ${median(times[0]).toFixed(2)} ms`;

/** The ratio of two rows of times that were taken by turns: the median of the ratios of pairs. */
const ratio = ([before, now]) => median(now.map((time, turn) => time / before[turn])).toFixed(2);

/** Runs the measurement of each server by turns. */
async function byTurns(rounds, measure) {
  const times = servers.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const place of round % 2 === 0 ? [0, 1] : [1, 0]) times[place].push(await measure(servers[place]));
  return times;
}

async function startBoth(more = () => []) {
  for (const server of servers) await server.start(more(server));
}

const reads = ["/user", "/projects/many%2Fproject-5", "/groups/many", "/application/settings", "/projects?per_page=100"];

async function compareReads(paths, times) {
  for (const path of paths) {
    for (const server of servers) await server.cost(path, Math.min(WARMUP, times * 5));
    const costs = await byTurns(ROUNDS, (server) => server.cost(path, times));
    console.log(`GET ${path}: ${figure(costs)}: ${ratio(costs)} x`);
  }
}

function seedOf(projects) {
  const file = join(folder, `seed-${projects}.json`);
  const paths = Array.from({ length: projects }, (_, place) => ({
    path_with_namespace: `many/project-${place}`,
    visibility: "public",
  }));
  const groups = [{ full_path: "many", visibility: "public" }];
  const users = [{ username: "somebody" }];
  const commits = paths.map(({ path_with_namespace: project }) => ({
    project,
    branch: "main",
    message: "Begin",
    author: "somebody",
    changes: { "README.md": "# A project\n" },
  }));
  writeFileSync(file, JSON.stringify({ users, groups, projects: paths, commits }));
  return file;
}

/** Gives every project a member, a second branch and, where the server has them, a variable. */
async function inhabit(server, hasVariables) {
  const done = { count: 0 };
  const write = async () => {
    while (done.count < PROJECTS) {
      const project = `/projects/many%2Fproject-${done.count}`;
      done.count += 1;
      await server.call("POST", `${project}/members`, { user_id: 2, access_level: 30 });
      await server.call("POST", `${project}/repository/branches`, { branch: "next", ref: "main" });
      if (hasVariables) await server.call("POST", `${project}/variables`, { key: "KEY", value: "a value of some length" });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}

/** Writes until the data file has been written anew, and reads meanwhile: the times of the replies to that, while it was written anew and otherwise. */
async function rewrite(server, data) {
  const times = { rewriting: [], otherwise: [] };
  const isRewriting = () => existsSync(`${data}.next`);
  const done = { wasRewriting: false, isOver: false, count: 0 };
  const write = async () => {
    while (!done.isOver) {
      done.count += 1;
      await server.call("PUT", "/application/settings", { help_page_text: `${done.count} ${"x".repeat(200_000)}` });
    }
  };
  const read = async () => {
    while (!done.isOver) {
      const was = isRewriting();
      const began = performance.now();
      await server.call("GET", "/projects/many%2Fproject-5");
      const passed = performance.now() - began;
      const is = isRewriting();
      times[was || is ? "rewriting" : "otherwise"].push(passed);
      done.isOver = done.wasRewriting && !was && !is;
      done.wasRewriting ||= is;
    }
  };
  await Promise.all([read(), write(), write()]);
  return times;
}

const has = async (server, method, path, body) =>
  server.call(method, path, body).then(
    () => true,
    () => false,
  );

try {
  const starts = await byTurns(STARTS, async (server) => {
    const figures = await server.start();
    await server.stop();
    return figures;
  });
  for (const kind of ["processor", "clock"]) {
    const times = starts.map((all) => all.map((one) => one[kind]));
    console.log(`start, by the ${kind}: ${figure(times)}: ${ratio(times)} x`);
  }

  const small = seedOf(100);
  await startBoth(() => ["--seed", small]);
  await compareReads(reads, READS);
  for (const server of servers) await server.stop();

  const many = seedOf(PROJECTS);
  const dataOf = ({ name }) => join(folder, `${name}.jsonl`);
  await startBoth((server) => ["--seed", many, "--data", dataOf(server)]);
  for (const server of servers) {
    const hasVariables = await has(server, "GET", "/projects/many%2Fproject-5/variables");
    await inhabit(server, hasVariables);
    const { rewriting, otherwise } = await rewrite(server, dataOf(server));
    const told = ([what, times]) =>
      `${times.length} replies ${what}, median ${median(times).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`;
    console.log(`${server.name}, ${PROJECTS} projects${hasVariables ? "" : " (without variables)"}:`);
    console.log(`  ${told(["while the data file was written anew", rewriting])}; ${told(["otherwise", otherwise])}`);
  }
  const middle = Math.floor(PROJECTS / 2);
  await compareReads(
    [
      "/projects?per_page=100",
      `/projects?per_page=100&order_by=id&sort=asc&page=${Math.ceil(middle / 100)}`,
      `/projects?per_page=100&order_by=id&sort=asc&pagination=keyset&id_after=${middle}`,
      `/projects/many%2Fproject-${middle}`,
      `/projects/many%2Fproject-${middle}/members`,
      `/projects/many%2Fproject-${middle}/repository/branches`,
    ],
    10,
  );
} finally {
  for (const { child } of servers) child?.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
}
