// @module-tag slow
import { expect, test, vi } from "vitest";
import { createRedactor } from "../../src/core/redact.js";
import { exportLive } from "../../src/engine/export/export.js";
import { createReadApi } from "../../src/platform/index.js";
import { describeInstance } from "../../src/program/server/instance.js";
import { openLink } from "../../src/program/server/link.js";
import { Nursery } from "./newborn.js";

/** What an export says of everything on a server, by address. */
async function said({ platform }: Nursery): Promise<Record<string, unknown>> {
  const env = { TRUEUP_URL: platform.url, TRUEUP_TOKEN: platform.token };
  const connection = await openLink({}, {}, { cwd: ".", env, redactor: createRedactor(), now: new Date() });
  try {
    const instance = await describeInstance(createReadApi(connection), { url: platform.url, server: {}, needsTier: true });
    const scope = { under: [], kinds: [] };
    const { edits } = await exportLive(instance, {
      scope,
      full: false,
      refuse: () => [],
      resolve: () => "",
      isTaken: () => false,
      onSecret: () => undefined,
    });
    return Object.fromEntries(
      edits.flatMap((edit) => (edit.action === "declare" ? [[edit.declaration.address, edit.declaration.spec]] : [])),
    );
  } finally {
    await connection.close();
  }
}

test.each(["neutral", "vendor"] as const)("an export says of new things what nobody can know only, %s", async (dialect) => {
  const nursery = await Nursery.open({ dialect, tier: "ultimate", version: "15.4.0" });
  await nursery.call("PUT", "/application/settings", {
    default_project_creation: 1,
    default_branch_protection: 1,
    default_branch_name: "trunk",
    default_ci_config_path: "ci/all.yml",
    shared_runners_enabled: false,
    auto_devops_enabled: false,
  });
  const holder = await nursery.group("holder");
  await nursery.call("PUT", `/groups/${holder.id}`, {
    auto_devops_enabled: true,
    lfs_enabled: false,
    shared_runners_setting: "disabled_with_override",
    emails_disabled: true,
  });
  const sub = await nursery.group("sub", holder);
  const deep = await nursery.project("deep", sub, { initialize_with_readme: true });
  await vi.waitFor(
    async () => expect(await nursery.call("GET", `/projects/${deep.id}/protected_branches/trunk`)).toHaveProperty("name"),
    { timeout: 60_000 },
  );
  const open = await nursery.project("open", holder, { visibility: "private" });
  await nursery.call("PUT", `/projects/${open.id}`, {
    auto_devops_enabled: false,
    ci_config_path: null,
    repository_storage: "second",
  });
  await nursery.project("mirror", sub, { mirror: true, import_url: "https://example.com/first.git" });
  await nursery.project("imported", sub, { import_url: "https://example.com/first.git" });
  const { application_settings, appearance, ...rest } = await said(nursery);
  expect(appearance).toBeUndefined();
  expect(application_settings).toMatchObject({ default_branch_name: "trunk" });
  // Protections come by themselves, imports' a while later, but nobody can know that nobody meant them.
  const [protections, settled] = [/^protected_branch:/, /^(?!protected_branch:|approval_settings:)/].map((form) =>
    Object.fromEntries(Object.entries(rest).filter(([address]) => form.test(address))),
  );
  expect(protections).toHaveProperty(["protected_branch:holder/sub/deep:trunk"]);
  for (const one of Object.values(protections ?? {}))
    expect(one).toEqual({ allowed_to_push: [{ access_level: "developer" }], allowed_to_merge: [{ access_level: "developer" }] });
  expect(settled).toEqual({
    "group:holder": {
      name: "holder",
      visibility: "private",
      auto_devops_enabled: true,
      lfs_enabled: false,
      shared_runners_setting: "disabled_with_override",
      emails_enabled: false,
    },
    "group:holder/sub": { name: "sub", visibility: "private" },
    // Who makes a group is its owner.
    ...(dialect === "vendor"
      ? { "member:holder:root": { access_level: "owner" }, "member:holder/sub:root": { access_level: "owner" } }
      : {}),
    "project:holder/sub/deep": { visibility: "private" },
    "project:holder/open": { visibility: "private", auto_devops_enabled: false, ci_config_path: null },
    "project:holder/sub/imported": { visibility: "private" },
    "project:holder/sub/mirror": {
      visibility: "private",
      import_url: "https://example.com/first.git",
      mirror: true,
      mirror_user_id: "root",
    },
  });
});

test.each(["17.10.0", "18.11.0", "19.0.0"])(
  "an export of release %s says of a new project only who may see it",
  async (version) => {
    const nursery = await Nursery.open({ dialect: "vendor", tier: "ultimate", version });
    await nursery.project("web", await nursery.group("acme"));
    expect((await said(nursery))["project:acme/web"]).toEqual({ visibility: "private" });
  },
);
