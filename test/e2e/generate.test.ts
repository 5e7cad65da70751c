import { execFile } from "node:child_process";
import { readFile, rm, writeFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onTerminal } from "../cli/terminal.js";
import { sample } from "../ring.js";
import { root, scratchCopy, type ScratchCopy } from "./scratch-copy.js";

const run = promisify(execFile);
let copy: ScratchCopy;
let scratch = "";

beforeAll(async () => {
  copy = await scratchCopy("src", "facts", "schemas", "scripts", "docs", "examples", "package.json", "tsconfig.json");
  scratch = copy.path;
});
afterAll(async () => copy.remove());

/** Runs a script of the copy, which has no build and is asked by no terminal. */
async function script(name: string, ...words: readonly string[]) {
  return run(process.execPath, [`scripts/${name}.mjs`, ...words], { cwd: scratch }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}

/** Does something while a file has another text. */
async function changed<T>(name: string, change: (text: string) => string, work: () => Promise<T>): Promise<T> {
  const file = join(scratch, name);
  const text = await readFile(file, "utf8");
  await writeFile(file, change(text));
  try {
    return await work();
  } finally {
    await writeFile(file, text);
  }
}

const topic = "src/kinds/topic.ts";
const line = (text: string, part: string) => text.split("\n").findIndex((one) => one.includes(part)) + 1;

describe("generating", () => {
  it("needs no build, and says so when there is nothing to write", { tags: ["nightly"] }, async () => {
    expect(await script("generate")).toEqual({ code: 0, stdout: "everything was up to date\n", stderr: "" });
  });

  it(
    "names each file that it wrote or removed; with --check each that is stale, and writes none",
    { tags: ["nightly"] },
    async () => {
      const names = ["schemas/trueup.schema.json", "schemas/kinds/topic.json", "docs/terraform/resources/topic.md"];
      const lost = "docs/terraform/resources/lost.md";
      await writeFile(join(scratch, lost), "");
      const widened = (text: string) => text.replace("Title that people see.", "The title that people see.");
      await changed(topic, widened, async () => {
        const checked = await script("generate", "--check");
        expect(checked.code).toBe(1);
        for (const name of [...names, lost]) expect(checked.stderr).toContain(name);
        expect(checked.stderr).toContain("run: npm run generate");
        const { code, stdout } = await script("generate");
        expect(code).toBe(0);
        for (const name of names) expect(stdout).toContain(`wrote ${name}\n`);
        expect(stdout).toContain(`removed ${lost}\n`);
        expect(stdout).not.toContain("approval_rule");
        expect(await script("generate", "--check")).toEqual({ code: 0, stdout: "", stderr: "" });
      });
      await copy.restore("schemas", "src", "docs");
    },
  );

  it(
    "makes what only builds need when it is missing, edited or stale, and not when it is fresh",
    { tags: ["nightly"] },
    async () => {
      const made = ["schemas/openapi.json", "src/client/api.gen.ts", "src/constructs/topic.gen.ts"] as const;
      const texts = async () => Promise.all(made.map(async (name) => readFile(join(scratch, name), "utf8")));
      const before = await texts();
      const [edited, ...missing] = made;
      for (const name of missing) await rm(join(scratch, name));
      await writeFile(join(scratch, edited), "{}");
      const { code, stdout } = await script("make-built-files");
      expect({ code, made: made.filter((name) => stdout.includes(name)) }).toEqual({ code: 0, made });
      expect(await texts()).toEqual(before);
      await changed(
        "schemas/openapi/topics.yaml",
        (text) => text.replace("summary: ", "summary: Now and then, "),
        async () => expect((await script("make-built-files")).stdout).toContain(made[1]),
      );
      expect((await script("make-built-files")).stdout).toContain(made[1]);
      expect(await script("make-built-files")).toEqual({ code: 0, stdout: "", stderr: "" });
      expect(await texts()).toEqual(before);
    },
  );

  it("says of a build in which file a kind is broken", async () => {
    const broken = (text: string) => text.replace("title: text(", "title: nothing(");
    const { code, stderr } = await changed(topic, broken, async () => script("make-built-files"));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^src\/kinds\/topic\.ts:\d+:\d+: nothing is not defined\n$/);
  });

  const broken = [
    ["cannot be read", topic, "  routes: {", "  routes: {{", "Unexpected token"],
    ["names what there is not", topic, "title: text(", "title: nothing(", "nothing is not defined"],
    ["imports what there is not", topic, "../core/kind.js", "../core/kinds.js", "Could not resolve '../core/kinds.js'"],
    ["lacks a part", topic, "  key: {", "  key: {}, administrators: {", "is missing the following properties from type 'Key'"],
    ["stands under none", "src/kinds/approval-rule.ts", "    project: {", "    projct: {", "stands under projct"],
  ] as const;

  it.each(sample(broken, 1, 2))(
    "tells file and line of a kind that %s, and writes nothing",
    async (_, name, part, other, message) => {
      const before = await readFile(join(scratch, "schemas/kinds/topic.json"), "utf8");
      const place = name === topic ? part : `name: "approval_rule"`;
      const at = line(await readFile(join(scratch, name), "utf8"), place);
      const { code, stderr } = await changed(
        name,
        (text) => text.replace(part, other),
        async () => script("generate"),
      );
      expect(code).toBe(1);
      expect(stderr).toMatch(new RegExp(`^${name}:${at}[: ]`, "m"));
      expect(stderr).toContain(message);
      expect(stderr).not.toContain("    at ");
      expect(await readFile(join(scratch, "schemas/kinds/topic.json"), "utf8")).toBe(before);
    },
  );
});

describe("a new kind's file", () => {
  const fileOf = async (name: string) => readFile(join(scratch, `src/kinds/${name}.ts`), "utf8");

  it("is written from options, compiles, and is taken by what generates", { tags: ["nightly"] }, async () => {
    const routes = ["--list", "GET /groups/{group}/milestones", "--create", "POST /groups/{group}/milestones"];
    const made = await script("new-kind", "group_milestone", "--plural", "milestones", "--parent", "group", ...routes);
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(made.stdout).toContain("Wrote src/kinds/group-milestone.ts");
    expect(made.stdout).toContain("npm run generate");
    const text = await fileOf("group-milestone");
    expect(text).toContain("export const groupMilestone = defineKind({");
    for (const said of [`list: "GET /groups/{group}/milestones",`, `create: "POST /groups/{group}/milestones",`])
      expect(text).toContain(said);
    expect(text).not.toContain("DELETE");
    expect(await script("new-kind", "freeze", "--one", "--parent", "instance")).toMatchObject({ code: 0 });
    const generated = await script("generate");
    expect(generated).toMatchObject({ code: 0, stderr: "" });
    for (const name of ["group_milestone", "freeze"]) expect(generated.stdout).toContain(`wrote schemas/kinds/${name}.json`);
    const written = (await readdir(join(scratch, "src/kinds"))).filter((name) => /(?<!\.gen)\.ts$/.test(name));
    const files = written.map((name) => `src/kinds/${name}`);
    await run(join(root, "node_modules/.bin/oxfmt"), ["--check", "-c", join(root, ".oxfmtrc.json"), ...files], { cwd: scratch });
  });

  it("asks on a terminal for what the options leave open", async () => {
    const answers = [
      ["Name, singular: ", "board"],
      ["Title [Board]: ", ""],
      ["group or instance [project]: ", "grup"],
      ["It must be project, group or instance.", "group"],
      ["Many of them, or one [many]: ", ""],
      ["Key in the files [boards]: ", ""],
      ["its list (- for none) [GET /groups/{group}/boards]: ", "-"],
      ["its read (- for none) [GET /groups/{group}/boards/{board}]: ", ""],
      ["its create (- for none) [POST /groups/{group}/boards]: ", ""],
      ["its update (- for none) [PUT /groups/{group}/boards/{board}]: ", "PUT /groups/{group}/board/{board}"],
      ["its delete (- for none) [DELETE /groups/{group}/boards/{board}]: ", "-"],
    ];
    const { code, screen } = await onTerminal([], {
      program: join(scratch, "scripts/new-kind.mjs"),
      onScreen: (text, type) => {
        const [question = "", answer = ""] = answers[0] ?? [];
        if (answers.length === 0 || !stripVTControlCharacters(text).includes(question)) return;
        answers.shift();
        type(`${answer}\n`);
      },
    });
    expect(screen).toContain("Wrote src/kinds/board.ts");
    expect(code).toBe(0);
    const text = await fileOf("board");
    const said = [`title: "Board"`, `key: {`, `group: {\n      file: "boards",`, `read: "GET /groups/{group}/boards/{board}"`];
    for (const part of [...said, `update: "PUT /groups/{group}/board/{board}"`]) expect(text).toContain(part);
    for (const none of ["list:", "delete:"]) expect(text).not.toContain(none);
    await rm(join(scratch, "src/kinds/board.ts"));
  });

  it.each([
    [["Milestone"], "small letters"],
    [["board", "--parent", "grup"], "project, group or instance"],
    [["board", "--list", "GTE /boards"], "a method and a path"],
    [["topic"], "src/kinds/topic.ts exists already"],
    [[], "Name, singular: it must be"],
    [["board", "--nonsense"], "--nonsense"],
  ])("is refused with the reason: %j", async (words, reason) => {
    const { code, stdout, stderr } = await script("new-kind", ...words);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(reason);
    expect(stderr).toContain("--help");
  });
});
