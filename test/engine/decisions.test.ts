import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { kindAt } from "../../src/core/kind.js";
import type { Desired } from "../../src/core/plan.js";
import { matchSiblings } from "../../src/engine/snapshot/matching.js";
import { kinds } from "../../src/program/kinds.js";
import { acme, actions, bodyOf, planned, project, type Shown, web } from "./in-memory.js";

describe("which of several siblings a declaration means", () => {
  const rule = (key: string, rule_type: string, id: number, spec: Shown["spec"] = {}): Shown => ({
    kind: "approval_rule",
    path: "acme/web",
    key,
    id,
    spec: { approvals_required: 1, users: [], groups: [], protected_branches: [], ...spec },
    marks: { rule_type },
  });
  const declared = (approval_rules: object) => ({ projects: { "acme/web": { approval_rules } } });
  const any = { rule_type: "any_approver", approvals_required: 1 };

  it("is the only one of its sort, whatever it is called", async () => {
    expect(actions(await planned(declared({ Any: any }), [acme, web, rule("All Members", "any_approver", 3)]))).toEqual([]);
  });

  it("is none of another sort that has its name", async () => {
    const plan = await planned(declared({ Any: any }), [acme, web, rule("Any", "report_approver", 3)]);
    expect(actions(plan)).toEqual(["create approval_rule:acme/web:Any"]);
  });

  it("is one that no other declaration means", async () => {
    const files = declared({ Any: { ...any, approvals_required: 2 }, Old: { ensure: "absent" } });
    expect(actions(await planned(files, [acme, web, rule("Old", "any_approver", 3)]))).toEqual([
      "update approval_rule:acme/web:Any",
    ]);
  });

  it("is the one with the number that is asked for, though somebody has renamed it", () => {
    const kind = kindAt(kinds, { kind: "approval_rule" });
    const origin = { file: "", line: 0, column: 0 };
    const named = { kind: "approval_rule", path: "acme/web", key: "Two", address: "approval_rule:acme/web:Two" } as const;
    const desired: Desired = { ...named, id: 8, ensure: "present", spec: {}, origins: {}, origin };
    const listed = [7, 8].map((id) => ({ marks: { id, name: id === 7 ? "Other" : "Renamed", rule_type: "regular" } }));
    expect(matchSiblings(kind, [desired], listed).get(desired)).toBe(listed[1]);
  });

  it("counts letter case where the platform does, and only there", async () => {
    const topic: Shown = { kind: "topic", path: "TypeScript", id: 4, spec: { title: "TypeScript" } };
    expect(actions(await planned({ topics: { typescript: { title: "TypeScript" } } }, [topic]))).toEqual([]);
    const branch: Shown = { kind: "protected_branch", parent: "project", path: "acme/web", key: "Main", id: 5 };
    const plan = await planned({ projects: { "acme/web": { protected_branches: { main: { allow_force_push: false } } } } }, [
      acme,
      web,
      branch,
    ]);
    expect(actions(plan)).toEqual(["create protected_branch:acme/web:main"]);
  });

  it("keeps what nobody manages of a rule, and shows it", async () => {
    const shown = rule("Two", "regular", 3, { users: ["alice"] });
    const plan = await planned(declared({ Two: { approvals_required: 2 } }), [acme, web, shown], {
      ids: { alice: 7 },
      members: ["alice"],
    });
    expect(plan.changes.map(({ kept }) => kept)).toEqual([[{ path: "users", value: ["alice"] }]]);
    expect(bodyOf(plan, "PUT /projects/{project}/approval_rules/{approval_rule}")).toMatchObject({
      approvals_required: 2,
      user_ids: [7],
    });
  });
});

describe("an integration", () => {
  const shown = (marks: Shown["marks"]): Shown => ({
    kind: "integration",
    parent: "project",
    path: "acme/web",
    key: "external-wiki",
    spec: { external_wiki_url: "https://wiki.example" },
    marks: { active: true, ...marks },
  });

  it("that is off is not there", async () => {
    const files = {
      projects: { "acme/web": { integrations: { "external-wiki": { external_wiki_url: "https://wiki.example" } } } },
    };
    expect(actions(await planned(files, [acme, web, shown({})]))).toEqual([]);
    expect(actions(await planned(files, [acme, web, shown({ active: false })]))).toHaveLength(1);
  });

  it("is sent again with its secret only where that is asked for", async () => {
    const files = { projects: { "acme/web": { integrations: { campfire: { token: "${env:SECRET}", subdomain: "acme" } } } } };
    const live: Shown = { ...shown({}), key: "campfire", spec: { subdomain: "acme" } };
    expect(actions(await planned(files, [acme, web, live]))).toEqual([]);
    expect(actions(await planned(files, [acme, web, live], { resendSecrets: ["group:**"] }))).toEqual([]);
    const resent = await planned(files, [acme, web, live], { resendSecrets: ["integration:**"] });
    expect(actions(resent)).toEqual(["update integration:acme/web:campfire"]);
    expect(JSON.stringify(resent)).not.toContain("the-secret-itself");
  });
});

describe("delete_undeclared", () => {
  const integration = (path: string, key: string, marks: Shown["marks"] = {}): Shown => ({
    kind: "integration",
    parent: "project",
    path,
    key,
    marks: { active: true, ...marks },
  });
  const rule = (path: string, key: string, marks: JsonObject): Shown => ({ kind: "approval_rule", path, key, marks });

  it("reaches no thing that it does not name", async () => {
    const files = {
      projects: { "acme/web": {}, "acme/api": {} },
      delete_undeclared: { integrations: ["acme/web"] },
    };
    const live = [
      acme,
      web,
      project("acme/api", 3),
      ...["acme/web", "acme/api"].map((path) => integration(path, "external-wiki")),
    ];
    expect(actions(await planned(files, live))).toEqual(["delete integration:acme/web:external-wiki"]);
  });

  it("leaves what is inherited, what comes by itself, and what is off", async () => {
    const files = { projects: { "acme/web": {} }, delete_undeclared: { integrations: ["acme/**"], approval_rules: ["acme/**"] } };
    const live = [
      acme,
      web,
      integration("acme/web", "external-wiki", { inherited: true }),
      integration("acme/web", "emails-on-push", { active: false }),
      rule("acme/web", "All Members", { rule_type: "any_approver", approvals_required: 0 }),
      rule("acme/web", "Coverage", { rule_type: "report_approver", approvals_required: 1 }),
    ];
    expect(actions(await planned(files, live))).toEqual([]);
  });

  it("leaves topics that a declared project names", async () => {
    const files = { projects: { "acme/web": { topics: ["Named"] } }, delete_undeclared: { topics: true } };
    const live = [
      acme,
      project("acme/web", 2, { spec: { topics: ["Named"] } }),
      ...["named", "stray"].map((path): Shown => ({ kind: "topic", path })),
    ];
    expect(actions(await planned(files, live))).toEqual(["delete topic:stray"]);
  });

  it("deletes projects by their paths, but none that is declared or on its way out", async () => {
    const files = { projects: { "acme/old-declared": {} }, delete_undeclared: { projects: ["acme/old-*"] } };
    const live = [
      acme,
      project("acme/old-declared", 3),
      project("acme/old-stray", 4),
      project("acme/old-leaving", 5, { leaves: true }),
      project("acme/new", 6),
    ];
    expect(actions(await planned(files, live, { allowDelete: ["project"] }))).toEqual(["delete project:acme/old-stray"]);
  });

  it("deletes nothing where a target names a part", async () => {
    const files = { topics: { kept: { title: "New" }, other: { title: "New" } }, delete_undeclared: { topics: true } };
    const live = ["kept", "other", "stray"].map((path): Shown => ({ kind: "topic", path, spec: { title: "Old" } }));
    expect(actions(await planned(files, live, { targets: ["topic:kept"] }))).toEqual(["update topic:kept"]);
  });
});

describe("what is on its way out", () => {
  const leaving = project("acme/web", 2, { leaves: true });

  it("is gone for the files that want it gone, and comes back for those that declare it", async () => {
    expect(actions(await planned({ projects: { "acme/web": { ensure: "absent" } } }, [acme, leaving]))).toEqual([]);
    const files = { projects: { "acme/web": {} } };
    expect(actions(await planned(files, [acme, leaving], { allowRestore: ["project"] }))).toEqual(["restore project:acme/web"]);
    const { held, ...kept } = await planned(files, [acme, leaving], { allowRestore: ["group"] });
    expect([actions(kept), held?.flatMap(({ addresses }) => addresses)]).toEqual([[], ["project:acme/web"]]);
  });
});

describe("a move", () => {
  const old: Shown = { kind: "group", path: "old", id: 1, spec: { visibility: "private" } };

  it("is refused where both ends are there, and nothing to do once it is done", async () => {
    const files = { groups: { team: { moved_from: "old" } } };
    const team = { ...old, path: "team", id: 9 };
    expect((await planned(files, [old, team])).refusals.map(({ rule }) => rule)).toEqual(["move.both-exist"]);
    expect(actions(await planned(files, [team]))).toEqual([]);
  });

  it("takes along what lies in the group", async () => {
    const files = { groups: { team: { moved_from: "old" } }, projects: { "team/web": { description: "new" } } };
    const plan = await planned(files, [old, project("old/web", 2, { spec: { description: "old" } })]);
    expect(actions(plan)).toEqual(["move group:team", "update project:team/web"]);
  });

  it("of a project with its group is one", async () => {
    const files = { groups: { team: { moved_from: "old" } }, projects: { "team/web": { moved_from: "old/web" } } };
    expect(actions(await planned(files, [old, project("old/web", 2)]))).toEqual(["move group:team"]);
  });

  it("renames what has moved along with its group, and transfers it nowhere", async () => {
    const files = { groups: { team: { moved_from: "old" }, "team/new": { moved_from: "old/sub" } } };
    const plan = await planned(files, [old, { ...old, path: "old/sub", id: 2 }]);
    expect(plan.calls.map(({ method, path, body }) => [`${method} ${path}`, body])).toEqual([
      ["PUT /groups/{group}", { path: "team" }],
      ["PUT /groups/{group}", { path: "new" }],
    ]);
  });
});

describe("a name that a policy gives", () => {
  it("is that of each project, unless the project has its own", async () => {
    const plan = await planned(
      {
        groups: { acme: {} },
        projects: { "acme/web": {}, "acme/api": { name: "Own" } },
        policies: { names: { projects: ["acme/*"], set: { name: "Team ${this:path}" } } },
      },
      [acme],
    );
    const names = plan.calls.map(({ body }) => body?.["name"]);
    expect(new Set(names)).toEqual(new Set(["Own", "Team web"]));
  });
});
