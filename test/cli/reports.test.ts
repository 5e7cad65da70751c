// @module-tag slow
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { type Fixture, openFixture } from "../harness/fixture.js";
import { repository } from "../harness/repository.js";
import { mustBeValid } from "../report/report-schemas.js";

/** A text as XML and HTML have it. */
const entities = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const secret = `p+s "w/ö&<${"x".repeat(12)}`;

async function opened(): Promise<Fixture> {
  const fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    secrets: [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString("base64"),
      entities(secret),
    ],
  });
  onTestFinished(async () => fixture.close());
  return fixture;
}

const formats = ["text", "json", "markdown", "junit", "gitlab-widget"] as const;
const everyReport = (place: string): string[] => formats.flatMap((one) => ["--report", `${one}=${place}/${one}.out`]);

function reader(fixture: Fixture, place: string): (format: (typeof formats)[number]) => string {
  return (format) => readFileSync(join(fixture.directory, place, `${format}.out`), "utf8");
}

async function mustAllBeValid(read: ReturnType<typeof reader>, document: "plan" | "result"): Promise<void> {
  mustBeValid[document](read("json"));
  await mustBeValid.junit(read("junit"));
  mustBeValid.widget(read("gitlab-widget"));
}

describe("--report", () => {
  it("writes what plan, apply and drift found in each format, titled by what it is, with no secret", async () => {
    const fixture = await opened();
    fixture.write(
      "trueup/a.yaml",
      'topics: { a: { title: A } }\nsystem_hooks:\n  https://ci.example.com/hook: { token: "${env:HOOK_TOKEN}", push_events: true }\n',
    );
    const env = { HOOK_TOKEN: secret };

    expect(await fixture.run(["plan", ...everyReport("made/plan")], env)).toMatchObject({ code: 0 });
    const plan = reader(fixture, "made/plan");
    await mustAllBeValid(plan, "plan");
    expect(plan("markdown")).toMatch(/^### trueup plan for /);
    expect(plan("text")).toContain("Plan: 2 to create");
    expect(plan("junit")).toContain('<testsuite name="trueup plan" tests="2" failures="0" errors="0"');
    expect(plan("gitlab-widget")).toBe('{"create":2,"update":0,"delete":0}\n');

    expect(await fixture.run(["apply", "--yes", ...everyReport("apply")], env)).toMatchObject({ code: 0 });
    const apply = reader(fixture, "apply");
    await mustAllBeValid(apply, "result");
    expect(apply("markdown")).toMatch(/^### trueup apply for .*\n\n\*\*Result: 2 done/);
    expect(apply("text")).toContain("Result: 2 done");
    expect(apply("junit")).toContain('<testsuite name="trueup apply" tests="2" failures="0" errors="0"');
    expect(apply("gitlab-widget")).toBe('{"create":2,"update":0,"delete":0}\n');

    await fixture.platform.call("PUT", "/topics/1", { title: "By hand" });
    expect(await fixture.run(["drift", ...everyReport("drift")], env)).toMatchObject({ code: 2 });
    const drift = reader(fixture, "drift");
    await mustAllBeValid(drift, "plan");
    expect(drift("markdown")).toMatch(/^### trueup drift for /);
    expect(drift("text")).toContain("Drift: 0 to create, 1 to update");
    expect(drift("junit")).toContain('<testsuite name="trueup drift" tests="1" failures="1" errors="0"');
    expect(drift("junit")).toContain('<failure message="to update: title" type="update">');
  });

  it("of a refused apply tells the refusals, and that nothing was done", async () => {
    const fixture = await opened();
    // A group is created only with a name.
    fixture.write("trueup/a.yaml", "groups: { acme: { } }\n");
    expect(await fixture.run(["apply", "--yes", ...everyReport("refused")])).toMatchObject({ code: 1 });
    const read = reader(fixture, "refused");
    await mustAllBeValid(read, "plan");
    expect(read("markdown")).toMatch(/^### trueup apply for .*\n\n\*\*Refused for 1 reason/);
    expect(read("junit")).toMatch(/<testcase name="group:acme" classname="group" time="0">\n *<failure message=/);
    expect(read("gitlab-widget")).toBe('{"create":0,"update":0,"delete":0}\n');
  });

  it("takes out a secret that the server repeats, in whatever form a format has it", async () => {
    const fixture = await opened();
    fixture.write(
      "trueup/a.yaml",
      'system_hooks:\n  https://ci.example.com/hook: { token: "${env:HOOK_TOKEN}", push_events: true }\n',
    );
    const body = JSON.stringify({ message: `bad token ${secret} (${encodeURIComponent(secret)})` });
    const headers = { "content-type": "application/json" };
    fixture.server.misbehave({ method: "POST", path: /^\/hooks$/, trouble: { answer: { status: 400, headers, body } } });
    const told = await fixture.run(["apply", "--yes", ...everyReport("told")], { HOOK_TOKEN: secret });
    expect(told).toMatchObject({ code: 1 });
    const read = reader(fixture, "told");
    await mustAllBeValid(read, "result");
    for (const format of ["text", "json", "junit"] as const) expect(read(format)).toContain("bad token [secret] ([secret])");
    expect(read("markdown")).toMatch(/bad token &#91;secret&#93;|bad token \[secret\]/);
  });

  // Only apply reads this secret, so a plan that is printed before does not know it.
  it("takes out a text that is also the value of a secret", async () => {
    const fixture = await opened();
    fixture.write(
      "trueup/a.yaml",
      `topics: { a: { title: A, description: 'Say ${secret}' } }\nsystem_hooks:\n  https://ci.example.com/hook: { token: "\${env:HOOK_TOKEN}", push_events: true }\n`,
    );
    expect(await fixture.run(["apply", "--yes", "--json", ...everyReport("same")], { HOOK_TOKEN: secret })).toMatchObject({
      code: 0,
    });
    expect(reader(fixture, "same")("text")).toContain("Say [secret]");
  });

  it("of a failed apply tells what failed and what is left", async () => {
    const fixture = await opened();
    fixture.write(
      "trueup/a.yaml",
      "groups: { acme: { name: A } }\nprojects: { acme/web: { name: W } }\ntopics: { a: { title: A } }\n",
    );
    const body = JSON.stringify({ message: "no <b> & \u0001" });
    const headers = { "content-type": "application/json" };
    fixture.server.misbehave({ method: "POST", path: /^\/groups$/, trouble: { answer: { status: 400, headers, body } } });
    expect(await fixture.run(["apply", "--yes", ...everyReport("failed")])).toMatchObject({ code: 3 });
    const read = reader(fixture, "failed");
    await mustAllBeValid(read, "result");
    expect(read("junit")).toContain('tests="3" failures="1" errors="0" skipped="1"');
    const order = ["group:acme", "topic", "project:acme/web"].map((text) => read("markdown").indexOf(text));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(Math.min(...order)).toBeGreaterThan(0);
    expect(read("gitlab-widget")).toBe('{"create":1,"update":0,"delete":0}\n');
  });

  it("tells what validate found by the place in the repository, which stays the same problem when its line moves", async () => {
    const clone = repository({ "config/trueup/a.yaml": "topics: { a: { titel: A } }\n", "config/trueup/b.yaml": "topics: {}\n" });
    const cwd = join(clone, "config");
    const words = ["code-quality", "sarif", "junit", "json", "markdown", "text"].flatMap((one) => [
      "--report",
      `${one}=r/${one}`,
    ]);
    const problems = async () => {
      expect(await inProcess(["validate", ...words], { cwd })).toMatchObject({ code: 1 });
      const read = (name: string) => readFileSync(join(cwd, "r", name), "utf8");
      mustBeValid.codeQuality(read("code-quality"));
      mustBeValid.sarif(read("sarif"));
      await mustBeValid.junit(read("junit"));
      expect(read("junit")).toContain('<testsuite name="trueup validate" tests="2" failures="1" errors="0"');
      expect(read("markdown")).toContain("### trueup validate\n\n**The files have errors. 1 error");
      expect(JSON.parse(read("json"))).toMatchObject({ valid: false, errors: 1 });
      const [issue] = JSON.parse(read("code-quality")) as { fingerprint: string; location: { lines: { begin: number } } }[];
      const log = JSON.parse(read("sarif")) as { runs: { results: { locations: object[] }[] }[] };
      return { issue, place: log.runs[0]?.results[0]?.locations[0] };
    };
    const first = await problems();
    expect(first.issue).toMatchObject({ location: { path: "config/trueup/a.yaml", lines: { begin: 1 } } });
    expect(first.place).toMatchObject({
      physicalLocation: { artifactLocation: { uri: "config/trueup/a.yaml" }, region: { startLine: 1 } },
    });
    writeFileSync(join(cwd, "trueup/a.yaml"), "# moved\n\ntopics: { a: { titel: A } }\n");
    const moved = await problems();
    expect(moved.issue).toMatchObject({ fingerprint: first.issue?.fingerprint, location: { lines: { begin: 3 } } });
  });

  it.each([
    [["plan", "--report", "html=a"], 'there is no report "html"', "text, json, markdown, junit, gitlab-widget"],
    [
      ["plan", "--report", "sarif=a"],
      "--report sarif does not go with this command",
      "text, json, markdown, junit, gitlab-widget",
    ],
    [["validate", "--report", "gitlab-widget=a"], "--report gitlab-widget does not go with", "code-quality, sarif"],
    [["drift", "--report", "json"], "--report json names no file", "--report json=FILE"],
    [["apply", "--report", "json=x/a", "--report", "text=x/../x/a"], "two reports go into x/../x/a: json and text", "for each"],
    [["plan", "--report", "json=."], "the report cannot be written to .: it is a directory", "Name a file"],
    [["plan", "--report", "json=trueup.yaml"], "trueup.yaml: it is YAML by its name, which no report is", "Name a file"],
    [["validate", "--config", "of.json", "--report", "json=of.json"], "to of.json: this run reads it", "Name a file"],
    [["apply", "--plan", "of.json", "--report", "json=./of.json"], "to ./of.json: this run reads it", "Name a file"],
    [["drift", "of.json", "--report", "text=of.json"], "to of.json: this run reads it", "Name a file"],
    [["plan", "--report", "json=trueup.yaml/a"], "the report cannot be written to trueup.yaml/a", "Name a file"],
  ])("refuses %j before anything is read", async (words, message, hint) => {
    const cwd = directory({ "trueup.yaml": "version: 1\n", "of.json": '{"version":1}' });
    const { code, stdout, stderr } = await inProcess(words, { cwd, env: { TRUEUP_URL: "http://127.0.0.1:9" } });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
    expect(existsSync(join(cwd, "a"))).toBe(false);
  });

  it("has no default in a project file: no file says where files are written", async () => {
    const cwd = directory({ "trueup.yaml": "version: 1\ndefaults: { report: text=a }\n", "trueup/a.yaml": "topics: {}\n" });
    const { code, stdout } = await inProcess(["validate"], { cwd });
    expect({ code, stdout }).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("--report has no default in a file") as string,
    });
  });
});
