import { expect, test } from "vitest";
import { startEmulator } from "../../../src/emulator/index.js";
import { startPlatform } from "../platform.js";

const groups = [{ full_path: "acme" }];
const projects = [{ path_with_namespace: "acme/web" }];

const refused: readonly (readonly [string, Record<string, unknown>])[] = [
  ["application_settings/0 has gitlab_dedicated_instance", { application_settings: [{ gitlab_dedicated_instance: true }] }],
  ["groups/0/attributes has max_artifacts_size", { groups: [{ full_path: "acme", attributes: { max_artifacts_size: 5 } }] }],
  [
    "projects/0/attributes has mr_default_title_template",
    { groups, projects: [{ path_with_namespace: "acme/web", attributes: { mr_default_title_template: "x" } }] },
  ],
  [
    "integrations/1 is the integration telegram",
    {
      groups,
      projects,
      integrations: [
        { project: "acme/web", slug: "asana" },
        { project: "acme/web", slug: "telegram" },
      ],
    },
  ],
];

test.each(refused)("a neutral instance refuses a seed in which %s", async (place, seed) => {
  await expect(startEmulator({ dialect: "neutral", seed })).rejects.toThrow(place);
  await expect(startEmulator({ dialect: "neutral", seed })).rejects.toThrow("only real servers of some releases have");
});

test("a vendor instance begins with attributes and integrations that facts of its release know, and with no others", async () => {
  const platform = await startPlatform({
    dialect: "vendor",
    serverVersion: "19.0.0",
    seed: {
      application_settings: [{ users_get_by_id_limit: 7, first_day_of_week: 1 }],
      groups: [{ full_path: "acme", attributes: { max_artifacts_size: 5 } }],
      projects: [{ path_with_namespace: "acme/web", attributes: { mr_default_title_template: "x" } }],
      integrations: [{ project: "acme/web", slug: "telegram", settings: { room: "r" } }],
    },
  });
  const shown = async (path: string) => (await platform.call("GET", path)).body;
  expect(await shown("/application/settings")).toMatchObject({ users_get_by_id_limit: 7, first_day_of_week: 1 });
  expect(await shown("/groups/acme")).toMatchObject({ max_artifacts_size: 5 });
  expect(await shown("/projects/acme%2Fweb")).toMatchObject({ mr_default_title_template: "x" });
  expect(await shown("/projects/acme%2Fweb/integrations/telegram")).toMatchObject({
    slug: "telegram",
    properties: { room: "r" },
  });
  const other = (seed: Record<string, unknown>) => startEmulator({ dialect: "vendor", serverVersion: "19.0.0", seed });
  await expect(other({ application_settings: [{ no_such_setting: 1 }] })).rejects.toThrow("no_such_setting");
  await expect(other({ groups, projects, integrations: [{ project: "acme/web", slug: "no-such" }] })).rejects.toThrow(
    "integrations/0 is the integration no-such, which release 19.0.0",
  );
});
