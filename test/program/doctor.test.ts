// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ExaminedReply, SchemaExamination } from "../../src/core/examination.js";
import { createRedactor } from "../../src/core/redact.js";
import { createReadApi, openConnection } from "../../src/platform/index.js";
import { examineReplies, ServedFacts } from "../../src/program/doctor/examine.js";
import { examinationJson, renderExamination } from "../../src/report/examination-text.js";
import { inProcess, json, top } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";
import { rewrite } from "../harness/misbehaving-server.js";

interface Told {
  readonly format: string;
  readonly instance: {
    readonly version: string;
    readonly tier: string;
    readonly dialect: string;
    readonly user: { readonly username: string };
  };
  readonly isEnterprise?: boolean;
  readonly clockAhead?: number;
  readonly rateLimit?: { readonly limit?: number; readonly remaining?: number };
}

/** Fixtures that end with the file. */
const opened: Fixture[] = [];
afterAll(async () => Promise.all(opened.map((one) => one.close())));

async function fixture(options: Parameters<typeof openFixture>[1]): Promise<Fixture> {
  const one = await openFixture(inProcess, options);
  opened.push(one);
  return one;
}

describe("doctor", () => {
  let real: Fixture;
  beforeAll(async () => {
    real = await fixture({ seed: "default", serverVersion: "17.2.0", dialect: "vendor", tier: "premium" });
  });

  it("tells what the server is, who asks and how far the clocks are apart, by GET alone", async () => {
    real.server.misbehave({
      path: /^\/(metadata|version)/,
      trouble: {
        alter: ({ headers, ...answer }) => ({
          ...answer,
          headers: {
            ...headers,
            date: new Date(Date.now() + 120_000).toUTCString(),
            "ratelimit-limit": "600",
            "ratelimit-remaining": "599",
          },
        }),
      },
    });
    const { code, stdout, stderr } = await real.run(["doctor"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^release +17\.2\.0-ee/m);
    expect(stdout).toMatch(/^tier +premium, as its licence says$/m);
    expect(stdout).toMatch(/^names +those of real servers/m);
    expect(stdout).toMatch(/^user +.*, an administrator$/m);
    expect(stdout).toMatch(/^clock +(119|120|121) seconds ahead of this computer's: dates/m);
    expect(stdout).toMatch(/^rate limit +599 left of 600 requests in a window$/m);
    expect(real.writes()).toEqual([]);
  });

  it("says the same as JSON", async () => {
    real.server.misbehave();
    const told = json((await real.run(["doctor", "--json"])).stdout) as Told;
    expect(told.format).toBe("trueup.doctor/1");
    expect(told.instance).toMatchObject({ version: "17.2.0-ee", tier: "premium", dialect: "vendor" });
    expect(Math.abs(told.clockAhead ?? 99)).toBeLessThanOrEqual(2);
  });

  it("goes to the server that the files name and no other, and says of the documents' names that no facts count", async () => {
    const own = await fixture({ seed: "none" });
    own.write("trueup/own.yaml", `instance: { url: ${own.server.url} }\n`);
    const { code, stdout } = await own.run(["doctor"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^names +those of the documents/m);
    own.write("trueup/own.yaml", "instance: { url: https://other.example.com }\n");
    const refused = await own.run(["doctor"]);
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain("https://other.example.com");
  });

  it("says plainly that a token is not valid", async () => {
    const { code, stdout, stderr } = await real.run(["doctor"], { TRUEUP_TOKEN: "glpat-not-a-token-0123456789" });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("401");
  });
});

describe("doctor --schema", () => {
  const facts = new ServedFacts(readFileSync(join(top, "facts/19.0.json"), "utf8"), "facts/19.0.json");
  let real: Fixture;
  beforeAll(async () => {
    real = await fixture({ seed: "default", serverVersion: "19.0.0", dialect: "vendor", tier: "ultimate" });
  });

  async function examined(): Promise<SchemaExamination> {
    const { url } = real.server;
    const credential = { kind: "personal", token: real.platform.token, from: "TRUEUP_TOKEN", passedOver: [] } as const;
    const connection = openConnection({ url, credential, redactor: createRedactor() });
    try {
      return await examineReplies(createReadApi(connection), facts);
    } finally {
      await connection.close();
    }
  }

  function reply({ replies }: SchemaExamination, operation: string): ExaminedReply {
    const found = replies.find((one) => one.operation === operation);
    if (!found) throw new Error(`${operation} was not looked at`);
    return found;
  }

  it("finds keys that nothing knows and values of another type, in lists and single replies, and tells no value", async () => {
    const secret = "this-is-no-matter-of-doctor";
    real.server.misbehave(
      {
        path: /^\/application\/settings/,
        trouble: rewrite((body: object) => ({ ...body, brand_new_limit: 5, admin_mode: [secret] })),
      },
      { path: /^\/topics/, trouble: rewrite((items: object[]) => items.map((one) => ({ ...one, colour: secret }))) },
    );
    const before = await examined();
    const settings = reply(before, "GET /application/settings");
    expect(settings.unknown).toContainEqual({ name: "brand_new_limit", type: "integer" });
    expect(settings.otherwise).toContainEqual({ name: "admin_mode", type: "array", known: "boolean" });
    expect(reply(before, "GET /topics").unknown).toContainEqual({ name: "colour", type: "string" });
    expect(JSON.stringify(before)).not.toContain(secret);
    real.server.misbehave();
    const after = await examined();
    expect(reply(after, "GET /application/settings").unknown.map(({ name }) => name)).not.toContain("brand_new_limit");
    expect(reply(after, "GET /topics").unknown).toEqual([]);
  });

  it("is told on the command line, by the facts that count for the release, and by the exit code if that is asked for", async () => {
    real.server.misbehave({
      path: /^\/topics/,
      trouble: rewrite((items: object[]) => items.map((one) => ({ ...one, colour: "red" }))),
    });
    const ran = await real.run(["doctor", "--schema", "--detailed-exitcode"]);
    expect([ran.code, ran.stderr]).toEqual([2, ""]);
    expect(ran.stdout).toMatch(/^facts +those of 19\.0 count/m);
    expect(ran.stdout).toMatch(/^ +new +colour +string$/m);
    expect((await real.run(["doctor", "--schema"])).code).toBe(0);
    const newer = await fixture({ seed: "default", serverVersion: "17.12.0", dialect: "vendor" });
    const told = json((await newer.run(["doctor", "--schema", "--json"])).stdout) as { readonly facts: object };
    expect(told.facts).toMatchObject({ counted: "17.10" });
  });

  it.each(["17.10.0", "19.0.0"])("finds nothing new in an emulator of %s, and counts what is left out", async (serverVersion) => {
    const own = await fixture({ seed: "default", serverVersion, dialect: "vendor", tier: "ultimate" });
    const { code, stdout } = await own.run(["doctor", "--schema", "--detailed-exitcode"]);
    expect(stdout).toContain("compared with the facts: 0 keys unknown, 0 of another type.");
    expect(stdout).toMatch(/^ {2}1\d\d keys not shown \(tier, role or state decides\); --format json names them$/m);
    expect(code, stdout).toBe(0);
  });

  it("sends few requests, all of them GET", async () => {
    real.server.misbehave();
    real.server.forget();
    await examined();
    expect(real.writes()).toEqual([]);
    expect(real.server.arrived.length).toBeLessThan(70);
  });

  it("goes on where something is refused, and says so", async () => {
    real.server.misbehave({
      path: /^\/application\/appearance/,
      trouble: { answer: { status: 403, body: '{"message":"403 Forbidden"}' } },
    });
    const told = await examined();
    expect(told.unexamined).toContainEqual({ operation: "GET /application/appearance", reason: "answered 403" });
    expect(told.replies.length).toBeGreaterThan(3);
  });

  it("prints keys of a hostile server on their own lines, short and without escapes", async () => {
    const key = "\u001b[2J\nfree     everything is fine";
    const odd = { [key]: 1, ["x".repeat(5_000)]: 1, ["__proto__"]: 1, constructor: {} };
    real.server.misbehave({
      path: /^\/application\/appearance/,
      trouble: {
        alter: (answer) => ({
          ...answer,
          body: JSON.stringify({ ...JSON.parse(String(answer.body)), ...odd }).replace(/\}$/, ',"__proto__":1}'),
        }),
      },
    });
    const schema = await examined();
    const names = reply(schema, "GET /application/appearance").unknown.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["constructor", key]));
    expect(Math.max(...names.map((name) => name.length))).toBeLessThan(200);
    const examination = {
      instance: {
        url: real.server.url,
        version: "19.0.0",
        tier: "free",
        tierSource: "probe",
        dialect: "vendor",
        user: { id: 1, username: "root", administrator: true },
      },
      facts: { releases: ["19.0"], counted: "19.0" },
      requests: 1,
      schema,
    } as const;
    const text = renderExamination(examination, { color: false, width: 100 });
    expect(text).toContain(String.raw`\u001b[2J\nfree`);
    // eslint-disable-next-line no-control-regex -- that is what must not be there
    expect(text).not.toMatch(/\u001b|^free/m);
    expect(examinationJson(examination)).not.toContain("\u001b");
  });
});
