// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Plan } from "../../src/core/plan.js";
import { inProcess, json } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { openEmulator, type RunningEmulator } from "../harness/emulator.js";

let platform: RunningEmulator;
beforeAll(async () => {
  platform = await openEmulator({
    tier: "ultimate",
    seed: {
      groups: ["acme", "acme/apps", "acme/tools", "other"].map((full_path) => ({ full_path, members: { root: 50 } })),
      projects: [{ path_with_namespace: "acme/storefront" }, { path_with_namespace: "acme/tools/build" }],
    },
  });
});
afterAll(() => platform.close());

/** Plans and applies files in a directory of their own. */
function declared(files: object) {
  const how = { cwd: directory({ "trueup.yaml": JSON.stringify(files) }), env: platform.env };
  return {
    plan: async (...words: string[]) => inProcess(["plan", ...words], how),
    planned: async () => json((await inProcess(["plan", "--json"], how)).stdout) as Plan,
    apply: async () => inProcess(["apply", "--yes"], how),
  };
}

const project = async (path: string) => platform.call("GET", `/projects/${encodeURIComponent(path)}`) as Promise<{ id: number }>;

describe("moved_from where neither the old nor the new path is live", () => {
  it.each([
    ["a slip in the last part", "acme/storefrnt", "did you mean acme/storefront?"],
    ["a slip in the group", "acmee/storefront", "did you mean acme/storefront?"],
    ["nothing like it", "acme/something-else-altogether", "if a new one is meant"],
  ])("is refused, and nothing is made: %s", async (_, from, said) => {
    const { plan, apply } = declared({ projects: { "acme/shop": { moved_from: from } } });
    const { code, stdout } = await plan();
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining(said) });
    expect(stdout).toContain(`there is no project ${from} to move, and no acme/shop either`);
    expect((await apply()).code).toBe(1);
    expect(await platform.call("GET", "/projects?search=shop")).toEqual([]);
  });

  it("is refused of a group too, with the nearest top-level group", async () => {
    const { code, stdout } = await declared({ groups: { team: { name: "Team", moved_from: "othr" } } }).plan();
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining("did you mean other?") });
  });

  it("is refused of a rule and a topic, with the nearest name", async () => {
    const rules = { Security: { approvals_required: 1, users: ["root"] } };
    expect((await declared({ projects: { "acme/tools/build": { approval_rules: rules } } }).apply()).code).toBe(0);
    const { plan } = declared({
      projects: {
        "acme/tools/build": { approval_rules: { Safety: { approvals_required: 1, users: ["root"], moved_from: "Securty" } } },
      },
    });
    const { code, stdout } = await plan();
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining("did you mean Security?") });
  });
});

describe("moved_from that was carried out", () => {
  it("may stay in the files: there is nothing to do then", async () => {
    const { id } = await project("acme/tools/build");
    const { apply, plan } = declared({ projects: { "acme/tools/builder": { moved_from: "acme/tools/build" } } });
    expect((await apply()).code).toBe(0);
    expect((await project("acme/tools/builder")).id).toBe(id);
    expect(await plan("--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("gives a rule its new name in place, with what nobody manages", async () => {
    await platform.call("POST", "/projects", {
      name: "ruled",
      namespace_id: ((await platform.call("GET", "/groups/acme")) as { id: number }).id,
    });
    const body = (approval_rules: object) => ({ projects: { "acme/ruled": { approval_rules } } });
    expect((await declared(body({ Old: { approvals_required: 1, users: ["root"] } })).apply()).code).toBe(0);
    const list = "/projects/acme%2Fruled/approval_rules";
    const [before] = (await platform.call("GET", list)) as { id: number }[];
    const { apply, plan } = declared(body({ New: { approvals_required: 1, users: ["root"], moved_from: "Old" } }));
    expect((await apply()).code).toBe(0);
    expect(await platform.call("GET", list)).toMatchObject([{ id: before?.id, name: "New", approvals_required: 1 }]);
    expect(await plan("--detailed-exitcode")).toMatchObject({ code: 0 });
  });
});

describe("a move to a group that has the old path already", () => {
  /** Seeds `from/web` and `to/web`, the latter under another name of its own. */
  async function twins(prefix: string, more: object = {}): Promise<void> {
    const groups = { [`${prefix}-from`]: { name: `${prefix} from` }, [`${prefix}-to`]: { name: `${prefix} to` } };
    const projects = { [`${prefix}-from/web`]: { name: "Mine" }, [`${prefix}-to/web`]: { name: "Theirs" }, ...more };
    expect((await declared({ groups, projects }).apply()).code).toBe(0);
  }

  it("renames first, and is done in one apply", async () => {
    await twins("one");
    const [{ id }, theirs] = [await project("one-from/web"), await project("one-to/web")];
    const { planned, apply, plan } = declared({ projects: { "one-to/shop": { moved_from: "one-from/web" } } });
    expect((await planned()).calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "PUT /projects/{project}",
      "PUT /projects/{project}/transfer",
    ]);
    expect((await apply()).code).toBe(0);
    expect((await project("one-to/shop")).id).toBe(id);
    expect((await project("one-to/web")).id).toBe(theirs.id);
    expect(await plan("--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("takes the new name along where the old one is taken as well, and is refused without one", async () => {
    await twins("two");
    await platform.call("PUT", `/projects/${(await project("two-to/web")).id}`, { name: "Mine" });
    const moved = (body: object) => declared({ projects: { "two-to/shop": { moved_from: "two-from/web", ...body } } });
    const refused = await moved({}).plan();
    expect({ code: refused.code, stdout: refused.stdout }).toEqual({
      code: 1,
      stdout: expect.stringContaining("is called Mine too"),
    });
    const { id } = await project("two-from/web");
    const { apply, plan } = moved({ name: "Shop" });
    expect((await apply()).code).toBe(0);
    expect(await project("two-to/shop")).toMatchObject({ id, name: "Shop" });
    expect(await plan("--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("renames first also where the same plan makes what would be in the way", async () => {
    await twins("new");
    await platform.call("DELETE", `/projects/${(await project("new-to/web")).id}?permanently_remove=true`).catch(() => undefined);
    const { apply, plan } = declared({
      groups: { "new-else": { name: "Else" } },
      projects: { "new-else/shop": { moved_from: "new-from/web" }, "new-else/web": { name: "Another" } },
    });
    expect(await apply()).toMatchObject({ code: 0 });
    expect(await plan("--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("is refused at plan where the new path is taken in the old group too", async () => {
    await twins("tri", { "tri-from/shop": { name: "Other" } });
    const { code, stdout } = await declared({ projects: { "tri-to/shop": { moved_from: "tri-from/web" } } }).plan();
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(/move it\s+in two steps/) });
  });

  it("is the same of groups", async () => {
    const groups = { aa: { name: "AA" }, bb: { name: "BB" }, "aa/team": { name: "Mine" }, "bb/team": { name: "Theirs" } };
    expect((await declared({ groups }).apply()).code).toBe(0);
    const { apply, plan } = declared({ groups: { "bb/crew": { name: "Mine", moved_from: "aa/team" } } });
    expect(await apply()).toMatchObject({ code: 0 });
    expect(await plan("--detailed-exitcode")).toMatchObject({ code: 0 });
  });
});
