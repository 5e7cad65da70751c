// @module-tag slow
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, mustBeRefused, mustHide, openFixture } from "../harness/fixture.js";

const secret = 'a "secret"/ of+ours?';
let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture(inProcess, { dialect: "vendor", serverVersion: "19.0.0", secrets: [secret] });
  fixture.write(
    "files/trueup.yaml",
    `topics:
  one: { title: One }
  two: { title: Two, description: "Se\\u009bcond" }
groups:
  acme:
    name: Acme
    variables:
      KEY: { value: "\${env:SECRET_KEY}" }
`,
  );
});
afterEach(async () => fixture.close());

const env = { SECRET_KEY: secret };
const apply = async (...words: string[]) => fixture.run(["apply", "files", "--yes", ...words], env);
const status = async (...words: string[]) => fixture.run(["status", ...words], env);
const journals = (): string[] => readdirSync(join(fixture.directory, ".trueup/journal"));

interface Line extends Readonly<Record<string, unknown>> {
  readonly type: string;
}

function linesOf(name: string): Line[] {
  const text = readFileSync(join(fixture.directory, ".trueup/journal", name), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
addFormats.default(ajv);
const schemaOf = (name: string): JsonObject => JSON.parse(readFileSync(`schemas/${name}.schema.json`, "utf8")) as JsonObject;
ajv.addSchema(schemaOf("plan"));
const [isLine, isStatus] = [ajv.compile(schemaOf("journal")), ajv.compile(schemaOf("status"))];

describe("the journal of an apply", () => {
  it("has the plan, each call with its end, and how each change ended, as its schema says", async () => {
    const around = { CI_PIPELINE_URL: "https://ci.example/7", GITLAB_USER_LOGIN: "alice" };
    expect(await fixture.run(["apply", "files", "--yes"], { ...env, ...around })).toMatchObject({ code: 0 });
    const [name = "", ...others] = journals();
    expect(others).toEqual([]);
    expect(statSync(join(fixture.directory, ".trueup/journal", name)).mode & 0o777).toBe(0o600);
    expect(statSync(join(fixture.directory, ".trueup/journal")).mode & 0o777).toBe(0o700);
    // A terminal may obey this character of a description.
    expect(readFileSync(join(fixture.directory, ".trueup/journal", name), "utf8")).not.toContain("\u009b");
    const lines = linesOf(name);
    for (const line of lines) expect(isLine(line), JSON.stringify(isLine.errors)).toBe(true);
    const [begin] = lines;
    expect(begin).toMatchObject({ type: "begin", actor: "alice", pipeline: "https://ci.example/7", username: "root" });
    expect(begin?.["acknowledged"]).toContainEqual({ rule: "weakening", source: "--ack weakening" });
    expect(lines.filter(({ type }) => type === "call")).toHaveLength(4);
    expect(lines.filter(({ type }) => type === "outcome").every((line) => line["status"] === 201)).toBe(true);
    expect(lines.at(-1)).toMatchObject({ type: "end", done: 4, failed: 0, interrupted: false });
  });

  it("has the line of a call before the server has the call", async () => {
    const seen: string[][] = [];
    const look = (): unknown => seen.push(linesOf(journals()[0] ?? "").map(({ type }) => type));
    fixture.server.misbehave({ method: "POST", trouble: { meanwhile: look, when: "before" } });
    await apply("--concurrency", "1");
    expect(seen[0]).toEqual(["begin", "call"]);
    expect(seen).toHaveLength(4);
    for (const types of seen) expect(types.at(-1)).toBe("call");
  });

  it("holds no secret: not as it is, in JSON, in an address or in base64, also where the server says it again", async () => {
    const said = { status: 400, body: JSON.stringify({ message: `no ${secret} here, nor ${encodeURIComponent(secret)}` }) };
    fixture.server.misbehave({ method: "POST", path: /variables/, trouble: { answer: said } });
    // A value that is no secret by itself and holds the text of one.
    fixture.write("files/more.yaml", `topics:\n  more: { title: More, description: '${secret}' }\n`);
    expect(await apply()).toMatchObject({ code: 3 });
    const text = readFileSync(join(fixture.directory, ".trueup/journal", journals()[0] ?? ""), "utf8");
    mustHide([secret, fixture.platform.token], "the journal", text);
    expect(text).toContain("${env:SECRET_KEY}");
    expect(text).toContain("no [secret] here");
    mustHide([secret, fixture.platform.token], "the status", (await status("--json")).stdout);
  });

  it("that cannot be made keeps the whole apply back", async () => {
    mkdirSync(join(fixture.directory, ".trueup"));
    writeFileSync(join(fixture.directory, ".trueup/journal"), "");
    const refused = await apply("--json");
    mustBeRefused(refused, /journal\.write/, "nothing of the plan was applied", "--no-journal");
    expect(fixture.writes()).toEqual([]);
    expect(await apply("--no-journal")).toMatchObject({ code: 0 });
    expect(fixture.writes()).toHaveLength(4);
  });

  it("is not made where nothing is applied, or with --no-journal", async () => {
    await apply("--no-journal");
    await apply();
    mustBeRefused(await status(), "there is no journal");
  });
});

describe("trueup status", () => {
  it("of an apply that succeeded says so, and asks the server nothing", async () => {
    await apply();
    fixture.server.forget();
    const { code, stdout } = await status();
    expect(stdout).toContain("Status: 4 changes done, 0 not done, 0 unknown.");
    expect({ code, requests: fixture.server.arrived.length }).toEqual({ code: 0, requests: 0 });
  });

  it("says what failed and what was not tried, and why", async () => {
    fixture.server.misbehave({ method: "POST", path: /^\/groups$/, trouble: { answer: { status: 403, body: "{}" } } });
    await apply();
    const { code, stdout } = await status("--json");
    const document = JSON.parse(stdout) as { changes: { address: string; standing: string; reason?: string }[] };
    expect(isStatus(document), JSON.stringify(isStatus.errors)).toBe(true);
    expect(code).toBe(3);
    expect(document.changes.map(({ standing }) => standing).sort()).toEqual(["done", "done", "left", "left"]);
    const text = (await status()).stdout;
    expect(text).toContain("failed:");
    expect(text).toMatch(/was not tried: group:acme/);
    expect(text).toContain("Next: trueup apply");
  });

  /** The journal as it is where the apply was killed after so many of its lines, and a half. */
  function cutAfter(count: number, journal = journals()[0] ?? ""): string {
    const lines = linesOf(journal).map((line) => JSON.stringify(line));
    const name = ".trueup/cut.jsonl";
    writeFileSync(join(fixture.directory, name), `${lines.slice(0, count).join("\n")}\n${lines[count]?.slice(0, 20) ?? ""}`);
    return name;
  }

  it("looks up what may have arrived, and believes the server", async () => {
    await apply("--concurrency", "1");
    const [name = ""] = journals();
    const firstCall = linesOf(name).findIndex(({ type }) => type === "call") + 1;
    const standings = async () => {
      const { stdout, code } = await status(cutAfter(firstCall), "--json");
      const { changes, ended } = JSON.parse(stdout) as { ended: boolean; changes: { standing: string; reason?: string }[] };
      return {
        code,
        ended,
        done: changes.filter(({ standing }) => standing === "done").length,
        reasons: changes.map((one) => one.reason),
      };
    };
    expect(await standings()).toMatchObject({ code: 3, ended: false, done: 1 });
    const { addresses } = linesOf(name).find(({ type }) => type === "call") as unknown as { readonly addresses: string[] };
    const topics = (await fixture.platform.call("GET", "/topics?per_page=100")) as {
      readonly id: number;
      readonly name: string;
    }[];
    const created = topics.find((topic) => addresses[0] === `topic:${topic.name}`);
    await fixture.platform.call("DELETE", `/topics/${created?.id}`);
    expect(await standings()).toMatchObject({
      code: 3,
      done: 0,
      reasons: expect.arrayContaining(["the server does not have it"]),
    });
  });

  it("finds what was updated, deleted, moved and committed, wherever the journal is cut", async () => {
    const files = (path: string, title: string, rest: string): string => `delete_undeclared: { topics: true }
topics:
  one: { title: ${title} }
${rest}groups:
  acme: { name: Acme }
projects:
  acme/${path}:
    initialize_with_readme: true
    description: ${title}
    repository_files:
      NOTICE: { content: ${title} }
      OTHER: { content: ${title} too }
`;
    fixture.write("files/trueup.yaml", files("web", "First", "  two: { title: Two }\n"));
    expect(await apply()).toMatchObject({ code: 0 });
    const moved = files("shop", "Second", "").replace("acme/shop:\n", "acme/shop:\n    moved_from: acme/web\n");
    fixture.write("files/trueup.yaml", moved);
    expect(await apply("--concurrency", "1")).toMatchObject({ code: 0 });
    const name = journals().toSorted().at(-1) ?? "";
    const lines = linesOf(name);
    const actions = lines.filter(({ type }) => type === "change").map(({ action }) => action);
    expect(new Set(actions)).toEqual(new Set(["update", "delete", "move"]));
    expect(actions).toHaveLength(5);
    const firstCall = lines.findIndex(({ type }) => type === "call");
    for (let count = firstCall + 1; count < lines.length; count++) {
      const begun = lines.slice(0, count).flatMap(({ addresses = [] }) => addresses as string[]);
      const { stdout } = await status(cutAfter(count, name), "--json");
      const { changes } = JSON.parse(stdout) as { changes: { address: string; standing: string }[] };
      for (const { address, standing } of changes)
        expect({ count, address, standing }).toEqual({ count, address, standing: begun.includes(address) ? "done" : "left" });
    }
  });

  it("says that it cannot tell where the server cannot be asked", async () => {
    await apply("--concurrency", "1");
    const cut = cutAfter(2);
    const { code, stdout } = await fixture.run(["status", cut], { TRUEUP_TOKEN: undefined });
    expect(code).toBe(3);
    expect(stdout).toContain("Cannot be determined");
    expect(stdout).toContain("3 not done, 1 unknown.");
  });

  it.each([
    ["another file", "{}\n"],
    ["no JSON", "begin\n"],
    ["a journal without its plan", '{"type":"begin","format":"trueup.journal/1","plan":{}}\n'],
    ["an empty file", ""],
  ])("refuses %s", async (_, text) => {
    fixture.write("other.log", text);
    mustBeRefused(await status("other.log"), "it is no journal of trueup");
  });
});
