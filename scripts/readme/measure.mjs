// The numbers of README.md: counts of requests and of resources, which are the same on every machine, and one ratio of times.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRedactor } from "../../dist/core/redact.js";
import { startEmulator } from "../../dist/emulator/index.js";
import { apply, plan } from "../../dist/trueup.js";
import { installed } from "../conformance/python.mjs";
import { SUITES } from "../conformance/suites.mjs";
import { countingProxy } from "./counting-proxy.mjs";

const top = fileURLToPath(new URL("../..", import.meta.url));
const command = join(top, "dist/cli/main.js");
const few = 100;
const many = 1000;

/** The configuration that gitlabform has of the sections, which `trueup convert` reads, too: both tools are asked for the same. */
const sections = {
  project_settings: { merge_method: "ff", only_allow_merge_if_pipeline_succeeds: true },
  branches: { main: { protected: true, push_access_level: "no access", merge_access_level: "developer" } },
  merge_requests_approval_rules: { two: { name: "Two eyes", rule_type: "any_approver", approvals_required: 1 } },
  hooks: { "https://ci.example.com/hook": { push_events: true } },
};

/** Runs a program to its end; answers what it printed on standard output. */
async function run(program, words, { cwd, env = {}, codes = [0] }) {
  const child = spawn(program, words, {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
  const [code] = await once(child, "close");
  if (!codes.includes(code)) throw new Error(`${program} ${words.join(" ")} ended with ${code}: ${stdout}${stderr}`);
  return stdout;
}

const trueup = (words, how) => run(process.execPath, [command, ...words], how);

/** A platform with this many projects in a group, a directory, and what both tools say the projects have. */
async function withProjects(count, wanted, work) {
  const directory = mkdtempSync(join(tmpdir(), "trueup-bench-"));
  const projects = Array.from({ length: count }, (_, index) => ({
    path_with_namespace: `bench/p${index}`,
    branches: ["main"],
  }));
  const emulator = await startEmulator({ seed: { groups: [{ full_path: "bench" }], projects } });
  const proxy = await countingProxy(emulator.url);
  try {
    // YAML is a superset of JSON.
    writeFileSync(
      join(directory, "config.yml"),
      JSON.stringify({ config_version: 4, projects_and_groups: { "bench/*": wanted } }, undefined, 1),
    );
    const env = { TRUEUP_URL: proxy.url, TRUEUP_TOKEN: emulator.token };
    await trueup(["convert", "--from", "gitlabform", "config.yml", "--out", "trueup"], { cwd: directory });
    await trueup(["apply", "--yes", "--ack", "many-updates:bench-projects"], { cwd: directory, env });
    return await work({ directory, env, proxy, emulator });
  } finally {
    await proxy.close();
    await emulator.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** What a plan of projects that are as they should be asks. */
async function planned({ directory, env, proxy }) {
  proxy.take();
  const { changes } = JSON.parse(await trueup(["plan", "--json"], { cwd: directory, env }));
  if (changes.length > 0) throw new Error(`the plan after apply has ${changes.length} changes`);
  return proxy.take();
}

/** gitlabform's dry run, or its run, on projects that are as they should be; undefined where it is not installed. */
async function gitlabformRuns(gitlabform, { directory, env, proxy }, words) {
  const own = { GITLAB_URL: env.TRUEUP_URL, GITLAB_TOKEN: env.TRUEUP_TOKEN };
  proxy.take();
  const said = await run(join(gitlabform.bin, "gitlabform"), ["-k", ...words, "ALL_DEFINED"], { cwd: directory, env: own });
  // Of a section that it cannot compare it says nothing, or that it cannot.
  const shown = new Set([...said.matchAll(/DIFF\s+(\w+) changes/g)].map(([, section]) => section));
  return { ...proxy.take(), sections: shown.size };
}

/**
 * Requests: settings of few and of many projects, and four sections of few; beside gitlabform where it is installed. Its dry run of the four sections looks at settings
 * alone, so that is its number for settings, too.
 */
export async function requests() {
  const gitlabform = installed(SUITES.find(({ name }) => name === "gitlabform"));
  const has = gitlabform.lacks === undefined;
  if (!has) console.error(`gitlabform is not measured: ${gitlabform.lacks}`);
  const { project_settings } = sections;
  const settings = await withProjects(few, { project_settings }, planned);
  const large = await withProjects(many, { project_settings }, planned);
  const all = await withProjects(few, sections, async (world) => ({
    trueup: await planned(world),
    ...(has && { dry: await gitlabformRuns(gitlabform, world, ["-n"]), run: await gitlabformRuns(gitlabform, world, []) }),
  }));
  return {
    requests: { few, many, settings, large, all: all.trueup, sections: Object.keys(sections).length },
    gitlabform: has ? { release: gitlabform.release, dry: all.dry, run: all.run } : undefined,
  };
}

/** How many kinds are as their example says after one apply: the next plan is empty. */
export async function converged() {
  const files = readdirSync(join(top, "examples/kinds")).filter((name) => name.endsWith(".yaml"));
  let empty = 0;
  for (const name of files) {
    const emulator = await startEmulator({ seed: "people" });
    const file = join(top, "examples/kinds", name);
    const secrets = [...readFileSync(file, "utf8").matchAll(/\$\{env:(\w+)\}/g)].map(([, key]) => [key, `value-of-${key}`]);
    const env = { ...Object.fromEntries(secrets), TRUEUP_URL: emulator.url, TRUEUP_TOKEN: emulator.token };
    const around = () => ({ cwd: top, env, redactor: createRedactor(), now: new Date() });
    const first = await plan([file], {}, {}, around());
    const made = await apply(first.plan, { before: first.before }, {}, around());
    const { plan: second } = await plan([file], {}, {}, around());
    const isDone = first.plan.changes.length > 0 && made.outcomes.every(({ status }) => status === "done");
    if (isDone && second.changes.length === 0) empty += 1;
    else console.error(`${name}: not as it says after one apply`);
    await emulator.close();
  }
  return { kinds: files.length, empty };
}

/** The company of the emulator, exported and planned: how many resources, and how many changes. */
export async function adopted() {
  const directory = mkdtempSync(join(tmpdir(), "trueup-bench-"));
  const emulator = await startEmulator();
  try {
    const how = { cwd: directory, env: { TRUEUP_URL: emulator.url, TRUEUP_TOKEN: emulator.token } };
    await trueup(["export"], how);
    const { changes, summary } = JSON.parse(await trueup(["plan", "--json"], how));
    return { resources: summary.unchanged, changes: changes.length };
  } finally {
    await emulator.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A saved plan of one update for each of few projects, one of which somebody changes before it is applied. */
export async function moved() {
  return withProjects(few, { project_settings: sections.project_settings }, async ({ directory, env, emulator }) => {
    const file = join(directory, "trueup/company.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace("merge_method: ff", "merge_method: rebase_merge"));
    const how = { cwd: directory, env };
    await trueup(["plan", "--out", "plan.json"], how);
    const headers = { "private-token": emulator.token, "content-type": "application/json" };
    const body = JSON.stringify({ merge_method: "merge" });
    await fetch(`${emulator.url}/api/v4/projects/bench%2Fp7`, { method: "PUT", headers, body });
    const words = ["apply", "--plan", "plan.json", "--yes", "--json", "--ack", "many-updates:bench-projects"];
    const { outcomes } = JSON.parse(await trueup(words, { ...how, codes: [3] }));
    const count = (wanted) => outcomes.filter(({ status }) => status === wanted).length;
    const live = await fetch(`${emulator.url}/api/v4/projects/bench%2Fp7`, { headers });
    if ((await live.json()).merge_method !== "merge") throw new Error("what somebody changed meanwhile was written over");
    return { planned: outcomes.length, done: count("done"), left: count("stale") };
  });
}

/** How much longer `trueup emulator` takes to its first line than a program of Node that only prints one: the middle ones of five, in turns. */
export async function started() {
  const times = { emulator: [], bare: [] };
  for (let turn = 0; turn < 5; turn += 1) {
    times.bare.push(await firstLine(["-e", "console.log(1)"]));
    times.emulator.push(await firstLine([command, "emulator", "--json"]));
  }
  const middle = (list) => list.toSorted((one, other) => one - other)[2];
  return { ratio: Math.round(middle(times.emulator) / middle(times.bare)), suites: suites() };
}

async function firstLine(words) {
  const begun = performance.now();
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  const passed = performance.now() - begun;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  return passed;
}

/** What docs/conformance.md says of the suites of other clients. */
function suites() {
  const page = readFileSync(join(top, "docs/conformance.md"), "utf8");
  return [...page.matchAll(/^## (\S+) (\S+)$[\s\S]*?^\*\*(\d+) of (\d+) pass\.\*\*$/gm)].map(
    ([, name, release, passed, all]) => ({
      name,
      release,
      passed: Number(passed),
      all: Number(all),
    }),
  );
}
