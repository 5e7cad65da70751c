// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Plan } from "../../src/core/plan.js";
import { inProcess } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, { dialect: "vendor", serverVersion: "19.0.0-ee", tier: "ultimate", seed: "none" });
  for (const name of ["Auditor", "Releaser"])
    await fixture.platform.call("POST", "/member_roles", { name, base_access_level: 30, read_code: true });
});
afterAll(async () => fixture.close());

const files = (share: string) =>
  `groups: { acme: { name: Acme }, guests: { name: Guests }, acme/web: { name: Web, shared_with_groups: [${share}] } }\n` +
  `projects: { acme/api: { shared_with_groups: [${share}] } }\n`;
const run = async (share: string, command: string, ...words: string[]) => {
  fixture.write("files/trueup.yaml", files(share));
  fixture.server.forget();
  return fixture.run([command, "files", ...words]);
};
const routes = () => fixture.writes().map((one) => one.replace("/api/v4", "").replaceAll(/\/\d+/g, "/N"));

describe("a share with a group", () => {
  const auditors = "{ group: guests, access_level: developer, member_role: Auditor }";

  it("gives a custom role by its name, and plans empty then", async () => {
    expect(await run(auditors, "apply", "--yes")).toMatchObject({ code: 0 });
    expect(await run(auditors, "plan", "--detailed-exitcode")).toMatchObject({ code: 0 });
    expect(await fixture.platform.call("GET", "/projects/acme%2Fapi")).toMatchObject({
      shared_with_groups: [{ group_full_path: "guests", member_role_id: expect.any(Number) }],
    });
  });

  it("with another role is taken back and given anew, as servers can change none", async () => {
    const releasers = "{ group: guests, access_level: developer, member_role: Releaser }";
    expect(await run(releasers, "apply", "--yes")).toMatchObject({ code: 0 });
    expect(routes().sort()).toEqual([
      "DELETE /groups/N/share/N",
      "DELETE /projects/N/share/N",
      "POST /groups/N/share",
      "POST /projects/N/share",
    ]);
    expect(await run(releasers, "plan", "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("that says no role leaves the one that is there only where files say none of it", async () => {
    const plain = "{ group: guests, access_level: developer }";
    expect(await run(plain, "drift")).toMatchObject({ code: 2, stdout: expect.stringContaining("shared_with_groups") });
    expect(await run(plain, "apply", "--yes")).toMatchObject({ code: 0 });
    expect(await run(plain, "plan", "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("with a role that nobody has made is refused before anything is sent", async () => {
    const none = "{ group: guests, access_level: developer, member_role: Nobody }";
    const { code, stdout, stderr } = await run(none, "apply", "--yes");
    expect({ code, told: `${stdout}${stderr}` }).toMatchObject({ code: 1, told: expect.stringContaining("Nobody") });
    expect(routes()).toEqual([]);
  });
});

describe("a share that is taken back and given again", () => {
  /** In the saved plan, what is put back also changes by itself. */
  let isChanged = false;
  const files = (level: string, on: "group" | "project") => {
    isChanged ||= level === "owner";
    const [all, merge] = isChanged ? ["true", "maintainer"] : ["false", "developer"];
    const share = `shared_with_groups: [{ group: crew, access_level: ${level} }]`;
    const [group, project] = on === "group" ? [`, ${share}`, ""] : ["", `${share}\n    `];
    return `groups: { by-${on}: { name: By ${on}${group} } }
projects:
  by-${on}/app:
    ${project}initialize_with_readme: true
    approval_rules: { Two: { approvals_required: 1, users: [rita], applies_to_all_protected_branches: ${all} } }
    protected_branches: { main: { allowed_to_push: [{ user: rita }, { access_level: maintainer }], allowed_to_merge: [{ access_level: ${merge} }] } }
    protected_tags: { "v*": { allowed_to_create: [{ user: rita }${on === "project" ? ", { group: crew }" : ""}, { access_level: maintainer }] } }
    protected_environments: { production: { deploy_access_levels: [{ user: rita }, { access_level: maintainer }] } }
`;
  };
  const write = (text: string) => {
    fixture.write("again/trueup.yaml", text);
    fixture.server.forget();
  };
  const shown = async (on: string, what: string) =>
    JSON.stringify(await fixture.platform.call("GET", `/projects/by-${on}%2Fapp/${what}`));

  beforeAll(async () => {
    const rita = { username: "rita", name: "Rita", email: "rita@example.com", password: "a-long-pass-1" };
    await fixture.platform.call("POST", "/users", { ...rita, skip_confirmation: true });
    write("groups: { crew: { name: Crew, members: { rita: owner } } }\n");
    expect(await fixture.run(["apply", "again", "--yes"])).toMatchObject({ code: 0 });
  });

  it.each(["project", "group"] as const)(
    "of a %s takes along who is there by it, and the same plan puts that back, from a file too",
    async (on) => {
      isChanged = false;
      const all = ["approval_rules", "protected_branches", "protected_tags", "protected_environments"];
      write(files("developer", on));
      expect(await fixture.run(["apply", "again", "--yes"])).toMatchObject({ code: 0 });
      expect(await fixture.run(["plan", "again", "--detailed-exitcode"])).toMatchObject({ code: 0 });
      const id = ((await fixture.platform.call("GET", `/projects/by-${on}%2Fapp`)) as { id: number }).id;
      const users = (await fixture.platform.call("GET", "/users?username=rita")) as { id: number }[];
      const undeclared = {
        name: "release",
        allowed_to_push: [{ user_id: users[0]?.id }],
        allowed_to_merge: [{ access_level: 30 }],
      };
      await fixture.platform.call("POST", `/projects/${id}/protected_branches`, undeclared);
      for (const [level, ways] of [
        ["maintainer", []],
        ["owner", ["--out"]],
      ] as const) {
        write(files(level, on));
        const planned = await fixture.run(["plan", "again", "--json"]);
        const { changes, calls } = JSON.parse(planned.stdout) as Plan;
        expect(changes.map(({ address }) => address).sort()).toEqual(
          [
            `approval_rule:by-${on}/app:Two`,
            ...(on === "group" ? ["group:by-group"] : []),
            ...(on === "project" ? ["project:by-project/app"] : []),
            `protected_branch:by-${on}/app:main`,
            `protected_branch:by-${on}/app:release`,
            `protected_environment:by-${on}/app:production`,
            `protected_tag:by-${on}/app:v*`,
          ].sort(),
        );
        fixture.server.forget();
        const again = { user_id: users[0]?.id };
        fixture.server.misbehave({
          method: "PATCH",
          path: /protected_branches\/release$/,
          times: 1,
          trouble: {
            when: "before",
            meanwhile: async () =>
              fixture.platform.call("PATCH", `/projects/${id}/protected_branches/release`, { allowed_to_push: [again] }),
          },
        });
        if (ways.length > 0) {
          expect(await fixture.run(["plan", "again", "--out", "saved.json"])).toMatchObject({ code: 0 });
          fixture.server.forget();
        }
        const { code, stdout, stderr } = await fixture.run([
          "apply",
          ...(ways.length > 0 ? ["--plan", "saved.json"] : ["again"]),
          "--yes",
        ]);
        expect({ code, stdout }, stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("link.again") });
        expect(fixture.writes()).toHaveLength(calls.length);
        for (const what of all) expect(await shown(on, what), what).toMatch(/"username":"rita"|"user_id":\d/);
        expect(await shown(on, "protected_branches/release")).toMatch(/"user_id":\d/);
        expect(await fixture.run(["plan", "again", "--detailed-exitcode"])).toMatchObject({ code: 0 });
      }
      const holder = on === "group" ? "group:by-group" : "project:by-project/app";
      const relinked = async (level: string) => {
        write(files(level, on));
        const { changes, warnings } = JSON.parse((await fixture.run(["plan", "again", "--json"])).stdout) as Plan;
        return {
          changes: changes.map(({ address }) => address).filter((one) => !one.includes("tag")),
          told: warnings.find(({ rule }) => rule === "link.again")?.message,
        };
      };
      expect(await relinked("maintainer")).toEqual({
        changes: [holder],
        told: expect.stringContaining("apply again right after") as string,
      });
      const member = { user_id: users[0]?.id, access_level: 40 };
      await fixture.platform.call("POST", `/projects/${id}/members`, member);
      write(files("developer", on));
      await fixture.run(["apply", "again", "--yes"]);
      expect(await relinked("maintainer")).toEqual({
        changes: [holder],
        told: expect.stringContaining("this plan puts them back") as string,
      });
    },
  );
});
