// @module-tag slow
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";
import { rewrite } from "../harness/misbehaving-server.js";

let fixture: Fixture;

beforeEach(async () => {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    tier: "premium",
    seed: {
      users: ["alice", "bob", "carol"].map((username) => ({ username })),
      groups: [{ full_path: "acme", members: { alice: 30, bob: 20 } }, { full_path: "crew" }, { full_path: "others" }],
      projects: [
        { path_with_namespace: "acme/web", shared_with: [{ group: "crew", access_level: 30 }] },
        { path_with_namespace: "acme/quiet" },
      ],
    },
  });
});
afterEach(async () => fixture.close());

/** Applies files, and plans them again: nothing may be left. Returns what was sent. */
async function settles(environments: string, more = ""): Promise<readonly { readonly method: string; readonly body: unknown }[]> {
  fixture.server.forget();
  fixture.write("files/trueup.yaml", `projects: { acme/web: { protected_environments: ${environments} } }\n${more}`);
  expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
  const sent = fixture.server.arrived.filter(({ method }) => method !== "GET");
  expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  return sent.map(({ method, body }) => ({
    method,
    body: body.length === 0 ? undefined : (JSON.parse(body.toString()) as unknown),
  }));
}

async function refused(environments: string): Promise<string> {
  fixture.write("files/trueup.yaml", `projects: { acme/web: { protected_environments: ${environments} } }\n`);
  const { code, stdout, stderr } = await fixture.run(["plan", "files"]);
  expect(code).toBe(1);
  return `${stdout}${stderr}`;
}

interface Shown {
  readonly name: string;
  readonly deploy_access_levels: readonly {
    readonly id: number;
    readonly user_id: number;
    readonly group_id: number;
    readonly access_level: number;
  }[];
}

const shown = () => fixture.platform.call("GET", "/projects/acme%2Fweb/protected_environments") as Promise<readonly Shown[]>;

describe("protected environments of a project", () => {
  it("go by the name of an environment that need not be there, and are changed entry by entry", async () => {
    await settles("{ review/eu: { deploy_access_levels: [{ access_level: maintainer }, { user: alice }, { group: crew }] } }");
    const [before] = await shown();
    const ids = before?.deploy_access_levels.map(({ id }) => id) ?? [];
    const sent = await settles(
      "{ review/eu: { deploy_access_levels: [{ access_level: maintainer }, { group: crew, group_inheritance_type: 1 }] } }",
    );
    expect(sent).toEqual([
      {
        method: "PUT",
        body: {
          deploy_access_levels: [
            expect.objectContaining({ id: ids[2], group_inheritance_type: 1 }),
            { id: ids[1], _destroy: true },
          ],
        },
      },
    ]);
    const [after] = await shown();
    expect(after?.deploy_access_levels.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  });

  it("changed by hand are healed, and go where nobody declares them or they are to be absent", async () => {
    const declared = "{ prod: { deploy_access_levels: [{ access_level: developer }] } }";
    await settles(declared);
    await fixture.platform.call("DELETE", "/projects/acme%2Fweb/protected_environments/prod");
    await fixture.platform.call("POST", "/projects/acme%2Fweb/protected_environments", {
      name: "by-hand",
      deploy_access_levels: [{ access_level: 40 }],
    });
    await settles(declared, "delete_undeclared: { protected_environments: true }\n");
    expect((await shown()).map(({ name }) => name)).toEqual(["prod"]);
    await settles("{ prod: { ensure: absent } }");
    expect(await shown()).toEqual([]);
  });

  it("name nobody whom the server would drop without a word", async () => {
    const levels = (who: string) => refused(`{ prod: { deploy_access_levels: [{ access_level: maintainer }, ${who}] } }`);
    expect(await levels("{ user: bob }")).toContain("bob");
    expect(await levels("{ user: carol }")).toContain("carol");
    expect(await levels("{ group: others }")).toContain("acme/web is not shared with others");
    expect(
      await refused("{ prod: { deploy_access_levels: [{ access_level: maintainer }], approval_rules: [{ group: others }] } }"),
    ).toContain("acme/web is not shared with others");
  });

  it("name a group that the same plan shares the project with", async () => {
    fixture.write(
      "files/trueup.yaml",
      "projects: { acme/web: { shared_with_groups: [{ group: others, access_level: developer }], protected_environments: { prod: { deploy_access_levels: [{ group: others }] } } } }\n",
    );
    expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
    expect((await shown())[0]?.deploy_access_levels).toHaveLength(1);
  });

  it("have either a number of approvals or rules for them", async () => {
    const both =
      "{ prod: { deploy_access_levels: [{ user: alice }], required_approval_count: 2, approval_rules: [{ user: alice }] } }";
    expect(await refused(both)).toContain("it counts for nothing beside approval_rules");
    await settles("{ prod: { deploy_access_levels: [{ user: alice }], required_approval_count: 2 } }");
    await settles(
      "{ prod: { deploy_access_levels: [{ user: alice }], required_approval_count: 0, approval_rules: [{ user: alice, required_approvals: 2 }] } }",
    );
    expect(await refused("{ prod: { deploy_access_levels: [] } }")).toContain("nobody may deploy");
  });

  it("are exported so that they plan empty, and read of the projects alone that declare some", async () => {
    await settles(
      "{ prod: { deploy_access_levels: [{ user: alice }, { access_level: maintainer }], approval_rules: [{ group: crew }] } }",
    );
    expect(await fixture.run(["export", "--out", "exported"])).toMatchObject({ code: 0 });
    expect(await fixture.run(["plan", "exported", "--detailed-exitcode"])).toMatchObject({ code: 0 });
    fixture.server.forget();
    fixture.write(
      "files/trueup.yaml",
      "projects: { acme/quiet: {}, acme/web: { protected_environments: { prod: { deploy_access_levels: [{ user: alice }, { access_level: maintainer }] } } } }\n",
    );
    await fixture.run(["plan", "files"]);
    expect(fixture.server.arrived.filter(({ path }) => path.includes("protected_environments"))).toHaveLength(1);
  });
});

// doc/api/group_protected_environments.md: "The assignable group_id are the subgroups under the given group."
describe("protected environments of a group", () => {
  const plan = async (group: string) => {
    const entry = `{ deploy_access_levels: [{ access_level: maintainer }, { group: ${group} }] }`;
    fixture.write(
      "files/trueup.yaml",
      `groups: { acme: { protected_environments: { production: ${entry} } }, acme/ops: { name: Ops } }\n`,
    );
    return fixture.run(["apply", "files", "--yes"]);
  };

  it("name subgroups, which the server keeps, and no stranger, whom it would drop without a word", async () => {
    const { code, stdout, stderr } = await plan("others");
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).toContain("others is neither acme nor a subgroup of it");
    expect(await plan("acme/ops")).toMatchObject({ code: 0 });
    expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  });

  it("that name the group itself, which is not documented, end in an error where the server drops it", async () => {
    // Whichever reply shows the environment shows the first entry alone.
    const kept = ({ deploy_access_levels: [first], ...rest }: Shown) => ({ ...rest, deploy_access_levels: [first] });
    fixture.server.misbehave({
      path: /^\/groups\/[^/]+\/protected_environments/,
      trouble: rewrite((shownNow: Shown | readonly Shown[]) =>
        Array.isArray(shownNow) ? shownNow.map(kept) : kept(shownNow as Shown),
      ),
    });
    const { code, stderr } = await plan("acme");
    expect(code).not.toBe(0);
    expect(stderr).toContain("not stuck  protected_environment:acme:production");
  });
});
