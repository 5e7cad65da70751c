// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { mustBeRefused, openFixture, type Fixture } from "../harness/fixture.js";

const secrets = { ASANA_KEY: "asana-key-0815-secret", SPAM_KEY: "spam-key-4711-secret", NEW_KEY: "renewed-token-0816" };
const key = "fingerprint-key-of-at-least-32-characters";

const files = `application_settings:
  spamfilter_enabled: true
  spamfilter_api_key: \${env:SPAM_KEY}
groups: { acme: { name: Acme } }
projects:
  acme/one: { integrations: { asana: { api_key: "\${env:ASANA_KEY}", restrict_to_branch: main } } }
  acme/two: { integrations: { asana: { api_key: "\${env:ASANA_KEY}", restrict_to_branch: main } } }
`;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, { secrets: [...Object.values(secrets), key] });
  fixture.write("files/trueup.yaml", files);
  const { ASANA_KEY, SPAM_KEY } = secrets;
  expect(await fixture.run(["apply", "files", "--yes"], { ASANA_KEY, SPAM_KEY })).toMatchObject({ code: 0 });
});
afterAll(async () => fixture.close());
beforeEach(() => {
  fixture.server.misbehave();
  fixture.server.forget();
});

const { ASANA_KEY, SPAM_KEY } = secrets;
const counted = (text: string, words: string): number => text.split(words).length - 1;

describe("a variable that is not set", () => {
  it("stops no plan, drift or validate where its secret is never shown, and is one line for all attributes", async () => {
    for (const words of [["plan", "--detailed-exitcode"], ["drift"], ["plan", "--format", "markdown"]]) {
      const { code, stdout, stderr } = await fixture.run([...words, "files"], { SPAM_KEY });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain("2 attributes cannot be compared: 2 of integration");
      expect(stdout).not.toContain("acme/one");
    }
    const { stdout } = await fixture.run(["plan", "files", "--verbose"], { SPAM_KEY });
    expect(stdout).toMatch(/cannot be compared: api_key \(the server never\s+returns it\)\s+integration:acme\/one:asana/);
    const validated = await fixture.run(["validate", "files"], { SPAM_KEY });
    expect(validated.code).toBe(0);
    expect(counted(validated.stdout, "the variable ASANA_KEY is not set (needed in 2 places)")).toBe(1);
    expect(counted(validated.stdout, "ASANA_KEY is not set")).toBe(1);
    expect(await fixture.run(["validate", "--strict", "files"], { SPAM_KEY })).toMatchObject({ code: 1 });
  });

  it("is an error of plan --require-secrets and drift where the platform shows its secret, unless targets leave it out", async () => {
    for (const words of [["plan", "--require-secrets"], ["drift"]]) {
      const { code, stdout, stderr } = await fixture.run([...words, "files"], {});
      expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
      expect(counted(stdout, "the variable SPAM_KEY is not set")).toBe(1);
      expect(stdout).not.toContain("ASANA_KEY");
      expect(await fixture.run([...words, "files", "--target", "integration:**"], {})).toMatchObject({ code: 0, stderr: "" });
    }
  });

  it("is asked for by apply where a call carries it: all at once, before the first, and no others", async () => {
    fixture.write(
      "more/trueup.yaml",
      `${files.replaceAll("restrict_to_branch: main", "restrict_to_branch: other")}topics: { a: { title: "\${env:TITLE}" } }\n`,
    );
    const planned = await fixture.run(["plan", "more", "--out", "plan.json"], { SPAM_KEY });
    expect(planned.code).toBe(0);
    expect(counted(planned.stderr, "ASANA_KEY is not set (needed in 2 places)")).toBe(1);
    for (const words of [["more"], ["--plan", "plan.json"]]) {
      const ended = await fixture.run(["apply", ...words, "--yes", "--format", "json"], { SPAM_KEY });
      expect(ended.code).toBe(1);
      expect(ended.stderr).toMatch(
        /refused: .*ASANA_KEY is not set \(in 2 places\).*TITLE is not set|TITLE is not set.*ASANA_KEY is not set \(in 2 places\)/,
      );
      expect(fixture.writes()).toEqual([]);
    }
    // The setting does not change, so that nobody asks for its secret at apply.
    expect(
      await fixture.run(["apply", "--plan", "plan.json", "--yes"], { ASANA_KEY, TITLE: "A title of its own" }),
    ).toMatchObject({ code: 0 });
    expect(await fixture.run(["apply", "files", "--yes"], { ASANA_KEY, SPAM_KEY })).toMatchObject({ code: 0 });
  });
});

describe("--secret-fingerprints", () => {
  const kept = ["--secret-fingerprints", "secrets.fp"];
  const env = { ASANA_KEY, SPAM_KEY, TRUEUP_FINGERPRINT_KEY: key };
  const read = async () => (await import("node:fs/promises")).readFile(`${fixture.directory}/secrets.fp`, "utf8");

  it("shows a secret that changed since it was last applied, sends it, and knows it then", async () => {
    fixture.write("secrets.fp", "");
    expect((await fixture.run(["plan", "files", ...kept], env)).stdout).toContain("2 attributes cannot be compared");
    expect(await fixture.run(["apply", "files", "--yes", ...kept, "--resend-secrets", "integration:**"], env)).toMatchObject({
      code: 0,
    });
    const first = await read();
    const { fingerprints } = JSON.parse(first) as { fingerprints: Record<string, { api_key: string }> };
    expect(Object.keys(fingerprints)).toEqual(["integration:acme/one:asana", "integration:acme/two:asana"]);
    const [one, two] = Object.values(fingerprints);
    expect(one?.api_key).not.toBe(two?.api_key);

    const same = await fixture.run(["plan", "files", ...kept, "--detailed-exitcode"], env);
    expect(same).toMatchObject({ code: 0, stdout: expect.not.stringContaining("cannot be compared") });
    const changed = { ...env, ASANA_KEY: secrets.NEW_KEY };
    fixture.server.forget();
    expect(await fixture.run(["drift", "files", ...kept], changed)).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/api_key +\(secret\) -> \(secret from \$\{env:ASANA_KEY\}\) \(changed since last applied\)/),
    });
    expect(await fixture.run(["plan", "files", ...kept, "--out", "plan.json"], changed)).toMatchObject({ code: 0 });
    fixture.server.misbehave({ method: "PUT", path: /asana/, times: 1, trouble: { answer: { status: 400, body: "{}" } } });
    expect(await fixture.run(["apply", "--plan", "plan.json", "--yes", ...kept], changed)).toMatchObject({ code: 3 });
    expect(fixture.writes()).toHaveLength(2);
    // What failed is still to be sent, and nothing else.
    expect((await fixture.run(["apply", "files", "--yes", ...kept], changed)).stdout).toContain("1 to update");
    expect(await fixture.run(["drift", "files", ...kept], changed)).toMatchObject({ code: 0 });
    expect(await fixture.run(["apply", "files", "--yes", ...kept], env)).toMatchObject({ code: 0 });
    expect(await read()).toBe(first);
  });

  it.each([
    ["a lost file", undefined, env, "there is no such file"],
    ["another file", "{}", env, "it does not hold fingerprints"],
    ["half a file", '{"format": "trueup.secret-fing', env, "it does not hold fingerprints"],
    ["another key", "kept", { ...env, TRUEUP_FINGERPRINT_KEY: `${key}-2` }, "made with another TRUEUP_FINGERPRINT_KEY"],
    ["a short key", "kept", { ...env, TRUEUP_FINGERPRINT_KEY: "0815-key" }, "shorter than 32"],
    ["no key", "kept", { ...env, TRUEUP_FINGERPRINT_KEY: undefined }, "TRUEUP_FINGERPRINT_KEY is not set"],
  ])("is refused with %s, before any request", async (_, text, given, said) => {
    const own = await read();
    fixture.write("other.fp", text === "kept" ? own : (text ?? ""));
    const file = text === undefined ? "lost.fp" : "other.fp";
    for (const words of [
      ["plan", "files"],
      ["apply", "files", "--yes"],
      ["apply", "--plan", "plan.json", "--yes"],
    ]) {
      const ended = await fixture.run([...words, "--secret-fingerprints", file], given);
      mustBeRefused(ended, said);
    }
    expect(fixture.server.arrived).toEqual([]);
  });

  it("tells that the file could not be written, after all was applied", async () => {
    fixture.write("gone.fp", "");
    const { rm } = await import("node:fs/promises");
    fixture.server.misbehave({
      method: "PUT",
      trouble: { meanwhile: () => rm(`${fixture.directory}/gone.fp`, { force: true }), when: "before" },
    });
    const words = ["apply", "files", "--yes", "--secret-fingerprints", "gone.fp", "--resend-secrets", "integration:**"];
    const { code, stdout, stderr } = await fixture.run(words, env);
    expect({ code, stdout }).toMatchObject({ code: 3, stdout: expect.stringContaining("2 done") });
    expect(stderr).toContain("there is no such file");
  });

  it("asks for a variable that it compares, and for none that it does not know", async () => {
    const { code, stdout } = await fixture.run(["plan", "--require-secrets", "files", ...kept], { ...env, ASANA_KEY: undefined });
    expect(code).toBe(1);
    expect(counted(stdout, "the variable ASANA_KEY is not set (in 2 places)")).toBe(1);
    fixture.write("none.fp", "");
    expect(
      await fixture.run(["plan", "files", "--secret-fingerprints", "none.fp"], { ...env, ASANA_KEY: undefined }),
    ).toMatchObject({ code: 0 });
  });
});
