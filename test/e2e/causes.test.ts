import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Plan, Result } from "../../src/core/plan.js";
import { inProcess, json } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    tier: "ultimate",
    seed: {
      users: [{ username: "alice" }, { username: "bob" }],
      groups: [{ full_path: "acme", members: { alice: 40, bob: 40 } }],
      projects: [{ path_with_namespace: "acme/web" }],
    },
  });
  onTestFinished(async () => fixture.close());
});

async function applied() {
  const { code, stdout } = await fixture.run(["apply", "--yes", "--json"]);
  const result = json(stdout) as Result;
  return { code, missing: result.outcomes.flatMap(({ notStuck = [] }) => notStuck), outcomes: result.outcomes };
}

async function refusals(): Promise<readonly string[]> {
  const { stdout } = await fixture.run(["plan", "--json"]);
  return (json(stdout) as Plan).refusals.map(({ message }) => message);
}

/** Bob leaves between the look at the members and the write. */
async function bobLeaves(): Promise<void> {
  const { id } = ((await fixture.platform.call("GET", "/users?username=bob")) as { id: number }[])[0] ?? { id: 0 };
  await fixture.platform.call("DELETE", `/groups/acme/members/${id}`);
}

const body = (project: object) => fixture.write("trueup.yaml", JSON.stringify({ projects: { "acme/web": project } }));

describe("what the server accepted and did not store is told with its cause, and the next plan says the same", () => {
  it("of an approver who is no member by then", async () => {
    body({ approval_rules: { Security: { approvals_required: 1, users: ["alice", "bob"] } } });
    fixture.server.misbehave({ method: "POST", path: /\/approval_rules$/, trouble: { meanwhile: bobLeaves, when: "before" } });
    const { code, missing } = await applied();
    fixture.server.misbehave();
    expect({ code, paths: missing.map(({ path }) => path) }).toEqual({ code: 3, paths: ["users"] });
    expect(missing[0]?.cause).toBe("bob is no member of acme/web: the server would drop the name without a word");
    expect(await refusals()).toEqual([`users.1: ${missing[0]?.cause}`]);
  });

  it("of a setting that the instance enforces by then", async () => {
    body({ approval_settings: { merge_requests_author_approval: true } });
    const enforce = async () =>
      fixture.platform.call("PUT", "/application/settings", { prevent_merge_requests_author_approval: true });
    fixture.server.misbehave({ method: "POST", path: /\/approvals$/, trouble: { meanwhile: enforce, when: "before" } });
    const { missing } = await applied();
    fixture.server.misbehave();
    expect(missing.map(({ path }) => path)).toEqual(["merge_requests_author_approval"]);
    expect(missing[0]?.cause).toBe(
      "prevent_merge_requests_author_approval of application_settings is true, so merge_requests_author_approval can only be false",
    );
    expect(await refusals()).toEqual([expect.stringContaining(missing[0]?.cause ?? "?")]);
  });

  it("with its likely cause where the members may not be read", async () => {
    body({ approval_rules: { Security: { approvals_required: 1, users: ["alice", "bob"] } } });
    const answer = { status: 403, body: '{"message":"403 Forbidden"}' };
    const leave = async () => {
      await bobLeaves();
      fixture.server.misbehave({ path: /\/members\/all/, trouble: { answer } });
    };
    fixture.server.misbehave({ method: "POST", path: /\/approval_rules$/, trouble: { meanwhile: leave, when: "before" } });
    const { code, missing } = await applied();
    expect(code).toBe(3);
    expect(missing.map(({ cause }) => cause)).toEqual(["the platform drops names that it does not accept there, without a word"]);
  });
});

describe("a name that is taken by what the plan did not see", () => {
  it("is told with what that may be", async () => {
    fixture.write("trueup.yaml", JSON.stringify({ groups: { hidden: { name: "Hidden" } } }));
    const come = async () => fixture.platform.call("POST", "/groups", { name: "Hidden", path: "hidden" });
    fixture.server.misbehave({ method: "POST", path: /^\/groups$/, trouble: { meanwhile: come, when: "before" } });
    const { outcomes } = await applied();
    expect(outcomes[0]).toMatchObject({ status: "failed", error: { status: 400 } });
    expect(outcomes[0]?.error?.message).toContain("already been taken");
    expect(outcomes[0]?.error?.hint).toContain("the user of the token may not see it, or it is scheduled for deletion");
  });
});
