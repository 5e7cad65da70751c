// @module-tag slow
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";
import { misbehavingServer } from "../harness/misbehaving-server.js";
import { serve } from "./servers.js";

const topic = (title: string): string => `version: 1\ntopics:\n  typescript:\n    title: ${title}\n`;
const topics = (count: number): string =>
  `topics:\n${Array.from({ length: count }, (_, index) => `  topic-${index}: { title: Topic ${index} }\n`).join("")}`;

describe("plan, apply and drift", () => {
  test("exit codes tell changes from none; after apply there are none; drift by hand is found at its line and healed", async () => {
    const { env, call } = await platform();
    const cwd = directory({ "trueup/topics.yaml": topic("TypeScript") });
    expect(await inProcess(["plan"], { cwd, env })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("1 to create") as string,
    });
    expect((await inProcess(["plan", "--detailed-exitcode"], { cwd, env })).code).toBe(2);
    expect((await inProcess(["drift"], { cwd, env })).code).toBe(2);
    const applied = await inProcess(["apply", "--yes"], { cwd, env });
    expect(applied).toMatchObject({ code: 0, stderr: "[1/1] done  topic:typescript\n" });
    expect((await inProcess(["plan", "--detailed-exitcode"], { cwd, env })).code).toBe(0);
    expect(await inProcess(["apply"], { cwd, env })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Nothing to do") as string,
    });

    const [live] = (await call("GET", "/topics")) as [{ readonly id: number }];
    await call("PUT", `/topics/${live.id}`, { title: "Changed by hand" });
    const drift = await inProcess(["drift"], { cwd, env });
    expect(drift.code).toBe(2);
    expect(drift.stdout).toMatch(/title +Changed by hand +-> +TypeScript +trueup\/topics.yaml:4:5/);
    expect((await inProcess(["apply", "--yes"], { cwd, env })).code).toBe(0);
    expect((await inProcess(["drift"], { cwd, env })).code).toBe(0);
  });

  test("JSON and Markdown go to standard output alone", async () => {
    const { env } = await platform();
    const cwd = directory({ "topics.yaml": topic("TypeScript") });
    const plan = await inProcess(["plan", "--json"], { cwd, env });
    expect(JSON.parse(plan.stdout)).toMatchObject({ format: "trueup.plan/1", summary: { create: 1 } });
    expect((await inProcess(["plan", "--format", "markdown"], { cwd, env })).stdout).toContain("topic:typescript");
    const applied = await inProcess(["apply", "--yes", "--json"], { cwd, env });
    expect(JSON.parse(applied.stdout)).toMatchObject({ format: "trueup.result/1", outcomes: [{ status: "done" }] });
    const nothing = await inProcess(["apply", "--json"], { cwd, env });
    expect(nothing.code).toBe(0);
    expect(JSON.parse(nothing.stdout)).toMatchObject({ format: "trueup.result/1", outcomes: [] });
  });

  test("without a terminal to ask on, apply needs --yes and does nothing", async () => {
    const { env, call } = await platform();
    const { code, stderr } = await inProcess(["apply"], { cwd: directory({ "topics.yaml": topic("TypeScript") }), env });
    expect(code).toBe(1);
    expect(stderr).toContain("--yes");
    expect(await call("GET", "/topics")).toEqual([]);
  });

  test("a target leaves everything else alone", async () => {
    const { env } = await platform();
    const cwd = directory({ "topics.yaml": topics(3) });
    const { stdout } = await inProcess(["plan", "--target", "topic:topic-1", "--target", "topic:*-2"], { cwd, env });
    expect(stdout).toContain("2 to create");
    expect(stdout).not.toContain("topic:topic-0");
  });

  test("the debug log shows each request and no secret", async () => {
    const { env } = await platform();
    const { code, stderr } = await inProcess(["plan", "--debug"], {
      cwd: directory({ "topics.yaml": topic("TypeScript") }),
      env,
    });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^debug: GET \/topics\S* {2}200 {2}\d+ ms$/m);
  });
});

describe("a plan that is refused", () => {
  test("is shown, exits with 1, and is not written to a file; --allow-delete lets it through", async () => {
    const { env, call } = await platform();
    await call("POST", "/groups", { name: "Old", path: "old" });
    const cwd = directory({ "groups.yaml": "groups:\n  old: { ensure: absent }\n" });
    const refused = await inProcess(["plan", "--out", "plan.json"], { cwd, env });
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain("Refused");
    expect(existsSync(join(cwd, "plan.json"))).toBe(false);
    expect((await inProcess(["apply", "--yes"], { cwd, env })).code).toBe(1);
    expect(await call("GET", "/groups")).toHaveLength(1);
    expect((await inProcess(["plan", "--allow-delete", "group"], { cwd, env })).code).toBe(0);
  });
});

describe("when not everything works", () => {
  /** The address of what refuses new topics of this text. */
  const refusing = async (url: string, body: RegExp): Promise<string> => {
    const server = await misbehavingServer(url);
    const answer = { status: 400, body: '{"message":"the quota is used up"}' };
    server.misbehave({ method: "POST", path: /^\/topics/, body, trouble: { answer } });
    return server.url;
  };

  test("what failed is told with the server's words, the rest is done, exit 3", async () => {
    const { url, env, call } = await platform();
    const through = await refusing(url, /topic-1/);
    const cwd = directory({ "topics.yaml": topics(3) });
    const { code, stdout } = await inProcess(["apply", "--yes", "--url", through], { cwd, env });
    expect(code).toBe(3);
    expect(stdout).toContain("the quota is used up");
    expect(stdout).toContain("2 done, 1 failed");
    expect(await call("GET", "/topics")).toHaveLength(2);
  });

  test("nothing done and something failed is exit 1", async () => {
    const { url, env } = await platform();
    const through = await refusing(url, /topic-0/);
    const cwd = directory({ "topics.yaml": topics(1) });
    expect((await inProcess(["apply", "--yes", "--url", through], { cwd, env })).code).toBe(1);
  });

  test("a token that is not known is told, and shown nowhere", async () => {
    const { url } = await platform();
    const cwd = directory({ "topics.yaml": topic("TypeScript") });
    const { code, stderr } = await inProcess(["plan"], {
      cwd,
      env: { TRUEUP_URL: url, TRUEUP_TOKEN: "glpat-this-is-not-known" },
    });
    expect(code).toBe(1);
    expect(stderr).toContain("401");
  });

  test("a server that answers a web page is told in one message", async () => {
    const url = await serve((_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>"),
    );
    const cwd = directory({ "topics.yaml": topic("TypeScript") });
    const { code, stdout, stderr } = await inProcess(["plan", "--url", url], { cwd, env: { TRUEUP_TOKEN: "glpat-some-token" } });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.match(/^Error:/gm)).toHaveLength(1);
  });

  test("a pin to another server refuses", async () => {
    const { env } = await platform();
    const cwd = directory({ "topics.yaml": `instance: { url: https://platform.example.com }\n${topic("TypeScript")}` });
    const { code, stderr } = await inProcess(["plan"], { cwd, env });
    expect(code).toBe(1);
    expect(stderr).toContain("https://platform.example.com");
  });

  test("bad files stop everything, each error with its frame", async () => {
    const { env } = await platform();
    const cwd = directory({ "topics.yaml": "topics:\n  x: { titel: 1 }\n  y: { title: 7 }\n" });
    const { code, stderr } = await inProcess(["plan"], { cwd, env });
    expect(code).toBe(1);
    expect(stderr).toContain("topics.yaml:2:8");
    expect(stderr).toContain("topics.yaml:3:15");
    expect(stderr).toContain("> 3 |");
    const json = await inProcess(["plan", "--json"], { cwd, env });
    const lines = json.stderr
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly where: string });
    expect(lines.map((line) => line.where)).toContain("topics.yaml:3:15");
  });
});

describe("--emulator", () => {
  test("a second run sees what the first one did, pins are ignored, and no token is kept", async () => {
    const cwd = directory({ "topics.yaml": `instance: { url: https://platform.example.com }\n${topic("TypeScript")}` });
    expect((await inProcess(["drift", "--emulator"], { cwd })).code).toBe(2);
    expect((await inProcess(["apply", "--emulator", "--yes"], { cwd })).code).toBe(0);
    expect((await inProcess(["drift", "--emulator"], { cwd })).code).toBe(0);
    expect(existsSync(join(cwd, ".trueup/emulator.json"))).toBe(true);
    expect((await inProcess(["plan", "--emulator", "--out", "plan.json"], { cwd })).code).toBe(0);
    expect((await inProcess(["apply", "--emulator", "--plan", "plan.json", "--yes"], { cwd })).code).toBe(0);
  });

  test("the platform is a server of today, whatever the project file says of the real one, and its file records so", async () => {
    const project = "instances: { old: { url: https://old.example.com, dialect: neutral } }\ndefault_instance: old\n";
    const cwd = directory({ "trueup.yaml": project, "trueup/a.yaml": "topics: {}\n" });
    const seen = async (path: string) => JSON.parse((await inProcess(["api", path, "--emulator"], { cwd })).stdout) as unknown;
    expect(await seen("/version")).toMatchObject({ version: expect.stringMatching(/^19\.0\.0/) as string });
    expect(await seen("/license")).toMatchObject({ plan: "ultimate" });
    expect(await seen("/users?active=true")).toHaveLength(6);
    expect([await seen("/groups"), await seen("/projects"), await seen("/topics")]).toEqual([[], [], []]);
    const planned = await inProcess(["plan", "--emulator", "--json"], { cwd });
    expect(JSON.parse(planned.stdout)).toMatchObject({ instance: { dialect: "vendor", tier: "ultimate" } });
    const [first] = readFileSync(join(cwd, ".trueup/emulator.json"), "utf8").split("\n");
    expect(JSON.parse(first ?? "")).toEqual({ format: "trueup.emulator/1", dialect: "vendor", version: "19.0.0" });
  });

  test("a platform of an earlier trueup, whose file records nothing, stays that of the documents", async () => {
    const cwd = directory({ ".trueup/emulator.json": '{"format":"trueup.emulator/1"}\n', "a.yaml": topic("TypeScript") });
    const version = await inProcess(["api", "/version", "--emulator"], { cwd });
    expect(JSON.parse(version.stdout)).toMatchObject({ version: expect.stringMatching(/^15\.4\.0/) as string });
    const planned = await inProcess(["plan", "--emulator", "--json"], { cwd });
    expect(JSON.parse(planned.stdout)).toMatchObject({ instance: { dialect: "neutral" } });
    expect(readFileSync(join(cwd, ".trueup/emulator.json"), "utf8")).toMatch(/^\{"format":"trueup\.emulator\/1"\}\n/);
  });

  test("what init wrote is planned, applied, and then planned empty", async () => {
    const cwd = directory();
    await inProcess(["init"], { cwd });
    expect((await inProcess(["apply", "--emulator", "--yes"], { cwd })).code).toBe(0);
    expect((await inProcess(["plan", "--emulator", "--detailed-exitcode"], { cwd })).code).toBe(0);
  });

  test("--tier is the tier of the emulator: what it lacks is refused", async () => {
    const files =
      "groups: { acme: { name: Acme } }\nprojects: { acme/web: { approval_settings: { reset_approvals_on_push: true } } }\n";
    const cwd = directory({ "a.yaml": files });
    const { code, stdout, stderr } = await inProcess(["plan", "--emulator", "--tier", "free"], { cwd });
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).toContain("premium");
  });
});
