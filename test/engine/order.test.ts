import { expect, it } from "vitest";
import type { Plan } from "../../src/core/plan.js";
import { callOf, planned, type Shown, waitsFor } from "./in-memory.js";

const group = (path: string, id: number, spec: Shown["spec"] = {}): Shown => ({
  kind: "group",
  path,
  id,
  spec: { name: path, visibility: "private", ...spec },
});
const project = (path: string, id: number, spec: Shown["spec"] = {}): Shown => ({
  kind: "project",
  path,
  id,
  spec: { visibility: "private", ...spec },
});

/** Says that a call comes after another one, and not the other way round. */
function expectAfter(plan: Omit<Plan, "stats">, later: string, earlier: string): void {
  expect(waitsFor(plan, later, earlier), "waits").toBe(true);
  expect(waitsFor(plan, earlier, later), "waits the other way round").toBe(false);
}

it("what is made waits for what it lies in, and for what it hangs on", async () => {
  const plan = await planned({
    groups: { acme: {}, "acme/sub": {} },
    projects: { "acme/sub/web": { integrations: { "external-wiki": { external_wiki_url: "https://wiki.example" } } } },
  });
  const [acme, sub] = ["acme", "sub"].map((path) => callOf(plan, "POST /groups", `"path":"${path}"`));
  const web = callOf(plan, "POST /projects");
  expectAfter(plan, sub ?? "", acme ?? "");
  expectAfter(plan, web, sub ?? "");
  expectAfter(plan, callOf(plan, "PUT /projects/{project}/integrations/{key}"), web);
});

it("what lies in a group that moves is changed once the group has moved", async () => {
  const plan = await planned({ groups: { team: { moved_from: "old" } }, projects: { "team/web": { description: "new" } } }, [
    group("old", 1),
    project("old/web", 2, { description: "old" }),
  ]);
  expectAfter(plan, callOf(plan, "PUT /projects/{project}"), callOf(plan, "PUT /groups/{group}"));
});

it("a project is opened before it and what hangs on it are changed, and closed after that", async () => {
  const shown = [
    group("acme", 1),
    project("acme/web", 2, { archived: true, description: "old" }),
    {
      kind: "integration",
      parent: "project",
      path: "acme/web",
      key: "external-wiki",
      spec: { external_wiki_url: "https://old.example" },
    },
  ];
  const wiki = { "external-wiki": { external_wiki_url: "https://new.example" } };
  const plan = await planned({ projects: { "acme/web": { archived: true, description: "new", integrations: wiki } } }, shown);
  const [open, change, close] = [
    "POST /projects/{project}/unarchive",
    "PUT /projects/{project}",
    "POST /projects/{project}/archive",
  ].map((route) => callOf(plan, route));
  const child = callOf(plan, "PUT /projects/{project}/integrations/{key}");
  expectAfter(plan, change ?? "", open ?? "");
  expectAfter(plan, child, open ?? "");
  expectAfter(plan, close ?? "", change ?? "");
  expectAfter(plan, close ?? "", child);
  const unmanaged = await planned({ projects: { "acme/web": { description: "new" } } }, shown);
  expectAfter(unmanaged, callOf(unmanaged, "POST /projects/{project}/archive"), callOf(unmanaged, "PUT /projects/{project}"));
});

it("groups open before what lies in them, and close after it", async () => {
  const files = (visibility: string) => ({ groups: { acme: { visibility } }, projects: { "acme/web": { visibility } } });
  const shown = (visibility: string) => [group("acme", 1, { visibility }), project("acme/web", 2, { visibility })];
  const opening = await planned(files("public"), shown("private"));
  expectAfter(opening, callOf(opening, "PUT /projects/{project}"), callOf(opening, "PUT /groups/{group}"));
  const closing = await planned(files("private"), shown("public"));
  expectAfter(closing, callOf(closing, "PUT /groups/{group}"), callOf(closing, "PUT /projects/{project}"));
});

it("settings of the instance come first, but for what names a group that is still to be made", async () => {
  const plan = await planned(
    { application_settings: { default_projects_limit: 7, performance_bar_allowed_group_id: "acme" }, groups: { acme: {} } },
    [{ kind: "application_settings", spec: { default_projects_limit: 1, performance_bar_allowed_group_id: null } }],
  );
  const create = callOf(plan, "POST /groups");
  const [settings, late] = ["default_projects_limit", "performance_bar"].map((text) =>
    callOf(plan, "PUT /application/settings", text),
  );
  expectAfter(plan, create, settings ?? "");
  expectAfter(plan, late ?? "", create);
});

it("a topic is there before it is named, and goes once nobody names it", async () => {
  const acme = [group("acme", 1), project("acme/web", 2, { topics: ["old"] })];
  const made = await planned({ topics: { new: { title: "New" } }, projects: { "acme/web": { topics: ["new"] } } }, acme);
  expectAfter(made, callOf(made, "PUT /projects/{project}"), callOf(made, "POST /topics"));
  const old = { kind: "topic", path: "old", id: 3 };
  const gone = await planned({ topics: { old: { ensure: "absent" } }, projects: { "acme/web": { topics: [] } } }, [...acme, old]);
  expectAfter(gone, callOf(gone, "DELETE /topics/{topic}"), callOf(gone, "PUT /projects/{project}"));
});

it("groups go after what lies in them, and after what moves out of them", async () => {
  const allowDelete = ["group", "project"];
  const nested = await planned(
    { groups: { acme: { ensure: "absent" }, "acme/sub": { ensure: "absent" } } },
    [group("acme", 1), group("acme/sub", 2)],
    { allowDelete },
  );
  expectAfter(nested, callOf(nested, "DELETE /groups/{group}", ":1"), callOf(nested, "DELETE /groups/{group}", ":2"));
  const moved = await planned(
    { groups: { one: { ensure: "absent" }, sub: { moved_from: "one/sub" } } },
    [group("one", 1), group("one/sub", 2)],
    { allowDelete },
  );
  expectAfter(moved, callOf(moved, "DELETE /groups/{group}"), callOf(moved, "POST /groups/{group}/transfer"));
});

it("a path is taken once what was there has gone", async () => {
  const plan = await planned(
    { groups: { acme: {}, "acme/web": { ensure: "absent" } }, projects: { "acme/web": {} } },
    [group("acme", 1), group("acme/web", 2)],
    { allowDelete: ["group"] },
  );
  expectAfter(plan, callOf(plan, "POST /projects"), callOf(plan, "DELETE /groups/{group}"));
});

it("what is deleted stands at the end of a plan", async () => {
  const plan = await planned({ topics: { a: { ensure: "absent" }, b: { title: "B" } } }, [{ kind: "topic", path: "a" }]);
  expect(plan.calls.map(({ method }) => method)).toEqual(["POST", "DELETE"]);
});

it("what the platform does not take side by side shares a chain, and nothing else does", async () => {
  const rules = { One: { approvals_required: 1 }, Two: { approvals_required: 1 } };
  const plan = await planned({ groups: { acme: {} }, projects: { "acme/web": { approval_rules: rules }, "acme/api": {} } });
  const chainsOf = (route: string) =>
    plan.calls.flatMap(({ method, path, chain }) => (`${method} ${path}` === route ? [chain] : []));
  const [first, second] = chainsOf("POST /projects/{project}/approval_rules");
  expect(first).toBeDefined();
  expect(second).toBe(first);
  expect(chainsOf("POST /projects")).toEqual([undefined, undefined]);
});
