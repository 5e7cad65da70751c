import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { noTerminal, onTerminal } from "../cli/terminal.js";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";
import { testUnless } from "../needs.js";

const files = `topics:
  node: { title: Node.js }
projects:
  acme/web:
    description: Storefront
    approval_rules: { Two: { approvals_required: 2 } }
`;

let fixture: Fixture;
let [web, alice, bob, rule] = [0, 0, 0, 0];
beforeEach(async () => {
  fixture = await openFixture(inProcess, { seed: { users: [{ username: "alice" }, { username: "bob" }] } });
  const { call } = fixture.platform;
  const made = async (path: string, body: object) => ((await call("POST", path, body)) as { id: number }).id;
  const user = async (name: string) => ((await call("GET", `/users?username=${name}`)) as { id: number }[])[0]?.id ?? 0;
  [alice, bob] = [await user("alice"), await user("bob")];
  const acme = await made("/groups", { name: "Acme", path: "acme" });
  web = await made("/projects", { name: "web", path: "web", namespace_id: acme });
  for (const user_id of [alice, bob]) await call("POST", `/projects/${web}/members`, { user_id, access_level: 40 });
  rule = await made(`/projects/${web}/approval_rules`, { name: "Two", approvals_required: 1, user_ids: [alice] });
  await made("/topics", { name: "node", title: "Node" });
  fixture.write("trueup.yaml", files);
});
afterEach(async () => fixture.close());

/** Somebody else acts at the moment of the first write to a path, before it arrives. */
function atTheFirst(method: string, path: RegExp, act: () => Promise<unknown>): void {
  fixture.server.misbehave({ method, path, times: 1, trouble: { meanwhile: act, when: "before" } });
}

const addBob = async () =>
  fixture.platform.call("PUT", `/projects/${web}/approval_rules/${rule}`, {
    name: "Two",
    approvals_required: 1,
    user_ids: [alice, bob],
  });
const approvers = async () => {
  const { users } = (await fixture.platform.call("GET", `/projects/${web}/approval_rules/${rule}`)) as {
    users: { username: string }[];
  };
  return users.map(({ username }) => username).sort();
};
const statuses = (stdout: string) =>
  Object.fromEntries(
    (JSON.parse(stdout) as { outcomes: { address: string; status: string }[] }).outcomes.map((one) => [one.address, one.status]),
  );

describe("approvers that somebody adds while apply is under way", () => {
  it.each([
    ["from files", ["apply", "--yes", "--json"]],
    ["of a plan file", ["apply", "--plan", "plan.json", "--yes", "--json"]],
  ])(
    "are not thrown out by a rule %s: it is left alone as stale, the rest goes on, and the next apply keeps them",
    async (_, words) => {
      expect(await fixture.run(["plan", "--out", "plan.json"])).toMatchObject({ code: 0 });
      atTheFirst("PUT", /^\/projects\/\d+$/, addBob);
      const ended = await fixture.run(words);
      expect(ended.code).toBe(3);
      expect(statuses(ended.stdout)).toEqual({
        "topic:node": "done",
        "project:acme/web": "done",
        "approval_rule:acme/web:Two": "stale",
      });
      expect(ended.stdout).toMatch(/users has changed since the plan was made.*whoever answers for trueup.yaml:6:23/);
      expect(await approvers()).toEqual(["alice", "bob"]);
      expect(await fixture.run(["apply", "--yes"])).toMatchObject({ code: 0 });
      expect(await approvers()).toEqual(["alice", "bob"]);
      expect(await fixture.run(["plan", "--detailed-exitcode"])).toMatchObject({ code: 0 });
    },
  );
});

describe("approvers that somebody adds while apply asks on a terminal", () => {
  testUnless(noTerminal, "are not thrown out after the answer", async () => {
    let asked = false;
    const onScreen = (screen: string, type: (keys: string) => void): void => {
      if (asked || !screen.includes("Only yes")) return;
      asked = true;
      void addBob().then(() => type("yes\n"));
    };
    const { platform, server, directory: cwd } = fixture;
    const env = { TRUEUP_URL: server.url, TRUEUP_TOKEN: platform.token, HOME: cwd };
    const { code, screen } = await onTerminal(["apply"], { cwd, env, onScreen });
    expect(screen).toContain("users has changed since the plan was made");
    expect({ code, approvers: await approvers() }).toEqual({ code: 3, approvers: ["alice", "bob"] });
  });
});

describe("what somebody else changes right before it is written to", () => {
  it("is left alone, and nothing that comes after it is done", async () => {
    atTheFirst("PUT", /^\/topics\//, async () =>
      fixture.platform.call("PUT", `/projects/${web}`, { description: "Somebody else's words" }),
    );
    const ended = await fixture.run(["apply", "--yes", "--json", "--concurrency", "1"]);
    expect(ended.code).toBe(3);
    expect(statuses(ended.stdout)).toEqual({
      "topic:node": "done",
      "project:acme/web": "stale",
      "approval_rule:acme/web:Two": "skipped",
    });
    expect(ended.stdout).toContain('"because": "project:acme/web"');
    expect(await fixture.platform.call("GET", `/projects/${web}`)).toMatchObject({ description: "Somebody else's words" });
  });

  it("is left alone where it came meanwhile and the call would write over it", async () => {
    fixture.write("trueup.yaml", `${files}    integrations: { emails-on-push: { recipients: ours@example.com } }\n`);
    const path = `/projects/${web}/integrations/emails-on-push`;
    atTheFirst("PUT", /^\/projects\/\d+$/, async () => fixture.platform.call("PUT", path, { recipients: "theirs@example.com" }));
    const ended = await fixture.run(["apply", "--yes", "--json"]);
    expect(ended.code).toBe(3);
    expect(statuses(ended.stdout)).toMatchObject({ "integration:acme/web:emails-on-push": "stale" });
    expect(ended.stdout).toContain("it has come since the plan was made");
    expect(await fixture.platform.call("GET", path)).toMatchObject({ properties: { recipients: "theirs@example.com" } });
  });

  it("ends with 1 where nothing else was to be done", async () => {
    fixture.write("trueup.yaml", "topics:\n  node: { title: Node.js }\n");
    const [{ id }] = (await fixture.platform.call("GET", "/topics")) as [{ id: number }];
    fixture.server.misbehave({
      method: "GET",
      path: /^\/topics/,
      times: 1,
      trouble: { meanwhile: async () => fixture.platform.call("PUT", `/topics/${id}`, { title: "By hand" }), when: "after" },
    });
    const ended = await fixture.run(["apply", "--yes"]);
    expect(ended).toMatchObject({ code: 1 });
    expect(ended.stdout).toContain("Moved since the plan was made");
    expect(await fixture.platform.call("GET", `/topics/${id}`)).toMatchObject({ title: "By hand" });
  });

  it("is no trouble where it is as the files say by then", async () => {
    atTheFirst("PUT", /^\/topics\//, async () => fixture.platform.call("PUT", `/projects/${web}`, { description: "Storefront" }));
    expect(await fixture.run(["apply", "--yes", "--concurrency", "1"])).toMatchObject({ code: 0 });
  });

  it("is not taken for another's where this run did it itself", async () => {
    fixture.write(
      "trueup.yaml",
      `groups:
  acme/sub: { name: Sub }
  team: { name: Team, moved_from: acme, visibility: internal }
projects:
  team/site: { moved_from: acme/web, description: Moved, approval_rules: { Two: { approvals_required: 2 } } }
`.replace("acme/sub", "other"),
    );
    expect(await fixture.run(["apply", "--yes"])).toMatchObject({ code: 0 });
    expect(await fixture.run(["plan", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  });
});

describe("two applies at once", { tags: ["race"] }, () => {
  it("converge, and keep what was added by hand meanwhile", async () => {
    atTheFirst("PUT", /^\/projects\/\d+$/, addBob);
    const ended = await Promise.all([fixture.run(["apply", "--yes"]), fixture.run(["apply", "--yes"])]);
    for (const { code } of ended) expect([0, 1, 3]).toContain(code);
    expect(await approvers()).toEqual(["alice", "bob"]);
    expect(await fixture.run(["apply", "--yes"])).toMatchObject({ code: 0 });
    expect(await approvers()).toEqual(["alice", "bob"]);
    expect(await fixture.run(["plan", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  });
});
