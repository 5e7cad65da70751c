// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { inProcess } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";
import { type Rule, rewrite } from "../harness/misbehaving-server.js";

let fixture: Fixture;
const names = ["one", "two", "three", "four", "five"];
beforeAll(async () => {
  const users = ["olga", "greta"].map((username) => ({ username, token: `token-of-${username}` }));
  fixture = await openFixture(inProcess, { seed: { users } });
  fixture.write(
    "start/trueup.yaml",
    `groups: { acme: { name: Acme } }\nprojects:\n${names.map((name) => `  acme/${name}: { merge_method: ff }`).join("\n")}\n`,
  );
  expect(await fixture.run(["apply", "start", "--yes"])).toMatchObject({ code: 0 });
});
afterAll(async () => fixture.close());
beforeEach(() => {
  fixture.server.misbehave();
  fixture.server.forget();
});

/** A release that does not know an attribute any more: no reply has it, and writes of it are accepted and dropped. */
function dropped(attribute: string, path: RegExp): Rule {
  const without = (one: JsonObject): JsonObject => Object.fromEntries(Object.entries(one).filter(([name]) => name !== attribute));
  const change = (value: JsonObject | readonly JsonObject[]) =>
    Array.isArray(value) ? value.map(without) : without(value as JsonObject);
  return { path, trouble: rewrite(change) };
}

const projects = (attribute: string) =>
  `projects:\n${names.map((name) => `  acme/${name}: { merge_method: ff, ${attribute} }`).join("\n")}\n`;
const singleReads = () => fixture.server.arrived.filter(({ path }) => /\/projects\/[^/?]+(\?|$)/.test(path));

describe("an attribute that a release does not know any more", () => {
  it("of the settings is refused at plan, with its line", async () => {
    fixture.write("files/trueup.yaml", "application_settings:\n  signup_enabled: true\n  spamfilter_enabled: false\n");
    expect(await fixture.run(["plan", "files"])).toMatchObject({ code: 0 });
    fixture.server.misbehave(dropped("signup_enabled", /^\/application\/settings/));
    for (const words of [["plan"], ["drift"], ["apply", "--yes"]]) {
      const { code, stdout } = await fixture.run([...words, "files"]);
      expect(code).toBe(1);
      expect(stdout).toMatch(
        /Refused \[attribute\.unknown\] +files\/trueup\.yaml:2:3\n +this server does not know signup_enabled/,
      );
      expect(stdout).not.toContain("spamfilter_enabled");
    }
    expect(fixture.writes()).toEqual([]);
  });

  it("of many projects is refused, by one single read in all", async () => {
    fixture.write("files/trueup.yaml", projects("squash_option: always"));
    fixture.server.misbehave(dropped("squash_option", /^\/(projects|groups)\//));
    const { code, stdout } = await fixture.run(["plan", "files", "--json"]);
    expect(code).toBe(1);
    const { refusals } = JSON.parse(stdout) as { refusals: readonly { rule: string }[] };
    expect(refusals.map(({ rule }) => rule)).toEqual(names.map(() => "attribute.unknown"));
    expect(singleReads()).toHaveLength(1);
  });

  it("that only a list leaves out is read singly, and compared", async () => {
    fixture.write("files/trueup.yaml", projects("squash_option: default_off"));
    fixture.server.misbehave(dropped("squash_option", /^\/groups\/[^/]+\/projects/));
    expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({
      code: 0,
      stdout: expect.not.stringContaining("cannot be compared"),
    });
    fixture.write("files/trueup.yaml", projects("squash_option: always"));
    expect((await fixture.run(["plan", "files"])).stdout).toContain("5 to update");
  });

  it("is reported as not stored where only a write can tell", async () => {
    fixture.write("files/trueup.yaml", "projects: { acme/new: { squash_option: always } }\n");
    fixture.server.misbehave(dropped("squash_option", /^\/(projects|groups)/));
    const { code, stdout } = await fixture.run(["apply", "files", "--yes"]);
    expect(code).toBe(3);
    expect(stdout).toMatch(/squash_option: asked always/);
    expect(stdout).toMatch(/this server does not know it/);
  });

  it("is refused and reported in the same way where nobody checks its name", async () => {
    fixture.write("files/trueup.yaml", "application_settings: { unchecked: { no_such_setting: 5 } }\n");
    expect(await fixture.run(["plan", "files"])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("does not know no_such_setting"),
    });
    fixture.write("files/trueup.yaml", "groups: { fresh: { name: Fresh, unchecked: { no_such_setting: 5 } } }\n");
    const { code, stdout } = await fixture.run(["apply", "files", "--yes"]);
    expect({ code, stdout }).toMatchObject({ code: 3, stdout: expect.stringMatching(/no_such_setting: asked 5/) });
  });
});

describe("what cannot be compared and is no reason to refuse", () => {
  it("is a secret, also where nobody checks its name, and what depends on the state of the thing", async () => {
    fixture.write(
      "files/trueup.yaml",
      'application_settings: { unchecked: { newer_key: "${env:NEWER_KEY}" } }\nprojects: { acme/one: { mr_default_target_self: true } }\n',
    );
    const { code, stdout } = await fixture.run(["plan", "files"], { NEWER_KEY: "a-newer-key-0815" });
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("2 attributes cannot be compared") });
  });

  it("is what somebody asks for who may not see it; an owner may", async () => {
    fixture.write("files/trueup.yaml", "groups: { acme: { lfs_enabled: true } }\n");
    const users = (await fixture.platform.call("GET", "/users")) as readonly { id: number; username: string }[];
    for (const [username, access_level] of [
      ["olga", 50],
      ["greta", 30],
    ] as const) {
      const user_id = users.find((one) => one.username === username)?.id;
      // oxlint-disable-next-line no-await-in-loop
      await fixture.platform.call("POST", "/groups/acme/members", { user_id, access_level });
    }
    fixture.server.misbehave(dropped("lfs_enabled", /^\/groups\/acme/));
    const asOwner = await fixture.run(["plan", "files"], { TRUEUP_TOKEN: "token-of-olga" });
    expect({ ...asOwner }).toMatchObject({ code: 1, stdout: expect.stringContaining("does not know lfs_enabled") });
    const asMember = await fixture.run(["plan", "files"], { TRUEUP_TOKEN: "token-of-greta" });
    expect({ ...asMember }).toMatchObject({ code: 0, stdout: expect.stringContaining("1 attribute cannot be compared") });
  });
});
