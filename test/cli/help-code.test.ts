import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { allCodes } from "../../src/report/codes.js";
import { trueup } from "../harness/built.js";
import { inProcess, json } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";

const run = async (...words: readonly string[]) => inProcess(words, { cwd: directory() });

/** The sources that a run of the built command loads, as one text. */
async function loadedBy(...words: readonly string[]): Promise<string> {
  const coverage = mkdtempSync(join(tmpdir(), "loaded-"));
  onTestFinished(() => rmSync(coverage, { recursive: true }));
  await trueup(words, { cwd: directory(), env: { NODE_V8_COVERAGE: coverage } });
  const files = readdirSync(coverage).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8")) as { result: readonly { url: string }[] };
    return result.map(({ url }) => url).filter((url) => url.startsWith("file:"));
  });
  expect(files.length).toBeGreaterThan(0);
  return [...new Set(files)].map((url) => readFileSync(fileURLToPath(url), "utf8")).join("\n");
}

describe("trueup help CODE", () => {
  it("explains a code: what it means, its cause, what to do, and the page", async () => {
    expect(await run("help", "ack.idle")).toMatchObject({
      code: 0,
      stdout: `ack.idle: An acknowledgement has no effect.

  cause:  No change of the plan needs it.
  fix:    Remove it.
  page:   docs/codes/plan.md#ack.idle
`,
      stderr: "",
    });
  });

  it.each([
    ["help", "ack.idle", "--json"],
    ["help", "--format", "json", "ack.idle"],
    ["help", "[ack.idle]", "-o", "json"],
  ])("explains a code as one JSON document: trueup %s %s %s", async (...words) => {
    expect(await run(...words)).toEqual({
      code: 0,
      stdout: `{
  "code": "ack.idle",
  "meaning": "An acknowledgement has no effect.",
  "cause": "No change of the plan needs it.",
  "fix": "Remove it.",
  "page": "docs/codes/plan.md#ack.idle"
}
`,
      stderr: "",
    });
  });

  it("lists the explanations of all codes as one document without a code", async () => {
    const { codes } = json((await run("help", "--json")).stdout) as { readonly codes: readonly { readonly code: string }[] };
    expect(codes.map(({ code }) => code)).toEqual(allCodes());
    expect(codes[0]).toEqual(json((await run("help", codes[0]?.code ?? "", "--json")).stdout));
    expect((await run("help", "-oyaml")).stdout).toMatch(/^codes:\n/);
  });

  it("answers with an error as JSON if no message has the code", async () => {
    const { code, stdout, stderr } = await run("help", "plan.stalee", "--json");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(json(stderr)).toMatchObject({ code: "code.unknown", hint: "Did you mean plan.stale?" });
  });

  it("takes a code as messages print it, in brackets", async () => {
    expect((await run("help", "[tier]")).stdout).toBe((await run("help", "tier")).stdout);
  });

  it("explains a reason that only the server of OAuth knows", async () => {
    expect((await run("help", "oauth.slow_down")).stdout).toContain(
      "oauth.slow_down: The OAuth endpoint of the server refused the request.\n",
    );
  });

  it("suggests the nearest code, or command, for a word that is neither", async () => {
    expect(await run("help", "plan.stalee")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: 'Error: there is no command and no code "plan.stalee" [code.unknown]\n  hint: Did you mean plan.stale?\n',
    });
    expect((await run("help", "aply")).stderr).toContain("  hint: Did you mean apply?\n");
    expect((await run("help", "zzzzzzzzzzzz")).stderr).toContain(
      "  hint: docs/codes/README.md lists all codes, and trueup --help lists all commands.\n",
    );
  });

  it("still prints the help of commands", async () => {
    expect((await run("help", "plan")).stdout).toMatch(/^Usage: trueup plan /);
    expect((await run("help")).stdout).toContain("\ntrueup help CODE explains the code of a message.");
  });

  it("is completed with commands and codes", async () => {
    const { stdout } = await trueup(["__complete", "help", "plan"]);
    expect(stdout).toContain("plan.stale\tThe plan no longer fits the files, the policies or the server.\n");
    expect(stdout).toMatch(/^plan\tshow what apply would change/);
    expect((await trueup(["__complete", "help", "ack.i"])).stdout).toBe("ack.idle\tAn acknowledgement has no effect.\n");
  });
});

describe("the explanations", () => {
  const text = "An acknowledgement has no effect.";

  it.each([[["--version"]], [["validate", "."]], [["--help"]]])("are not loaded by trueup %s", async (words) => {
    expect(await loadedBy(...words)).not.toContain(text);
  });

  it("are loaded by trueup help CODE", async () => {
    expect(await loadedBy("help", "ack.idle")).toContain(text);
  });
});
