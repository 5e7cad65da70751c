// @module-tag slow
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, type FixtureOptions, openFixture } from "../harness/fixture.js";

const people = ["alice", "bob", "carol", "dave"];

let fixture: Fixture;

async function open(
  groups: readonly object[],
  projects: readonly object[] = [],
  more: Partial<FixtureOptions> = {},
): Promise<void> {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    tier: "ultimate",
    seed: { users: people.map((username) => ({ username })), groups, projects },
    ...more,
  });
}

/** Applies files, and plans them again: nothing may be left. */
async function settles(files: string): Promise<void> {
  fixture.write("files/trueup.yaml", files);
  expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
  expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 0 });
}

async function members(of: string): Promise<Record<string, number>> {
  const reply = await fetch(`${fixture.platform.url}/api/v4${of}/members`, {
    headers: { "private-token": fixture.platform.token },
  });
  const shown = (await reply.json()) as readonly { readonly username: string; readonly access_level: number }[];
  return Object.fromEntries(shown.map(({ username, access_level }) => [username, access_level]));
}

afterEach(async () => fixture.close());

describe("members of a group", () => {
  beforeEach(async () =>
    open([
      { full_path: "acme", name: "Acme", members: { alice: 50, bob: 30 } },
      { full_path: "acme/team", name: "Team", members: { bob: 30, carol: 30 } },
    ]),
  );

  it("never lack an owner: who is one comes before who is one no more", async () => {
    await settles("groups: { acme: { members: { alice: guest, bob: owner } } }\n");
    expect(await members("/groups/acme")).toEqual({ alice: 10, bob: 50 });
    expect(fixture.writes().map((one) => one.replace(/\?.*/, "").replace(/\d+$/, "N"))).toHaveLength(2);
  });

  it("go alone: what they are below stays", async () => {
    await settles("groups: { acme: { members: { alice: owner, bob: { ensure: absent } } } }\n");
    expect(await members("/groups/acme")).toEqual({ alice: 50 });
    expect(await members("/groups/acme%2Fteam")).toEqual({ bob: 30, carol: 30 });
  });

  it("are given less above before they are given less below", async () => {
    await settles("groups: { acme: { members: { alice: owner, bob: guest } }, acme/team: { members: { BOB: reporter } } }\n");
    expect(await members("/groups/acme%2Fteam")).toEqual({ bob: 20, carol: 30 });
  });

  it("never have less than a group above gives: that is refused at plan, by one list, and only where it is to change", async () => {
    const said = (level: string, above = "") =>
      `groups: { ${above}acme/team: { members: { bob: ${level}, carol: developer } }, acme/new: { name: New, members: { alice: guest } } }\n`;
    fixture.write("files/trueup.yaml", said("reporter"));
    fixture.server.forget();
    const { code, stdout } = await fixture.run(["plan", "files"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/member:acme\/team:bob/);
    expect(stdout).toMatch(/alice has a higher role in a group above/);
    expect(fixture.server.arrived.filter(({ path }) => path.includes("/members/all"))).toHaveLength(1);
    fixture.write("files/trueup.yaml", said("reporter", "acme: { members: { bob: maintainer, alice: owner } }, "));
    expect(await fixture.run(["plan", "files"])).toMatchObject({ code: 1 });
    fixture.write("files/trueup.yaml", "groups: { acme/team: { members: { bob: developer, carol: developer } } }\n");
    fixture.server.forget();
    expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 0 });
    expect(fixture.server.arrived.filter(({ path }) => path.includes("/members/all"))).toEqual([]);
    await settles("groups: { acme/team: { members: { bob: maintainer } } }\n");
  });

  it("go where nobody declares them, but for who applies, bots and inherited ones", async () => {
    await settles(
      `groups: { acme/new: { name: New, members: { bob: developer } }, acme/team: { members: { carol: developer } } }\n` +
        `delete_undeclared: { members: true }\n`,
    );
    expect(await members("/groups/acme%2Fnew")).toEqual({ root: 50, bob: 30 });
    expect(await members("/groups/acme%2Fteam")).toEqual({ carol: 30 });
  });

  it("have who made the group among them: declared, that one is changed and not added", async () => {
    await settles("groups: { acme/new: { name: New, members: { root: owner, bob: developer } } }\n");
    expect(await members("/groups/acme%2Fnew")).toEqual({ root: 50, bob: 30 });
  });

  it("lose who applies only where the files say so, and last", async () => {
    await settles("groups: { acme/new: { name: New } }\n");
    await settles("groups: { acme/new: { name: New, members: { carol: owner, root: { ensure: absent } } } }\n");
    expect(await members("/groups/acme%2Fnew")).toEqual({ carol: 50 });
  });
});

describe("custom roles of members", () => {
  async function post(path: string, body: object, method = "POST"): Promise<void> {
    const reply = await fetch(`${fixture.platform.url}/api/v4${path}`, {
      method,
      headers: { "private-token": fixture.platform.token, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(reply.status).toBeLessThan(300);
  }

  async function roles(): Promise<unknown[]> {
    const reply = await fetch(`${fixture.platform.url}/api/v4/groups/acme/members`, {
      headers: { "private-token": fixture.platform.token },
    });
    const shown = (await reply.json()) as readonly {
      readonly member_role?: { readonly name: string };
      readonly expires_at: string;
    }[];
    return shown.map(({ member_role, expires_at }) => [member_role?.name, expires_at]);
  }

  beforeEach(async () => {
    await open([{ full_path: "acme", name: "Acme", members: { bob: 20 } }]);
    await post("/member_roles", { name: "Auditor", base_access_level: 20, read_code: true });
  });

  it("are given by name, and stay with who is changed otherwise", async () => {
    await settles(
      "groups: { acme: { members: { bob: { access_level: reporter, member_role: Auditor, expires_at: 2090-01-31 } } } }\n",
    );
    expect(await roles()).toEqual([["Auditor", "2090-01-31"]]);
    await settles("groups: { acme: { members: { bob: { access_level: reporter, expires_at: 2091-01-31 } } } }\n");
    expect(await roles()).toEqual([["Auditor", "2091-01-31"]]);
    await settles("groups: { acme: { members: { bob: { access_level: reporter, member_role: null } } } }\n");
    expect(await roles()).toEqual([[undefined, "2091-01-31"]]);
  });

  it("come back where they were taken by hand, and a name that nothing has is refused", async () => {
    await settles("groups: { acme: { members: { bob: { access_level: reporter, member_role: Auditor } } } }\n");
    await post(`/groups/acme/members/${people.indexOf("bob") + 2}`, { access_level: 20 }, "PUT");
    await settles("groups: { acme: { members: { bob: { access_level: reporter, member_role: Auditor } } } }\n");
    expect(await roles()).toEqual([["Auditor", null]]);
    fixture.write(
      "files/trueup.yaml",
      "groups: { acme: { members: { bob: { access_level: reporter, member_role: Audit } } } }\n",
    );
    expect(await fixture.run(["plan", "files"])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("no custom role Audit") as string,
    });
  });

  it("of links to groups of a provider are given and exported by name", async () => {
    await settles("groups: { acme: { saml_group_links: { devs: { access_level: reporter, member_role: Auditor } } } }\n");
    expect(await fixture.run(["export", "--out", "exported"])).toMatchObject({ code: 0 });
    expect(await fixture.run(["plan", "exported", "--detailed-exitcode"])).toMatchObject({ code: 0 });
    expect(await fixture.run(["apply", "exported", "--yes"])).toMatchObject({ code: 0 });
  });
});

it("who waits for an administrator's approval is told as such: the call is accepted, and no list shows the member", async () => {
  await open([{ full_path: "acme", name: "Acme" }]);
  fixture.server.misbehave({
    method: "POST",
    path: /\/members$/,
    trouble: { answer: { status: 201, headers: { "content-type": "application/json" }, body: '{"status":"success"}' } },
  });
  fixture.write("files/trueup.yaml", "groups: { acme: { members: { bob: developer } } }\n");
  const { code, stdout, stderr } = await fixture.run(["apply", "files", "--yes"]);
  expect(code).toBe(3);
  expect(stdout + stderr).toMatch(/it may wait until an\s+administrator\s+approves/);
  fixture.server.misbehave();
});

it("a membership that has ended is an error of validate, one that is to end is not", async () => {
  await open([{ full_path: "acme", name: "Acme" }]);
  const said = (day: string) => `groups: { acme: { members: { bob: { access_level: guest, expires_at: ${day} } } } }\n`;
  fixture.write("files/trueup.yaml", said("2001-01-01"));
  expect(await fixture.run(["validate", "files"])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("expires_at is 2001-01-01, which has passed") as string,
  });
  fixture.write("files/trueup.yaml", said(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)));
  expect(await fixture.run(["validate", "files"])).toMatchObject({ code: 0 });
});

it("who becomes a member by the same plan may be named as an approver, and is a member by then", async () => {
  await open([{ full_path: "acme", name: "Acme" }], [{ path_with_namespace: "acme/web", name: "Web" }]);
  await settles(
    `groups: { acme: { members: { bob: developer } } }\n` +
      `projects: { acme/web: { members: { carol: developer }, approval_rules: { Two: { approvals_required: 1, users: [bob, carol] } } } }\n`,
  );
  expect(fixture.writes().at(-1)).toContain("approval_rules");
});

it("whom a directory gives is overridden before a change, which the plan says, and not where nothing changes", async () => {
  await open([{ full_path: "acme", name: "Acme", members: { alice: 50, bob: 30 }, ldap_members: ["bob"] }]);
  const said = (level: string) => `groups: { acme: { members: { alice: owner, bob: ${level} } } }\n`;
  await settles(said("developer"));
  expect(fixture.writes()).toEqual([]);
  fixture.write("files/trueup.yaml", said("maintainer"));
  expect(await fixture.run(["plan", "files"])).toMatchObject({
    stdout: expect.stringContaining("is overridden first") as string,
  });
  await settles(said("maintainer"));
  expect(fixture.writes().map((one) => one.replaceAll(/\d+/g, "N"))).toEqual([
    "POST /api/vN/groups/N/members/N/override",
    "PUT /api/vN/groups/N/members/N",
  ]);
  await settles(said("developer"));
  expect(fixture.writes().filter((one) => one.endsWith("override"))).toHaveLength(1);
  expect(await members("/groups/acme")).toEqual({ alice: 50, bob: 30 });
});

it("a level may be bounded by a policy", async () => {
  await open([{ full_path: "acme", name: "Acme", members: { alice: 50, bob: 40 } }]);
  const policies = `policies: { calm: { groups: [acme], set: { members: { bob: { access_level: { at_most: developer } } } } } }\n`;
  fixture.write("files/trueup.yaml", `groups: { acme: { members: { bob: maintainer } } }\n${policies}`);
  const { code, stdout, stderr } = await fixture.run(["plan", "files"]);
  expect([code, stdout + stderr]).toEqual([1, expect.stringMatching(/at most developer|at_most developer/) as string]);
});

it.each([
  ["17.10.0-ee", "free"],
  ["19.0.0-ee", "free"],
] as const)("an export of them plans empty on %s %s", async (serverVersion, tier) => {
  const more = { serverVersion, tier };
  await open([{ full_path: "acme", name: "Acme", members: { alice: 50, bob: 30 } }], [], more);
  expect(await fixture.run(["export", "--out", "exported"])).toMatchObject({ code: 0 });
  expect(await fixture.run(["plan", "exported", "--detailed-exitcode"])).toMatchObject({ code: 0 });
});

// doc/api/member_roles.md: on hosted servers `GET /groups/:id/member_roles` alone, for owners of the group at the top.
describe("custom roles of a group at the top", () => {
  const at = { path: /^\/member_roles/ };
  const role = (name: string) => `{ access_level: reporter, member_role: ${name} }`;

  beforeEach(async () => {
    await open(
      [{ full_path: "acme" }, { full_path: "acme/team" }, { full_path: "other" }],
      [{ path_with_namespace: "acme/team/web" }],
    );
    await fixture.platform.call("POST", "/groups/acme/member_roles", { name: "Auditor", base_access_level: 20, read_code: true });
  });

  const everywhere = `groups: { acme: { members: { bob: ${role("Auditor")} }, saml_group_links: { auditors: ${role("Auditor")} } }, acme/team: { members: { carol: ${role("Auditor")} } } }\n`;
  const inProject = `projects: { acme/team/web: { members: { dave: ${role("Auditor")} } } }\n`;

  it.each([
    ["where the instance has none of the name", undefined],
    ["where the instance's list is forbidden", 403],
    ["where the instance has no such list", 404],
  ] as const)("are found %s, and exported by their names", async (_, status) => {
    const answer = { status: status ?? 0, headers: { "content-type": "application/json" }, body: '{"message":"no"}' };
    if (status !== undefined) fixture.server.misbehave({ ...at, trouble: { answer } });
    await settles(everywhere + inProject);
    expect(await fixture.run(["export", "--out", "exported", "--layout", "single"])).toMatchObject({ code: 0 });
    const exported = await readFile(join(fixture.directory, "exported/trueup.yaml"), "utf8");
    expect(exported.match(/member_role: Auditor/g)).toHaveLength(4);
    expect(await fixture.run(["plan", "exported", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  });

  it("are no roles of what lies elsewhere, and a name that none has is refused", async () => {
    for (const [group, name] of [
      ["other", "Auditor"],
      ["acme", "Audit"],
    ] as const) {
      fixture.write("files/trueup.yaml", `groups: { ${group}: { members: { bob: ${role(name)} } } }\n`);
      const { code, stdout } = await fixture.run(["plan", "files"]);
      expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining(`there is no custom role ${name}`) });
    }
  });
});
