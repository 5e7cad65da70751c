import { describe, expect, it } from "vitest";
import { acme, actions, bodyOf, callOf, planned, project, type Shown, web } from "./in-memory.js";

describe("a call", () => {
  it("that creates has what a create takes, and the rest follows", async () => {
    const plan = await planned(
      { projects: { "acme/web": { description: null, ci_separated_caches: false, merge_method: "ff" } } },
      [acme],
    );
    expect(bodyOf(plan, "POST /projects")).toEqual({ path: "web", namespace_id: 1, merge_method: "ff" });
    expect(bodyOf(plan, "PUT /projects/{project}")).toEqual({ ci_separated_caches: false });
  });

  it("is none for what only a create takes", async () => {
    expect(
      actions(await planned({ projects: { "acme/web": { import_url: "https://example.com/a.git" } } }, [acme, web])),
    ).toEqual([]);
  });

  it("adds, changes and takes away entries by their numbers", async () => {
    const levels = (...names: string[]) => names.map((access_level) => ({ access_level }));
    const live: Shown = {
      kind: "protected_branch",
      parent: "project",
      path: "acme/web",
      key: "main",
      id: 5,
      spec: { allowed_to_merge: levels("developer", "maintainer") },
      entryKeys: { allowed_to_merge: [{ id: 11 }, { id: 12 }] },
    };
    const files = {
      projects: { "acme/web": { protected_branches: { main: { allowed_to_merge: levels("maintainer", "admin") } } } },
    };
    const plan = await planned(files, [acme, web, live]);
    expect(bodyOf(plan, "PATCH /projects/{project}/protected_branches/{key}")).toEqual({
      allowed_to_merge: [{ access_level: 60 }, { id: 11, _destroy: true }],
    });
  });

  it("takes a share back", async () => {
    const live = project("acme/web", 2, {
      spec: { shared_with_groups: [{ group: "zeta", access_level: "developer" }] },
      entryKeys: { shared_with_groups: [{ group: 8 }] },
    });
    const plan = await planned({ projects: { "acme/web": { shared_with_groups: [] } } }, [
      acme,
      live,
      { kind: "group", path: "zeta", id: 8 },
    ]);
    expect(plan.calls.map(({ method }) => method)).toEqual(["DELETE"]);
  });

  it("names again what is made anew, where the server cannot update it in place", async () => {
    const live: Shown[] = [
      acme,
      web,
      {
        kind: "protected_branch",
        parent: "project",
        path: "acme/web",
        key: "main",
        id: 5,
        spec: { allow_force_push: false, code_owner_approval_required: true },
      },
      {
        kind: "approval_rule",
        path: "acme/web",
        key: "Two",
        id: 6,
        spec: { approvals_required: 1, users: ["root"], protected_branches: ["main"] },
        marks: { rule_type: "regular" },
      },
    ];
    const files = {
      projects: {
        "acme/web": {
          protected_branches: { main: { allow_force_push: true } },
          approval_rules: { Two: { approvals_required: 1 } },
        },
      },
    };
    const plan = await planned(files, live, { capabilities: { version: "15.5.0" }, ids: { root: 1 }, members: ["root"] });
    const made = callOf(plan, "POST /projects/{project}/protected_branches");
    expect(bodyOf(plan, "POST /projects/{project}/protected_branches")).toMatchObject({
      allow_force_push: true,
      code_owner_approval_required: true,
    });
    expect(bodyOf(plan, "PUT /projects/{project}/approval_rules/{approval_rule}")).toMatchObject({
      protected_branch_ids: [{ $ref: made, field: "id" }],
    });
  });
});

describe("what a saved plan relies on", () => {
  const files = { topics: { node: { title: "New" } } };
  const plan = (shown: Partial<Shown>) =>
    planned(files, [{ kind: "topic", path: "node", id: 4, spec: { title: "Old" }, ...shown }]);

  it("is the very thing and the values that it changes, by their fingerprint", async () => {
    const own = (await plan({})).changes[0]?.fingerprint;
    expect((await plan({ spec: { title: "Old", description: "elsewhere" } })).changes[0]?.fingerprint).toBe(own);
    expect((await plan({ id: 5 })).changes[0]?.fingerprint).not.toBe(own);
    expect((await plan({ spec: { title: "Older" } })).changes[0]?.fingerprint).not.toBe(own);
  });

  it("tells nothing of a secret", async () => {
    const settings = (key: string) =>
      planned({ application_settings: { spamfilter_api_key: "${env:SECRET}" } }, [
        { kind: "application_settings", spec: { spamfilter_api_key: key } },
      ]);
    const [one, other] = await Promise.all([settings("first-live-key"), settings("second-live-key")]);
    expect(one.changes).toEqual(other.changes);
    expect(JSON.stringify(one)).not.toMatch(/live-key|the-secret-itself/);
    expect(actions(one)).toEqual(["update application_settings"]);
    expect(actions(await settings("the-secret-itself"))).toEqual([]);
    const inside = await planned({ projects: { "acme/web": { unchecked: { newer: { key: "${env:SECRET}" } } } } }, [
      acme,
      project("acme/web", 2, { marks: { newer: { key: "third-live-key" } } }),
    ]);
    expect(actions(inside)).toEqual(["update project:acme/web"]);
    expect(JSON.stringify(inside)).not.toMatch(/live-key|the-secret-itself/);
  });

  it("is all of the plan, by its digest", async () => {
    expect((await plan({ id: 5 })).digest).not.toBe((await plan({})).digest);
    expect((await plan({})).digest).toBe((await plan({})).digest);
  });
});
