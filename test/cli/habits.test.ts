import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it, onTestFinished, test, vi } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";

const files = `groups: { acme: { members: { alice: owner } } }
projects:
  acme/web: { labels: { bug: "#f00" } }
  acme/old: { ensure: absent }
`;

describe("trueup list", () => {
  const run = async (...words: readonly string[]) =>
    inProcess(["list", ...words], { cwd: directory({ "trueup/a.yaml": files }) });

  it("prints each declared address with its place, and what is to be absent", async () => {
    const { code, stdout } = await run();
    expect(code).toBe(0);
    expect(stdout.split("\n").map((line) => line.trimEnd().split(/ {2,}/))).toEqual([
      ["group:acme", "trueup/a.yaml:1:11"],
      ["member:acme:alice", "trueup/a.yaml:1:30"],
      ["project:acme/old", "absent", "trueup/a.yaml:4:3"],
      ["project:acme/web", "trueup/a.yaml:3:3"],
      ["label:acme/web:bug", "trueup/a.yaml:3:25"],
      [""],
    ]);
  });

  it("takes the filters of a plan, and prints a document that has the form of its schema", async () => {
    const { stdout } = await run("--json", "--under", "acme/web");
    const schema = JSON.parse(readFileSync("schemas/list.schema.json", "utf8")) as object;
    const check = new Ajv2020({ strict: true }).compile(schema);
    const listed = JSON.parse(stdout) as { readonly resources: readonly { readonly address: string }[] };
    expect(check(listed), JSON.stringify(check.errors)).toBe(true);
    expect(listed.resources.map(({ address }) => address)).toEqual(["project:acme/web", "label:acme/web:bug"]);
    expect((await run("--target", "label:**")).stdout).toBe("label:acme/web:bug  trueup/a.yaml:3:25\n");
  });

  it("reports files that have errors, as validate does", async () => {
    const cwd = directory({ "trueup/a.yaml": "projects: { acme/web: { merge_method: fast } }\n" });
    const { code, stdout, stderr } = await inProcess(["list"], { cwd });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("must be one of merge, rebase_merge, ff");
  });
});

test("apply --dry-run shows the plan and changes nothing, with the exit codes of plan", async () => {
  const { env, call } = await platform({ dialect: "vendor", seed: "people" });
  const cwd = directory({ "trueup/a.yaml": "groups: { acme: { name: Acme } }\n" });
  const dry = await inProcess(["apply", "--dry-run"], { cwd, env });
  expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining("Plan: 1 to create") });
  expect(dry.stdout).toBe((await inProcess(["plan"], { cwd, env })).stdout);
  expect(JSON.parse((await inProcess(["apply", "--dry-run", "--json"], { cwd, env })).stdout)).toMatchObject({
    format: "trueup.plan/1",
  });
  expect(await call("GET", "/groups")).toEqual([]);
  const detailed = async (...words: readonly string[]) => (await inProcess([...words, "--detailed-exitcode"], { cwd, env })).code;
  expect([await detailed("plan"), await detailed("apply", "--dry-run")]).toEqual([2, 2]);
  expect(await inProcess(["apply", "--detailed-exitcode"], { cwd, env })).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "Error: --detailed-exitcode goes with --dry-run [usage]\n  hint: An apply without it exits with 0 if everything was applied.\n",
  });
});

test("requests say which release asks, and in a pipeline which one", async () => {
  const agents: string[] = [];
  const server = createServer((request, response) => {
    agents.push(request.headers["user-agent"] ?? "");
    response.writeHead(401, { "content-type": "application/json" }).end('{"message":"401 Unauthorized"}');
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const env = { TRUEUP_URL: `http://127.0.0.1:${port}`, TRUEUP_TOKEN: "token-of-nobody-at-all" };
  const cwd = directory({ "trueup/a.yaml": "groups: { acme: { name: Acme } }\n" });
  await inProcess(["plan"], { cwd, env });
  await inProcess(["plan"], { cwd, env: { ...env, CI_PIPELINE_ID: "4711" } });
  await inProcess(["plan"], { cwd, env: { ...env, CI_PIPELINE_ID: "1)\r\nx: y" } });
  server.close();
  const own = `trueup/${(JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string }).version}`;
  expect([...new Set(agents)]).toEqual([own, `${own} (pipeline 4711)`]);
});

test("a plan that takes long says so every 10 s where there is no terminal", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = createServer((_, response) => {
    vi.advanceTimersByTime(10_000);
    response.writeHead(401, { "content-type": "application/json" }).end('{"message":"401 Unauthorized"}');
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const env = { TRUEUP_URL: `http://127.0.0.1:${port}`, TRUEUP_TOKEN: "token-of-nobody-at-all" };
  const cwd = directory({ "trueup/a.yaml": "groups: { acme: { name: Acme } }\n" });
  const { stderr } = await inProcess(["plan"], { cwd, env });
  const quiet = await inProcess(["plan", "-q"], { cwd, env });
  server.close();
  expect(stderr.split("\n")[0]).toBe("Still reading: 0 done after 10 s");
  expect(quiet.stderr).not.toContain("Still");
});
