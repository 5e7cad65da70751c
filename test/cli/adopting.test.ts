// @module-tag slow
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";

describe("export", () => {
  test("of a part that holds nothing writes no file, and says that the path may be wrong", async () => {
    const { env } = await platform({ seed: "default" });
    const cwd = directory();
    const { code, stdout, stderr } = await inProcess(["export", "--under", "acme-lab/**"], { cwd, env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(
      "Error: nothing was found for --under acme-lab/**, so no file was written [export.nothing]\n  hint: Look for slips",
    );
    expect(existsSync(join(cwd, "trueup"))).toBe(false);
  });

  test("by a user who does not see everything says so, in the files too", async () => {
    const { env } = await platform({ seed: "default" });
    const cwd = directory();
    const sentence = "erin is no administrator: what erin may not see counts as not there";
    const { code, stderr } = await inProcess(["export"], { cwd, env: { ...env, TRUEUP_TOKEN: "token-of-erin" } });
    expect({ code, isTold: stderr.includes(`Not in the files:\n  - ${sentence}\n`) }).toEqual({ code: 0, isTold: true });
    const files = readdirSync(join(cwd, "trueup")).filter((name) => name.endsWith(".yaml"));
    expect(files).not.toContain("alice.yaml");
    expect(files.some((name) => readFileSync(join(cwd, "trueup", name), "utf8").includes(`# - ${sentence}\n`))).toBe(true);
    expect((await inProcess(["export"], { cwd: directory(), env })).stderr).not.toContain("administrator");
  });
});

describe("drift --adopt", () => {
  test("refuses an address that no file declares, and leaves the files as they are", async () => {
    const { env } = await platform({ seed: "default" });
    const text = "projects:\n  acme-labs/website: { description: Ours }\n";
    const cwd = directory({ "trueup.yaml": text });
    const words = ["drift", "--yes", "--adopt", "project:acme-labs/website", "--adopt"];
    const { code, stderr } = await inProcess([...words, "project:acme-labs/wbesite"], { cwd, env });
    expect(code).toBe(1);
    expect(stderr).toContain(
      "Error: --adopt project:acme-labs/wbesite matches nothing that the files declare or want deleted [address.nothing]\n  hint: Did you mean project:acme-labs/website?",
    );
    expect(readFileSync(join(cwd, "trueup.yaml"), "utf8")).toBe(text);
    expect((await inProcess([...words, "project:acme-labs/**"], { cwd, env })).code).toBe(0);
    expect(readFileSync(join(cwd, "trueup.yaml"), "utf8")).toBe(text.replace("Ours", "What the world sees"));
  });
});

describe("--ignore-pin", () => {
  const files = {
    "trueup.yaml": "instance: { url: https://platform.example.com }\nprojects:\n  acme-labs/website: { description: Ours }\n",
  };

  test("goes to another server than the one that the files name, where that is asked for by hand", async () => {
    const { url, env } = await platform({ seed: "default" });
    const how = { cwd: directory(files), env };
    const refused = await inProcess(["plan"], how);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("such as a twin: --ignore-pin");
    expect((await inProcess(["apply", "--ignore-pin", "--yes"], how)).code).toBe(0);
    expect((await inProcess(["drift", "--ignore-pin"], how)).stdout).toContain(`Instance ${url},`);
    const nowhere = await inProcess(["plan", "--ignore-pin"], { cwd: how.cwd });
    expect(nowhere.code).toBe(1);
    expect(nowhere.stderr).toContain("No server is chosen");
  });

  test("never takes a saved plan to another server", async () => {
    const { env } = await platform({ seed: "default" });
    const how = { cwd: directory(files), env };
    expect((await inProcess(["plan", "--ignore-pin", "--out", "plan.json"], how)).code).toBe(0);
    const { code, stderr } = await inProcess(["apply", "--plan", "plan.json", "--ignore-pin", "--yes"], how);
    expect(code).toBe(1);
    expect(stderr).toContain("--plan cannot be combined with --ignore-pin");
  });
});

describe("plan", () => {
  test("sees that an attribute of an integration is unset where the files set it", async () => {
    const { env, call } = await platform({ seed: "default" });
    await call("PUT", "/projects/acme-labs%2Fwebsite/integrations/datadog", { api_key: "key-of-datadog" });
    const body = "{ api_key: '${env:DATADOG_KEY}', monitoring_env: production }";
    const how = {
      cwd: directory({ "trueup.yaml": `projects:\n  acme-labs/website:\n    integrations:\n      datadog: ${body}\n` }),
      env: { ...env, DATADOG_KEY: "key-of-datadog" },
    };
    expect((await inProcess(["apply", "--yes"], how)).stdout).toMatch(/monitoring_env +null +-> production/);
    expect(await call("GET", "/projects/acme-labs%2Fwebsite/integrations/datadog")).toMatchObject({
      properties: { monitoring_env: "production" },
    });
    expect((await inProcess(["drift"], how)).code).toBe(0);
  });
});
