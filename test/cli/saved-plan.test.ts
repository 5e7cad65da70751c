import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { directory, expectNoSecretIn } from "../harness/directory.js";
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
