// @module-tag slow
import { afterEach, describe, expect, it } from "vitest";
import { openProgram, type Program, read } from "../harness/program.js";

let program: Program;
afterEach(() => program.close());

const newest = { dialect: "vendor", serverVersion: "18.3.0-ee", tier: "premium" } as const;
const allowed = { allowDelete: ["group", "project"], allowRestore: ["group", "project"] };
const actions = ({ changes }: { changes: readonly { action: string; address: string }[] }) =>
  changes.map(({ action, address }) => `${action} ${address}`);

const project = { description: "Web", approval_rules: { Two: { approvals_required: 1, users: ["root"] } } };
const company = {
  groups: { acme: { name: "Acme" }, "acme/team": { name: "Team", description: "first" } },
  projects: { "acme/team/web": project },
};

async function opened(options: Parameters<typeof openProgram>[0]): Promise<void> {
  program = await openProgram(options);
  // Releases without a licence have the setting and do not show it.
  await program.call("PUT", "/application/settings", { deletion_adjourned_period: 7 }).catch(() => undefined);
}

async function settled(): Promise<void> {
  await opened(newest);
  await program.settle({ groups: { acme: { name: "Acme" } } });
  await program.call("POST", "/groups/acme/members", { user_id: 1, access_level: 50 }).catch(() => undefined);
  await program.settle(company);
}

async function idOf(kind: "group" | "project", path: string): Promise<number> {
  return Number((await read(program, kind, path))["id"]);
}

describe.each([
  ["few", {}],
  ["many", Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`acme/other-${index}`, { description: "x" }]))],
])("what the platform renamed because it is to be deleted, with %s projects declared", (_, others) => {
  it("counts as absent, and is restored under its own path when it is declared again", async () => {
    await settled();
    const id = await idOf("project", "acme/team/web");
    const gone = { groups: company.groups, projects: { "acme/team/web": { ensure: "absent" }, ...others } };
    await program.settle(gone, allowed);
    expect(await program.call("GET", `/projects/${id}`)).toMatchObject({
      path_with_namespace: `acme/team/web-deletion_scheduled-${id}`,
    });
    const planned = await program.settle(
      {
        groups: company.groups,
        projects: { "acme/team/web": { ...project, description: "New" }, ...others },
      },
      allowed,
    );
    expect(actions(planned)).toEqual(["restore project:acme/team/web"]);
    expect(await read(program, "project", "acme/team/web")).toMatchObject({ id, description: "New", name: "web" });
  });

  it("is the same of a group, with all that lies in it, and of nothing in it anything is deleted", async () => {
    await settled();
    const [team, web] = [await idOf("group", "acme/team"), await idOf("project", "acme/team/web")];
    await program.call("DELETE", `/groups/${team}`);
    const swept = {
      ...company,
      projects: { "acme/team/web": { ...project, description: "New" }, ...others },
      delete_undeclared: { projects: ["acme/**"] },
    };
    const planned = await program.settle(swept, allowed);
    expect(actions(planned).filter((one) => !one.startsWith("create project:acme/other"))).toEqual([
      "restore group:acme/team",
      "update project:acme/team/web",
    ]);
    expect(await read(program, "project", "acme/team/web")).toMatchObject({ id: web, description: "New" });
  });

  it("leaves its path to another one, which is then meant", async () => {
    await settled();
    const id = await idOf("project", "acme/team/web");
    await program.call("DELETE", `/projects/${id}`);
    await program.call("POST", "/projects", { path: "web", namespace_id: await idOf("group", "acme/team") });
    await program.settle({ ...company, projects: { "acme/team/web": project, ...others } });
    expect(await idOf("project", "acme/team/web")).not.toBe(id);
    expect(await program.call("GET", `/projects/${id}`)).toMatchObject({ marked_for_deletion_on: expect.any(String) });
  });
});

describe("the embedded platform", () => {
  it.each([
    ["renames what is scheduled for deletion as real servers do from 18.3", newest, true],
    ["and without a licence", { ...newest, tier: "free" } as const, true],
    ["not before", { ...newest, serverVersion: "18.2.0-ee" } as const, false],
    ["and not in the neutral dialect", { ...newest, dialect: "neutral" } as const, false],
  ])("%s", async (_, options, renames) => {
    await opened(options);
    const { id: group } = (await program.call("POST", "/groups", { name: "Acme", path: "acme" })) as { id: number };
    const { id } = (await program.call("POST", "/projects", { name: "web", namespace_id: group })) as { id: number };
    await program.call("DELETE", `/projects/${id}`);
    const end = renames ? `-deletion_scheduled-${id}` : "";
    expect(await program.call("GET", `/projects/${id}`)).toMatchObject({
      name: `web${end}`,
      path_with_namespace: `acme/web${end}`,
    });
    expect(await program.call("GET", "/projects/acme%2Fweb")).toMatchObject({ id });
    await program.call("DELETE", `/groups/${group}`);
    const above = renames ? `acme-deletion_scheduled-${group}` : "acme";
    expect(await program.call("GET", `/groups/${group}`)).toMatchObject({ full_path: above });
    expect(await program.call("GET", `/projects/${id}`)).toMatchObject({ path_with_namespace: `${above}/web${end}` });
    if ("tier" in options && options.tier === "free") return;
    await program.call("POST", `/groups/${group}/restore`);
    await program.call("POST", `/projects/${id}/restore`);
    expect(await program.call("GET", `/projects/${id}`)).toMatchObject({ name: "web", path_with_namespace: "acme/web" });
  });

  it("gives what is restored another end where its path is taken by then", async () => {
    await opened(newest);
    const { id: group } = (await program.call("POST", "/groups", { name: "Acme", path: "acme" })) as { id: number };
    const { id } = (await program.call("POST", "/projects", { name: "web", namespace_id: group })) as { id: number };
    await program.call("DELETE", `/projects/${id}`);
    await program.call("POST", "/projects", { name: "web", namespace_id: group });
    expect(await program.call("POST", `/projects/${id}/restore`)).toMatchObject({
      path: expect.stringMatching(/^web-[a-z0-9]{5}$/),
    });
  });
});
