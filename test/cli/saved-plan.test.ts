// @module-tag slow
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { directory, expectNoSecretIn, type Files } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";
import { serve } from "./servers.js";

const topic = (title: string): string => `version: 1\ntopics:\n  typescript:\n    title: ${title}\n`;

describe("a saved plan", () => {
  async function saved() {
    const server = await platform();
    const cwd = directory({ "topics.yaml": topic("TypeScript") });
    expect((await inProcess(["plan", "--out", "plan.json"], { cwd, env: server.env })).code).toBe(0);
    return { ...server, cwd, file: join(cwd, "plan.json") };
  }

  test("is readable by its owner alone, holds no token, and is carried out as it stands", async () => {
    const { env, cwd, file, call, token } = await saved();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expectNoSecretIn(cwd, [token]);
    expect((await inProcess(["apply", "--plan", "plan.json", "--yes"], { cwd, env })).code).toBe(0);
    expect(await call("GET", "/topics")).toMatchObject([{ name: "typescript", title: "TypeScript" }]);
  });

  test("takes the place of an older plan and of an empty file, never of a file that holds something else", async () => {
    const { env, cwd, file } = await saved();
    expect((await inProcess(["plan", "--out", "plan.json"], { cwd, env })).code).toBe(0);
    writeFileSync(file, "");
    expect((await inProcess(["plan", "--out", "plan.json"], { cwd, env })).code).toBe(0);
    const files = readFileSync(join(cwd, "topics.yaml"), "utf8");
    const refused = await inProcess(["plan", "--out", "topics.yaml"], { cwd, env });
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(
      "the plan cannot be written to topics.yaml: it holds something else than a plan, which would be lost [plan.write]",
    );
    expect(readFileSync(join(cwd, "topics.yaml"), "utf8")).toBe(files);
    const nameless = await inProcess(["plan", "--out", ""], { cwd, env });
    expect(nameless.stderr).toContain('the plan cannot be written to "": the name is empty [plan.write]');
  });

  test("with a key that no plan has is refused by its name", async () => {
    const { cwd, file } = await saved();
    const text = readFileSync(file, "utf8");
    for (const [damaged, said] of [
      [
        text.replace('"calls":', '"cals": [], "calls":'),
        'plan.json is no plan of trueup at /changes/0/cals: there is no attribute "cals" [plan.form]',
      ],
      [
        text.replace('"changes": [', '"changes": [1,'),
        "plan.json is no plan of trueup at /changes/0: must be a mapping [plan.form]",
      ],
    ] as const) {
      writeFileSync(file, damaged);
      expect((await inProcess(["show", "plan.json"], { cwd })).stderr).toContain(said);
    }
  });

  test("that was changed afterwards is refused", async () => {
    const { env, cwd, file, call } = await saved();
    writeFileSync(file, readFileSync(file, "utf8").replaceAll('"TypeScript"', '"Another"'));
    const { code, stderr } = await inProcess(["apply", "--plan", "plan.json", "--yes"], { cwd, env });
    expect(code).toBe(1);
    expect(stderr).toContain("its digest does not fit");
    expect(await call("GET", "/topics")).toEqual([]);
  });

  test.each([
    ["{", "is no JSON"],
    ["{}", "is no plan of trueup"],
    ['{ "format": "trueup.plan/2" }', "is a plan of another release of trueup: it has the format trueup.plan/2"],
    ['{"format":"trueup.plan/1","__proto__":{"x":1}}', "is no plan of trueup"],
  ])("that is %j is refused", async (text, said) => {
    const { code, stderr } = await inProcess(["apply", "--plan", "bad.json", "--yes"], { cwd: directory({ "bad.json": text }) });
    expect(code).toBe(1);
    expect(stderr).toContain(said);
  });

  test("never chooses the server: another one, or none, is refused before anything is sent", async () => {
    const { cwd, env, call } = await saved();
    const asked: string[] = [];
    const other = await serve((request, response) => {
      asked.push(request.url ?? "");
      response.writeHead(500).end();
    });
    const elsewhere = await inProcess(["apply", "--plan", "plan.json", "--yes", "--url", other], { cwd, env });
    expect(elsewhere.code).toBe(1);
    expect(elsewhere.stderr).toContain("the plan was made for");
    expect(asked).toEqual([]);
    const nowhere = await inProcess(["apply", "--plan", "plan.json", "--yes"], { cwd, env: { TRUEUP_TOKEN: env.TRUEUP_TOKEN } });
    expect(nowhere.code).toBe(1);
    expect(nowhere.stderr).toContain("No server is chosen");
    expect(await call("GET", "/topics")).toEqual([]);
  });

  test("leaves alone what has changed since", async () => {
    const { env, cwd, call } = await saved();
    await call("POST", "/topics", { name: "typescript", title: "By hand" });
    const { code, stdout, stderr } = await inProcess(["apply", "--plan", "plan.json", "--yes"], { cwd, env });
    expect(code).toBe(1);
    expect(stderr).toContain("stale");
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("plan again");
    expect(await call("GET", "/topics")).toMatchObject([{ title: "By hand" }]);
  });
});

describe("a plan that was applied already", () => {
  test("says so of each change, and sends nothing", async () => {
    const { env } = await platform();
    const cwd = directory({ "topics.yaml": topic("TypeScript") });
    await inProcess(["plan", "--out", "plan.json"], { cwd, env });
    const apply = async () => inProcess(["apply", "--plan", "plan.json", "--yes"], { cwd, env });
    expect(await apply()).toMatchObject({ code: 0 });
    const { code, stdout } = await apply();
    expect(code).toBe(1);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("it is as the plan asks for already: the plan was applied before");
  });
});

describe("a sealed plan", () => {
  const made = "2026-11-24T20:00:00.000Z";
  const later = (hours: number): string => new Date(Date.parse(made) + hours * 3_600_000).toISOString();
  const apply = ["apply", "--plan", "plan.json", "--yes"];

  async function sealed(files: Files = {}, more: readonly string[] = []) {
    const server = await platform();
    const cwd = directory({ "topics.yaml": topic("TypeScript"), ...files });
    const env = { ...server.env, TRUEUP_PLAN_KEY: "0123456789abcdef0123456789abcdef" };
    const planned = await inProcess(["plan", "--out", "plan.json", ...more], { cwd, env, now: made });
    expect(planned, planned.stdout + planned.stderr).toMatchObject({ code: 0 });
    const run = async (words: readonly string[], hours = 1) => inProcess(words, { cwd, env, now: later(hours) });
    const refused = async (said: string | RegExp, words: readonly string[] = apply, hours = 1) => {
      const { code, stdout, stderr } = await run([...words, "--debug"], hours);
      expect({ code, stdout }, stderr).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(said);
      expect(stderr).not.toContain("debug: GET");
    };
    return { ...server, cwd, env, run, refused };
  }

  test("is taken for a day, or as long as --max-age says, by the clock of who applies it", async () => {
    const { run, refused } = await sealed();
    await refused(/sealed at 2026-11-24T20:00:00.000Z, more than 24h ago, and one of at most 24h is taken/, apply, 24.1);
    await refused(/more than 1h ago, and one of at most 30m is taken/, [...apply, "--max-age", "30m"], 1);
    await refused(/which is yet to come/, apply, -0.1);
    expect(await run([...apply, "--max-age", "2d"], 47)).toMatchObject({ code: 0 });
  });

  test("of a clock that is some minutes ahead is taken", async () => {
    const { run } = await sealed();
    expect(await run(apply, -0.05)).toMatchObject({ code: 0 });
  });

  test("has an age, and no other plan has", async () => {
    const { run, cwd, env } = await sealed();
    expect((await run(["apply", "--yes", "--max-age", "1h"])).stderr).toContain("--max-age goes with --plan");
    expect((await run([...apply, "--max-age", "soon"])).stderr).toContain("with its unit, s, m, h or d");
    const without = await inProcess([...apply, "--max-age", "1h"], { cwd, env: { ...env, TRUEUP_PLAN_KEY: undefined } });
    expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining("--max-age needs a sealed plan") as string });
  });

  test("is refused where its files say something else by now, with their names: declared, new, gone, named, of variables", async () => {
    const files = {
      "trueup/topics.yaml": 'vars: { of: {} }\ntopics: { typescript: { title: "${var:of}", avatar: logo.png } }\n',
      "trueup/more/other.yaml": "topics: { other: { title: Other } }\n",
      "trueup/logo.png": "a picture",
      "values/vars.yml": "of: TypeScript\n",
      "trueup.yaml": "defaults: { verbose: true }\n",
    };
    const { cwd, run, refused } = await sealed(files, ["--vars", "values/vars.yml"]);
    for (const name of [...Object.keys(files), "trueup/more/new.yaml"]) {
      const file = join(cwd, name);
      const before = existsSync(file) ? readFileSync(file) : undefined;
      const said = `the files say something else than when plan.json was made of them: ${relative("trueup", name)}. Nothing`;
      writeFileSync(file, `${before?.toString() ?? ""}\n# more\n`);
      await refused(said);
      rmSync(file);
      if (before === undefined) continue;
      await refused(said);
      writeFileSync(file, before);
    }
    await refused(/the files say something else/, [...apply, "trueup/more"]);
    await refused(/applied where the files lie that it was made of: there is no elsewhere/, [...apply, "elsewhere"]);
    expect(await run(apply)).toMatchObject({ code: 0 });
  });

  test("tells nothing of what is in a file with a secret, and is refused once that is another one", async () => {
    const group = "groups:\n  acme:\n    name: Acme\n    description: '${file:_secret/token}'\n";
    const { cwd, refused } = await sealed({ "group.yaml": group, "_secret/token": "1234-5678" });
    const plan = readFileSync(join(cwd, "plan.json"), "utf8");
    expect(JSON.parse(plan)).toMatchObject({ seal: { files: { "_secret/token": expect.any(String) as string } } });
    expect(plan).not.toContain(createHash("sha256").update("1234-5678").digest("hex").slice(0, 32));
    writeFileSync(join(cwd, "_secret/token"), "8765-4321");
    await refused("made of them: _secret/token. Nothing");
  });

  test("is for its instance alone", async () => {
    const { refused, call } = await sealed();
    const other = await platform();
    await refused(/the plan was made for/, [...apply, "--url", other.url]);
    expect([await call("GET", "/topics"), await other.call("GET", "/topics")]).toEqual([[], []]);
  });

  test("that was applied wholly is not applied again where that is remembered; a new plan is", async () => {
    const { cwd, run, refused, call } = await sealed();
    expect(await run(apply)).toMatchObject({ code: 0 });
    const [made] = (await call("GET", "/topics")) as { id: number }[];
    await call("DELETE", `/topics/${made?.id}`);
    await refused(/plan\.json was applied already, and wholly: \.trueup\/applied remembers it/);
    expect(await run(["plan", "--out", "plan.json"], 2)).toMatchObject({ code: 0 });
    expect(await run(apply, 3)).toMatchObject({ code: 0 });
    const [again] = (await call("GET", "/topics")) as { id: number }[];
    await call("DELETE", `/topics/${again?.id}`);
    rmSync(join(cwd, ".trueup"), { recursive: true });
    expect(await run(apply, 3)).toMatchObject({ code: 0 });
  });

  test("that was not applied wholly may be applied again", async () => {
    const { cwd, run, call } = await sealed();
    const { id } = (await call("POST", "/topics", { name: "typescript", title: "By hand" })) as { id: number };
    expect(await run(apply)).toMatchObject({ code: 1 });
    expect(existsSync(join(cwd, ".trueup/applied"))).toBe(false);
    await call("DELETE", `/topics/${id}`);
    expect(await run(apply)).toMatchObject({ code: 0 });
  });

  test("is remembered beside the last 999; what else stands there goes", async () => {
    const lines = Array.from({ length: 1000 }, (_, index) => `sha256:${String(index).padStart(64, "0")} ${made}`);
    const { cwd, run } = await sealed({ ".trueup/applied": `nonsense\n${lines.join("\n")}\n` });
    expect(await run(apply)).toMatchObject({ code: 0 });
    const kept = readFileSync(join(cwd, ".trueup/applied"), "utf8").trimEnd().split("\n");
    const { digest } = JSON.parse(readFileSync(join(cwd, "plan.json"), "utf8")) as { digest: string };
    expect(kept).toEqual([...lines.slice(1), `${digest} ${made}`]);
  });

  test("is not applied where nobody can tell whether it was; one that cannot be remembered is told, and stays applied", async () => {
    const { cwd, refused } = await sealed({ ".trueup/applied/x": "" });
    await refused(".trueup/applied cannot be read");
    expect(existsSync(join(cwd, ".trueup/applied/x"))).toBe(true);
    const other = await sealed();
    symlinkSync("nowhere", join(other.cwd, ".trueup"));
    const stderr = expect.stringContaining(".trueup/applied cannot be written") as string;
    expect(await other.run([...apply, "--no-journal"])).toMatchObject({ code: 3, stderr });
    expect(await other.call("GET", "/topics")).toMatchObject([{ name: "typescript" }]);
  });
});
