import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import type { Plan } from "../../src/core/plan.js";
import { acme, callOf, planned, project, type Shown, waitsFor } from "./in-memory.js";

/** What hangs on the project acme/web. */
const onWeb = (kind: string, key: string, more: Partial<Shown> = {}): Shown => ({
  kind,
  parent: "project",
  path: "acme/web",
  key,
  id: 9,
  ...more,
});
const web = (spec: JsonObject = {}) => project("acme/web", 2, { spec });
const around = { ids: { alice: 11, bob: 12, main: 1, stable: 2 }, members: ["alice", "bob"] };
const outside: Shown = { kind: "group", path: "outside", id: 5, spec: { name: "outside", visibility: "private" } };

/** Says that a call comes after another one, and not the other way round. */
function expectAfter(plan: Omit<Plan, "stats">, later: string, earlier: string): void {
  const [one, other] = [later, earlier].map((text) => {
    const [method = "", path = "", part = ""] = text.split(" ");
    return callOf(plan, `${method} ${path}`, part);
  }) as [string, string];
  expect(waitsFor(plan, one, other), `${later} waits for ${earlier}`).toBe(true);
  expect(waitsFor(plan, other, one), `${earlier} waits for ${later}`).toBe(false);
}

const projectCall = "PUT /projects/{project}";
const variableCall = "/projects/{project}/variables/{key}?filter[environment_scope]={scope}";
const memberCall = "/projects/{project}/members/{member}";

describe("on one project, what tightens comes before what loosens", () => {
  it("the default branch moves once the new one is protected", async () => {
    const protectedBranches = { stable: { allowed_to_push: [{ access_level: "no_access" }] } };
    const plan = await planned(
      { projects: { "acme/web": { default_branch: "stable", protected_branches: protectedBranches } } },
      [acme, web({ default_branch: "main" })],
      around,
    );
    expectAfter(plan, projectCall, "POST /projects/{project}/protected_branches");
  });

  it("it becomes public once the variable is gone", async () => {
    const plan = await planned(
      {
        groups: { acme: { visibility: "public" } },
        projects: { "acme/web": { visibility: "public", variables: { KEY: { ensure: "absent" } } } },
      },
      [acme, web(), onWeb("variable", "KEY", { spec: { value: "secret" } })],
    );
    expectAfter(plan, projectCall, `DELETE ${variableCall}`);
    expectAfter(plan, "PUT /groups/{group}", `DELETE ${variableCall}`);
  });

  it("a member gets a higher role once a rule is there that names the member", async () => {
    const rules = { Security: { approvals_required: 1, users: ["alice"] } };
    const plan = await planned(
      { projects: { "acme/web": { members: { alice: "maintainer" }, approval_rules: rules } } },
      [acme, web(), onWeb("member", "alice", { spec: { access_level: "developer" } })],
      { ...around, members: [] },
    );
    expectAfter(plan, `PUT ${memberCall}`, "POST /projects/{project}/approval_rules");
  });

  it("a protection forbids to overwrite history before somebody gets in whom it names from then on", async () => {
    const protection = { allow_force_push: false, allowed_to_merge: [{ user: "bob" }] };
    const plan = await planned(
      { projects: { "acme/web": { members: { bob: "developer" }, protected_branches: { main: protection } } } },
      [
        acme,
        web(),
        onWeb("protected_branch", "main", {
          spec: { allow_force_push: true, allowed_to_merge: [{ access_level: "maintainer" }] },
          entryKeys: { allowed_to_merge: [{ id: 7 }] },
        }),
      ],
      { ...around, members: [] },
    );
    expectAfter(plan, "POST /projects/{project}/members", "PATCH /projects/{project}/protected_branches/{key} allow_force_push");
    expectAfter(plan, "PATCH /projects/{project}/protected_branches/{key} allowed_to_merge", "POST /projects/{project}/members");
  });

  it("a group gets in once the variable is gone, and goes before a new one is there", async () => {
    const variable = onWeb("variable", "KEY", { spec: { value: "secret" } });
    const share = [{ group: "outside", access_level: "maintainer" }];
    const getsIn = await planned(
      { projects: { "acme/web": { shared_with_groups: share, variables: { KEY: { ensure: "absent" } } } } },
      [acme, outside, web({ shared_with_groups: [] }), variable],
      { ...around, ids: { ...around.ids, outside: 5 } },
    );
    expectAfter(getsIn, "POST /projects/{project}/share", `DELETE ${variableCall}`);
    const goes = await planned(
      { projects: { "acme/web": { shared_with_groups: [], variables: { KEY: { value: "secret" } } } } },
      [
        acme,
        outside,
        project("acme/web", 2, { spec: { shared_with_groups: share }, entryKeys: { shared_with_groups: [{ group: 5 }] } }),
      ],
      around,
    );
    expectAfter(goes, "POST /projects/{project}/variables", "DELETE /projects/{project}/share/{group_id}");
  });

  it("a variable gets its new value once a member is gone, and before another one comes", async () => {
    const plan = await planned(
      {
        projects: {
          "acme/web": { members: { alice: "maintainer", bob: { ensure: "absent" } }, variables: { KEY: { value: "new" } } },
        },
      },
      [
        acme,
        web(),
        onWeb("variable", "KEY", { spec: { value: "old" } }),
        onWeb("member", "bob", { id: 12, spec: { access_level: "maintainer" } }),
      ],
      around,
    );
    expectAfter(plan, `PUT ${variableCall}`, `DELETE ${memberCall}?skip_subresources=true`);
    expectAfter(plan, "POST /projects/{project}/members", `PUT ${variableCall}`);
  });

  it("what a group of it gives more waits for what tightens in the project", async () => {
    const plan = await planned(
      {
        groups: { acme: { members: { bob: "developer" } } },
        projects: { "acme/web": { push_rules: { prevent_secrets: true } } },
      },
      [acme, web(), { ...onWeb("push_rules", ""), key: undefined as never, spec: { prevent_secrets: false } }],
      around,
    );
    expectAfter(plan, "POST /groups/{group}/members", "PUT /projects/{project}/push_rule");
  });

  it("a project gets a secret once a member of the group above is gone", async () => {
    const member = { ...onWeb("member", "bob"), parent: "group", path: "acme", id: 12, spec: { access_level: "maintainer" } };
    const plan = await planned(
      {
        groups: { acme: { members: { bob: { ensure: "absent" } } } },
        projects: { "acme/web": { variables: { KEY: { value: "new" } } } },
      },
      [acme, web(), member],
      around,
    );
    expectAfter(plan, "POST /projects/{project}/variables", "DELETE /groups/{group}/members/{member}?skip_subresources=true");
  });

  it("an update that opens and closes takes two calls, and closes first", async () => {
    const plan = await planned(
      { projects: { "acme/web": { only_allow_merge_if_pipeline_succeeds: true, description: "new", public_jobs: true } } },
      [acme, web({ only_allow_merge_if_pipeline_succeeds: false, description: "old", public_jobs: false })],
    );
    expect(plan.calls.map(({ body }) => body)).toEqual([
      { only_allow_merge_if_pipeline_succeeds: true, description: "new" },
      { public_builds: true },
    ]);
    expect(plan.calls[1]?.after).toEqual([plan.calls[0]?.id]);
  });
});

describe("where several protections are about one branch, the looser counts", () => {
  const developers = [{ access_level: "developer" }];
  const maintainers = [{ access_level: "maintainer" }];
  const closed = { allowed_to_push: maintainers, allowed_to_merge: maintainers };
  const live = (key: string, spec: JsonObject = {}): Shown =>
    onWeb("protected_branch", key, {
      spec: { ...closed, allow_force_push: false, code_owner_approval_required: false, ...spec },
    });

  /** Expects an order between calls, each a method and the protection that it is about; without one it is about the member who gets a lower role. */
  async function expectOrder(protections: Record<string, JsonObject>, shown: readonly Shown[], later: string, earlier: string) {
    const files = { projects: { "acme/web": { members: { bob: "reporter" }, protected_branches: protections } } };
    const member = onWeb("member", "bob", { spec: { access_level: "developer" } });
    const plan = await planned(files, [acme, web(), member, ...shown], { ...around, ids: { ...around.ids, "*": 3 } });
    const idOf = (text: string) => {
      const [method, about] = text.split(" ");
      const isMeant = ({ params, body }: Plan["calls"][number]) => (params["key"] ?? body?.["name"]) === about;
      return plan.calls.find((call) => call.method === method && isMeant(call))?.id ?? text;
    };
    expect(waitsFor(plan, idOf(later), idOf(earlier)), `${later} waits for ${earlier}`).toBe(true);
  }

  it("a new one beside a wildcard opens: it waits for what tightens the wildcard", async () => {
    const after = { main: { allowed_to_push: developers }, "*": { allow_force_push: false } };
    await expectOrder(after, [live("*", { allow_force_push: true })], "POST main", "PATCH *");
  });

  it("one that goes from beside a wildcard tightens: what opens the wildcard waits for it", async () => {
    const after = { main: { ensure: "absent" }, "*": { allow_force_push: true } };
    await expectOrder(after, [live("*"), live("main")], "PATCH *", "DELETE main");
  });

  it("so it is beside a wildcard that no file declares", async () => {
    const after = { main: { ensure: "absent" }, stable: { allow_force_push: true } };
    await expectOrder(after, [live("*"), live("main"), live("stable")], "PATCH stable", "DELETE main");
  });

  it("a wildcard goes before a branch that it covered opens", async () => {
    const after = { main: { allow_force_push: true }, "*": { ensure: "absent" } };
    await expectOrder(after, [live("*"), live("main")], "PATCH main", "DELETE *");
  });

  it("a wildcard goes once the branch has its own", async () => {
    await expectOrder({ main: closed, "*": { ensure: "absent" } }, [live("*")], "DELETE *", "POST main");
  });

  it("one gives protected variables: it waits for somebody who loses his role", async () => {
    await expectOrder({ stable: { allowed_to_push: developers } }, [], "POST stable", "PUT");
  });
});

describe("what the server requires wins", () => {
  it("a member is there before a rule that names it, whatever the rule tightens", async () => {
    const rules = { Two: { approvals_required: 2, users: ["alice"] } };
    const plan = await planned(
      { projects: { "acme/web": { members: { alice: "developer" }, approval_rules: rules } } },
      [acme, web()],
      { ids: { alice: 11 }, members: [] },
    );
    expectAfter(plan, "POST /projects/{project}/approval_rules", "POST /projects/{project}/members");
  });

  it("a feature is switched on before what protects it", async () => {
    const rules = { "acme/app": { minimum_access_level_for_push: "maintainer" } };
    const plan = await planned(
      { projects: { "acme/web": { container_registry_access_level: "enabled", container_protection_rules: rules } } },
      [acme, web({ container_registry_access_level: "disabled" })],
    );
    expectAfter(plan, "POST /projects/{project}/registry/protection/repository/rules", projectCall);
  });
});

describe("a plan of many projects and members", () => {
  const many = async (projects: number) => {
    const at = (count: number, one: (index: number) => [string, unknown]) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => one(index)));
    return planned(
      {
        groups: { acme: { members: { alice: "developer", bob: "developer" } } },
        projects: at(projects, (index) => [`acme/p${index}`, { push_rules: { prevent_secrets: true } }]),
      },
      [acme],
      { ids: { alice: 11, bob: 12 } },
    );
  };

  it("names what all members wait for once, and says of each that it waits", async () => {
    const plan = await many(40);
    expect(plan.barriers?.map(({ calls }) => calls.length)).toEqual([40]);
    const members = plan.calls.filter(({ path }) => path === "/groups/{group}/members");
    const rules = plan.calls.filter(({ path }) => path.includes("push_rule"));
    expect([members.length, rules.length]).toEqual([2, 40]);
    for (const { id } of members) for (const rule of rules) expect(waitsFor(plan, id, rule.id)).toBe(true);
  });

  it("grows as its calls do", async () => {
    const size = ({ calls, barriers = [] }: Omit<Plan, "stats">) =>
      [...calls.map(({ after }) => after), ...barriers.map((one) => one.calls)].flat().length / calls.length;
    const [few, more] = [await many(40), await many(160)].map(size) as [number, number];
    expect(more).toBeLessThan(few * 1.05);
  });
});
