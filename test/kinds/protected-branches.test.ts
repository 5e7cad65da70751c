// @module-tag slow
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { kindIn } from "../../src/core/kind.js";
import type { Plan } from "../../src/core/plan.js";
import { createRedactor } from "../../src/core/redact.js";
import type { EmulatorOptions } from "../../src/emulator/index.js";
import { decodeReply } from "../../src/engine/forms/decode.js";
import { protectedBranch } from "../../src/kinds/protected-branch.js";
import { kinds } from "../../src/program/kinds.js";
import { draftExport } from "../../src/trueup.js";
import { loadText, workspace } from "../desired/workspace.js";
import { openEmulator } from "../harness/emulator.js";
import { openProgram, type Program } from "../harness/program.js";

const told = ({ changes }: Plan) => changes.map(({ action, address }) => `${action} ${address}`);
const sent = ({ calls }: Plan) => calls.map(({ method, path }) => `${method} ${path}`);
const refused = ({ refusals }: Plan) => refusals.map(({ rule, message }) => `${rule}: ${message}`);

/** Alice may be named, Bob not; the project may be shared with the crew. */
const seed = {
  users: [
    { username: "alice", name: "Alice" },
    { username: "bob", name: "Bob" },
  ],
  groups: [
    { full_path: "acme", name: "Acme", members: { alice: 30 } },
    { full_path: "crew", name: "Crew" },
  ],
  projects: [{ path_with_namespace: "acme/web", name: "web", shared_with: [{ group: "crew", access_level: 30 }] }],
};

let program: Program;
let isOpen = false;
afterEach(async () => {
  if (isOpen) await program.close();
  isOpen = false;
});

async function open(options: EmulatorOptions = {}): Promise<void> {
  isOpen = true;
  program = await openProgram({ tier: "premium", serverVersion: "17.6.0", seed, ...options });
}

type Holder = "groups/acme" | "projects/acme%2Fweb" | "projects/acme%2Fnew";
const rulesOf = (holder: Holder) => program.call("GET", `/${holder}/protected_branches`) as Promise<JsonObject[]>;
const ruleOf = async (holder: Holder, name: string) =>
  (await rulesOf(holder)).find((one) => one["name"] === name && one["inherited"] !== true) ?? {};
const levels = (list: unknown) => (list as JsonObject[]).map((one) => one["access_level"]);
const web = (protected_branches: object, more: object = {}) => ({ projects: { "acme/web": { protected_branches, ...more } } });
const acme = (protected_branches: object, ofWeb: object = {}) => ({
  groups: { acme: { protected_branches } },
  projects: { "acme/web": ofWeb },
});
const two = (...protected_branches: string[]) => ({
  approval_rules: { Two: { approvals_required: 1, users: ["alice"], protected_branches } },
});

describe.each(["neutral", "vendor"] as const)("protected branches in the %s dialect", (dialect) => {
  beforeEach(() => open({ dialect }));

  it("of a project are made, changed and taken off, entry by entry", async () => {
    const first = {
      allowed_to_push: [{ user: "alice" }, { group: "crew" }],
      allowed_to_merge: [{ access_level: "developer" }],
      allow_force_push: true,
    };
    await program.settle(web({ "release/*": first }));
    const before = await ruleOf("projects/acme%2Fweb", "release/*");
    expect(before).toMatchObject({ allow_force_push: true, merge_access_levels: [{ access_level: 30 }] });
    const next = {
      allowed_to_push: [{ user: "alice" }, { access_level: "maintainer" }],
      allowed_to_merge: [{ access_level: "no_access" }],
      code_owner_approval_required: true,
    };
    const plan = await program.settle(web({ "release/*": next }));
    // What closes goes first.
    const change = "PATCH /projects/{project}/protected_branches/{key}";
    expect(sent(plan)).toEqual([change, change]);
    const after = await ruleOf("projects/acme%2Fweb", "release/*");
    expect(after["id"]).toBe(before["id"]);
    expect((after["push_access_levels"] as JsonObject[])[0]).toEqual((before["push_access_levels"] as JsonObject[])[0]);
    expect(after).toMatchObject({ allow_force_push: true, merge_access_levels: [{ access_level: 0 }] });
    const gone = await program.settle(web({ "release/*": { ensure: "absent" } }));
    expect(sent(gone)).toEqual(["DELETE /projects/{project}/protected_branches/{key}"]);
    expect(await rulesOf("projects/acme%2Fweb")).toEqual([]);
  });

  it("of a group are made, changed and taken off", async () => {
    const plan = await program.settle(acme({ main: { allowed_to_push: [{ access_level: "no_access" }] }, "v*": {} }));
    expect(told(plan)).toEqual(["create protected_branch:acme:main", "create protected_branch:acme:v*"]);
    const changed = await program.settle(acme({ main: { allowed_to_push: [{ access_level: "developer" }] }, "v*": {} }));
    expect(sent(changed)).toEqual(["PATCH /groups/{group}/protected_branches/{key}"]);
    expect(levels((await ruleOf("groups/acme", "main"))["push_access_levels"])).toEqual([30]);
    const gone = await program.settle({ ...acme({ main: {} }), delete_undeclared: { protected_branches: ["acme"] } });
    expect(sent(gone)).toEqual(["DELETE /groups/{group}/protected_branches/{key}"]);
    expect((await rulesOf("groups/acme")).map(({ name }) => name)).toEqual(["main"]);
  });

  it("that a project has from its group are not its own: no stray, and not what it declares by the same name", async () => {
    await program.settle(acme({ main: {}, "v*": {} }));
    expect((await rulesOf("projects/acme%2Fweb")).map(({ inherited }) => inherited)).toEqual([true, true]);
    expect(told(await program.plan({ ...web({}), delete_undeclared: { protected_branches: true } }))).toEqual([]);
    expect(told(await program.plan(web({ "v*": { ensure: "absent" } })))).toEqual([]);
    const own = web({ main: { allow_force_push: true } });
    expect(told(await program.settle(own))).toEqual(["create protected_branch:acme/web:main"]);
    expect(told(await program.settle(web({ main: { allow_force_push: false } })))).toEqual([
      "update protected_branch:acme/web:main",
    ]);
    const { id } = await ruleOf("projects/acme%2Fweb", "main");
    for (const protected_branches of [{}, { main: {} }]) {
      const plan = await program.plan(web(protected_branches, two("main")));
      expect(plan.calls.at(-1)?.body?.["protected_branch_ids"]).toEqual([id]);
    }
    expect(told(await program.settle({ ...web({}), delete_undeclared: { protected_branches: true } }))).toEqual([
      "delete protected_branch:acme/web:main",
    ]);
  });

  it("of a group are named by rules of its projects, also where one plan makes them all", async () => {
    const plan = await program.settle({
      groups: { acme: { protected_branches: { "v*": {} } } },
      projects: { "acme/web": two("v*"), "acme/new": two("v*") },
    });
    const { id } = await ruleOf("groups/acme", "v*");
    const made = plan.calls.find(({ path }) => path === "/groups/{group}/protected_branches")?.id;
    const naming = plan.calls.flatMap(({ body }) => body?.["protected_branch_ids"] ?? []);
    expect(naming).toEqual([
      { $ref: made, field: "id" },
      { $ref: made, field: "id" },
    ]);
    const [rule] = (await program.call("GET", "/projects/acme%2Fnew/approval_rules")) as {
      protected_branches: { id: number }[];
    }[];
    expect(rule?.protected_branches.map((one) => one.id)).toEqual([id]);
    await program.settle({
      groups: { acme: { protected_branches: { "v*": {} } } },
      projects: {
        "acme/new": {
          ...two("v*"),
          approval_rules: {
            ...two("v*").approval_rules,
            Other: { approvals_required: 1, users: ["alice"], protected_branches: ["v*"] },
          },
        },
      },
    });
  });

  it("of a new project: what comes by itself gives way to what is declared", async () => {
    const protected_branches = { main: { allowed_to_push: [{ access_level: "no_access" }] }, "release/*": {} };
    const plan = await program.settle({
      projects: { "acme/new": { initialize_with_readme: true, protected_branches, ...two("main", "release/*") } },
    });
    const [making, made] = [
      plan.calls.find(({ path }) => path === "/projects"),
      plan.calls.find(({ body }) => body?.["name"] === "main"),
    ];
    expect(making?.wait).toEqual({ for: "branch_protection", read: "GET /projects/{project}/protected_branches/main" });
    expect(made?.displaces).toBeUndefined();
    const before = plan.calls.findLast(({ id }) => made?.after.includes(id));
    expect(before).toMatchObject({
      method: "DELETE",
      path: "/projects/{project}/protected_branches/{key}",
      params: { key: "main" },
    });
    const names = (await rulesOf("projects/acme%2Fnew")).map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set(["main", "release/*"]));
    expect(levels((await ruleOf("projects/acme%2Fnew", "main"))["push_access_levels"])).toEqual([0]);
  });

  it("that somebody else made since the plan stay as they are", async () => {
    const plan = await program.plan(web({ main: {} }));
    await program.call("POST", "/projects/acme%2Fweb/protected_branches", { name: "main", push_access_level: 0 });
    await expect(program.apply(plan)).rejects.toThrow();
    expect(levels((await ruleOf("projects/acme%2Fweb", "main"))["push_access_levels"])).toEqual([0]);
  });

  it("lose an entry with the share that it came from, in one plan", async () => {
    const shared = { shared_with_groups: [{ group: "crew", access_level: "developer" }] };
    await program.settle(web({ main: { allowed_to_push: [{ group: "crew" }, { user: "alice" }] } }, shared));
    await program.settle(web({ main: { allowed_to_push: [{ user: "alice" }] } }, { shared_with_groups: [] }));
    await program.settle(web({ main: { allowed_to_push: [{ group: "crew" }, { user: "alice" }] } }, shared));
  });
});

describe("an entry of a reply", () => {
  const entry = { id: 1, access_level: 40, user_id: null, group_id: null, deploy_key_id: null };
  const shown = (push_access_levels: JsonObject[]) =>
    decodeReply(kindIn(protectedBranch, "project"), { path: "acme/web", key: "main" }, { push_access_levels }).spec;

  it("is whom it names, and its level only where it names nobody", () => {
    const list = [entry, { ...entry, user_id: 5 }, { ...entry, group_id: 6 }, { ...entry, deploy_key_id: 7 }];
    expect(shown(list)).toEqual({
      allowed_to_push: [{ access_level: "maintainer" }, { user: 5 }, { group: 6 }, { deploy_key: 7 }],
    });
  });
});

describe("an export without a licence", () => {
  it("says which role may push or merge", async () => {
    const platform = await openEmulator({ tier: "free" });
    await platform.call("POST", "/projects", { path: "tool" });
    for (const [name, push_access_level] of Object.entries({ usual: 40, odd: 30 }))
      await platform.call("POST", "/projects/root%2Ftool/protected_branches", { name, push_access_level });
    const request = { out: "files", layout: "single", kinds: ["protected_branch"], under: [], full: false, schema: "" } as const;
    const draft = await draftExport(
      request,
      {},
      { cwd: workspace({}), env: platform.env, redactor: createRedactor(), now: new Date() },
    );
    await platform.close();
    expect(JSON.stringify(draft)).toMatch(/odd:\\n\s+allowed_to_push:\\n\s+- access_level: developer/);
    expect(JSON.stringify(draft)).not.toContain("left out");
  });
});

describe("the files of docs/protected-branches.md", () => {
  it("are sound", async () => {
    const page = readFileSync(new URL("../../docs/protected-branches.md", import.meta.url), "utf8");
    const [, text = ""] = /```yaml\n(.*?)```/s.exec(page) ?? [];
    expect((await loadText(text, { kinds })).diagnostics).toEqual([]);
    expect(text).toContain("allowed_to_push");
  });
});

describe("protected branches that cannot be", () => {
  it("are refused while they are planned, with what to write", async () => {
    await open();
    const rules = async (rule: object) => refused(await program.plan(web({ main: rule }))).join("\n");
    expect(await rules({ allowed_to_push: [] })).toContain("[{ access_level: no_access }]");
    expect(await rules({ allowed_to_merge: [{ user: "bob" }] })).toContain("bob is no member");
    await program.settle(web({ main: {} }));
    expect(await rules({ allowed_to_push: [] })).toBe("");
  });

  it("are mistakes in the files where the files tell", async () => {
    await open();
    const diagnostics = async (desired: object) =>
      (await loadText(JSON.stringify(desired), { kinds })).diagnostics.map(({ rule, message }) => `${rule} ${message}`);
    expect(await diagnostics(web({ main: { allowed_to_push: [{ access_level: "no_access" }, { user: "alice" }] } }))).toEqual([
      expect.stringContaining("no_access means nobody"),
    ]);
    expect(await diagnostics(web({ main: { allowed_to_unprotect: [{ access_level: "no_access" }] } }))).toHaveLength(1);
    expect(await diagnostics(acme({ main: { allowed_to_push: [{ user: "alice" }] } }))).toContain(
      'schema.unknown there is no attribute "user"',
    );
    expect(await diagnostics({ groups: { "acme/sub": { protected_branches: { main: {} } } } })).toEqual([
      "parent.top only a group at the top can have a protected branch",
    ]);
  });

  it("need a licence: a group's altogether, of a project's who may", async () => {
    await open({ tier: "free" });
    expect(refused(await program.plan(acme({ main: {} })))).toEqual([expect.stringMatching(/^tier: needs premium/)]);
    expect(refused(await program.plan(web({ main: { allowed_to_push: [{ user: "alice" }] } })))).toEqual([
      expect.stringMatching(/^tier: allowed_to_push.0.user needs premium/),
    ]);
    await program.settle(web({ main: { allow_force_push: true } }));
  });
});

describe("protected branches on a release that cannot update them", () => {
  it("are made anew, and approval rules keep them", async () => {
    await open({ serverVersion: "15.4.0" });
    await program.settle(web({ main: {}, next: {} }, two("main", "next")));
    const plan = await program.settle(web({ main: { allow_force_push: true }, next: {} }, two("main", "next")));
    expect(sent(plan)).toEqual([
      "DELETE /projects/{project}/protected_branches/{key}",
      "POST /projects/{project}/protected_branches",
      "PUT /projects/{project}/approval_rules/{approval_rule}",
    ]);
    expect(plan.warnings.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
      expect.stringMatching(/^replace\.window: .* is no part of this plan loses it$/),
    ]);
  });
});

describe("a group's protected branch whose name is part of an older one's", () => {
  it("is not written where the platform would write the other one", async () => {
    const [group, ...others] = seed.groups;
    const groups = [{ ...group, protected_branches: ["domain", "main"] }, ...others];
    await open({ dialect: "vendor", seed: { ...seed, groups } });
    expect(told(await program.settle(acme({ domain: { allow_force_push: true } })))).toEqual([
      "update protected_branch:acme:domain",
    ]);
    const before = await rulesOf("groups/acme");
    for (const main of [{ allow_force_push: true }, { ensure: "absent" }]) {
      const plan = await program.plan(acme({ main }));
      expect(plan.refusals).toEqual([]);
      await expect(program.apply(plan)).rejects.toMatchObject({
        actual: [{ error: { message: expect.stringContaining("domain") } }],
      });
      expect(await rulesOf("groups/acme")).toEqual(before);
    }
  });
});
