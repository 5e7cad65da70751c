import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

const closing: (() => Promise<void>)[] = [];
const formats = ["text", "markdown", "junit", "json"] as const;

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function opened(files: string): Promise<Fixture> {
  const fixture = await openFixture(inProcess, {});
  closing.push(() => fixture.close());
  fixture.write("trueup/a.yaml", files);
  return fixture;
}

/** Applies, and returns the lines of each report that contain a code. */
async function codedLines(fixture: Fixture, code: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const reports = formats.flatMap((format) => ["--report", `${format}=apply.${format}`]);
  await fixture.run(["apply", "--yes", ...reports]);
  const linesOf = (format: string): readonly string[] =>
    readFileSync(join(fixture.directory, `apply.${format}`), "utf8")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line.includes(code));
  return Object.fromEntries(formats.map((format) => [format, linesOf(format)]));
}

function refuse({ server }: Fixture, path: RegExp): void {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ message: "Name is reserved" });
  server.misbehave({ method: "POST", path, trouble: { answer: { status: 400, headers, body } } });
}

it("a change that failed has the code of its error in each report", async () => {
  const fixture = await opened("groups: { acme: { name: A } }\n");
  refuse(fixture, /^\/groups$/);
  expect(await codedLines(fixture, "api.refused")).toEqual({
    text: ["+  group:acme  POST /groups answered 400: Name is reserved [api.refused]"],
    markdown: [
      "> **Failed** <code>api.refused</code> <code>+</code> create <code>group:acme</code><br>POST /groups answered 400: Name is reserved<br>hint: The server does not take these values: correct them in the files and plan again.<br>at trueup/a.yaml:1:11",
    ],
    junit: [
      '<failure message="POST /groups answered 400: Name is reserved" type="api.refused">POST /groups answered 400: Name is reserved',
    ],
    json: ['"code": "api.refused"'],
  });
});

it("a change that was skipped has a code in each report", async () => {
  const fixture = await opened("groups: { acme: { name: A } }\nprojects: { acme/web: { name: W } }\n");
  refuse(fixture, /^\/groups$/);
  expect(await codedLines(fixture, "apply.skipped")).toEqual({
    text: ["+  project:acme/web  was not tried, because of group:acme [apply.skipped]"],
    markdown: ["<summary><b>Left</b> <code>apply.skipped</code> 1 change: was not tried, because of group:acme</summary>"],
    junit: ['<skipped message="was not tried, because of group:acme" type="apply.skipped">was not tried, because of group:acme'],
    json: ['"code": "apply.skipped"'],
  });
});

it("a refused plan has the code of the refusal as the type of the failure in JUnit", async () => {
  const fixture = await opened("groups: { acme: { } }\n");
  expect((await codedLines(fixture, "create.required"))["junit"]).toEqual([
    '<failure message="name is needed to create group:acme, which does not exist yet" type="create.required">create.required: name is needed to create group:acme, which does not exist yet  trueup/a.yaml:1:11',
  ]);
});
