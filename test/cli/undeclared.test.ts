// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { NotDeclared, Plan } from "../../src/core/plan.js";
import { inProcess, type Ran } from "../harness/command-line.js";
import { directory, write } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";

const text = `groups: { acme: { name: Acme } }
projects:
  acme/web:
    initialize_with_readme: true
`;

/** Files on a real server's emulator that was made as they say. */
async function applied(files = text) {
  const server = await platform({ dialect: "vendor", seed: { users: [{ username: "alice" }] } });
  const cwd = directory({ "files/a.yaml": files });
  const run = (...words: readonly string[]): Promise<Ran> => inProcess(words, { cwd, env: server.env });
  const made = await run("apply", "files", "--yes");
  expect(made.code, made.stderr).toBe(0);
  const notDeclared = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await run("drift", "files", "--json", ...words);
    expect(stderr).toBe("");
    const found: NotDeclared = (JSON.parse(stdout) as Plan).coverage?.notDeclared ?? {
      things: [],
      attributes: [],
      notJudged: [],
    };
    return { code, ...found };
  };
  return { ...server, cwd, run, notDeclared, read: () => readFileSync(join(cwd, "files/a.yaml"), "utf8") };
}

describe("drift --undeclared", () => {
  test("exits 0 where all is as the platform gives it by itself, and 2 with each value that no file says", async () => {
    const { call, cwd, notDeclared, run } = await applied();
    expect(await notDeclared("--undeclared")).toMatchObject({ code: 0, things: [], attributes: [] });
    await call("PUT", "/projects/acme%2Fweb", { merge_method: "ff" });
    expect(await notDeclared("--undeclared")).toMatchObject({
      code: 2,
      attributes: [{ address: "project:acme/web", path: "merge_method", live: "ff", default: "merge" }],
    });
    expect(await run("drift", "files")).toMatchObject({ code: 0 });
    const told = await run("drift", "files", "--undeclared");
    expect(told.stdout).toContain("Not declared: 1 attribute\n  project:acme/web merge_method: ff (by itself: merge)\n");
    expect(told.stdout).toMatch(/^Not judged: \d+ \(/m);
    const last = /Drift: \d+ things are as the files say; 1 not declared\. \d+ requests to read\./;
    expect(told.stdout.trimEnd().split("\n").at(-1)).toMatch(last);
    const note = await run("drift", "files", "--undeclared", "--format", "markdown");
    for (const words of [["--summary"], ["--format", "markdown"], ["--summary", "--format", "markdown"]]) {
      const { stdout } = await run("drift", "files", "--undeclared", ...words);
      expect(stdout, words.join(" ")).toMatch(last);
      expect(stdout, words.join(" ")).not.toContain("Nothing to do");
    }
    for (const format of ["text", "markdown"]) {
      await run("drift", "files", "--undeclared", "--report", `${format}=report`);
      expect(readFileSync(join(cwd, "report"), "utf8")).toMatch(last);
    }
    expect((await run("drift", "files", "--unmanaged")).stdout).toMatch(/^Nothing to do: .*; 1 not declared\./m);
    expect(note.stdout).toContain(
      "<code>project:acme/web</code> <code>merge_method</code>: <code>ff</code>, by itself <code>merge</code>",
    );
  });

  const releases = [
    ["neutral", "15.4.0-ee"],
    ["vendor", "17.10.0-ee"],
    ["vendor", "19.0.0-ee"],
  ] as const;
  const fresh = releases.flatMap(([dialect, serverVersion]) =>
    (["free", "premium", "ultimate"] as const).map((tier) => ({ dialect, serverVersion, tier })),
  );
  test.each(fresh)("a fresh instance has nothing that is not declared: $serverVersion $dialect $tier", async (options) => {
    const { env } = await platform(options);
    const cwd = directory({ "files/a.yaml": "version: 1\n" });
    const { code, stdout, stderr } = await inProcess(["drift", "files", "--undeclared"], { cwd, env });
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/^Nothing to do: 0 things are as the files say\. \d+ requests to read\.$/m);
  });

  test.each([{ allow_force_push: true }, { developer_can_initial_push: true }])(
    "judges each part of a record that has a default: %j",
    async (part) => {
      const { call, env } = await platform({ dialect: "vendor", serverVersion: "19.0.0-ee" });
      const maintainers = [{ access_level: 40 }];
      const whole = { allowed_to_push: maintainers, allow_force_push: false, allowed_to_merge: maintainers, ...part };
      await call("PUT", "/application/settings", { default_branch_protection_defaults: whole });
      const cwd = directory({ "files/a.yaml": "version: 1\n" });
      const { code, stdout } = await inProcess(["drift", "files", "--undeclared"], { cwd, env });
      expect(code).toBe(2);
      expect(stdout).toContain("Not declared: 1 attribute\n  application_settings default_branch_protection_defaults: ");
    },
  );

  test("tells of members, projects and what hangs on things that no file declares, and counts bots and what servers make", async () => {
    const { call, notDeclared } = await applied();
    const [{ id } = { id: 0 }] = (await call("GET", "/users?username=alice")) as { id: number }[];
    await call("POST", "/groups/acme/members", { user_id: id, access_level: 30 });
    await call("POST", "/projects/acme%2Fweb/labels", { name: "bug", color: "#ff0000" });
    await call("POST", "/projects", {
      name: "Api",
      path: "api",
      namespace_id: ((await call("GET", "/groups/acme")) as { id: number }).id,
    });
    const found = await notDeclared("--undeclared");
    expect(found).toMatchObject({ code: 2, things: ["project:acme/api", "label:acme/web:bug", "member:acme:alice"] });
    expect(found.notJudged.map(({ reason }) => reason)).toContain("by-itself");
  });

  test("is about what its glob names alone", async () => {
    const { call, notDeclared } = await applied();
    await call("PUT", "/projects/acme%2Fweb", { merge_method: "ff" });
    await call("POST", "/projects/acme%2Fweb/labels", { name: "bug", color: "#ff0000" });
    expect(await notDeclared("--undeclared=label:**")).toMatchObject({ code: 2, things: ["label:acme/web:bug"], attributes: [] });
    expect(await notDeclared("--undeclared=topic:*")).toMatchObject({ code: 0, things: [], attributes: [] });
  });

  test("looks at what belongs to no group with --under ., alone and beside paths", async () => {
    const { call, notDeclared } = await applied(`${text}topics: { ours: { title: Ours } }\n`);
    await call("PUT", "/projects/acme%2Fweb", { merge_method: "ff" });
    await call("POST", "/topics", { name: "by-hand", title: "By hand" });
    const alone = await notDeclared("--undeclared", "--under", ".");
    expect(alone).toMatchObject({ code: 2, things: ["topic:by-hand"], attributes: [] });
    const beside = await notDeclared("--undeclared", "--under", ".", "--under", "acme");
    expect(beside).toMatchObject({ code: 2, things: ["topic:by-hand"], attributes: [{ path: "merge_method" }] });
    expect(await notDeclared("--undeclared", "--under", "acme")).toMatchObject({ things: [] });
  });

  test("takes the next word for a path, not for its glob", async () => {
    const { call, run } = await applied();
    await call("PUT", "/projects/acme%2Fweb", { merge_method: "ff" });
    for (const words of [
      ["--undeclared", "files"],
      ["files", "--undeclared"],
      ["--undeclared=project:**", "files"],
    ]) {
      const told = await run("drift", ...words);
      expect(told, told.stderr).toMatchObject({ code: 2 });
      expect(told.stdout).toContain("Not declared: 1 attribute\n");
    }
    expect(await run("drift", "--undeclared", "nowhere")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("nowhere") as string,
    });
  });

  test("stands in reports and in numbers: a JUnit case fails with --undeclared, and passes with --unmanaged", async () => {
    const { call, cwd, run } = await applied();
    await call("PUT", "/projects/acme%2Fweb", { merge_method: "ff" });
    await call("POST", "/projects/acme%2Fweb/labels", { name: "bug", color: "#ff0000" });
    const junit = async (option: string): Promise<string> => {
      await run("drift", "files", option, "--report", "junit=drift.xml");
      return readFileSync(join(cwd, "drift.xml"), "utf8");
    };
    const failed = await junit("--undeclared");
    expect(failed).toContain('tests="2" failures="2"');
    expect(failed).toContain(
      '<failure message="not declared: merge_method" type="undeclared">Not declared: merge_method: ff (by itself: merge)</failure>',
    );
    expect(failed).toMatch(/<testcase name="label:acme\/web:bug" .*\n.*>Declared in no file<\/failure>/);
    expect(await junit("--unmanaged")).toContain('tests="2" failures="0"');
    const text = await run("drift", "files", "--undeclared", "--summary");
    expect(text.stdout).toContain("Declared in no file\n  1 label\n\nNot declared\n  project.merge_method  1\n");
    const numbers = await run("drift", "files", "--undeclared", "--summary", "--json");
    expect(JSON.parse(numbers.stdout)).toMatchObject({
      notDeclared: {
        things: [{ kind: "label", count: 1 }],
        attributes: [{ kind: "project", path: "merge_method", count: 1 }],
      },
    });
    const note = await run("drift", "files", "--undeclared", "--summary", "--format", "markdown");
    expect(note.stdout).toMatch(/\| Not declared \| Things \|\n.*\n\| <code>project.merge_method<\/code> \| 1 \|/);
  });

  test("leaves alone what policies give, and what files ignore", async () => {
    const { call, cwd, notDeclared, run } = await applied();
    write(
      join(cwd, "files/policies.yaml"),
      `policies:
  merging:
    projects: ["acme/**"]
    set: { merge_method: ff }
`,
    );
    write(join(cwd, "files/a.yaml"), `${text}    ignore: [description, labels]\n`);
    const made = await run("apply", "files", "--yes");
    expect(made.code, made.stderr).toBe(0);
    await call("PUT", "/projects/acme%2Fweb", { description: "By hand" });
    await call("POST", "/projects/acme%2Fweb/labels", { name: "bug", color: "#ff0000" });
    expect(await notDeclared("--undeclared")).toMatchObject({ code: 0, things: [], attributes: [] });
  });

  test("shows no secret, and reads no more than --unmanaged", async () => {
    const { call, run } = await applied();
    await call("POST", "/projects/acme%2Fweb/variables", { key: "TOKEN", value: "hushed-value" });
    const judged = await run("drift", "files", "--undeclared", "--json");
    const counted = await run("drift", "files", "--unmanaged", "--json");
    expect(counted.code).toBe(0);
    expect(judged.stdout).not.toContain("hushed-value");
    expect(JSON.parse(judged.stdout)).toEqual(JSON.parse(counted.stdout));
  });

  test("is asked for by the project file as well", async () => {
    const { call, cwd, run } = await applied();
    write(join(cwd, "trueup.yaml"), "paths: [files]\nundeclared: report\n");
    expect(await run("drift")).toMatchObject({ code: 0 });
    await call("PUT", "/projects/acme%2Fweb", { merge_method: "ff" });
    const { code, stdout } = await run("drift");
    expect(code).toBe(2);
    expect(stdout).toContain("project:acme/web merge_method: ff");
    write(join(cwd, "trueup.yaml"), "paths: [files]\nundeclared: delete\n");
    expect(await run("drift")).toMatchObject({ code: 1, stderr: expect.stringContaining("report") as string });
  });
});

describe("drift --adopt with --undeclared", () => {
  test("takes what no file says into the files beside what drifted, and then all is as the files say", async () => {
    const { call, notDeclared, run, read } = await applied(`${text}    description: Ours # what it is\n`);
    await call("PUT", "/projects/acme%2Fweb", { merge_method: "ff", description: "By hand" });
    await call("POST", "/projects/acme%2Fweb/labels", { name: "bug", color: "#ff0000" });
    const adopted = await run("drift", "files", "--undeclared", "--adopt", "project:acme/web", "--yes");
    expect(adopted.code, adopted.stderr).toBe(0);
    expect(read()).toBe(`${text}    merge_method: ff\n    description: By hand # what it is\n`);
    expect(await notDeclared("--undeclared")).toMatchObject({ code: 2, things: ["label:acme/web:bug"], attributes: [] });
    expect((await run("drift", "files", "--undeclared", "--adopt-all", "--yes")).code).toBe(0);
    expect(read()).toMatch(/labels:\n +bug:/);
    expect(await notDeclared("--undeclared")).toMatchObject({ code: 0, things: [], attributes: [] });
  });

  test("without --undeclared takes only what the files say", async () => {
    const { call, run, read } = await applied();
    await call("PUT", "/projects/acme%2Fweb", { merge_method: "ff" });
    expect((await run("drift", "files", "--adopt-all", "--yes")).code).toBe(0);
    expect(read()).toBe(text);
  });

  test("takes a child that a policy gives into the files once, with what the policy says otherwise and what no file says", async () => {
    const { call, cwd, notDeclared, run, read } = await applied();
    const policy = `policies:
  triage:
    projects: ["acme/**"]
    set: { labels: { bug: { color: "#ff0000" } } }
`;
    write(join(cwd, "files/policies.yaml"), policy);
    expect((await run("apply", "files", "--yes")).code).toBe(0);
    await call("PUT", "/projects/acme%2Fweb/labels/bug", { color: "#00ff00", description: "By hand" });
    const adopted = await run("drift", "files", "--undeclared", "--adopt-all", "--adopt-to", "thing", "--yes");
    expect(adopted.code, adopted.stderr).toBe(0);
    expect(read().match(/bug:|color: .*|description: .*/g)).toEqual(["bug:", "description: By hand", 'color: "#00ff00"']);
    expect(await notDeclared("--undeclared")).toMatchObject({ code: 0, things: [], attributes: [] });
  });
});
