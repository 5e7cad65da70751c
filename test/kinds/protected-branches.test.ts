import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type JsonObject } from "../../src/core/json.js";
import type { Plan } from "../../src/core/plan.js";
import { openWorkshop, type Workshop } from "../laws/workshop.js";

const told = ({ changes }: Plan) => changes.map(({ action, address }) => `${action} ${address}`);
const sent = ({ calls }: Plan) => calls.map(({ method, path }) => `${method} ${path}`);

describe.each(["neutral", "vendor"] as const)("protected branches in the %s dialect", (dialect) => {
  let shop: Workshop;
  beforeEach(async () => {
    shop = await openWorkshop({ dialect, tier: "premium" });
  });
  afterEach(() => shop.close());

  const rules = (holder: "groups/acme" | "projects/acme%2Fweb") =>
    shop.call("GET", `/${holder}/protected_branches`) as Promise<JsonObject[]>;
  const rule = async (holder: Parameters<typeof rules>[0], name: string) =>
    (await rules(holder)).find((one) => one["name"] === name && one["inherited"] !== true) ?? {};
  const levels = (list: unknown) => (list as JsonObject[]).map((one) => one["access_level"]);
  const web = (protected_branches: object, more: object = {}) => ({
    groups: { acme: { name: "Acme" } },
    projects: { "acme/web": { protected_branches, ...more } },
  });

  it("of a project are made, changed and taken off, entry by entry", async () => {
    await shop.settle({ groups: { acme: { name: "Acme" }, "acme/crew": { name: "Crew" } } });
    await shop.call("POST", "/users", { username: "alice", name: "Alice", email: "a@example.com", password: "correct-horse-9" });
    const [alice] = (await shop.call("GET", "/users?username=alice")) as JsonObject[];
    await shop.call("POST", "/groups/acme/members", { user_id: alice?.["id"], access_level: 30 });
    const shared = { shared_with_groups: [{ group: "acme/crew", access_level: "developer" }] };
    const first = {
      "release/*": {
        allowed_to_push: [{ user: "alice" }, { group: "acme/crew" }],
        allowed_to_merge: [{ access_level: "developer" }],
        allow_force_push: true,
      },
    };
    await shop.settle(web(first, shared));
    const before = await rule("projects/acme%2Fweb", "release/*");
    expect(before).toMatchObject({ allow_force_push: true, merge_access_levels: [{ access_level: 30 }] });
    const next = {
      "release/*": {
        allowed_to_push: [{ user: "alice" }, { access_level: "maintainer" }],
        allowed_to_merge: [{ access_level: "no_access" }],
        code_owner_approval_required: true,
      },
    };
    const plan = await shop.settle(web(next, shared));
    expect(sent(plan)).toEqual(["PATCH /projects/{project}/protected_branches/{key}"]);
    const after = await rule("projects/acme%2Fweb", "release/*");
    expect(after["id"]).toBe(before["id"]);
    expect((after["push_access_levels"] as JsonObject[])[0]).toEqual((before["push_access_levels"] as JsonObject[])[0]);
    expect(levels(after["merge_access_levels"])).toEqual([0]);
    const gone = await shop.settle(web({ "release/*": { ensure: "absent" } }, shared));
    expect(sent(gone)).toEqual(["DELETE /projects/{project}/protected_branches/{key}"]);
    expect(await rule("projects/acme%2Fweb", "release/*")).toEqual({});
  });

  it("of a group are made, changed and taken off, and are those of its projects without being theirs", async () => {
    const group = (protected_branches: object, more: object = {}) => ({
      groups: { acme: { name: "Acme", protected_branches } },
      projects: { "acme/web": { ...more } },
    });
    expect(told(await shop.settle(group({ main: { allowed_to_push: [{ access_level: "no_access" }] }, "v*": {} })))).toEqual([
      "create group:acme",
      "create project:acme/web",
      "create protected_branch:acme:main",
      "create protected_branch:acme:v*",
    ]);
    const changed = await shop.settle(group({ main: { allowed_to_push: [{ access_level: "developer" }] }, "v*": {} }));
    expect(sent(changed)).toEqual(["PATCH /groups/{group}/protected_branches/{key}"]);
    expect(levels((await rule("groups/acme", "main"))["push_access_levels"])).toEqual([30]);

    // The project shows both as inherited: neither a stray, nor what it declares under the same name.
    expect((await rules("projects/acme%2Fweb")).map((one) => one["inherited"])).toEqual([true, true]);
    expect(told(await shop.plan({ ...group({}), delete_undeclared: { protected_branches: ["acme/*"] } }))).toEqual([]);
    expect(told(await shop.settle(group({}, { protected_branches: { main: { allow_force_push: true } } })))).toEqual([
      "create protected_branch:acme/web:main",
    ]);
    const own = await rule("projects/acme%2Fweb", "main");
    const plan = await shop.settle(
      group(
        {},
        {
          protected_branches: { main: { allow_force_push: false } },
          approval_rules: { Two: { approvals_required: 1, users: ["root"], protected_branches: ["main"] } },
        },
      ),
    );
    expect(plan.calls.at(-1)?.body?.["protected_branch_ids"]).toEqual([own["id"]]);
    const strays = await shop.settle({ ...group({ main: {} }), delete_undeclared: { protected_branches: true } });
    expect(told(strays).sort()).toEqual(["delete protected_branch:acme/web:main", "delete protected_branch:acme:v*"]);
  });

  it("of a new project: what comes by itself gives way to what is declared", async () => {
    const branches = { main: { allowed_to_push: [{ access_level: "no_access" }] }, "release/*": {} };
    const plan = await shop.settle(
      web(branches, {
        initialize_with_readme: true,
        approval_rules: { Two: { approvals_required: 1, users: ["root"], protected_branches: ["main"] } },
      }),
    );
    expect(plan.calls.find(({ body }) => body?.["name"] === "main")?.displaces).toBe(
      "DELETE /projects/{project}/protected_branches/{key}",
    );
    expect((await rules("projects/acme%2Fweb")).map((one) => one["name"]).sort()).toEqual(["main", "release/*"]);
    expect(levels((await rule("projects/acme%2Fweb", "main"))["push_access_levels"])).toEqual([0]);
  });

  it("that somebody else made meanwhile are not touched", async () => {
    await shop.settle(web({}));
    const plan = await shop.plan(web({ main: {} }));
    await shop.call("POST", "/projects/acme%2Fweb/protected_branches", { name: "main", push_access_level: 0 });
    await expect(shop.apply(plan)).rejects.toThrow("409");
    expect(levels((await rule("projects/acme%2Fweb", "main"))["push_access_levels"])).toEqual([0]);
  });
});
