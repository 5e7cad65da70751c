import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { trueup } from "../harness/built.js";
import { inProcess } from "../harness/command-line.js";
import { mustHide, openFixture, type Fixture } from "../harness/fixture.js";
import type { Answer, Arrived } from "../harness/misbehaving-server.js";

/** Long enough to be told from chance, with everything that an encoding may change. */
const secrets = {
  SPAM_KEY: 'sp4m&key/with+odd "signs" é',
  PROXY_KEY: "-----BEGIN KEY-----\nMIIproxy0123456789\nabcdefgh\n-----END KEY-----",
  BY_HAND: "changed-by-hand-0815",
  IN_FILE: "content-of-the-secret-file-4711",
};

const files = `application_settings:
  spamfilter_enabled: true
  spamfilter_api_key: \${env:SPAM_KEY}
  asset_proxy_enabled: true
  asset_proxy_url: https://images.example.com
  asset_proxy_secret_key: \${env:PROXY_KEY}
topics:
  hidden: { title: Hidden, description: "behind \${file:private/hint.txt}" }
`;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, { secrets: [...Object.values(secrets), ...secrets.PROXY_KEY.split("\n").slice(1, 3)] });
  fixture.write("files/trueup.yaml", files);
  fixture.write("files/private/hint.txt", `${secrets.IN_FILE}\n`);
});
afterAll(async () => fixture.close());
beforeEach(() => {
  fixture.server.misbehave();
  fixture.server.forget();
});

const env = { SPAM_KEY: secrets.SPAM_KEY, PROXY_KEY: secrets.PROXY_KEY };
const run = async (...words: string[]) => fixture.run(words, env);
const runBuilt = async (...words: string[]) => fixture.run(words, env, trueup);

/** What was sent to a route, as JSON. */
function sentTo(method: string, path: RegExp): unknown[] {
  return fixture.server.arrived
    .filter((one) => one.method === method && path.test(one.path))
    .map(({ body }): unknown => JSON.parse(body.toString()));
}

describe("secrets that the files refer to", () => {
  it.each([["text"], ["json"], ["markdown"]])("stay out of a plan as %s, also with --debug and --verbose", async (format) => {
    const { code, stdout, stderr } = await run("plan", "files", "--format", format, "--debug", "--verbose");
    expect(code).toBe(0);
    expect(stdout).toContain("spamfilter_api_key");
    expect(stderr).toContain("debug: GET /user");
  });

  it("stay out of a saved plan, are put in when it is applied, and then are no drift", async () => {
    expect(await runBuilt("plan", "files", "--out", "plan.json")).toMatchObject({ code: 0 });
    expect(await runBuilt("apply", "files", "--plan", "plan.json", "--yes", "--debug", "--verbose")).toMatchObject({ code: 0 });
    expect(sentTo("PUT", /settings/)).toEqual([
      expect.objectContaining({ spamfilter_api_key: secrets.SPAM_KEY, asset_proxy_secret_key: secrets.PROXY_KEY }),
    ]);
    expect(sentTo("POST", /topics/)).toEqual([{ name: "hidden", title: "Hidden", description: `behind ${secrets.IN_FILE}` }]);
    expect(await fixture.platform.call("GET", "/application/settings")).toMatchObject({ spamfilter_api_key: secrets.SPAM_KEY });
    expect(await runBuilt("plan", "files", "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("a secret that the server shows is compared: changed by hand it is drift, masked, and healed", async () => {
    await fixture.platform.call("PUT", "/application/settings", {
      spamfilter_enabled: true,
      spamfilter_api_key: secrets.BY_HAND,
    });
    for (const format of ["text", "json", "markdown"]) {
      const { code, stdout } = await run("drift", "files", "--format", format);
      expect(code).toBe(2);
      expect(stdout).toMatch(format === "json" ? /"before": \{\s*"\$secret": null/ : /spamfilter_api_key.*\(secret\)/);
    }
    expect(await run("apply", "files", "--yes", "--json")).toMatchObject({ code: 0 });
    expect(await fixture.platform.call("GET", "/application/settings")).toMatchObject({ spamfilter_api_key: secrets.SPAM_KEY });
    expect(await run("drift", "files")).toMatchObject({ code: 0 });
  });

  it("a secret that the server never shows is listed as such, makes no change, and is sent again when asked", async () => {
    const plain = await run("plan", "files", "--detailed-exitcode", "--verbose");
    expect(plain.code).toBe(0);
    expect(plain.stdout).toMatch(/asset_proxy_secret_key.*never returns it/);

    expect(await run("apply", "files", "--yes", "--resend-secrets", "application_settings")).toMatchObject({ code: 0 });
    expect(sentTo("PUT", /settings/)).toEqual([expect.objectContaining({ asset_proxy_secret_key: secrets.PROXY_KEY })]);
    expect(fixture.writes()).toHaveLength(1);
  });

  it("a secret that the server never shows goes along when another attribute of its object is written", async () => {
    await fixture.platform.call("PUT", "/application/settings", { asset_proxy_url: "https://other.example.com" });
    const { code, stdout } = await run("apply", "files", "--yes");
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/asset_proxy_secret_key.*cannot be compared/),
    });
    expect(sentTo("PUT", /settings/)).toEqual([
      expect.objectContaining({ asset_proxy_url: "https://images.example.com", asset_proxy_secret_key: secrets.PROXY_KEY }),
    ]);
  });

  it("a plan whose names happen to hold the value of a secret is not written to a file", async () => {
    fixture.write("odd/trueup.yaml", "topics:\n  visible-name: { title: '${env:ODD}' }\n");
    await fixture.platform.call("POST", "/topics", { name: "visible-name", title: "Other" });
    const odd = { ODD: "visible-name" };
    const { code, stderr } = await fixture.run(["plan", "odd", "--out", "odd.json"], odd);
    expect(code).toBe(1);
    expect(stderr).toContain("also the value of a secret");
    await expect(readFile(join(fixture.directory, "odd.json"))).rejects.toThrow("ENOENT");
  });
});

describe("the secret of an integration", () => {
  it("is sent when the integration is created, listed as never shown, and sent again when asked", async () => {
    await fixture.platform.call("POST", "/groups", { name: "Acme", path: "acme" });
    fixture.write(
      "integration/trueup.yaml",
      "projects:\n  acme/web:\n    integrations:\n      asana: { api_key: '${env:PROXY_KEY}', restrict_to_branch: main }\n",
    );
    expect(await run("apply", "integration", "--yes", "--debug")).toMatchObject({ code: 0 });
    const asked = { api_key: secrets.PROXY_KEY, restrict_to_branch: "main" };
    expect(sentTo("PUT", /integrations\/asana/)).toEqual([asked]);
    const { code, stdout } = await run("plan", "integration", "--detailed-exitcode", "--verbose");
    expect(code).toBe(0);
    expect(stdout).toMatch(/api_key.*never returns it/);

    fixture.server.forget();
    expect(await run("apply", "integration", "--yes", "--resend-secrets", "integration:**")).toMatchObject({ code: 0 });
    expect(sentTo("PUT", /integrations\/asana/)).toEqual([expect.objectContaining({ api_key: secrets.PROXY_KEY })]);
  });
});

/** How a server may give back in an error what it was sent. */
const echoes: readonly [how: string, echo: (arrived: Arrived) => Answer][] = [
  ["as JSON", ({ body }) => refusal({ message: { base: [`cannot take ${body.toString()}`] } })],
  ["value by value", ({ body }) => refusal({ message: JSON.parse(body.toString()) as object })],
  [
    "as plain text",
    ({ body }) => ({ ...refusal({}), headers: { "content-type": "text/plain" }, body: valuesOf(body).join(" ") }),
  ],
  [
    "as a web page",
    ({ body }) => ({ status: 400, headers: { "content-type": "text/html" }, body: `<title>${valuesOf(body).join(" ")}</title>` }),
  ],
  ["URL-encoded", ({ body }) => refusal({ error: valuesOf(body).map(encodeURIComponent).join("&") })],
  [
    "form-encoded",
    ({ body }) =>
      refusal({ error: new URLSearchParams(valuesOf(body).map((value): [string, string] => ["v", value])).toString() }),
  ],
  [
    "in base64",
    ({ body }) =>
      refusal({
        error: valuesOf(body)
          .map((value) => Buffer.from(value).toString("base64"))
          .join(" "),
      }),
  ],
  [
    "in base64 after something",
    ({ body }) =>
      refusal({
        error: valuesOf(body)
          .map((value) => Buffer.from(`me:${value}`).toString("base64"))
          .join(" "),
      }),
  ],
  [
    "cut off in the middle",
    ({ body }) =>
      refusal({
        message: valuesOf(body)
          .map((value) => "x".repeat(990) + value)
          .join(" "),
      }),
  ],
  ["with the token", ({ headers }) => refusal({ message: `bad token ${String(headers["private-token"])}` })],
  [
    "with the token in a redirect",
    ({ headers }) => ({ status: 302, headers: { location: `https://x.example.com/${String(headers["private-token"])}` } }),
  ],
];

function refusal(body: object): Answer {
  return { status: 400, body: JSON.stringify(body) };
}

function valuesOf(body: Buffer): string[] {
  return Object.values(JSON.parse(body.toString()) as Record<string, unknown>).filter((value) => typeof value === "string");
}

describe("errors of servers that repeat what they were sent", () => {
  it.each(echoes)("%s are shown without the secrets", async (_, echo) => {
    fixture.server.misbehave({ method: "PUT", trouble: { answer: echo } });
    const words = ["apply", "files", "--yes", "--resend-secrets", "*", "--debug"];
    const [text, json] = await Promise.all([run(...words), run(...words, "--json")]);
    // What is left of a value that was cut off is as bad.
    mustHide(
      Object.values(secrets).map((value) => value.slice(0, 10)),
      "the report",
      text.stdout + json.stdout,
    );
    expect(text).toMatchObject({ code: 1, stdout: expect.stringMatching(/PUT \/application\/settings\s+answered (400|302)/) });
    const result = JSON.parse(json.stdout) as { outcomes: { status: string }[] };
    expect(result.outcomes).toMatchObject([{ status: "failed" }]);
  });
});

describe("a secret within a longer text", () => {
  it("is taken out of errors without the text around it too", async () => {
    const word = "part-of-an-address-1234";
    fixture.write("part/trueup.yaml", "topics:\n  part: { title: 'https://hooks.example.com/${env:PART}?x=1' }\n");
    fixture.server.misbehave({ method: "POST", trouble: { answer: refusal({ message: `the key ${word} is unknown` }) } });
    const { code, stdout } = await fixture.run(["apply", "part", "--yes"], { PART: word });
    expect(code).toBe(1);
    expect(stdout).toContain("the key [secret] is unknown");
    mustHide([word], "the report", stdout);
  });
});

describe("secrets that stand in the files themselves", () => {
  it.each([
    ["a setting", `application_settings: { spamfilter_api_key: ${secrets.BY_HAND} }\n`, "spamfilter_api_key"],
    ["a setting under the vendor's name", `application_settings: { akismet_api_key: "${secrets.BY_HAND}" }\n`, "api_key"],
    [
      "an integration",
      `projects:\n  acme/web:\n    integrations:\n      asana:\n        api_key: >-\n          ${secrets.BY_HAND}\n`,
      "asana",
    ],
    ["a broken file", `application_settings: { spamfilter_api_key: "${secrets.BY_HAND}, }\n`, "malformed YAML"],
    ["a list by mistake", `application_settings: { spamfilter_api_key: [${secrets.BY_HAND}] }\n`, "spamfilter_api_key"],
  ])("of %s are refused without being repeated", async (_, text, said) => {
    fixture.write("literal/trueup.yaml", text);
    for (const words of [["validate"], ["validate", "--format", "json"], ["apply", "--yes"], ["plan", "--json", "--debug"]]) {
      const { code, stdout, stderr } = await run(...words, "literal");
      expect(code).toBe(1);
      expect(stdout + stderr).toContain(said);
      expect(stdout + stderr).toMatch(/literal\/trueup\.yaml:\d+:\d+/);
    }
    expect(fixture.server.arrived).toEqual([]);
  });

  it("explain says where a secret comes from, and not what it is", async () => {
    const { code, stdout } = await run("explain", "application_settings", "spamfilter_api_key");
    expect(code).toBe(0);
    expect(stdout).toContain("spamfilter_api_key");
  });
});
