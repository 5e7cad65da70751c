// @module-tag slow
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import { type CiVariables, holds } from "../harness/ci-rules.js";
import { inProcess, top } from "../harness/command-line.js";
import { directory, write } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";

const forms = [
  { form: "external", words: ["init", "--ci", "gitlab"] },
  { form: "trusted", words: ["init", "--ci", "gitlab", "--trusted"] },
] as const;

function textOf(form: string): string {
  return readFileSync(join(top, "examples/ci/gitlab", form, ".gitlab-ci.yml"), "utf8");
}

interface Job {
  readonly name: string;
  readonly body: JsonObject;
}

/** The jobs of a pipeline: what has a script, with what it takes over from another one. */
function jobsOf(form: string): readonly Job[] {
  const all = parse(textOf(form)) as JsonObject;
  return Object.entries(all).flatMap(([name, body]) => {
    if (!isObject(body) || !Object.hasOwn(body, "script")) return [];
    const { extends: other, ...own } = body;
    return [{ name, body: { ...(typeof other === "string" ? (all[other] as JsonObject) : {}), ...own } }];
  });
}

function jobOf(form: string, name: string): JsonObject {
  return jobsOf(form).find((job) => job.name === name)?.body ?? {};
}

/** The names of the jobs that a pipeline with these variables gets. */
function running(form: string, variables: CiVariables): readonly string[] {
  const isTaken = (rule: Json): boolean =>
    isObject(rule) && ["if", "if when"].includes(Object.keys(rule).join(" ")) && holds(rule["if"] as string, variables);
  return jobsOf(form).flatMap(({ name, body }) => ((body["rules"] as Json[]).some(isTaken) ? [name] : []));
}

describe("trueup init --ci", () => {
  it.each(forms)(
    "writes the file of examples/ci/gitlab/$form and no other, and says what to do next",
    async ({ form, words }) => {
      const cwd = directory();
      const { code, stdout, stderr } = await inProcess([...words, "new"], { cwd });
      expect({ code, stdout }).toEqual({ code: 0, stdout: "wrote new/.gitlab-ci.yml\n" });
      expect(stderr.match(/^ {2}\d\. \S/gm)).toHaveLength(3);
      expect(readdirSync(cwd, { recursive: true })).toEqual(["new", "new/.gitlab-ci.yml"]);
      expect(readFileSync(join(cwd, "new/.gitlab-ci.yml"), "utf8")).toBe(textOf(form));
    },
  );

  it.each(forms)("leaves a file that is there as it is: $form", async ({ words }) => {
    const cwd = directory({ ".gitlab-ci.yml": "build: { script: make }\n" });
    expect(await inProcess(words, { cwd })).toEqual({
      code: 1,
      stdout: "",
      stderr: `Error: nothing was written, because there is already .gitlab-ci.yml [init.exists]\n  hint: Name another directory: trueup ${words.join(" ")} DIR.\n`,
    });
    expect(readFileSync(join(cwd, ".gitlab-ci.yml"), "utf8")).toBe("build: { script: make }\n");
  });

  it("refuses --trusted alone and a service that it does not know, and writes nothing", async () => {
    const cwd = directory();
    const alone = await inProcess(["init", "--trusted"], { cwd });
    expect(alone.stderr).toContain("hint: Give both: trueup init --ci gitlab --trusted.");
    const unknown = await inProcess(["init", "--ci", "jenkins"], { cwd });
    expect([alone.code, unknown.code]).toEqual([1, 1]);
    expect(unknown.stderr).toContain("gitlab");
    expect(readdirSync(cwd)).toEqual([]);
  });
});

const schema = JSON.parse(readFileSync(join(top, "test/fixtures/gitlab-ci.schema.json"), "utf8")) as JsonObject;
const isPipeline = new Ajv({ strict: false, validateFormats: false }).compile(schema);

describe.each(forms)("the pipeline of examples/ci/gitlab/$form", ({ form }) => {
  const text = textOf(form);

  it("is valid by the service's own schema, which sees a wrong key", () => {
    const pipeline = parse(text) as JsonObject;
    isPipeline(pipeline);
    expect(isPipeline.errors ?? []).toEqual([]);
    expect(isPipeline({ ...pipeline, plan: { ...(pipeline["plan"] as JsonObject), scripts: "true" } })).toBe(false);
  });

  it("has at most 40 lines without comments, and jobs of one command each in stages that it names", () => {
    expect(text.split("\n").filter((line) => !/^\s*(?:#|$)/.test(line)).length).toBeLessThanOrEqual(40);
    const jobs = jobsOf(form);
    expect([...new Set(jobs.map(({ body }) => body["stage"]))]).toEqual((parse(text) as JsonObject)["stages"]);
    for (const { body } of jobs) expect(body["script"]).toMatch(/^trueup [^;&|\n]+$/);
  });

  it("names no host but those of examples, an image by its digest, and no token", () => {
    const hosts = [...text.matchAll(/\b[\w-]+(?:\.[\w-]+)+(?=[/:@])/g)].map(([host]) => host);
    expect(
      hosts.filter((host) => !host.endsWith(".example.com") && host !== ".gitlab-ci.yml" && host !== "gitlab-ci.yml"),
    ).toEqual([]);
    expect((parse(text) as { default: { image: { name: string } } }).default.image.name).toMatch(
      /^registry\.example\.com\/trueup@sha256:[0-9a-f]{64}$/,
    );
    expect(text).not.toMatch(/gl[a-z]+-/);
  });

  it("plans a merge request without a checkout, and shows its report to developers only", () => {
    const body = jobOf(form, "plan");
    expect(body).toMatchObject({ variables: { GIT_STRATEGY: "none" }, interruptible: true });
    expect(body["artifacts"]).toEqual({
      when: "always",
      access: "developer",
      paths: ["report/"],
      reports: { terraform: "report/counts.json", junit: "report/junit.xml" },
    });
    expect(JSON.stringify(body)).not.toContain("WRITE");
  });

  it("applies one at a time, in an environment that alone has the write token", () => {
    for (const { name, body } of jobsOf(form)) {
      const { name: environment } = isObject(body["environment"]) ? body["environment"] : { name: body["environment"] };
      expect(environment, name).toBe(name.startsWith("apply") ? "trueup" : undefined);
      expect(body["resource_group"], name).toBe(name.startsWith("apply") ? "trueup" : undefined);
    }
    const given = jobsOf(form).filter(({ body }) => JSON.stringify(body["variables"] ?? {}).includes("WRITE"));
    expect(given.map(({ name }) => name)).toEqual(form === "trusted" ? ["apply"] : []);
  });

  // Those of the other form are run by test/cli/gitops-walk.test.ts, with a forge.
  if (form === "trusted")
    it("has commands that find drift, apply, and find none", async () => {
      const server = await platform();
      const cwd = directory();
      write(join(cwd, "trueup/topics.yaml"), "topics: { web: { title: Web } }\n");
      const run = async (name: string) => {
        const [, ...words] = (jobOf(form, name)["script"] as string).replace(/(--url )\S+/, `$1${server.url}`).split(" ");
        const issue = name === "drift" ? ["--no-issue"] : [];
        return (
          await inProcess([...words, ...issue], { cwd, env: { TRUEUP_TOKEN: server.token, TRUEUP_READ_TOKEN: server.token } })
        ).code;
      };
      expect([await run("drift"), await run("apply"), await run("drift")]).toEqual([2, 0, 0]);
    });

  it("has commands that this trueup knows", async () => {
    for (const { name, body } of jobsOf(form)) {
      const [, ...words] = (body["script"] as string).split(" ");
      const options = words.filter((word) => word.startsWith("--"));
      const commands = words.slice(
        0,
        words.findIndex((word) => word.startsWith("--")),
      );
      // oxlint-disable-next-line no-await-in-loop -- few, and each prints a page
      const { stdout, code } = await inProcess([...commands, "--help"], { cwd: directory() });
      expect(code, name).toBe(0);
      for (const option of options) expect(stdout, `${name} ${option}`).toContain(option);
    }
  });
});

const parent = { CI_PROJECT_ID: "7", CI_DEFAULT_BRANCH: "main" };
const request = { CI_PIPELINE_SOURCE: "merge_request_event", CI_MERGE_REQUEST_PROJECT_ID: "7", CI_MERGE_REQUEST_IID: "3" };
const tip = { CI_COMMIT_BRANCH: "main", CI_COMMIT_REF_PROTECTED: "true" };

describe("the jobs of a pipeline", () => {
  it.each<[string, CiVariables, { external: string[]; trusted: string[] }]>([
    [
      "merge request",
      { ...parent, ...request, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "7" },
      { external: ["plan"], trusted: ["plan"] },
    ],
    [
      "merge request from a fork, in the project itself",
      { ...parent, ...request, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "8" },
      { external: ["plan"], trusted: [] },
    ],
    [
      "merge request from a fork, in the fork",
      { ...parent, ...request, CI_PROJECT_ID: "8", CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "8" },
      { external: [], trusted: [] },
    ],
    [
      "push to the default branch",
      { ...parent, ...tip, CI_PIPELINE_SOURCE: "push" },
      { external: ["apply", "apply-rest"], trusted: ["apply"] },
    ],
    [
      "push to a default branch that is not protected",
      { ...parent, ...tip, CI_PIPELINE_SOURCE: "push", CI_COMMIT_REF_PROTECTED: "false" },
      { external: [], trusted: [] },
    ],
    [
      "push to another branch",
      { ...parent, CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: "topic", CI_COMMIT_REF_PROTECTED: "true" },
      { external: [], trusted: [] },
    ],
    ["push of a tag", { ...parent, CI_PIPELINE_SOURCE: "push", CI_COMMIT_TAG: "v1" }, { external: [], trusted: [] }],
    [
      "schedule",
      { ...parent, ...tip, CI_PIPELINE_SOURCE: "schedule" },
      { external: ["apply", "apply-rest", "drift"], trusted: ["drift"] },
    ],
    [
      "schedule of another branch",
      { ...parent, CI_PIPELINE_SOURCE: "schedule", CI_COMMIT_BRANCH: "topic" },
      { external: [], trusted: [] },
    ],
    ["run by hand", { ...parent, ...tip, CI_PIPELINE_SOURCE: "web" }, { external: [], trusted: [] }],
    ["trigger", { ...parent, ...tip, CI_PIPELINE_SOURCE: "trigger" }, { external: [], trusted: [] }],
  ])("are those that its rules say: %s", (_name, variables, expected) => {
    expect({ external: running("external", variables), trusted: running("trusted", variables) }).toEqual(expected);
  });
});

test.each<[string, boolean]>([
  ['$A == "a"', true],
  ["$A == 'b' || $B", false],
  ["$A", true],
  ["$EMPTY", false],
  ["$B == null && $A != $B", true],
  ["$B == $C", true],
  ["$A =~ /^A$/i && $A !~ /b/", true],
  ['$A == "b" && $A == "a" || $A == "a"', true],
  ['$A == "b" && ($A == "a" || $A == "a")', false],
])("an expression of rules is understood: %s", (expression, expected) => {
  expect(holds(expression, { A: "a", EMPTY: "" })).toBe(expected);
});

test.each(["$A = 1", "$A ==", '$A == "a" "b"', "($A", '$A =~ "a"'])("an expression of rules is refused: %s", (expression) => {
  expect(() => holds(expression, { A: "a" })).toThrow();
});
