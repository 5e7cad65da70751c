// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, { tier: "ultimate" });
});
afterAll(async () => fixture.close());
beforeEach(() => {
  fixture.server.misbehave();
  fixture.server.forget();
});

const lagging = 400;
const patient = { TRUEUP_SETTLE_MS: "8000" };
const apply = async (env: object = patient) => fixture.run(["apply", "files", "--yes"], { ...env });
const posted = (path: RegExp) => fixture.writes().filter((one) => one.startsWith("POST") && path.test(one));

/** What a run does while reads are late. */
async function behind<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  fixture.server.lag(fixture.platform, milliseconds);
  try {
    return await work();
  } finally {
    fixture.server.lag(fixture.platform, 0);
  }
}

describe("on a server whose reads lag behind its writes", { tags: ["slow"] }, () => {
  it("what was applied is done, and the next plan is empty", async () => {
    fixture.write(
      "files/trueup.yaml",
      `application_settings: { default_branch_protection: 1 }
topics: { lag: { title: Lag } }
groups:
  lag: { name: Lag, visibility: internal, default_branch_protection: 1 }
  lag/inner: { name: Inner, visibility: internal }
projects:
  lag/inner/web:
    initialize_with_readme: true
    topics: [lag]
    archived: true
    approval_settings: { reset_approvals_on_push: false }
    approval_rules: { Two: { approvals_required: 2, groups: [lag], protected_branches: [main] } }
`,
    );
    const { code, stdout } = await behind(lagging, () => apply());
    expect(stdout).not.toMatch(/not stored:|Failed|Skipped/);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/ 0 failed, 0 skipped, 0 not stored/) });
    expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  });

  it("a create whose reply was lost is found and not sent again", async () => {
    fixture.write("files/trueup.yaml", "topics: { lost: { title: Lost } }\n");
    fixture.server.misbehave({ method: "POST", times: 1, trouble: { drop: "after" } });
    expect(await behind(lagging, () => apply())).toMatchObject({ code: 0 });
    expect(posted(/topics/)).toHaveLength(1);
  });

  it("a create that was sent again because it did not show, and is taken, is found", async () => {
    fixture.write("files/trueup.yaml", "topics: { twice: { title: Twice } }\n");
    fixture.server.misbehave({ method: "POST", times: 1, trouble: { drop: "after" } });
    expect(await behind(2_200, () => apply({ TRUEUP_SETTLE_MS: "1500" }))).toMatchObject({ code: 0 });
    expect(posted(/topics/)).toHaveLength(2);
    const topics = (await fixture.platform.call("GET", "/topics?search=twice")) as readonly object[];
    expect(topics).toHaveLength(1);
  });
});

describe("patience", () => {
  it("has bounds, and is told: what was not stored is reported as such", async () => {
    fixture.write("files/trueup.yaml", "projects: { lag/late: { merge_method: ff, archived: true } }\n");
    // No reply of a write tells about archiving: only reading does, and it never shows.
    fixture.server.misbehave({ method: "POST", path: /archive/, trouble: { answer: { status: 201, body: "{}" } } });
    const { code, stdout, stderr } = await apply({ TRUEUP_SETTLE_MS: "300" });
    expect(code).toBe(3);
    expect(stdout).toMatch(/archived: asked true, the server has false/);
    expect(stderr).toContain("1 change does not show yet: looking again for a while");
  });

  it("holds for calls about what was just created, which another part of the server does not know yet", async () => {
    fixture.write(
      "files/trueup.yaml",
      "projects: { lag/young: { approval_rules: { One: { approvals_required: 1, groups: [lag] } } } }\n",
    );
    const unknown = { status: 404, body: '{"message":"404 Project Not Found"}' };
    fixture.server.misbehave({ method: "POST", path: /approval_rules/, times: 2, trouble: { answer: unknown } });
    expect(await apply()).toMatchObject({ code: 0 });
    expect(posted(/approval_rules/)).toHaveLength(3);
  });

  it("does not hold for what was there before, and is not there any more", async () => {
    fixture.write(
      "files/trueup.yaml",
      "projects: { lag/young: { approval_rules: { Two: { approvals_required: 1, groups: [lag] } } } }\n",
    );
    const unknown = { status: 404, body: '{"message":"404 Project Not Found"}' };
    fixture.server.misbehave({ method: "POST", path: /approval_rules/, trouble: { answer: unknown } });
    expect(await apply()).toMatchObject({ code: 1, stdout: expect.stringContaining("answered 404") });
    expect(posted(/approval_rules/)).toHaveLength(1);
  });
});
