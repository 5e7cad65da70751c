// @module-tag slow
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Plan } from "../../src/core/plan.js";
import { openProgram, read, type Program } from "../harness/program.js";

let program: Program;
beforeEach(async () => {
  program = await openProgram({ seed: { users: [{ username: "alice" }] } });
});
afterEach(() => program.close());

const allowed = { allowDelete: ["group", "project"], maxDeletes: 100 };

function actions({ changes }: Plan): string[] {
  return changes.map(({ action, address }) => `${action} ${address}`);
}

function routes({ calls }: Plan): string[] {
  return calls.map(({ method, path }) => `${method} ${path}`);
}

describe("a move", () => {
  it("renames a group by its number and takes along what lies in it", async () => {
    await program.settle({
      groups: { old: { name: "Team" }, "old/sub": { name: "Sub" } },
      projects: { "old/sub/web": { description: "one" } },
    });
    const { id } = await read(program, "group", "old");
    const planned = await program.settle({
      groups: { team: { name: "Team", moved_from: "old" }, "team/sub": { name: "Sub" } },
      projects: { "team/sub/web": { description: "two" } },
    });
    expect(actions(planned)).toEqual(["move group:team", "update project:team/sub/web"]);
    expect((await read(program, "group", "team"))["id"]).toBe(id);
  });

  it("transfers a project to another group, which may be new, and renames it", async () => {
    await program.settle({ groups: { one: { name: "One" } }, projects: { "one/web": {} } });
    const { id } = await read(program, "project", "one/web");
    const planned = await program.settle({
      groups: { one: { name: "One" }, two: { name: "Two" } },
      projects: { "two/site": { moved_from: "one/web", description: "moved" } },
    });
    expect(actions(planned)).toEqual(["create group:two", "move project:two/site"]);
    expect((await read(program, "project", "two/site"))["id"]).toBe(id);
  });

  it("moves a group to the top and out of a group that is deleted", async () => {
    await program.settle({ groups: { one: { name: "One" }, "one/sub": { name: "Sub" } } });
    await program.settle({ groups: { one: { ensure: "absent" }, sub: { name: "Sub", moved_from: "one/sub" } } }, allowed);
    expect((await read(program, "group", "sub"))["parent_id"]).toBeNull();
  });
});

describe("what is scheduled for deletion", () => {
  it("counts as absent, and is restored and updated when it is declared again", async () => {
    const declared = { groups: { acme: { name: "Acme", description: "first" } } };
    await program.settle(declared);
    await program.settle({ groups: { acme: { ensure: "absent" } } }, allowed);
    const planned = await program.settle(
      { groups: { acme: { name: "Acme", description: "second" } } },
      { allowRestore: ["group"] },
    );
    expect(actions(planned)).toEqual(["restore group:acme"]);
    expect(await read(program, "group", "acme")).toMatchObject({ description: "second", marked_for_deletion_on: null });
  });
});

describe("an archived project", () => {
  const group = { groups: { acme: { name: "Acme" } } };

  it("is unarchived, changed, and archived again", async () => {
    await program.settle({ ...group, projects: { "acme/web": { archived: true } } });
    const planned = await program.settle({ ...group, projects: { "acme/web": { archived: true, description: "new" } } });
    expect(routes(planned)).toEqual([
      "POST /projects/{project}/unarchive",
      "PUT /projects/{project}",
      "POST /projects/{project}/archive",
    ]);
    expect(await read(program, "project", "acme/web")).toMatchObject({ archived: true, description: "new" });
  });

  it("is opened for what hangs on it, and closed after that, also where nobody manages archived", async () => {
    await program.settle({ ...group, projects: { "acme/web": { archived: true } } });
    await program.settle({ ...group, projects: { "acme/web": { approval_settings: { reset_approvals_on_push: true } } } });
    expect(await read(program, "project", "acme/web")).toMatchObject({ archived: true });
  });

  it("is deleted with what is declared to go", async () => {
    await program.settle({ ...group, projects: { "acme/web": { archived: true } } });
    await program.settle({ ...group, projects: { "acme/web": { ensure: "absent" } } }, allowed);
  });
});

describe("visibility of a tree", () => {
  const tree = (visibility: string) => ({
    groups: { acme: { name: "Acme", visibility }, "acme/sub": { name: "Sub", visibility } },
    projects: { "acme/sub/web": { visibility }, "acme/site": { visibility } },
  });

  it("opens from the top down and closes from the bottom up", async () => {
    await program.settle(tree("private"));
    const opened = await program.settle(tree("public"));
    expect(opened.calls).toHaveLength(4);
    await program.settle(tree("internal"));
    await program.settle(tree("private"));
  });
});

describe("shares", () => {
  it("come, change and go one by one, and a share with a new group waits for it", async () => {
    const state = (shares: object[]) => ({
      groups: {
        acme: { name: "Acme" },
        "acme/web": { name: "Web", shared_with_groups: shares },
        zeta: { name: "Zeta" },
        yota: { name: "Yota" },
      },
      projects: { "acme/site": { shared_with_groups: shares } },
    });
    await program.settle(state([{ group: "zeta", access_level: "developer" }]));
    const planned = await program.settle(
      state([
        { group: "zeta", access_level: "reporter", expires_at: "2035-01-01" },
        { group: "yota", access_level: "guest" },
      ]),
    );
    expect(planned.calls).toHaveLength(6);
    await program.settle(state([]));
  });

  it("of new groups with each other do not wait for each other", async () => {
    const share = (group: string) => [{ group, access_level: "developer" }];
    await program.settle({
      groups: {
        one: { name: "One", shared_with_groups: share("two/sub") },
        "one/sub": { name: "Sub" },
        two: { name: "Two", shared_with_groups: share("one/sub") },
        "two/sub": { name: "Sub" },
      },
    });
  });

  it("come before protected environments that name the group, where servers allow that", async () => {
    await program.close();
    program = await openProgram({ dialect: "vendor" });
    const levels = (group: string) => ({ production: { deploy_access_levels: [{ access_level: "maintainer" }, { group }] } });
    const share = (group: string) => [{ group, access_level: "developer" }];
    await program.settle({
      groups: {
        one: { name: "One", shared_with_groups: share("two"), protected_environments: levels("two") },
        two: { name: "Two", shared_with_groups: share("one"), protected_environments: levels("one") },
      },
    });
  });
});

describe("a name of something that the same files make", () => {
  it("may stand in the settings and in the group that holds it", async () => {
    const state = {
      application_settings: {
        file_template_project_id: "acme/templates",
        performance_bar_allowed_group_id: "acme",
        searchengine_namespace_ids: ["acme"],
        default_projects_limit: 7,
      },
      groups: { acme: { name: "Acme", file_template_project_id: "acme/templates" } },
      projects: { "acme/templates": {} },
    };
    const planned = await program.settle(state);
    expect(planned.calls[0]).toMatchObject({ path: "/application/settings", body: { default_projects_limit: 7 } });
  });

  it("may be a branch that the platform protects a moment after the project is made", async () => {
    await program.settle({
      groups: { acme: { name: "Acme" } },
      projects: {
        "acme/web": {
          initialize_with_readme: true,
          approval_rules: { Security: { approvals_required: 1, users: ["root"], protected_branches: ["main"] } },
        },
      },
    });
  });

  it("may be the default branch of a project that is imported", async () => {
    await program.settle({
      groups: { acme: { name: "Acme" } },
      projects: { "acme/web": { import_url: "https://example.com/web.git", topics: ["fresh"] } },
    });
    expect(await read(program, "project", "acme/web")).toMatchObject({ import_status: "finished" });
  });
});

describe("delete_undeclared", () => {
  const kept = {
    topics: { kept: { title: "Kept" } },
    groups: {
      acme: { name: "Acme", protected_environments: { production: { deploy_access_levels: [{ access_level: "maintainer" }] } } },
    },
    projects: {
      "acme/web": {
        approval_rules: { Kept: { approvals_required: 1, users: ["root"] } },
        integrations: { "external-wiki": { external_wiki_url: "https://wiki.example.com" } },
      },
    },
  };
  const strays = {
    topics: { stray: { title: "Stray" } },
    groups: {
      "acme/stray": { name: "Stray" },
      acme: { protected_environments: { staging: { deploy_access_levels: [{ access_level: "maintainer" }] } } },
    },
    projects: {
      "acme/lost": {},
      "acme/web": {
        approval_rules: {
          Stray: { approvals_required: 1, users: ["root"] },
          Anybody: { rule_type: "any_approver", approvals_required: 1 },
        },
        integrations: { "emails-on-push": { recipients: "a@example.com" } },
      },
    },
  };

  it("deletes the strays of every kind that it names, and nothing else", async () => {
    await program.settle(kept);
    await program.settle(strays);
    const all = ["acme/**", "acme"];
    const rules = {
      delete_undeclared: {
        topics: true,
        groups: ["acme/**"],
        projects: ["acme/**"],
        protected_environments: all,
        approval_rules: all,
        integrations: all,
      },
    };
    const planned = await program.settle({ ...kept, ...rules }, allowed);
    expect(actions(planned).sort()).toEqual([
      "delete approval_rule:acme/web:Anybody",
      "delete approval_rule:acme/web:Stray",
      "delete group:acme/stray",
      "delete integration:acme/web:emails-on-push",
      "delete project:acme/lost",
      "delete protected_environment:acme:staging",
      "delete topic:stray",
    ]);
    expect(((await program.call("GET", "/topics")) as { name: string }[]).map(({ name }) => name)).toEqual(["kept"]);
  });
});

describe("what the files leave out of an object that a call replaces", () => {
  it("is sent as it is, and the plan shows it as kept", async () => {
    const rule = (spec: object) => ({
      groups: { acme: { name: "Acme" } },
      projects: { "acme/web": { approval_rules: { Security: spec } } },
    });
    await program.settle(rule({ approvals_required: 1, users: ["root"], groups: ["acme"] }));
    const planned = await program.settle(rule({ approvals_required: 2 }));
    expect(planned.changes[0]?.kept).toEqual([
      { path: "users", value: ["root"] },
      { path: "groups", value: ["acme"] },
      { path: "applies_to_all_protected_branches", value: false },
    ]);
    expect(await program.call("GET", "/projects/acme%2Fweb/approval_rules")).toMatchObject([
      { approvals_required: 2, users: [{ username: "root" }], groups: [{ full_path: "acme" }] },
    ]);
  });
});

describe("what the plan document says", () => {
  it("updates what has no create of its own, also under a new project", async () => {
    const planned = await program.settle({
      groups: { acme: { name: "Acme" } },
      projects: { "acme/web": { approval_settings: { reset_approvals_on_push: true } } },
    });
    expect(actions(planned)).toEqual(["create group:acme", "create project:acme/web", "update approval_settings:acme/web"]);
    expect(planned.summary).toMatchObject({ create: 2, update: 1 });
  });

  it("names the line that asks for the delete of what nobody declares", async () => {
    await program.settle({ topics: { old: { title: "Old" } } });
    const planned = await program.settle({ delete_undeclared: { topics: true } }, allowed);
    expect(planned.changes.map(({ address, source }) => [address, /:\d+:\d+$/.test(source ?? "")])).toEqual([
      ["topic:old", true],
    ]);
  });

  it("does not call another spelling of a path a move", async () => {
    await program.settle({ groups: { acme: { name: "Acme" } } });
    const [change] = (await program.settle({ groups: { ACME: { name: "Acme", description: "one" } } })).changes;
    expect([change?.action, change?.from]).toEqual(["update", undefined]);
  });
});
