import { describe, expect, it } from "vitest";
import { shell } from "../harness/built.js";
import { inProcess, json } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";
import { serve } from "./servers.js";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

describe("the reply", () => {
  it("is JSON, YAML or a table of what tells things apart", async () => {
    const { env } = await platform({ seed: "default" });
    const asked = ["api", "/topics", "-F", "per_page=2"];
    const items = json((await inProcess(asked, { env })).stdout);
    expect(items).toHaveLength(2);
    const yaml = await inProcess([...asked, "--format", "yaml"], { env });
    expect(yaml.stdout).toMatch(/^- id: \d+\n {2}name: \S+\n/);
    const table = await inProcess([...asked, "--format", "table"], { env });
    expect(table.stdout.split("\n")[0]).toMatch(/^ID +NAME +TITLE/);
    const one = await inProcess(["api", "/topics/1", "--format", "table"], { env });
    expect(one.stdout).toMatch(/^id +1\nname +/);
    const none = await inProcess(["api", "/topics", "-F", "search=nothing-of-this-name", "--format", "table"], { env });
    expect(none).toMatchObject({ code: 0, stdout: "", stderr: "The list is empty.\n" });
  });

  it("of a list is read to its end with --paginate, as one list", async () => {
    const { env, call } = await platform();
    for (let number = 1; number <= 5; number++) await call("POST", "/topics", { name: `t${number}`, title: `T${number}` });
    const { stdout, stderr } = await inProcess(["api", "/topics", "--paginate", "-F", "per_page=2", "--debug"], { env });
    expect(json(stdout)).toHaveLength(5);
    expect(stderr.match(/debug: GET/g)).toHaveLength(3);
  });

  it("is shown with status and headers by --include; a reply without a body tells its status", async () => {
    const { env, call } = await platform();
    const { id } = (await call("POST", "/topics", { name: "a", title: "A" })) as { readonly id: number };
    const { stdout } = await inProcess(["api", `/topics/${id}`, "-i"], { env });
    expect(stdout).toMatch(/^200 OK\n(?:[\w-]+: .*\n)*content-type: application\/json\n(?:[\w-]+: .*\n)*\n\{\n {2}"id"/);
    const deleted = await inProcess(["api", "DELETE", `/topics/${id}`], { env });
    expect(deleted).toMatchObject({ code: 0, stderr: "204 No Content\n" });
  });

  it("masks secrets by their names, in both formats, unless --show-secrets is given", async () => {
    const url = await serve((_, response) => {
      const body = { runners_token: "rt-1", nested: [{ api_key: "ak-2", token: null }], password: "", key: "shown" };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
    const env = { TRUEUP_URL: url };
    const hidden = await inProcess(["api", "/groups/1"], { env, secrets: ["rt-1", "ak-2"] });
    expect(json(hidden.stdout)).toEqual({
      runners_token: "[secret]",
      nested: [{ api_key: "[secret]", token: null }],
      password: "",
      key: "shown",
    });
    await inProcess(["api", "/groups/1", "--format", "table"], { env, secrets: ["rt-1", "ak-2"] });
    const shown = await inProcess(["api", "/groups/1", "--show-secrets"], { env });
    expect(shown.stdout).toContain("rt-1");
  });

  it("that fails is shown as it is, with the cause and a hint, exit 1", async () => {
    const { env } = await platform();
    const { code, stdout, stderr } = await inProcess(["api", "POST", "/topics", "-F", "name=a"], { env });
    expect(code).toBe(1);
    expect(json(stdout)).toEqual({ error: expect.stringContaining("title is missing") as string });
    expect(stderr).toContain("POST /topics answered 400 Bad Request");
    expect(stderr).not.toContain("plan again");
  });

  it("that is text or a file goes to standard output as it is", async () => {
    const log = "\u001B[32mall is green\u001B[0m\r\n42";
    const url = await serve((request, response) => {
      if (request.url?.endsWith("trace")) response.writeHead(200, { "content-type": "text/plain" }).end(log);
      else response.writeHead(200, { "content-type": "image/png" }).end(png);
    });
    const env = { TRUEUP_URL: url };
    expect((await inProcess(["api", "/projects/1/jobs/2/trace"], { env })).stdout).toBe(log);
    const here = directory();
    await shell(`trueup api /some/picture > '${here}/out.png'`, { env });
    const { readFileSync } = await import("node:fs");
    expect(readFileSync(`${here}/out.png`).equals(png)).toBe(true);
  });

  it("cannot move the cursor of a terminal: control characters come as escapes", async () => {
    const url = await serve((_, response) => {
      const body = JSON.stringify({ name: "\u009B31m\u202Ereversed" });
      response.writeHead(200, { "content-type": "application/json" }).end(body);
    });
    for (const format of ["json", "yaml", "table"]) {
      const { stdout } = await inProcess(["api", "/topics/1", "--format", format], { env: { TRUEUP_URL: url } });
      expect(stdout).not.toMatch(/[\u009B\u202E]/);
      expect(stdout).toContain("\\u009b31m\\u202ereversed");
    }
  });
});
