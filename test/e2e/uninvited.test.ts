import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, {
    tier: "ultimate",
    seed: {
      groups: ["acme", "acme/sub", "others"].map((full_path) => ({ full_path })),
      projects: [{ path_with_namespace: "acme/sub/web", branches: ["main"] }],
    },
  });
});
afterAll(async () => fixture.close());
beforeEach(() => fixture.server.forget());

interface Told {
  readonly rule: string;
  readonly message: string;
  readonly addresses: readonly string[];
  readonly source: string;
}

/** The refusals and warnings of a plan about groups that are not invited. */
async function planned(
  project: string,
  groups = "",
): Promise<{ readonly refusals: readonly Told[]; readonly warnings: readonly Told[] }> {
  fixture.write("files/trueup.yaml", `${groups}projects:\n  acme/sub/web:\n    ${project}\n`);
  const { stdout, stderr } = await fixture.run(["plan", "files", "--format", "json"]);
  expect(stderr).not.toContain("internal");
  const { refusals, warnings } = JSON.parse(stdout) as { refusals: Told[]; warnings: Told[] };
  const isUninvited = ({ rule }: Told) => rule.startsWith("reference");
  return { refusals: refusals.filter(isUninvited), warnings: warnings.filter(isUninvited) };
}

const none = { refusals: [], warnings: [] };
const shared = "shared_with_groups: [{ group: others, access_level: developer }]";
const inRule = (group: string) => `approval_rules: { Security: { approvals_required: 1, groups: [${group}] } }`;
const inBranch = (group: string) => `protected_branches: { main: { allowed_to_merge: [{ group: ${group} }] } }`;

describe("a group that the project is not shared with", () => {
  it("is warned of in an approval rule, which the server keeps without effect", async () => {
    expect(await planned(inRule("others"))).toEqual({
      refusals: [],
      warnings: [
        {
          rule: "reference.uninvited",
          message:
            "groups.0: acme/sub/web is not shared with others: of its members, only those can approve who are members of the project otherwise; share acme/sub/web with the group",
          addresses: ["approval_rule:acme/sub/web:Security"],
          source: "files/trueup.yaml:3:67",
        },
      ],
    });
  });

  it("is refused in a protected branch, as the server does", async () => {
    expect(await planned(inBranch("others"))).toEqual({
      refusals: [
        {
          rule: "reference.uninvited",
          message:
            "allowed_to_merge.0.group: acme/sub/web is not shared with others: the server would refuse the name, or drop it without a word; share acme/sub/web with the group",
          addresses: ["protected_branch:acme/sub/web:main"],
          source: "files/trueup.yaml:3:56",
        },
      ],
      warnings: [],
    });
    await expect(
      fixture.platform.call("POST", "/projects/acme%2Fsub%2Fweb/protected_branches", {
        name: "other",
        allowed_to_merge: [{ group_id: ((await fixture.platform.call("GET", "/groups/others")) as { id: number }).id }],
      }),
    ).rejects.toThrow("group does not have access to the project");
  });

  it.each([
    ["an approval rule", inRule],
    ["a protected branch", inBranch],
  ])("is fine in %s if the plan shares the project, or a group above, and if it is a group above", async (_, naming) => {
    expect(await planned(`${shared}\n    ${naming("others")}`)).toEqual(none);
    expect(await planned(naming("others"), `groups:\n  acme: { ${shared} }\n`)).toEqual(none);
    expect(await planned(naming("acme"))).toEqual(none);
  });

  it("is applied together with the share, and is fine afterwards", async () => {
    const text = `${shared}\n    ${inRule("others")}\n    ${inBranch("others")}`;
    fixture.write("files/trueup.yaml", `projects:\n  acme/sub/web:\n    ${text}\n`);
    expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
    expect(await planned(inRule("others"))).toEqual(none);
    const renamed = inRule("others").replace("Security", "Another");
    expect(await planned(renamed)).toEqual(none);
  });
});
