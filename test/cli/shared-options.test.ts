import { describe, expect, it } from "vitest";
import { builtInProcess } from "../harness/built.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";

const files = { "trueup/a.yaml": "groups: { acme: { name: Acme } }\n" };

describe("-q, --quiet", () => {
  it.each([["-q"], ["--quiet"]])("%s leaves out what is neither a result nor an error", async (option) => {
    const { env } = await platform({ dialect: "vendor", seed: "people" });
    const cwd = directory(files);
    const loud = await builtInProcess(["plan", "--out", "plan.json"], { cwd, env });
    const quiet = await builtInProcess(["plan", option, "--out", "plan.json"], { cwd, env });
    expect(loud.stderr).toContain("The plan is in plan.json.");
    expect(quiet).toEqual({ ...loud, stderr: "" });
    const before = await builtInProcess([option, "apply", "--yes"], { cwd, env });
    expect(before).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("1 done") });
  });

  it("keeps errors", async () => {
    const cwd = directory({ "trueup/a.yaml": "groups: { acme: { visibility: secret } }\n" });
    const { code, stderr } = await builtInProcess(["plan", "-q"], { cwd, env: { TRUEUP_URL: "http://127.0.0.1:9" } });
    expect(code).toBe(1);
    expect(stderr).toContain("must be one of private, internal, public");
  });

  it("does not go with -v", async () => {
    const { code, stderr } = await builtInProcess(["plan", "-q", "-v"], { cwd: directory(files) });
    expect(code).toBe(1);
    expect(stderr).toContain("option '-q, --quiet' cannot be used with option '-v'");
  });
});

describe("-v and -vv", () => {
  it("-v prints each request with status and time on standard error, and the result is the same", async () => {
    const { env } = await platform({ dialect: "vendor", seed: "people" });
    const cwd = directory(files);
    const [plain, shown] = [await builtInProcess(["plan"], { cwd, env }), await builtInProcess(["-v", "plan"], { cwd, env })];
    expect(plain.stderr).toBe("");
    expect(shown.stdout).toBe(plain.stdout);
    expect(shown.stderr).toMatch(/^GET \/groups\/acme\?\S+ {2}404 {2}\d+ ms$/m);
    expect(shown.stderr.trimEnd().split("\n")).toSatisfy((lines: readonly string[]) =>
      lines.every((line) => /^GET \/\S+ {2}\d{3} {2}\d+ ms$/.test(line)),
    );
  });

  it.each([[["-vv"]], [["-v", "-v"]]])(
    "%j prints the headers as well, and masks secrets in them and in the query",
    async (words) => {
      const { env } = await platform({ dialect: "vendor", seed: "people" });
      const path = "/version?private_token=written-by-hand-0123";
      const { code, stderr } = await builtInProcess(["api", path, ...words], {
        cwd: directory(),
        env,
        secrets: ["written-by-hand-0123"],
      });
      expect(code).toBe(0);
      const lines = stderr.split("\n");
      expect(lines.find((line) => line.startsWith("GET"))).toMatch(/^GET \/version\?private_token=\[secret\] {2}200 {2}\d+ ms$/);
      expect(lines).toContain("> private-token: [secret]");
      expect(lines).toContain("> accept: application/json");
      expect(lines).toContain("< content-type: application/json");
    },
  );

  it("--verbose still shows calls and long values, and no requests", async () => {
    const { env } = await platform({ dialect: "vendor", seed: "people" });
    const { stdout, stderr } = await builtInProcess(["plan", "--verbose"], { cwd: directory(files), env });
    expect(stdout).toContain("POST /groups");
    expect(stderr).toBe("");
  });
});

describe("--color", () => {
  it.each([
    [["--color", "always"], { NO_COLOR: "1" }, true],
    [["--color=never"], { FORCE_COLOR: "1" }, false],
    [["--color", "auto"], { FORCE_COLOR: "1" }, true],
    [[], { FORCE_COLOR: "1" }, true],
    [[], { FORCE_COLOR: "0" }, false],
    [[], { FORCE_COLOR: "1", NO_COLOR: "1" }, false],
    [[], {}, false],
  ])("%j with %j gives colours: %j", async (words, env, isColored) => {
    const invalid = directory({ "trueup/a.yaml": "groups: { acme: { visibility: secret } }\n" });
    const list = await builtInProcess(["list", ...words], { cwd: directory(files), env });
    expect(list.stdout.includes("\u001b[")).toBe(isColored);
    const failed = await builtInProcess([...words, "list"], { cwd: invalid, env });
    expect(failed.stderr.includes("\u001b[")).toBe(isColored);
  });

  it("takes no other word", async () => {
    const { code, stderr } = await builtInProcess(["list", "--color", "yes"], { cwd: directory(files) });
    expect(code).toBe(1);
    expect(stderr).toContain("option '--color <when>' argument 'yes' is invalid. Allowed choices are auto, always, never.");
  });
});

it("the help of each command names the options of all commands", async () => {
  const { stdout } = await builtInProcess(["list", "--help"]);
  const [, shared = ""] = stdout.split("Global Options:\n");
  for (const option of ["-q, --quiet", "-v ", "--color <when>"]) expect(shared).toContain(`  ${option}`);
});
