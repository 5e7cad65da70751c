// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { planDigest, readPlan } from "../../src/trueup.js";
import { inProcess, type Ran } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

/** A plan file as whoever forges one sees it. */
export interface Forged {
  root: string;
  instance: Record<string, string>;
  summary: Record<string, number>;
  changes: {
    address: string;
    kind: string;
    action: string;
    attributes: { path: string; before?: unknown; after?: unknown }[];
    kept: { path: string; value?: unknown }[];
    sends?: Record<string, unknown>;
    unverifiable: { path: string; reason: string }[];
    fingerprint: string;
    calls: string[];
  }[];
  calls: { id: string; method: string; path: string; params: JsonObject; body?: Record<string, unknown>; after: string[] }[];
  digest: string;
  changes_digest?: string;
  seal?: { hmac: string };
}

const key = "0123456789abcdef0123456789abcdef";
const own = "a-token-of-the-runner-that-nobody-asked-for";
const files = `groups:
  acme: { name: Acme, visibility: internal }
projects:
  acme/web:
    description: Storefront
    approval_rules: { Two: { approvals_required: 2 } }
`;

let fixture: Fixture;
let [acme, vault] = [0, 0];
beforeEach(async () => {
  fixture = await openFixture(inProcess, { secrets: [own, key], seed: { users: [{ username: "alice" }] } });
  const { call } = fixture.platform;
  const made = async (path: string, body: object) => ((await call("POST", path, body)) as { id: number }).id;
  acme = await made("/groups", { name: "Acme", path: "acme", visibility: "internal" });
  vault = await made("/groups", { name: "Vault", path: "vault" });
  const web = await made("/projects", { name: "web", path: "web", namespace_id: acme, visibility: "internal" });
  const [alice] = (await call("GET", "/users?username=alice")) as { id: number }[];
  await call("POST", `/projects/${web}/members`, { user_id: alice?.id, access_level: 40 });
  await call("POST", `/projects/${web}/approval_rules`, { name: "Two", approvals_required: 1, user_ids: [alice?.id] });
  fixture.write("trueup.yaml", files);
});
afterEach(async () => fixture.close());

const env = { AWS_SECRET: own };
const run = async (words: readonly string[], more: Record<string, string> = {}): Promise<Ran> =>
  fixture.run(words, { ...env, ...more });

async function saved(more: Record<string, string> = {}): Promise<Forged> {
  expect(await run(["plan", "--out", "plan.json"], more)).toMatchObject({ code: 0 });
  fixture.server.forget();
  return JSON.parse(readFileSync(join(fixture.directory, "plan.json"), "utf8")) as Forged;
}

/** Writes a plan as somebody would who edits it and makes the digest fit. */
function write(plan: Forged): void {
  const { digest: _, seal, ...covered } = plan;
  const digest = digestOf(covered as Forged);
  fixture.write("plan.json", JSON.stringify({ ...covered, digest, ...(seal === undefined ? {} : { seal }) }));
}

/** Of a plan that cannot be read it does not matter. */
function digestOf(plan: Forged): string {
  try {
    const { stats: _stats, ...covered } = readPlan(plan as unknown as Parameters<typeof readPlan>[0]);
    return planDigest(covered);
  } catch {
    return `sha256:${"0".repeat(64)}`;
  }
}

async function mustBeRefused(words: readonly string[], said: RegExp): Promise<void> {
  const ended = await run(words);
  expect({ code: ended.code, writes: fixture.writes() }).toEqual({ code: 1, writes: [] });
  expect(ended.stderr).toMatch(said);
}

const apply = ["apply", "--plan", "plan.json", "--yes"];
const changeOf = (plan: Forged, kind: string) => plan.changes.find((one) => one.kind === kind)!;
const callOf = (plan: Forged, kind: string) => plan.calls.find(({ id }) => changeOf(plan, kind).calls.includes(id))!;

describe("a plan file that somebody edited, its digest made to fit", () => {
  it("is carried out where nothing was edited", async () => {
    write(await saved());
    expect(await run(apply)).toMatchObject({ code: 0 });
    expect(fixture.writes()).toHaveLength(2);
  });

  const deletion = { id: "c9", method: "DELETE", path: "/groups/{group}", params: { group: 0 }, after: [] };
  it.each<readonly [string, RegExp, (plan: Forged) => void]>([
    ["with a call that no change has", /\/calls\/2: DELETE/, (plan) => void plan.calls.push(deletion)],
    [
      "with a delete under a harmless change",
      /plan is refused at \/changes\/\d\/calls/,
      (plan) => {
        plan.calls.push(deletion);
        changeOf(plan, "project").calls.push("c9");
      },
    ],
    [
      "with a call in place of another",
      /does not follow/,
      (plan) => void Object.assign(callOf(plan, "project"), { method: "DELETE", body: undefined }),
    ],
    ["with a key in a body", /\/calls\/\d\/body/, (plan) => void (callOf(plan, "project").body!["visibility"] = "public")],
    ["with another number in the path", /\/calls\/\d\/params/, (plan) => void (callOf(plan, "project").params = { project: 99 })],
    [
      "with a call claimed twice",
      /two changes claim/,
      (plan) => void changeOf(plan, "project").calls.push(...changeOf(plan, "approval_rule").calls),
    ],
    ["with a call that is left out", /there is no call/, (plan) => void plan.calls.splice(1, 1)],
    [
      "that writes what no change shows",
      /refused at/,
      (plan) => {
        changeOf(plan, "project").sends = { visibility: "private" };
        callOf(plan, "project").body!["visibility"] = "private";
      },
    ],
    [
      "with a value that files could not say",
      /cannot be read at \/changes\/\d/,
      (plan) => {
        changeOf(plan, "project").attributes[0]!.after = 7;
        callOf(plan, "project").body!["description"] = 7;
      },
    ],
    [
      "with an attribute that neither kinds nor the server know",
      /this server does not know nothing_known/,
      (plan) => {
        changeOf(plan, "approval_rule").attributes.push({ path: "nothing_known", after: 7 });
        callOf(plan, "approval_rule").body!["nothing_known"] = 7;
      },
    ],
    ["with another count", /\/summary\/update/, (plan) => void (plan.summary["update"] = 1)],
    ["that comes after a call of later", /comes after/, (plan) => void plan.calls[0]!.after.push(plan.calls[1]!.id)],
  ])("is refused whole %s, before any call", async (_, said, forge) => {
    const plan = await saved();
    deletion.params.group = vault;
    forge(plan);
    write(plan);
    await mustBeRefused(apply, said);
  });

  it("deletes only what the command line of apply allows", async () => {
    fixture.write("trueup.yaml", "groups:\n  vault: { ensure: absent }\n");
    expect(await run(["plan", "--allow-delete", "group", "--out", "plan.json"])).toMatchObject({ code: 0 });
    fixture.server.forget();
    await mustBeRefused(apply, /--allow-delete group/);
    expect(await run([...apply, "--allow-delete", "group"])).toMatchObject({ code: 0 });
  });

  it("reads no file from a directory of its own choice", async () => {
    const plan = await saved();
    for (const root of ["/", "..", "elsewhere"]) {
      const template = { $secret: "${file:proc/self/environ}" };
      changeOf(plan, "project").attributes[0]!.after = template;
      callOf(plan, "project").body!["description"] = template;
      plan.root = root;
      write(plan);
      await mustBeRefused(apply, /the plan takes files from the directory/);
    }
    plan.root = ".";
    write(plan);
    await mustBeRefused(apply, /there is no file proc/);
  });

  it("cannot refer to a credential of trueup itself", async () => {
    const plan = await saved();
    const template = { $secret: "${env:TRUEUP_TOKEN}" };
    changeOf(plan, "project").attributes[0]!.after = template;
    callOf(plan, "project").body!["description"] = template;
    write(plan);
    await mustBeRefused(apply, /credential/);
  });

  it("with live values that are not live is not carried out", async () => {
    const plan = await saved();
    const kept = changeOf(plan, "approval_rule").kept.find(({ path }) => path === "users");
    expect(kept?.value).toEqual(["alice"]);
    kept!.value = [];
    callOf(plan, "approval_rule").body!["user_ids"] = [];
    changeOf(plan, "project").attributes[0]!.before = "a lie";
    write(plan);
    const ended = await run(apply);
    expect({ code: ended.code, writes: fixture.writes() }).toEqual({ code: 1, writes: [] });
  });
});

describe("TRUEUP_PLAN_KEY", () => {
  const sealed = { TRUEUP_PLAN_KEY: key };

  it("seals what plan writes, and apply takes that, with what was allowed when it was made", async () => {
    fixture.write("trueup.yaml", `${files}  acme/old: { ensure: absent }\n`);
    await fixture.platform.call("POST", "/projects", { name: "old", path: "old", namespace_id: acme });
    expect(await run(["plan", "--allow-delete", "project", "--out", "plan.json"], sealed)).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(join(fixture.directory, "plan.json"), "utf8"))).toMatchObject({
      seal: {
        sealed_at: expect.stringMatching(/Z$/) as string,
        instance: fixture.server.url,
        files: { "trueup.yaml": expect.stringMatching(/^[0-9a-f]{32}$/) as string },
        hmac: expect.stringMatching(/^hmac-sha256:[0-9a-f]{64}$/) as string,
      },
    });
    expect(await run(apply, sealed)).toMatchObject({ code: 0 });
  });

  it.each<readonly [string, RegExp, (plan: Forged) => void]>([
    ["has no seal", /has no seal/, (plan) => void delete plan.seal],
    ["has another one", /does not fit the key/, (plan) => void (plan.seal!.hmac = `hmac-sha256:${"0".repeat(64)}`)],
    ["was changed", /does not fit the key/, (plan) => void Object.assign(plan.changes[0]!, { source: "trueup.yaml:9:9" })],
  ])("has a plan refused that %s, and nothing is sent", async (_, said, forge) => {
    const plan = await saved(sealed);
    forge(plan);
    write(plan);
    const ended = await run(apply, sealed);
    expect({ code: ended.code, arrived: fixture.server.arrived }).toEqual({ code: 1, arrived: [] });
    expect(ended.stderr).toMatch(said);
  });

  it("must be long enough", async () => {
    expect(await run(["plan", "--out", "plan.json"], { TRUEUP_PLAN_KEY: "short" })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("fewer than 16 bytes") as string,
    });
  });
});

describe("--expect", () => {
  it("applies from files what was approved, without a question, and nothing else", async () => {
    const { digest } = await saved();
    fixture.write("trueup.yaml", files.replace("Storefront", "Another"));
    await mustBeRefused(["apply", "--expect", digest], new RegExp(`sha256:[0-9a-f]{64}, and the approved one is ${digest}`));
    fixture.write("trueup.yaml", files);
    expect(await run(["apply", "--expect", digest])).toMatchObject({ code: 0 });
    expect(fixture.writes()).toHaveLength(2);
  });

  it("takes the digest of the changes, which a comment in a file leaves as it is", async () => {
    const { digest, changes_digest = "" } = await saved();
    fixture.write("trueup.yaml", `# A comment, which moves all lines\n${files}`);
    await mustBeRefused(["apply", "--expect", digest], /the approved one is/);
    fixture.write("trueup.yaml", `# A comment, which moves all lines\n${files.replace("Storefront", "Another")}`);
    await mustBeRefused(["apply", "--expect", changes_digest], /the approved one is/);
    fixture.write("trueup.yaml", `# A comment, which moves all lines\n${files}`);
    expect(await run(["apply", "--expect", changes_digest])).toMatchObject({ code: 0 });
    expect(fixture.writes()).toHaveLength(2);
  });

  it.each(["abc", "sha256:abc", `sha256:${"A".repeat(64)}`])("must be a whole digest: %s is none", async (digest) => {
    await mustBeRefused(
      ["apply", "--expect", digest],
      /'--expect <digest>' argument .* is invalid\. It is sha256: and 64 digits/,
    );
  });

  it("holds for a plan file, too", async () => {
    const { digest } = await saved();
    await mustBeRefused(["apply", "--plan", "plan.json", "--expect", `sha256:${"0".repeat(64)}`], /the approved one is/);
    expect(await run(["apply", "--plan", "plan.json", "--expect", digest])).toMatchObject({ code: 0 });
  });
});
