// @module-tag slow
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openProgram, read, type Program } from "../harness/program.js";

let program: Program;
beforeEach(async () => {
  program = await openProgram({ seed: { users: [{ username: "alice" }] } });
});
afterEach(() => program.close());

describe("moved_from on what lies in a group that moves too", () => {
  it("asks for nothing that the group's own move does not do already", async () => {
    await program.settle({ groups: { old: { name: "Old" }, "old/sub": { name: "Sub" } }, projects: { "old/sub/web": {} } });
    const { id } = await read(program, "project", "old/sub/web");
    const planned = await program.settle({
      groups: { team: { name: "Old", moved_from: "old" }, "team/sub": { name: "Sub", moved_from: "old/sub" } },
      projects: { "team/sub/web": { moved_from: "old/sub/web" } },
    });
    expect(planned.changes.map(({ action, address }) => `${action} ${address}`)).toEqual(["move group:team"]);
    expect((await read(program, "project", "team/sub/web"))["id"]).toBe(id);
  });

  it("renames it and transfers it from where the group's move has taken it", async () => {
    await program.settle({
      groups: { old: { name: "Old" }, other: { name: "Other" } },
      projects: { "old/web": {}, "old/api": {} },
    });
    const planned = await program.settle({
      groups: { team: { name: "Old", moved_from: "old" }, other: { name: "Other" } },
      projects: { "team/site": { moved_from: "old/web" }, "other/api": { moved_from: "old/api" } },
    });
    expect(planned.calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      "PUT /groups/{group}",
      "PUT /projects/{project}",
      "PUT /projects/{project}/transfer",
    ]);
  });
});

describe("delete_undeclared", () => {
  it("deletes what its full path names", async () => {
    await program.settle({ groups: { acme: { name: "Acme" } }, projects: { "acme/web": {}, "acme/api": {} } });
    const planned = await program.plan(
      { groups: { acme: { name: "Acme" } }, delete_undeclared: { projects: ["acme/web"], groups: ["other"] } },
      { allowDelete: ["project"] },
    );
    expect(planned.changes.map(({ action, address }) => `${action} ${address}`)).toEqual(["delete project:acme/web"]);
  });
});

describe("names of branches", () => {
  it("count letter case, as the branches do", async () => {
    const { username } = (await program.call("GET", "/user")) as { username: string };
    const declared = (branches: string[]) => ({
      groups: { acme: { name: "Acme" } },
      projects: {
        "acme/web": {
          approval_rules: { Two: { approvals_required: 1, users: [username], protected_branches: branches } },
        },
      },
    });
    await program.settle({ groups: { acme: { name: "Acme" } }, projects: { "acme/web": { initialize_with_readme: true } } });
    for (const name of ["release", "Release"]) await program.call("POST", "/projects/acme%2Fweb/protected_branches", { name });
    const list = (await program.call("GET", "/projects/acme%2Fweb/protected_branches")) as { id: number; name: string }[];
    const idOf = (name: string) => list.find((one) => one.name === name)?.id;
    const first = await program.settle(declared(["release"]));
    expect(first.calls.at(-1)?.body?.["protected_branch_ids"]).toEqual([idOf("release")]);
    const second = await program.settle(declared(["Release"]));
    expect(second.calls.at(-1)?.body?.["protected_branch_ids"]).toEqual([idOf("Release")]);
    await program.settle(declared(["release", "Release"]));
  });
});

describe("a target", () => {
  it("of what hangs on an archived project opens the project for it, and closes it again", async () => {
    const declared = (approvals_required: number) => ({
      groups: { acme: { name: "Acme" } },
      projects: {
        "acme/web": { archived: true, approval_rules: { Any: { rule_type: "any_approver", approvals_required } } },
      },
    });
    await program.settle(declared(1));
    const planned = await program.settle(declared(2), { targets: ["approval_rule:**"] });
    expect(planned.calls.map(({ method, path }) => `${method} ${path.split("/").at(-1) ?? ""}`)).toEqual([
      "POST unarchive",
      "PUT {approval_rule}",
      "POST archive",
    ]);
  });

  it("finds branches and members of the project that it hangs on", async () => {
    const [alice] = (await program.call("GET", "/users?username=alice")) as { id: number }[];
    const declared = (approvals_required: number) => ({
      groups: { acme: { name: "Acme" } },
      projects: {
        "acme/web": {
          initialize_with_readme: true,
          approval_rules: { Two: { approvals_required, users: ["alice"], protected_branches: ["release"] } },
        },
      },
    });
    await program.settle({ groups: { acme: { name: "Acme" } }, projects: { "acme/web": { initialize_with_readme: true } } });
    await program.call("POST", "/projects/acme%2Fweb/members", { user_id: alice?.id, access_level: 30 });
    await program.call("POST", "/projects/acme%2Fweb/protected_branches", { name: "release" });
    await program.settle(declared(1), { targets: ["approval_rule:**"] });
    await program.settle(declared(2), { targets: ["approval_rule:**"] });
  });
});
