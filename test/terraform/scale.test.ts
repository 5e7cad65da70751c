import { afterAll, beforeAll, expect, it } from "vitest";
import { openPlayground, type Playground } from "../export/playground.js";
import { describeTerraform } from "./command.js";
import { WorkingDirectory } from "./working-directory.js";

const server = { tier: "ultimate", dialect: "vendor", version: "17.5.0" } as const;
const groups = Array.from({ length: 20 }, (_, index) => `acme/g${String(index).padStart(2, "0")}`);
const projects = groups.flatMap((group) =>
  Array.from({ length: 50 }, (_, index) => `${group}/p${String(index).padStart(2, "0")}`),
);

/** A resource for the projects of each group: the time that Terraform takes for one resource grows with the square of its instances. */
function byGroup(paths: readonly string[]): readonly (readonly [name: string, paths: readonly string[]])[] {
  const own = groups.map((group) => paths.filter((path) => path.startsWith(`${group}/`)));
  return own.flatMap((some) => (some[0] === undefined ? [] : [[nameOf(some[0]), some] as const]));
}

/** What the resource of a project's group is called. */
function nameOf(path: string): string {
  return path.split("/")[1] ?? "";
}

const configuration = (paths: readonly string[], bulk_refresh = true): object => ({
  provider: { trueup: { bulk_refresh } },
  resource: {
    trueup_project: Object.fromEntries(
      byGroup(paths).map(([group, own]) => [
        group,
        {
          for_each: `\${toset(${JSON.stringify(own)})}`,
          full_path: "${each.key}",
          visibility: "internal",
          description: "One of many",
        },
      ]),
    ),
  },
});

/** Terraform itself takes long for a thousand things with so many attributes. */
const timeout = 600_000;

describeTerraform(
  "a thousand projects",
  () => {
    let ground: Playground;
    let directory: WorkingDirectory;
    beforeAll(async () => {
      const project = { visibility: "internal", attributes: { description: "One of many" } };
      ground = await openPlayground(server, {
        seed: {
          groups: ["acme", ...groups].map((full_path) => ({ full_path, visibility: "public" })),
          projects: projects.map((path_with_namespace) => ({ path_with_namespace, ...project })),
        },
      });
      directory = await WorkingDirectory.open(ground.platform);
      await directory.write({ "main.tf.json": configuration(projects), "terraform.tfstate": await stateOf(projects) });
    });
    afterAll(async () => {
      await directory?.close();
      await ground?.close();
    });

    it("are refreshed with at most 30 requests, and plan empty", { timeout }, async () => {
      await ground.platform.reset();
      const { actions, drifted } = await directory.plan();
      expect({ actions, drifted }).toEqual({ actions: {}, drifted: [] });
      const { total, routes } = await ground.platform.requests();
      expect(total, JSON.stringify(routes)).toBeLessThanOrEqual(30);
    });

    it("show what differs, fifty at a time, and that alone is changed", { timeout }, async () => {
      const chosen = projects.filter((_, index) => index % 100 === 7);
      for (const path of chosen)
        await ground.platform.call("PUT", `/projects/${encodeURIComponent(path)}`, { description: "By hand" });
      const expected = Object.fromEntries(chosen.map((path) => [`trueup_project.${nameOf(path)}["${path}"]`, "update"]));
      expect((await directory.plan("-parallelism=50")).actions).toEqual(expected);
      await ground.platform.reset();
      await directory.apply("-parallelism=50", "planned");
      expect(await ground.platform.writes()).toBe(chosen.length);
    });

    it("are read one by one where bulk_refresh is off, with the same result", async () => {
      const few = projects.slice(0, 40);
      const other = await directory.beside("single");
      await other.write({ "main.tf.json": configuration(few, false), "terraform.tfstate": await stateOf(few) });
      await ground.platform.reset();
      const { actions, drifted } = await other.plan();
      expect({ actions, drifted }).toEqual({ actions: {}, drifted: [] });
      expect((await ground.platform.requests()).total).toBeGreaterThanOrEqual(few.length);
    });

    /** A state as terraform writes it: what the resources would be if it had made them. */
    async function stateOf(paths: readonly string[]): Promise<object> {
      const ids = new Map<string, string>();
      for (let page = 1; page <= 10; page += 1) {
        const query = `/projects?per_page=100&page=${page}&simple=true`;
        // oxlint-disable-next-line no-await-in-loop -- page by page
        const rows = (await ground.platform.call("GET", query)) as { id: number; path_with_namespace: string }[];
        for (const row of rows) ids.set(row.path_with_namespace, String(row.id));
      }
      const provider = 'provider["registry.terraform.io/trueup/trueup"]';
      const resources = byGroup(paths).map(([name, own]) => ({
        mode: "managed",
        type: "trueup_project",
        name,
        provider,
        instances: own.map((path) => ({
          index_key: path,
          schema_version: 0,
          attributes: { id: ids.get(path), full_path: path, visibility: "internal", description: "One of many" },
          sensitive_attributes: ["import_url_wo", "mirror_auth_password", "mirror_auth_user", "unchecked"].map((value) => [
            { type: "get_attr", value },
          ]),
        })),
      }));
      return { version: 4, terraform_version: "1.11.4", serial: 1, lineage: "a-thousand", outputs: {}, resources };
    }
  },
  { tags: ["nightly"] },
);
