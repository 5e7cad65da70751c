// @module-tag slow
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, afterAll, describe, expect, it } from "vitest";
import { top } from "../harness/command-line.js";
import { type Directory, openDirectory } from "../harness/directory.js";
import { all, type Instruction, stagesOf } from "../harness/dockerfile.js";

const run = promisify(execFile);
const text = readFileSync(join(top, "examples/deploy/Dockerfile"), "utf8");
const stages = stagesOf(text);
const [build = [], image = []] = stages;

/** The directory that stands for the image. */
let root: Directory;

/** Runs a line of the Dockerfile, with its absolute paths below the directory that stands for the image. */
async function runLine(line: string, cwd: string): Promise<void> {
  const inside = line.replaceAll(/(?<=^|\s)\/(?=opt|usr|work)/g, `${root.path}/`);
  await run("sh", ["-ec", inside], { cwd, env: { ...process.env, npm_config_prefer_offline: "true" } });
}

/** A name with a star at most, as COPY has it. */
function matches(pattern: string, file: string): boolean {
  const [head = "", tail = ""] = pattern.split("*");
  return pattern.includes("*") ? file.startsWith(head) && file.endsWith(tail) : file === pattern;
}

/** Files of the clone that a COPY names, or the directory of the stage before. */
function copy(rest: string, context: string, cwd: string): void {
  const words = rest.split(/\s+/).filter((word) => !word.startsWith("--"));
  const from = words.slice(0, -1);
  const to = words.at(-1) ?? "";
  if (rest.startsWith("--from=")) {
    // Both stages have the same directory here, so the paths must agree.
    expect(from).toEqual([to]);
    expect(existsSync(join(root.path, to))).toBe(true);
    return;
  }
  const files = from.flatMap((pattern) => readdirSync(context).filter((file) => matches(pattern, file)));
  expect(files.length).toBeGreaterThanOrEqual(from.length);
  for (const file of files) cpSync(join(context, file), join(cwd, to, file));
}

async function make(stage: readonly Instruction[], context: string): Promise<void> {
  let cwd = root.path;
  for (const { name, rest } of stage) {
    if (name === "WORKDIR") {
      cwd = join(root.path, rest);
      mkdirSync(cwd, { recursive: true });
    }
    if (name === "COPY") copy(rest, context, cwd);
    // oxlint-disable-next-line no-await-in-loop -- a line builds on the one before
    if (name === "RUN" && !rest.startsWith("apt-get ")) await runLine(rest, cwd);
  }
}

beforeAll(async () => {
  root = openDirectory();
  const context = openDirectory();
  try {
    await run("npm", ["pack", "--ignore-scripts", "--pack-destination", context.path], { cwd: top });
    mkdirSync(join(root.path, "usr/local/bin"), { recursive: true });
    for (const stage of stages) {
      // oxlint-disable-next-line no-await-in-loop -- the second stage takes what the first one made
      await make(stage, context.path);
    }
  } finally {
    context.close();
  }
});
afterAll(() => root.close());

describe("examples/deploy/Dockerfile", () => {
  it("has two stages of the same base, which is pinned by its digest", () => {
    const bases = stages.map((stage) => all(stage, "FROM")[0]?.split(" ")[0]);
    expect(bases[0]).toMatch(/^docker\.io\/library\/node:[\w.-]+-slim@sha256:[0-9a-f]{64}$/);
    expect(bases).toEqual([bases[0], bases[0]]);
  });

  it("makes, by its own steps, a trueup that runs as its entry", async () => {
    const [entry = "[]"] = all(image, "ENTRYPOINT");
    const [program = "", ...words] = JSON.parse(entry) as string[];
    expect(words).toEqual([]);
    const env = { PATH: `${join(root.path, "usr/local/bin")}:${process.env["PATH"]}` };
    const version = (JSON.parse(readFileSync(join(top, "package.json"), "utf8")) as { version: string }).version;
    const place = (await run("sh", ["-c", `command -v ${program}`], { env })).stdout.trim();
    expect(place.startsWith(root.path)).toBe(true);
    expect((await run(program, ["--version"], { env })).stdout).toBe(`${version}\n`);
    expect((await run(program, ["validate", "--help"], { env })).stdout).toContain("trueup validate");
  });

  it("has the files of the package, and no package beside it", () => {
    const place = readdirSync(join(root.path, "opt/trueup"));
    expect(place).toContain("dist");
    expect(place.filter((file) => file.endsWith(".tgz") || file === "node_modules")).toEqual([]);
  });

  it("runs as a user with a number who is not root, and has Git and certificates", () => {
    expect(all(image, "USER")).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)]);
    expect(image.findIndex(({ name }) => name === "USER")).toBeGreaterThan(image.map(({ name }) => name).lastIndexOf("RUN"));
    const [packages = ""] = all(image, "RUN").filter((line) => line.startsWith("apt-get "));
    expect(packages).toMatch(/apt-get install --yes --no-install-recommends ca-certificates git /);
    expect(packages).toContain("rm -rf /var/lib/apt/lists/*");
    expect(all(build, "RUN").join()).not.toContain("apt-get");
  });

  it("sends the builder only the files that it copies", () => {
    const ignored = readFileSync(join(top, "examples/deploy/Dockerfile.dockerignore"), "utf8");
    const taken = [...ignored.matchAll(/^!(.+)$/gm)].map(([, pattern]) => pattern);
    expect(ignored).toMatch(/^\*$/m);
    expect(taken).toEqual(all(build, "COPY")[0]?.split(" ").slice(0, -1));
  });
});
