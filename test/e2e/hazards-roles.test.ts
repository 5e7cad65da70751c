// @module-tag slow
import { afterEach, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

let fixture: Fixture;
afterEach(async () => fixture.close());

async function open(serverVersion: string, tier: "free" | "premium" = "premium"): Promise<void> {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion,
    tier,
    seed: {
      users: ["alice", "bob"].map((username) => ({ username })),
      groups: [{ full_path: "acme" }, { full_path: "acme/team" }],
      projects: [{ path_with_namespace: "acme/web" }],
    },
  });
}

async function applied(files: string): Promise<{ readonly code: number | null; readonly said: string; readonly sent: number }> {
  fixture.server.forget();
  fixture.write("files/trueup.yaml", files);
  const { code, stdout, stderr } = await fixture.run(["apply", "files", "--yes"]);
  return { code, said: `${stdout}${stderr}`.replaceAll(/\s+/g, " "), sent: fixture.writes().length };
}

async function settles(files: string): Promise<void> {
  expect(await applied(files)).toMatchObject({ code: 0 });
  expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 0 });
}

const levelOf = async (path: string, username: string) => {
  const members = (await fixture.platform.call("GET", `${path}/members`)) as { username: string; access_level: number }[];
  return members.find((one) => one.username === username)?.access_level;
};

// Access level 25 (client-go !2908, terraform-provider-gitlab !3124, gitlabform #1329; the server's epic 16399).
describe("a security manager", () => {
  it("is a member, and whom a share gives, on servers that know the role", async () => {
    await open("19.1.0-ee");
    await settles(
      "groups: { acme: { members: { bob: security_manager } } }\n" +
        "projects: { acme/web: { members: { alice: { access_level: security_manager } } } }\n",
    );
    expect(await levelOf("/groups/acme", "bob")).toBe(25);
    expect(await levelOf("/projects/acme%2Fweb", "alice")).toBe(25);
  });

  it("is refused where the release does not know the role, before anything is sent", async () => {
    await open("19.0.0-ee");
    const { code, said, sent } = await applied("groups: { acme: { members: { bob: security_manager } } }\n");
    expect({ code, sent }).toEqual({ code: 1, sent: 0 });
    expect(said).toContain("needs release 19.1; this server is 19.0.0-ee");
  });
});

it("a planner is refused by releases before 17.7, before anything is sent", async () => {
  await open("17.6.0-ee");
  const { code, said, sent } = await applied("groups: { acme: { members: { bob: planner } } }\n");
  expect({ code, sent }).toEqual({ code: 1, sent: 0 });
  expect(said).toContain("needs release 17.7");
});

// Access level 5 (the server's doc/api/members.md; terraform-provider-gitlab !3140): `minimal_access_role_allowed?` of its source asks for a licence and a group at the top.
describe("minimal access", () => {
  it("is a role in a group at the top, with a licence", async () => {
    await open("19.0.0-ee");
    await settles("groups: { acme: { members: { bob: minimal } } }\n");
    expect(await levelOf("/groups/acme", "bob")).toBe(5);
  });

  it("is no role in a project: the files are refused", async () => {
    await open("19.0.0-ee");
    const { code, sent } = await applied("projects: { acme/web: { members: { bob: minimal } } }\n");
    expect({ code, sent }).toEqual({ code: 1, sent: 0 });
  });

  it.each([
    ["in a subgroup", "premium", "acme/team"],
    ["without a licence", "free", "acme"],
  ] as const)("is refused by the server %s, and apply says so", async (_, tier, group) => {
    await open("19.0.0-ee", tier);
    const { code, said } = await applied(`groups: { ${group}: { members: { bob: minimal } } }\n`);
    expect(code).not.toBe(0);
    expect(said).toContain("access_level");
  });
});
