// @module-tag slow
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inProcess } from "../../harness/command-line.js";
import { directory } from "../../harness/directory.js";
import { platform, type RunningEmulator } from "../../harness/emulator.js";

const configuration = `config_version: 4
projects_and_groups:
  acme/*:
    branches:
      stable:
        protected: true
        allowed_to_push: [{ access_level: maintainer }]
      closed:
        protected: true
        push_access_level: no access
  acme/web:
    branches:
      main:
        protected: true
        allowed_to_push: [{ access_level: developer }]
        allowed_to_merge: [{ access_level: maintainer }]
`;

const convert = ["convert", "--from", "gitlabform", "--live", "config.yml", "--out", "out", "--yes"];

/** A group with two projects whose branches let more people in than the configuration says. */
async function acme(): Promise<RunningEmulator> {
  const emulator = await platform({ dialect: "vendor", serverVersion: "19.0.0", tier: "ultimate" });
  const { call } = emulator;
  const { id } = (await call("POST", "/groups", { path: "acme", name: "Acme" })) as { id: number };
  await call("POST", "/users", { username: "alice", name: "Alice", email: "a@example.com", password: "correct-horse-1" });
  await call("POST", `/groups/${id}/members`, { user_id: 2, access_level: 40 });
  for (const path of ["web", "api"]) {
    const project = (await call("POST", "/projects", { path, name: path, namespace_id: id })) as { id: number };
    const route = `/projects/${project.id}/protected_branches`;
    const levels = (...list: readonly object[]) => list;
    await call("POST", route, {
      name: "stable",
      allowed_to_push: levels({ access_level: 40 }, { access_level: 30 }, { user_id: 2 }),
    });
    await call("POST", route, { name: "closed", allowed_to_push: levels({ access_level: 40 }) });
    if (path === "web")
      await call("POST", route, { name: "main", allowed_to_push: levels({ access_level: 30 }, { user_id: 2 }) });
  }
  return emulator;
}

describe("convert --from gitlabform --live", () => {
  it("writes what a whole list would take away as comments that keep it once they are none", async () => {
    const emulator = await acme();
    const cwd = directory({ "config.yml": configuration });
    await emulator.reset();
    const { code, stderr } = await inProcess(convert, { cwd, env: emulator.env });
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.not.stringContaining("is the whole list here") });
    expect(await emulator.writes()).toBe(0);
    const { routes } = await emulator.requests();
    expect(Object.keys(routes).filter((route) => /variables|hooks|members|labels|deploy_keys/.test(route))).toEqual([]);

    const [company, policies] = ["company.yaml", "policies.yaml"].map((name) => join(cwd, "out", name));
    expect(readFileSync(company ?? "", "utf8")).toContain(`        allowed_to_push:
          - access_level: developer
          # Live too at acme/web, and taken away unless it stands here:
          # - user: alice
        allowed_to_merge:
          - access_level: maintainer
`);
    expect(readFileSync(policies ?? "", "utf8")).toContain(`            - access_level: maintainer
            # Live too at acme/api, acme/web, and taken away unless it stands here:
            # - access_level: developer
            # - user: alice
`);
    for (const file of [company, policies]) {
      const text = readFileSync(file ?? "", "utf8");
      writeFileSync(file ?? "", text.replaceAll(/^( *)# (- (?:user|access_level): \w+)$/gm, "$1$2"));
    }
    const planned = await inProcess(["plan", "out", "--format", "json"], { cwd, env: emulator.env });
    const { changes } = JSON.parse(planned.stdout) as { changes: readonly { address: string }[] };
    // Where nobody may, gitlabform takes all others away, too.
    expect(changes.map(({ address }) => address).sort()).toEqual([
      "protected_branch:acme/api:closed",
      "protected_branch:acme/web:closed",
    ]);
  });

  it("writes it into a preset, too, and what comes of it is sound", async () => {
    const emulator = await acme();
    const own = `
    branches: &same
      stable: { protected: true, allowed_to_push: [{ access_level: maintainer }], allowed_to_merge: [{ access_level: maintainer }] }
      closed: { protected: true, allowed_to_push: [{ access_level: maintainer }], allowed_to_merge: [{ access_level: maintainer }] }`;
    const text = `config_version: 4\nprojects_and_groups:\n  acme/web:${own}\n  acme/api:\n    branches: *same\n`;
    const cwd = directory({ "config.yml": text });
    expect(await inProcess(convert, { cwd, env: emulator.env })).toMatchObject({ code: 0 });
    const written = readFileSync(join(cwd, "out", "policies.yaml"), "utf8");
    expect(written).toContain("# Live too at acme/api, acme/web, and taken away unless it stands here:");
    expect(written).toContain("# - user: alice");
    expect(readFileSync(join(cwd, "out", "company.yaml"), "utf8")).toContain("extends: protected-branches");
    expect(await inProcess(["validate", "out"], { cwd })).toMatchObject({ code: 0 });
  });

  it("says by itself what it cannot look at, and is for gitlabform alone", async () => {
    const cwd = directory({ "config.yml": configuration });
    const nowhere = await inProcess(convert, { cwd });
    expect(nowhere).toMatchObject({ code: 1 });
    const other = await inProcess(["convert", "--live", "--from", "gitlab-terraform", "config.yml"], { cwd });
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining("--live is for a configuration of gitlabform") });
  });
});
