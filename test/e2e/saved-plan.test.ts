// @module-tag slow
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import formats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startEmulator } from "../../src/emulator/index.js";
import { inProcess, type Ran } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";

const secret = "spam-key-of-the-saved-plan-42";
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const files = `application_settings: { spamfilter_enabled: true, spamfilter_api_key: "\${env:SPAM_KEY}" }
topics:
  typescript: { title: TypeScript, avatar: ./assets/ts.png }
  old: { ensure: absent }
groups:
  acme: { name: Acme, visibility: internal }
projects:
  acme/web:
    description: Storefront
    visibility: internal
    topics: [typescript]
    approval_settings: { reset_approvals_on_push: true }
`;

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture(inProcess, { secrets: [secret] });
  fixture.write("files/trueup.yaml", files);
  fixture.write("files/assets/ts.png", png);
  await fixture.platform.call("POST", "/topics", { name: "old", title: "Old" });
});
afterEach(async () => fixture.close());

const env = { SPAM_KEY: secret };
const run = async (...words: string[]): Promise<Ran> => fixture.run(words, env);

interface Call {
  readonly method: string;
  readonly path: string;
  readonly after: readonly string[];
}
interface Plan {
  readonly changes: readonly { readonly address: string; readonly action: string }[];
  readonly calls: readonly Call[];
  readonly digest: string;
  readonly stats: object;
}

async function documentJson(...words: string[]): Promise<Plan> {
  const { stdout } = await run("plan", "files", "--json", ...words);
  return JSON.parse(stdout) as Plan;
}

async function savePlan(...words: string[]): Promise<Plan> {
  expect(await run("plan", "files", "--out", "plan.json", ...words)).toMatchObject({ code: 0 });
  return JSON.parse(await readFile(join(fixture.directory, "plan.json"), "utf8")) as Plan;
}

/** Nothing was written, and the reason is given. */
async function mustBeRefused(ended: Ran, ...said: (string | RegExp)[]): Promise<void> {
  for (const one of said) expect(ended.stderr + ended.stdout).toMatch(one);
  expect(ended.code).toBe(1);
  expect(fixture.writes()).toEqual([]);
}

async function validator(name: string) {
  const schema = JSON.parse(await readFile(new URL(`../../schemas/${name}`, import.meta.url), "utf8")) as object;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  return (document: unknown) => (ajv.validate(schema, document) ? [] : ajv.errors);
}

describe("a saved plan", { tags: ["slow"] }, () => {
  it("is carried out call by call as it stands, and nothing else is written", async () => {
    const plan = await savePlan();
    fixture.server.forget();
    expect(await run("apply", "files", "--plan", "plan.json", "--yes")).toMatchObject({ code: 0 });
    const asPattern = ({ method, path }: Call): string => `${method} /api/v4${path.replaceAll(/\{\w+\}/g, "*")}`;
    const asSent = (sent: string): string => sent.replaceAll(/\/\d+(?=\/|$)/g, "/*");
    expect(fixture.writes().map(asSent).sort()).toEqual(plan.calls.map(asPattern).sort());
    expect((await documentJson()).changes).toEqual([]);
    expect(await fixture.platform.call("GET", "/application/settings")).toMatchObject({ spamfilter_api_key: secret });
  });

  it("is the same as any other of the same world, but for its statistics", async () => {
    const [first, second] = [await documentJson(), await savePlan("--concurrency", "1")];
    expect({ ...second, stats: {} }).toEqual({ ...first, stats: {} });
    expect(JSON.stringify({ ...second, stats: {} })).toBe(JSON.stringify({ ...first, stats: {} }));
  });

  it("fits its published schema, as does the result of applying it", async () => {
    const [isPlan, isResult] = [await validator("plan.schema.json"), await validator("result.schema.json")];
    expect(isPlan(await documentJson())).toEqual([]);
    fixture.server.misbehave({
      method: "POST",
      path: /^\/projects$/,
      trouble: { answer: { status: 400, body: '{"message":"No"}' } },
    });
    const { code, stdout } = await run("apply", "files", "--yes", "--json");
    expect(code).toBe(3);
    expect(isResult(JSON.parse(stdout))).toEqual([]);
    fixture.server.misbehave();
    expect(isResult(JSON.parse((await run("apply", "files", "--yes", "--json")).stdout))).toEqual([]);
    expect(isPlan(await documentJson())).toEqual([]);
    expect(isResult(JSON.parse((await run("apply", "files", "--yes", "--json")).stdout))).toEqual([]);
  });

  /** The one change was left alone, with the reason; all else that does not come after it was done. */
  const overwritten = /nothing was overwritten: .* have to look at it, then plan again/;

  function mustBeStale(ended: Ran, address: string, writes: number, reason = overwritten): void {
    expect(ended).toMatchObject({ code: writes === 0 ? 1 : 3, stderr: expect.stringContaining(`stale  ${address}`) as string });
    expect(ended.stdout.replaceAll(/\s+/g, " ")).toMatch(reason);
    expect(fixture.writes()).toHaveLength(writes);
  }

  it("leaves what was changed since alone, naming it, and goes on with the rest", async () => {
    await run("apply", "files", "--yes");
    fixture.write("files/trueup.yaml", files.replace("Storefront", "Shop window").replace("title: TypeScript", "title: TS"));
    await savePlan();
    const [{ id }] = (await fixture.platform.call("GET", "/groups/acme/projects")) as [{ id: number }];
    await fixture.platform.call("PUT", `/projects/${id}`, { description: "Somebody else's words" });
    fixture.server.forget();
    mustBeStale(await run("apply", "files", "--plan", "plan.json", "--yes"), "project:acme/web", 1);
    expect(await fixture.platform.call("GET", `/projects/${id}`)).toMatchObject({ description: "Somebody else's words" });
    expect(await fixture.platform.call("GET", "/topics")).toMatchObject([{ title: "TS" }]);
  });

  it("does not create what is there by now, nor what comes after it", async () => {
    await savePlan();
    await fixture.platform.call("POST", "/groups", { name: "Acme", path: "acme" });
    fixture.server.forget();
    const ended = await run("apply", "files", "--plan", "plan.json", "--yes");
    mustBeStale(ended, "group:acme", 4);
    expect(ended.stdout).toContain("was not tried, because of group:acme");
    await expect(fixture.platform.call("GET", "/projects/acme%2Fweb")).rejects.toThrow("404");
  });

  it("does not delete what is gone", async () => {
    await savePlan();
    const [{ id }] = (await fixture.platform.call("GET", "/topics?search=old")) as [{ id: number }];
    await fixture.platform.call("DELETE", `/topics/${id}`);
    fixture.server.forget();
    mustBeStale(await run("apply", "files", "--plan", "plan.json", "--yes"), "topic:old", 6, /as the plan asks for already/);
  });

  it("goes on where changes elsewhere do not concern it", async () => {
    await savePlan();
    await fixture.platform.call("POST", "/topics", { name: "other", title: "Other" });
    expect(await run("apply", "files", "--plan", "plan.json", "--yes")).toMatchObject({ code: 0 });
  });

  it.each([
    ["a value", (text: string) => text.replace("Storefront", "Storehouse"), "digest"],
    ["a call", (text: string) => text.replace('"method": "DELETE"', '"method": "PUT"'), "digest"],
    ["its digest", (text: string) => text.replace(/"digest": "sha256:../, '"digest": "sha256:00'), "digest|form"],
    ["its form", (text: string) => text.replace('"calls": [', '"calls": [1, '), "is no plan of trueup"],
    ["its format", (text: string) => text.replace("trueup.plan/1", "trueup.plan/2"), "is a plan of another release"],
    ["its end", (text: string) => text.slice(0, -30), "is no JSON"],
  ])("is refused when %s was edited", async (_, edit, said) => {
    await savePlan();
    const text = await readFile(join(fixture.directory, "plan.json"), "utf8");
    fixture.write("plan.json", edit(text));
    fixture.server.forget();
    await mustBeRefused(await run("apply", "files", "--plan", "plan.json", "--yes"), "plan.json", new RegExp(said));
    expect(fixture.server.arrived).toEqual([]);
  });

  it("is refused on another server, which gets no request", async () => {
    await savePlan();
    fixture.server.forget();
    const other = await startEmulator({ seed: "none" });
    const ended = await fixture.run(["apply", "files", "--plan", "plan.json", "--yes"], { ...env, TRUEUP_URL: other.url });
    await mustBeRefused(ended, fixture.server.url, other.url, "plan again");
    const stats = await (await fetch(`${other.url}/-/emulator/stats`, { headers: { connection: "close" } })).json();
    expect(stats).toMatchObject({ total: 0 });
    await other.close();
  });

  it("is refused when an image is no longer the one that was planned", async () => {
    await savePlan();
    fixture.write("files/assets/ts.png", Buffer.concat([png, Buffer.from("x")]));
    const ended = await run("apply", "files", "--plan", "plan.json", "--yes");
    await mustBeRefused(ended, "topic:typescript", "assets/ts.png is not the file that was planned");
  });

  it("is refused when a variable that it needs is gone, before anything is written", async () => {
    await savePlan();
    const ended = await fixture.run(["apply", "files", "--plan", "plan.json", "--yes"]);
    await mustBeRefused(ended, "application_settings", "the variable SPAM_KEY is not set");
  });

  it("takes secrets from the environment in which it is applied", async () => {
    await savePlan();
    const later = { SPAM_KEY: "another-key-by-now-77" };
    expect(await fixture.run(["apply", "files", "--plan", "plan.json", "--yes"], later)).toMatchObject({ code: 0 });
    expect(await fixture.platform.call("GET", "/application/settings")).toMatchObject({ spamfilter_api_key: later.SPAM_KEY });
  });
});

describe("what plans and what guards", () => {
  it("plan and drift send nothing but GET and HEAD", async () => {
    await run("plan", "files", "--resend-secrets", "*", "--verbose");
    await run("drift", "files");
    await run("apply", "files", "--yes");
    fixture.server.forget();
    fixture.write("files/trueup.yaml", files.replaceAll("internal", "private").replace("Storefront", "Shop"));
    expect(await run("drift", "files")).toMatchObject({ code: 2 });
    expect(await run("plan", "files", "--detailed-exitcode")).toMatchObject({ code: 2 });
    expect(fixture.server.arrived.length).toBeGreaterThan(5);
    expect(fixture.writes()).toEqual([]);
  });

  it("exit codes say whether there are changes only where they were asked to", async () => {
    expect(await run("plan", "files")).toMatchObject({ code: 0 });
    expect(await run("plan", "files", "--detailed-exitcode")).toMatchObject({ code: 2 });
    await run("apply", "files", "--yes");
    expect(await run("plan", "files", "--detailed-exitcode")).toMatchObject({ code: 0 });
    expect(await run("drift", "files")).toMatchObject({ code: 0 });
  });

  it("groups and projects are deleted only with --allow-delete, and a refused plan is not written to a file", async () => {
    await run("apply", "files", "--yes");
    fixture.write("files/trueup.yaml", "groups:\n  acme: { ensure: absent }\nprojects:\n  acme/web: { ensure: absent }\n");
    fixture.server.forget();
    const words = ["plan", "files", "--out", "refused.json"];
    await mustBeRefused(await run(...words), "--allow-delete group", "--allow-delete project", "group:acme", "project:acme/web");
    await mustBeRefused(await run(...words, "--allow-delete", "group"), "--allow-delete project");
    await mustBeRefused(await run("apply", "files", "--yes"), "--allow-delete group");
    await expect(readFile(join(fixture.directory, "refused.json"))).rejects.toThrow("ENOENT");
    const allowed = await run("apply", "files", "--yes", "--allow-delete", "group", "--allow-delete", "project");
    expect(allowed).toMatchObject({ code: 0 });
    expect(await run("plan", "files", "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("many deletes of one kind need --max-deletes, with the right number", async () => {
    for (const name of ["a", "b", "c", "d"]) await fixture.platform.call("POST", "/topics", { name, title: name });
    fixture.write("files/trueup.yaml", "topics: {}\ndelete_undeclared: { topics: true }\n");
    fixture.server.forget();
    await mustBeRefused(await run("apply", "files", "--yes"), /5 deletes of topic, of 5 known: say --max-deletes 5/);
    await mustBeRefused(await run("apply", "files", "--yes", "--max-deletes", "4"), /--max-deletes 5/);
    expect(await run("apply", "files", "--yes", "--max-deletes", "5")).toMatchObject({ code: 0 });
    expect(await fixture.platform.call("GET", "/topics")).toEqual([]);
  });

  it("a target leaves everything else alone", async () => {
    const plan = await savePlan("--target", "topic:*");
    expect(plan.changes.map(({ address }) => address).sort()).toEqual(["topic:old", "topic:typescript"]);
    expect(await run("apply", "files", "--plan", "plan.json", "--yes")).toMatchObject({ code: 0 });
    await expect(fixture.platform.call("GET", "/groups/acme")).rejects.toThrow("404");
  });
});
