// @module-tag slow
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isObject, type JsonObject } from "../../src/core/json.js";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

/** What Git LFS puts into a repository in place of this content. */
const pointerAt = (content: string) =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash("sha256").update(content).digest("hex")}\nsize ${content.length}\n`;

describe.each([
  ["19.0.0-ee", "ultimate"],
  ["17.10.0-ee", "free"],
] as const)("branches and files of repositories on %s, %s", (serverVersion, tier) => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await openFixture(inProcess, { dialect: "vendor", serverVersion, tier, seed: "none" });
  });
  afterAll(async () => fixture.close());

  const body = (...lines: string[]) =>
    `groups: { acme: { name: Acme } }\nprojects:\n  acme/web:\n${lines.map((line) => `    ${line}\n`).join("")}`;
  const run = async (command: string, text: string, ...words: string[]) => {
    fixture.write("files/trueup.yaml", text);
    fixture.server.forget();
    return fixture.run([command, "files", ...words]);
  };
  const apply = async (text: string, ...words: string[]) => {
    const ran = await run("apply", text, "--yes", ...words);
    expect(ran, ran.stdout + ran.stderr).toMatchObject({ code: 0 });
    const writes = fixture.server.arrived.filter(({ method }) => method !== "GET" && method !== "HEAD");
    expect(await run("plan", text, "--detailed-exitcode")).toMatchObject({ code: 0 });
    return writes.map(({ method, path, body: sent }) => ({
      call: `${method} ${path.replace(/^\/api\/v4/, "")}`,
      body: sent.length === 0 ? {} : (JSON.parse(sent.toString()) as JsonObject),
    }));
  };
  const ask = async (method: string, path: string, said?: JsonObject): Promise<JsonObject> => {
    const reply = await fetch(`${fixture.platform.url}/api/v4${path}`, {
      method,
      headers: { "private-token": fixture.platform.token, "content-type": "application/json" },
      ...(said ? { body: JSON.stringify(said) } : {}),
    });
    const text = await reply.text();
    const parsed: unknown = text === "" ? {} : JSON.parse(text);
    return isObject(parsed) ? parsed : { list: parsed as JsonObject[] };
  };
  const commitByHand = async (path: string, content: string, action = "update", branch = "main") =>
    ask("POST", "/projects/acme%2Fweb/repository/commits", {
      branch,
      commit_message: "by hand",
      actions: [{ action, file_path: path, content }],
    });
  const at = "/projects/acme%2Fweb/repository";

  // gitlabform issue 366: servers answer 400 to a default branch that an empty repository has not.
  it("a default branch of an empty repository is left out and told, not sent, until the branch is there", async () => {
    expect(await run("apply", "groups: { acme: { name: Acme } }\nprojects: { acme/bare: {} }\n", "--yes")).toMatchObject({
      code: 0,
    });
    const declared = "projects: { acme/bare: { default_branch: trunk, description: said } }\n";
    expect(await run("apply", declared, "--yes")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("default_branch is left out: the repository is empty"),
    });
    expect(fixture.server.arrived.find(({ method }) => method === "PUT")?.body.toString()).toBe('{"description":"said"}');
    await ask("POST", "/projects/acme%2Fbare/repository/commits", {
      branch: "trunk",
      commit_message: "first",
      actions: [{ action: "create", file_path: "a", content: "a" }],
    });
    expect(await run("plan", declared, "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("an empty repository gets its branch by the first commit, then other branches, then protections; contents stay as they are", async () => {
    fixture.write("files/owners", "* @acme\n");
    fixture.write("files/dot.png", new Uint8Array([0, 255, 1, 254]));
    const text = body(
      "branches: { release: { ref: main } }",
      "protected_branches: { main: {}, release: {} }",
      "repository_files:",
      "  CODEOWNERS: { from: owners }",
      "  dot.png: { from: dot.png }",
      '  ci/run.sh: { content: "echo ${env:NONE} ${var:none} $${x} $CI\\n", execute: true }',
      "  NOTES.md@release: { content: only there, commit_message: Notes }",
    );
    const writes = await apply(text);
    const calls = writes.map(({ call }) => call.replace(/\/\d+\//, "/1/"));
    const commits = writes.filter(({ call }) => call.endsWith("/repository/commits"));
    expect(commits).toHaveLength(2);
    expect(commits[0]?.body).toMatchObject({ branch: "main", commit_message: "Bring files to their declared state" });
    expect(commits[1]?.body).toMatchObject({ branch: "release", commit_message: "Notes" });
    const order = ["repository/commits", "repository/branches", "protected_branches"].map((part) =>
      calls.findIndex((call) => call.endsWith(part)),
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    const file = await ask("GET", `${at}/files/ci%2Frun.sh?ref=main`);
    expect(Buffer.from(file["content"] as string, "base64").toString()).toBe("echo ${env:NONE} ${var:none} $${x} $CI\n");
    expect(file["execute_filemode"]).toBe(true);
    expect((await ask("GET", `${at}/files/dot.png?ref=main`))["content"]).toBe("AP8B/g==");
  });

  it("what somebody else commits is drift, told with both contents, and one commit takes it back", async () => {
    await commitByHand("CODEOWNERS", "* @else\n");
    await commitByHand("dot.png", "no picture");
    const text = body(
      "repository_files:",
      "  CODEOWNERS: { from: owners }",
      "  dot.png: { from: dot.png }",
      "  ci/run.sh: { content: changed, execute: false }",
    );
    const planned = await run("plan", text);
    expect(planned.stdout).toContain(String.raw`"* @else\n" -> "* @acme\n"`);
    expect(fixture.server.arrived.filter(({ path }) => path.includes("/repository/tree"))).toHaveLength(1);
    const [commit, ...others] = await apply(text);
    expect(others).toEqual([]);
    const actions = commit?.body["actions"] as JsonObject[];
    expect(actions.map(({ action, file_path }) => `${action as string} ${file_path as string}`)).toEqual([
      "update CODEOWNERS",
      "update ci/run.sh",
      "chmod ci/run.sh",
      "update dot.png",
    ]);
    expect(actions.every(({ last_commit_id }) => typeof last_commit_id === "string")).toBe(true);
  });

  it("absent deletes one; undeclared ones stay, and cannot be asked away", async () => {
    const [commit] = await apply(body("repository_files: { dot.png: { ensure: absent } }"));
    expect(commit?.body["actions"]).toMatchObject([{ action: "delete", file_path: "dot.png" }]);
    expect((await ask("GET", `${at}/files/CODEOWNERS?ref=main`))["file_path"]).toBe("CODEOWNERS");
    const asked = `${body("visibility: private")}delete_undeclared: { repository_files: true }\n`;
    expect(await run("validate", asked)).toMatchObject({ code: 1 });
  });

  it("a pointer at what is kept elsewhere is in step with that content alone: any other pointer is drift, under policies too", async () => {
    const content = (said: string) => body(`repository_files: { big.bin: { content: ${said}, execute: false } }`);
    await commitByHand("big.bin", pointerAt("great"), "create");
    expect(await run("plan", content("great"), "--detailed-exitcode")).toMatchObject({ code: 0 });
    const enforced = `policies: { files: { projects: ["acme/**"], set: { repository_files: { big.bin: { content: small } } }, enforce: [repository_files] } }\n`;
    for (const text of [content("small"), body("visibility: private") + enforced]) {
      const planned = await run("plan", text, "--detailed-exitcode");
      expect(planned, planned.stderr).toMatchObject({ code: 2, stdout: expect.stringContaining("version https://git-lfs") });
    }
    expect(await apply(content("small"))).toHaveLength(1);
  });

  it("a text that only begins like a pointer is compared like any other", async () => {
    const text = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
    await commitByHand("big.bin", text);
    const declared = body("repository_files: { big.bin: { content: small } }");
    expect(await run("plan", declared, "--detailed-exitcode")).toMatchObject({ code: 2 });
    await apply(declared);
  });

  it("a saved plan of several files is one call, and stale once somebody else has changed one of them", async () => {
    const text = body("repository_files:", "  CODEOWNERS: { content: one }", "  ci/run.sh: { content: two }");
    expect(await run("plan", text, "--out", "plan.json")).toMatchObject({ code: 0 });
    await commitByHand("CODEOWNERS", "meanwhile");
    fixture.server.forget();
    const stale = await fixture.run(["apply", "--plan", "plan.json", "--yes"]);
    expect(stale).toMatchObject({ code: 1, stdout: expect.stringContaining("0 done, 0 failed, 2 moved") });
    expect(fixture.writes()).toEqual([]);
    expect(await run("plan", text, "--out", "plan.json")).toMatchObject({ code: 0 });
    const ran = await fixture.run(["apply", "--plan", "plan.json", "--yes"]);
    expect(ran, ran.stdout + ran.stderr).toMatchObject({ code: 0 });
    expect(await run("plan", text, "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("branches are never moved; default and protected ones and work that is nowhere else are not deleted", async () => {
    const declared = body("branches: { release: { ref: nowhere } }");
    expect(await run("plan", declared, "--detailed-exitcode")).toMatchObject({ code: 0 });
    const gone = body("branches: { main: { ensure: absent }, release: { ensure: absent } }");
    const refused = await run("plan", gone);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stdout).toMatch(/it is the default branch/);
    expect(refused.stdout).toMatch(/it is protected, and trueup deletes none that is: take its protection off first/);
    const unmerged = body("protected_branches: { release: { ensure: absent } }");
    await apply(unmerged);
    const only = body("branches: { release: { ensure: absent } }");
    expect((await run("plan", only)).stdout).toContain("--allow-delete branch");
    await apply(only, "--allow-delete", "branch");
  });

  it("undeclared branches go where that is asked for, but for default and protected ones", async () => {
    await ask("POST", `${at}/branches`, { branch: "old", ref: "main" });
    // Only what the default branch has gone beyond counts as merged.
    await commitByHand("NEWS", "more", "create");
    const text = `${body("branches: { kept/one: { ref: main } }")}delete_undeclared: { branches: true }\n`;
    const writes = await apply(text);
    expect(writes.map(({ call }) => call.replace(/\/\d+\//, "/1/"))).toEqual([
      "POST /projects/1/repository/branches",
      "DELETE /projects/1/repository/branches/old",
    ]);
  });

  it("nothing is committed to an archived project", async () => {
    await ask("POST", "/projects/acme%2Fweb/archive");
    const ran = await run("plan", body("repository_files: { CODEOWNERS: { content: late } }"));
    expect(ran).toMatchObject({ code: 1, stdout: expect.stringContaining("nothing is committed there") });
    await ask("POST", "/projects/acme%2Fweb/unarchive");
  });

  it("an export leaves them out unless asked, and plans empty", async () => {
    expect(await fixture.run(["export", "--out", "plain"])).toMatchObject({ code: 0 });
    expect(await fixture.run(["export", "--out", "asked", "--kind", "repository_file", "--kind", "branch"])).toMatchObject({
      code: 0,
    });
    expect(await fixture.run(["plan", "plain", "--detailed-exitcode"])).toMatchObject({ code: 0 });
    const planned = await fixture.run(["plan", "asked", "--detailed-exitcode"]);
    expect(planned, planned.stdout + planned.stderr).toMatchObject({ code: 0 });
    expect(planned.stdout).toMatch(/\d+ things are as the files say/);
  });
});
