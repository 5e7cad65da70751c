import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { kindsAllowedBy } from "../../src/cli/allowances.js";
import { bash } from "../harness/built.js";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { describeUnless, missing, testUnless } from "../needs.js";

const broken = `version: 1
topics:
  typescript: { titel: TypeScript }
`;

describe("words that make no sense", () => {
  test("an unknown command is told on standard error, with the likely one, and exits with 1", async () => {
    const { code, stdout, stderr } = await inProcess(["pln"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("unknown command 'pln'");
    expect(stderr).toContain("Did you mean plan?");
  });

  test.each([
    [["plan", "--concurrency", "0"], "whole number"],
    [["plan", "--max-rps", "no"], "number above 0"],
    [["plan", "--tier", "gold"], "Allowed choices are free, premium, ultimate"],
    [["plan", "--nonsense"], "unknown option"],
    [["plan", "--emulator", "--url", "http://127.0.0.1:1"], "cannot be used with"],
    [["plan", "--emulator", "--allow-delete", "projct"], "Did you mean project?"],
    [["plan", "--emulator", "--allow-delete", "anything"], "The kinds are branch, group, project, topic."],
    [["schema", "projct"], "Did you mean project?"],
    [["plan", "--emulator", "--target", "projects:acme/web"], "Did you mean project?"],
    [["drift", "--emulator", "--target", "nonsense"], "there is no kind"],
    [["plan", "--emulator", "--resend-secrets", "integratoin:**"], "Did you mean integration?"],
    [["validate", "--server-version", "15.x"], "for example 15.4.0"],
    [["apply", "--plan", "plan.json", "--target", "topic:x"], "--plan cannot be combined with --target"],
    [["drift", "--adopt-all", "--unmanaged"], "--adopt-all cannot be combined with --unmanaged"],
    [["drift", "--adopt", "topic:x", "--target", "topic:x"], "--adopt cannot be combined with --target"],
    [["drift", "--adopt-all", "--max-deletes", "3"], "--adopt-all cannot be combined with --max-deletes"],
    [["completion", "csh"], "Allowed choices are bash, zsh, fish"],
  ])("%j is refused", async (words, said) => {
    const { code, stdout, stderr } = await inProcess(words, { cwd: directory() });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(said);
    expect(stderr).not.toContain("    at ");
  });

  test("the allowances say for which kinds they are", async () => {
    const { stdout } = await inProcess(["plan", "--help"]);
    const help = stdout.replaceAll(/\s+/g, " ");
    expect(help).toContain(`holds data: ${(await kindsAllowedBy("--allow-delete")).join(", ")} (repeatable)`);
    expect(help).toContain(`scheduled for deletion: ${(await kindsAllowedBy("--allow-restore")).join(", ")} (repeatable)`);
  });

  test("a file that the system does not let read is told like any other problem of a file", async () => {
    const { code, stdout } = await inProcess(["validate", "/proc/self/mem"]);
    expect(code).toBe(1);
    expect(stdout).toContain("proc/self/mem:1:1  the file cannot be read: EIO");
  });

  test("with --json an error is one JSON object a line", async () => {
    const { code, stderr } = await inProcess(["plan", "--json"], { cwd: directory({ "a.yaml": "version: 1\n" }) });
    expect(code).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({
      severity: "error",
      code: "server.none",
      hint: expect.stringContaining("--url") as string,
    });
  });
});

describe("help", () => {
  test("the version is that of the package", async () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };
    expect(await inProcess(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  const commands = [
    "init",
    "validate",
    "plan",
    "apply",
    "drift",
    "export",
    "convert",
    "explain",
    "token-scope",
    "schema",
    "doctor",
    "emulator",
    "completion",
  ];
  test.each(commands)("trueup %s --help shows an example on standard output", async (name) => {
    const { code, stdout, stderr } = await inProcess([name, "--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(new RegExp(`Example:\n(?:.*\n)*.*trueup (?:.* )?${name}`));
  });
});

describe("init", () => {
  test("what it writes is valid, and it never writes over a file", async () => {
    const cwd = directory();
    expect((await inProcess(["init"], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, ".gitignore"), "utf8")).toContain(".trueup/");
    expect(await inProcess(["validate", "--strict"], { cwd })).toMatchObject({
      code: 0,
      stdout: "2 things in 2 files: valid.\n",
    });
    const again = await inProcess(["init"], { cwd });
    expect(again.code).toBe(1);
    expect(again.stderr).toContain("trueup/instance.yaml");
  });

  test.each(["taken", "taken/below"])("a file in the place of its directory is told: %s", async (name) => {
    const { code, stderr } = await inProcess(["init", name], { cwd: directory({ taken: "mine\n" }) });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: it cannot be written: .* \[file\.unwritable\]\n {2}at taken\//);
  });

  test.runIf(process.platform === "linux")("a place where no directory can be made is told", async () => {
    const { code, stderr } = await inProcess(["init", "/proc/here/below"], { cwd: directory() });
    expect(code).toBe(1);
    expect(stderr).toContain("it cannot be written: ENOENT: no such file or directory, mkdir '/proc/here' [file.unwritable]");
  });

  test("a .gitignore that is there stays as it is", async () => {
    const cwd = directory({ "infra/.gitignore": "mine\n" });
    const { code, stderr } = await inProcess(["init", "infra"], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain("add .trueup/ to it");
    expect(readFileSync(join(cwd, "infra/.gitignore"), "utf8")).toBe("mine\n");
    expect(existsSync(join(cwd, "infra/trueup/groups.yaml"))).toBe(true);
  });
});

describe("validate", () => {
  test("an error is told with file, line, column and a code frame, and exits with 1", async () => {
    const { code, stdout } = await inProcess(["validate"], { cwd: directory({ "trueup/topics.yaml": broken }) });
    expect(code).toBe(1);
    expect(stdout).toContain("trueup/topics.yaml:3:17  topic:typescript.titel");
    expect(stdout).toContain("did you mean title?");
    expect(stdout).toContain("> 3 |   typescript: { titel: TypeScript }");
  });

  test("--json says the same for machines", async () => {
    const { code, stdout } = await inProcess(["validate", "--json"], { cwd: directory({ "topics.yaml": broken }) });
    expect(code).toBe(1);
    const said = JSON.parse(stdout) as { readonly valid: boolean; readonly problems: readonly object[] };
    expect(said.valid).toBe(false);
    expect(said.problems).toContainEqual(
      expect.objectContaining({ rule: "schema.unknown", where: "topics.yaml:3:17", address: "topic:typescript" }),
    );
  });

  test("a missing variable is a warning, and with --strict an error", async () => {
    const cwd = directory({ "a.yaml": "application_settings: { spamfilter_api_key: '${env:NOT_SET}' }\n" });
    const loose = await inProcess(["validate"], { cwd });
    expect(loose.code).toBe(0);
    expect(loose.stdout).toContain("warning: the variable NOT_SET is not set");
    expect((await inProcess(["validate", "--strict"], { cwd })).code).toBe(1);
  });

  test("--tier and --server-version tell what a server lacks", async () => {
    const files =
      "groups: { acme: { name: A } }\nprojects: { acme/web: { approval_settings: { reset_approvals_on_push: true } } }\n";
    const cwd = directory({ "a.yaml": files });
    expect((await inProcess(["validate", "--tier", "free"], { cwd })).stdout).toContain("premium");
    const old = directory({ "a.yaml": "groups: { acme: { name: A, emails_enabled: true } }\n" });
    expect((await inProcess(["validate", "--server-version", "15.4.0"], { cwd: old })).stdout).toContain("16.5");
  });

  test("a path that is not there is told", async () => {
    const { code, stderr } = await inProcess(["validate", "nowhere"], { cwd: directory() });
    expect(code).toBe(1);
    expect(stderr).toContain("there is no nowhere");
  });
});

describe("explain", () => {
  test("tells where a value comes from while nobody sets it, how values compare, what locks it, and whether an export says it", async () => {
    const of = async (attribute: string) => (await inProcess(["explain", "project", attribute], { cwd: directory() })).stdout;
    expect(await of("default_branch")).toContain(
      "default from   the group that holds it, else the group at the top, else default_branch_name of application_settings\n",
    );
    expect(await of("ci_default_git_depth")).toMatch(/^ *order +more than every other: null, 0$/m);
    expect(await of("visibility")).toMatch(/^ *order +the allowed values stand from the least to the most$/m);
    expect(await of("merge_method")).not.toMatch(/^ *order /m);
    expect(await of("shared_runners_enabled")).toMatch(
      /^ *locked while +shared_runners_setting of group above is disabled_and_unoverridable: it is false$/m,
    );
    expect(await of("repository_storage")).toMatch(/^ *exported +no: it means something on one instance only$/m);
  });

  const files = { "trueup/a.yaml": "groups:\n  acme: { name: Acme }\nprojects:\n  acme/web:\n    merge_method: ff\n" };

  test("says where a value comes from and what it means", async () => {
    const { code, stdout } = await inProcess(["explain", "project:acme/web", "merge_method"], { cwd: directory(files) });
    expect(code).toBe(0);
    expect(stdout).toContain("How merge requests are merged.");
    expect(stdout).toMatch(/allowed +merge, rebase_merge, ff/);
    expect(stdout).toMatch(/default +merge/);
    expect(stdout).toContain("project:acme/web says ff\n  at trueup/a.yaml:5:5");
  });

  test("says tier and release of an attribute without any file", async () => {
    const { stdout } = await inProcess(["explain", "application_settings", "deletion_adjourned_period"], { cwd: directory() });
    expect(stdout).toMatch(/tier +premium and above/);
    expect(stdout).toMatch(/allowed +0 to 90/);
  });

  test.each([
    [["explain", "project:acme/wbe"], "Did you mean project:acme/web?"],
    [["explain", "project:acme/web", "merge_metod"], "Did you mean merge_method?"],
    [["explain", "projct:acme/web"], "Did you mean project?"],
  ])("%j is answered with the likely word", async (words, said) => {
    const { code, stdout, stderr } = await inProcess(words, { cwd: directory(files) });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(said);
  });
});

describe("schema", () => {
  test("prints the schema of the files and of a kind", async () => {
    const whole = JSON.parse((await inProcess(["schema"])).stdout) as { readonly properties: object };
    expect(Object.keys(whole.properties)).toEqual(expect.arrayContaining(["version", "topics", "groups", "projects"]));
    const topic = JSON.parse((await inProcess(["schema", "topic"])).stdout) as { readonly properties: object };
    expect(Object.keys(topic.properties)).toContain("title");
  });

  testUnless(missing("bash", "head"), "a reader that goes away is no error", async () => {
    const { code, stdout, stderr } = await bash("set -o pipefail; trueup schema | head -n 1");
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "{\n", stderr: "" });
  });
});

describeUnless(missing("bash"), "completion in bash", () => {
  const files = { "trueup/a.yaml": "groups:\n  acme: { name: Acme }\nprojects:\n  acme/web: {}\n" };
  const complete = async (line: string, cwd: string): Promise<string[]> => {
    const script = `source <(trueup completion bash); COMP_LINE=$LINE; COMP_POINT=\${#LINE}; _trueup trueup; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await bash(script, { cwd, env: { LINE: line } });
    return stdout.split("\n").filter((word) => word !== "");
  };

  test.each([
    ["trueup pl", ["plan"]],
    ["trueup plan --det", ["--detailed-exitcode"]],
    ["trueup plan --tier ", ["free", "premium", "ultimate"]],
    ["trueup plan --target project:", ["acme/web"]],
    ["trueup plan --target=gro", ["group:acme"]],
    ["trueup explain project:acme/web merge_me", ["merge_method"]],
    ["trueup schema top", ["topic"]],
    ["trueup completion f", ["fish"]],
    ["trueup validate --report s", ["sarif="]],
    ["trueup plan --report g", ["gitlab-widget="]],
    ["trueup plan ./tr", []],
    ["trueup drift --undeclared ./tr", []],
  ])("%j", async (line, words) => {
    expect(await complete(line, directory(files))).toEqual(words);
  });

  test("what is typed is never run", async () => {
    const cwd = directory(files);
    await complete("trueup plan $(touch run) `touch run` --target ", cwd);
    expect(existsSync(join(cwd, "run"))).toBe(false);
  });
});
