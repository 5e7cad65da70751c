import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished } from "vitest";
import { parse } from "yaml";
import { isObject } from "../../src/core/json.js";
import { command, staleBuild } from "../harness/built.js";
import { top } from "../harness/command-line.js";
import { directory, expectNoSecretIn, write } from "../harness/directory.js";
import { missing, testUnless } from "../needs.js";

/** A fenced block of the page, and the output that the page shows under it. */
interface Block {
  readonly language: string;
  readonly text: string;
  readonly line: number;
  readonly shown?: string;
}

/** A directory that the commands of the page run in, as if somebody typed them there. */
interface Place {
  readonly directory: string;
  readonly variables: Readonly<Record<string, string>>;
}

const page = readFileSync(join(top, "docs/adopting.md"), "utf8");
const blocks = blocksOf(page);
const stale = staleBuild();

function blocksOf(text: string): readonly Block[] {
  const found = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([whole, language = "", body = ""]) => ({
    language,
    text: body,
    line: text.slice(0, text.indexOf(whole)).split("\n").length,
  }));
  return found.flatMap((block, index) => {
    if (block.language === "text") return [];
    const next = found[index + 1];
    return [next?.language === "text" ? { ...block, shown: next.text } : block];
  });
}

/** What the page shows as a pattern: `…` stands for anything within a line, and as a line of its own for any lines. */
function pattern(shown: string): RegExp {
  const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const lines = shown
    .split("\n")
    .slice(0, -1)
    .map((line) => (line === "…" ? "(?:.*\n)*?" : `${literally(line).replaceAll("…", ".+")}\n`));
  return new RegExp(`^${lines.join("")}$`);
}

/** What is exported at the end of one block holds in the next. Answers what the block printed; fails the test unless it ends as the page says. */
async function run(block: Block, place: Place): Promise<string> {
  const kept = join(place.directory, "..", "environment");
  const script = [
    `test ! -e "${kept}" || . "${kept}"`,
    `trap 'code=$?; declare -px > "${kept}"; exit $code' EXIT`,
    "exec 2>&1",
    "set -eo pipefail",
    block.text,
  ];
  const child = spawn("bash", ["--norc", "-c", script.join("\n")], {
    cwd: place.directory,
    env: { ...place.variables },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  await once(child, "close");
  const expected = Number(/# exits with (\d+)$/m.exec(block.text)?.[1] ?? 0);
  expect({ code: child.exitCode, printed }, `docs/adopting.md:${block.line}${stale}`).toEqual({ code: expected, printed });
  return printed;
}

/** What an emulator that runs was started as. */
interface Started {
  /** Its address as the page has it. */
  readonly shown: string;
  readonly url: string;
  readonly token: string;
}

/** Starts an emulator as a block of the page says, but on a free port, and keeps its first line where the page says. It ends with the test. */
async function startEmulator(block: string, place: Place, variables: Place["variables"]): Promise<Started> {
  const [, said = "", file = ""] = /trueup (emulator .*--json) > (\S+?)\)/.exec(block) ?? [];
  const [, port = ""] = /--port (\d+)/.exec(said) ?? [];
  const words = said.replace(`--port ${port}`, "--port 0").split(" ");
  const child = spawn(process.execPath, [command, ...words], {
    env: { ...variables },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const ready = once(createInterface({ input: child.stdout }), "line") as Promise<[string]>;
  const [line] = await Promise.race([ready, ended.then(() => Promise.reject(new Error(`${words.join(" ")} ended at once`)))]);
  write(join(place.directory, file), line);
  return { ...(JSON.parse(line) as { readonly url: string; readonly token: string }), shown: `http://127.0.0.1:${port}` };
}

/** A place in which `trueup` and `npx` are the built command, and git asks nobody who is typing. */
function makePlace(): Place {
  const base = directory();
  write(join(base, "bin/trueup"), `#!/bin/sh\nexec "${process.execPath}" "${command}" "$@"\n`);
  write(join(base, "bin/npx"), '#!/bin/sh\nexec "$@"\n');
  for (const name of ["trueup", "npx"]) chmodSync(join(base, "bin", name), 0o755);
  write(join(base, "platform/.keep"), "");
  const who = { NAME: "Somebody", EMAIL: "somebody@example.com" };
  const identity = Object.entries(who).flatMap(([name, value]) =>
    ["AUTHOR", "COMMITTER"].map((as) => [`GIT_${as}_${name}`, value]),
  );
  return {
    directory: join(base, "platform"),
    variables: {
      ...(Object.fromEntries(identity) as Record<string, string>),
      PATH: `${join(base, "bin")}:${process.env["PATH"] ?? ""}`,
      HOME: base,
      GIT_CONFIG_NOSYSTEM: "1",
    },
  };
}

/** The jobs of a pipeline, each with its own variables (which may refer to those of the project) and its script. */
function jobsOf(text: string): { name: string; variables: Record<string, string>; script: readonly string[] }[] {
  const pipeline: unknown = parse(text);
  if (!isObject(pipeline)) throw new Error("the pipeline is no mapping");
  return Object.entries(pipeline).flatMap(([name, job]) =>
    isObject(job) && Array.isArray(job["script"])
      ? [{ name, variables: job["variables"] as Record<string, string>, script: job["script"] as string[] }]
      : [],
  );
}

/** Runs the jobs of the page's pipeline, each in a fresh clone, with the variables that the page says it has. */
async function runPipeline(block: Block, place: Place, project: Readonly<Record<string, string>>): Promise<void> {
  const jobs = jobsOf(block.text);
  expect(jobs.map(({ name }) => name)).toEqual(["plan", "apply", "drift"]);
  for (const { name, variables, script } of jobs) {
    const base = directory();
    expect(spawnSync("git", ["clone", "--quiet", place.directory, join(base, "clone")]).status).toBe(0);
    // A merge request's branch has no protected variable.
    const { TRUEUP_WRITE_TOKEN, KEY, ...open } = project;
    const given = name === "plan" ? open : { ...open, TRUEUP_WRITE_TOKEN, ACME_LABS_WEBSITE_DATADOG_API_KEY: KEY };
    const own = Object.entries(variables).map(([variable, value]) => `export ${variable}="${value}"`);
    const environment = Object.entries(given).map(([variable, value]) => `export ${variable}='${value}'`);
    const printed = await run(
      { ...block, text: [...environment, ...own, ...script, "cat *.md 2> /dev/null || true"].join("\n") },
      { directory: join(base, "clone"), variables: place.variables },
    );
    expect(printed, name).toMatch(/Nothing to do: \d+ things are as the files say./);
  }
}

/** Runs what stands in these blocks, in order. */
async function follow(some: readonly Block[]): Promise<void> {
  const place = makePlace();
  const started: Started[] = [];
  const asOnThePage = (text: string) => started.reduce((said, { shown, url }) => said.replaceAll(url, shown), text);
  const asItIs = (text: string) => started.reduce((said, { shown, url }) => said.replaceAll(shown, url), text);
  for (const block of some) {
    const text = asItIs(block.text);
    if (block.language === "yaml") {
      await runPipeline({ ...block, text }, place, {
        CI_SERVER_URL: started[0]?.url ?? "",
        TRUEUP_READ_TOKEN: started[0]?.token ?? "",
        TRUEUP_WRITE_TOKEN: started[0]?.token ?? "",
        KEY: "key-of-datadog",
      });
    } else if (text.includes("trueup emulator")) {
      const [platform] = started;
      const credential = platform === undefined ? {} : { TRUEUP_TOKEN: platform.token };
      started.push(await startEmulator(text, place, { ...place.variables, ...credential }));
    } else {
      const printed = asOnThePage(await run({ ...block, text }, place));
      if (block.shown !== undefined) expect(printed, `docs/adopting.md:${block.line}${stale}`).toMatch(pattern(block.shown));
    }
  }
  expectNoSecretIn(join(place.directory, "trueup"), ["key-of-datadog", ...started.map(({ token }) => token)]);
}

const reason = missing("bash", "git");
const validated = blocks.findIndex(({ text }) => text.startsWith("trueup validate"));

testUnless(
  reason,
  "the commands of docs/adopting.md from the start to valid files run, in order, and print what the page shows",
  async () => follow(blocks.slice(0, validated + 1)),
);

testUnless(
  reason,
  "every command of docs/adopting.md runs, in order, and prints what the page shows",
  async () => follow(blocks),
  { tags: ["nightly"] },
);
