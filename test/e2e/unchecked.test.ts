// @module-tag slow
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isObject, type JsonObject } from "../../src/core/json.js";
import { inProcess } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";
import { type Rule, rewrite } from "../harness/misbehaving-server.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, { dialect: "vendor", serverVersion: "19.0.0-ee", tier: "ultimate", seed: "none" });
  fixture.write("start/trueup.yaml", `groups: { acme: { name: Acme } }\nprojects: { acme/web: { merge_method: ff } }\n`);
  expect(await fixture.run(["apply", "start", "--yes"])).toMatchObject({ code: 0 });
});
afterAll(async () => fixture.close());
beforeEach(() => {
  fixture.server.misbehave();
  fixture.server.forget();
});

const env = { JIRA: "jira-pass-0815" };
const run = async (command: string, text: string, ...words: string[]) => {
  fixture.write("files/trueup.yaml", text);
  fixture.server.forget();
  return fixture.run([command, "files", ...words], env);
};

/** A server that keeps attributes beside those of the emulator: what writes say of them replies show from then on, at the top or under `properties`. */
function keeping(path: RegExp, held: Record<string, unknown>, under?: string): Rule {
  return {
    path,
    trouble: rewrite((reply: JsonObject | readonly JsonObject[], { method, body }) => {
      const sent = method === "GET" || body.length === 0 ? {} : (JSON.parse(body.toString()) as JsonObject);
      for (const name of Object.keys(held)) if (Object.hasOwn(sent, name)) held[name] = sent[name];
      const shown = Object.fromEntries(Object.entries(held).filter(([, value]) => value !== undefined));
      const more = (one: JsonObject) => {
        const inner = under === undefined ? undefined : one[under];
        return under === undefined ? { ...one, ...shown } : { ...one, [under]: { ...(isObject(inner) ? inner : {}), ...shown } };
      };
      return Array.isArray(reply) ? reply.map(more) : more(reply as JsonObject);
    }),
  };
}

/** A server whose settings have a word more than the emulator takes: it is kept here. */
function grown(attribute: string, word: string, shown: { word: string | undefined }): Rule[] {
  const settings = /^\/application\/settings/;
  return [
    {
      method: "PUT",
      path: settings,
      body: new RegExp(word),
      trouble: {
        answer: () => {
          shown.word = word;
          return { status: 200, body: JSON.stringify({ id: 1, [attribute]: word }) };
        },
      },
    },
    {
      path: settings,
      trouble: rewrite((one: JsonObject) => (shown.word === undefined ? one : { ...one, [attribute]: shown.word })),
    },
  ];
}

describe("what no facts know, under unchecked", () => {
  it("of an integration is planned, sent, compared and found changed by hand", async () => {
    const held: Record<string, unknown> = { jira_lantern: undefined };
    fixture.server.misbehave(keeping(/^\/projects\/\d+\/integrations\/jira/, held, "properties"));
    const declared = (lantern: string) =>
      `projects:\n  acme/web:\n    integrations:\n      jira:\n        url: https://jira.example.com\n        username: robot\n        password: "\${env:JIRA}"\n        unchecked: { jira_lantern: ${lantern} }\n`;
    expect(await run("validate", declared("[a]"))).toMatchObject({
      stdout: expect.stringMatching(/files\/trueup\.yaml:8:22 .*jira_lantern is sent as it stands/),
    });
    expect(await run("apply", declared("[a]"), "--yes")).toMatchObject({ code: 0 });
    expect(held["jira_lantern"]).toEqual(["a"]);
    expect(await run("plan", declared("[a]"), "--detailed-exitcode")).toMatchObject({ code: 0 });
    held["jira_lantern"] = ["by-hand"];
    expect(await run("drift", declared("[a]"))).toMatchObject({ code: 2, stdout: expect.stringContaining("jira_lantern") });
  });

  it("of what hangs on a project and of topics is planned, sent and compared", async () => {
    const branch: Record<string, unknown> = { frozen_until: undefined };
    const topic: Record<string, unknown> = { mascot: undefined };
    fixture.server.misbehave(keeping(/^\/projects\/\d+\/protected_branches/, branch), keeping(/^\/topics/, topic));
    const text =
      "projects: { acme/web: { protected_branches: { main: { allowed_to_push: [access_level: maintainer], unchecked: { frozen_until: noon } } } } }\ntopics: { web: { title: Web, unchecked: { mascot: owl } } }\n";
    expect(await run("apply", text, "--yes")).toMatchObject({ code: 0 });
    expect({ branch, topic }).toEqual({ branch: { frozen_until: "noon" }, topic: { mascot: "owl" } });
    expect(await run("plan", text, "--detailed-exitcode")).toMatchObject({ code: 0 });
    branch["frozen_until"] = "midnight";
    expect(await run("drift", text)).toMatchObject({ code: 2, stdout: expect.stringMatching(/frozen_until +midnight -> noon/) });
  });
});

describe("a word that a newer release has added", () => {
  const settings = (said: string) => `application_settings: { ${said} }\n`;

  it("is planned, sent, compared, and exported under unchecked", async () => {
    const shown: { word: string | undefined } = { word: undefined };
    fixture.server.misbehave(...grown("duo_availability", "always_on", shown));
    const text = settings("unchecked: { duo_availability: always_on }");
    expect(await run("plan", text)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/duo_availability +\S+ -> always_on/),
    });
    expect(await run("apply", text, "--yes")).toMatchObject({ code: 0 });
    expect(shown.word).toBe("always_on");
    expect(await run("plan", text, "--detailed-exitcode")).toMatchObject({ code: 0 });
    // Whoever does not speak of it has no error of it, and whoever says another word plans it.
    expect(await run("plan", settings("signup_enabled: true"))).toMatchObject({ code: 0 });
    expect(await run("drift", settings("duo_availability: never_on"))).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/duo_availability +always_on -> never_on/),
    });
    expect(await fixture.run(["export", "--out", "out"])).toMatchObject({ code: 0 });
    const file = await readFile(`${fixture.directory}/out/instance.yaml`, "utf8");
    expect(file).toMatch(/ {2}unchecked:\n {4}duo_availability: always_on\n/);
    expect(await fixture.run(["plan", "out", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  });

  it("is refused where the schema has it, with the name to write it under, and where it is said twice", async () => {
    expect(await run("validate", settings("unchecked: { duo_availability: never_on }"))).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /files\/trueup\.yaml:1:38 .*is an attribute of its own +duo_availability, outside of unchecked/,
      ),
    });
    expect(
      await run(
        "validate",
        "application_settings:\n  duo_availability: never_on\n  unchecked: { duo_availability: always_on }\n",
      ),
    ).toMatchObject({ code: 1, stdout: expect.stringMatching(/trueup\.yaml:3:16.*files\/trueup\.yaml:2:3/s) });
  });
});
