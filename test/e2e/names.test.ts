import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, {
    seed: {
      users: [{ username: "alice" }, { username: "bob" }, { username: "stranger" }],
      groups: [
        { full_path: "acme", visibility: "internal", members: { alice: 40, bob: 30 } },
        { full_path: "acme/release", visibility: "internal" },
        { full_path: "other", visibility: "internal" },
      ],
      projects: [{ path_with_namespace: "acme/web", visibility: "internal", branches: ["main"], protected_branches: ["main"] }],
    },
  });
});
afterAll(async () => fixture.close());
beforeEach(() => fixture.server.forget());

const rule = (body: string): string =>
  `projects:\n  acme/web:\n    approval_rules:\n      Security:\n        approvals_required: 1\n        ${body}\n`;
const environment = (body: string): string =>
  `groups:\n  acme:\n    protected_environments:\n      production:\n        deploy_access_levels:\n          - ${body}\n`;

describe("numbers in the place of names", () => {
  it("are written, and plan empty, whether the server shows them or the names", async () => {
    const idOf = async (path: string) => ((await fixture.platform.call("GET", path)) as { id: number }).id;
    const [{ id: alice } = { id: 0 }] = (await fixture.platform.call("GET", "/users?username=alice")) as { id: number }[];
    const group = await idOf("/groups/acme%2Frelease");
    fixture.write(
      "files/trueup.yaml",
      `${rule(`users: [${alice}, bob]`)}        groups: [${group}]\n${environment(`user: ${alice}`)}`,
    );
    expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
    expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  });
});

describe("names that the server would drop without a word", () => {
  it.each([
    ["a user who does not exist", rule("users: [nobody]"), "6", "there is no user nobody"],
    ["a user who is no member", rule("users: [alice, stranger]"), "6", "stranger is no member"],
    ["a group that does not exist", rule("groups: [acme/nowhere]"), "6", "there is no group acme/nowhere"],
    ["a branch that is not protected", rule("protected_branches: [main, next]"), "6", "there is no protected branch next"],
    ["a user who is no maintainer of the group", environment("user: bob"), "6", "bob is no member with the Maintainer role"],
    ["a user who does not exist, of an environment", environment("user: nobody"), "6", "there is no user nobody"],
    ["a group that is no subgroup", environment("group: other"), "6", "other is no subgroup of acme"],
  ])("%s is refused when it is planned, with the line", async (_, text, line, said) => {
    fixture.write("files/trueup.yaml", text);
    const { code, stdout } = await fixture.run(["apply", "files", "--yes"]);
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining(said) });
    expect(stdout).toMatch(new RegExp(`Refused \\[reference(?:\\.ineligible)?\\] +files/trueup\\.yaml:${line}:\\d+`));
    expect(fixture.writes()).toEqual([]);
  });

  it("those that may be named are written and stay", async () => {
    const good = `${rule("users: [alice, bob]")}        groups: [acme/release]\n        protected_branches: [main]\n${environment("user: alice")}          - group: acme/release\n`;
    fixture.write("files/trueup.yaml", good);
    expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
    expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  });
});
