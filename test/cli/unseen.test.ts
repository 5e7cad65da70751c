import { describe, expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import type { Plan } from "../../src/core/plan.js";
import { inProcess, json } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";
import { rewrite } from "../harness/misbehaving-server.js";

const tokenOf = (username: string) => `token-of-${username}`;
const people = ["alice", "bob", "carol", "dave"];

/** A public company with a private project, which only members of the group see. */
async function opened(files: object): Promise<Fixture> {
  const fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    seed: {
      users: people.map((username) => ({ username, token: tokenOf(username) })),
      groups: [
        { full_path: "acme", visibility: "public", members: { alice: 50, dave: 10 } },
        { full_path: "acme/platform", visibility: "public", members: { bob: 40 } },
      ],
      projects: [
        { path_with_namespace: "acme/secret", attributes: { visibility: "private" } },
        { path_with_namespace: "acme/platform/hidden", attributes: { visibility: "private" } },
      ],
    },
  });
  onTestFinished(() => fixture.close());
  fixture.write("trueup.yaml", JSON.stringify(files));
  return fixture;
}

async function planned(fixture: Fixture, username: string) {
  fixture.server.forget();
  const { code, stdout, stderr } = await fixture.run(["plan", "--json"], { TRUEUP_TOKEN: tokenOf(username) });
  expect(stderr).toBe("");
  const plan = json(stdout) as Plan;
  const members = fixture.server.arrived.filter(({ path }) => path.includes("/members/all")).length;
  return { code, changes: plan.changes.map(({ action, address }) => `${action} ${address}`), held: plan.held ?? [], members };
}

const labels = { bug: { color: "#ff0000" } };

describe("a 404 of what the token may not see", () => {
  it("is no project that is absent: who is no member makes nothing, with all that is in it, and is told why", async () => {
    const fixture = await opened({
      projects: { "acme/secret": { visibility: "private", labels }, "acme/new": { visibility: "private" } },
    });
    const { code, changes, held } = await planned(fixture, "carol");
    expect({ code, changes }).toEqual({ code: 3, changes: [] });
    expect(held.map(({ rule, addresses, source }) => ({ rule, addresses, isPlaced: source !== undefined }))).toEqual([
      { rule: "unseen", addresses: ["project:acme/new"], isPlaced: true },
      { rule: "unseen", addresses: ["project:acme/secret", "label:acme/secret:bug"], isPlaced: true },
    ]);
    expect(held[1]?.message).toContain("carol is no member of acme and sees no private project there, so it may exist already");
    const applied = await fixture.run(["apply", "--yes"], { TRUEUP_TOKEN: tokenOf("carol") });
    expect(applied.code).toBe(3);
    expect(fixture.writes()).toEqual([]);
  });

  it("is none with the token of a member: what is there is changed, and what is not is made", async () => {
    const fixture = await opened({
      projects: { "acme/secret": { visibility: "private", labels }, "acme/new": {}, "acme/platform/more": {}, "alice/own": {} },
    });
    const { changes, held, members } = await planned(fixture, "alice");
    expect(held).toEqual([]);
    expect(changes.toSorted()).toEqual([
      "create label:acme/secret:bug",
      "create project:acme/new",
      "create project:acme/platform/more",
      "create project:alice/own",
    ]);
    expect(members).toBe(1);
  });

  it("is known below the group of which somebody is a member, and not beside it", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `acme/platform/p${index}`);
    const fixture = await opened({ projects: Object.fromEntries([...names, "acme/new"].map((path) => [path, {}])) });
    const { changes, held, members } = await planned(fixture, "bob");
    expect(changes.toSorted()).toEqual(names.map((path) => `create project:${path}`).toSorted());
    expect(held.map(({ addresses }) => addresses)).toEqual([["project:acme/new"]]);
    expect(members).toBe(2);
  });

  it("is not known to who has minimal access, nor where the members may not be read", async () => {
    const fixture = await opened({ projects: { "acme/new": {} } });
    expect((await planned(fixture, "dave")).held).toEqual([]);
    const minimal = rewrite((members: readonly JsonObject[]) =>
      members.map((one) => (one["username"] === "dave" ? { ...one, access_level: 5 } : one)),
    );
    fixture.server.misbehave({ path: /\/members\/all/, trouble: minimal });
    expect((await planned(fixture, "dave")).held).toHaveLength(1);
    const answer = { status: 403, body: '{"message":"403 Forbidden"}' };
    fixture.server.misbehave({ path: /\/members\/all/, trouble: { answer } });
    expect((await planned(fixture, "alice")).held).toHaveLength(1);
  });

  it("asks an administrator for nothing, and nobody about what the same plan makes", async () => {
    const fixture = await opened({ groups: { own: {} }, projects: { "acme/new": {}, "own/first": {} } });
    fixture.server.forget();
    const { stdout } = await fixture.run(["plan", "--json"]);
    expect((json(stdout) as Plan).changes).toHaveLength(3);
    expect(fixture.server.arrived.filter(({ path }) => path.includes("/members/all"))).toEqual([]);
  });
});
