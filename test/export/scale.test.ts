import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator/index.js";
import { directory, trueup } from "../cli/run.js";

const groupCount = 50;
const projectCount = 5000;
/** Of the children of five projects one is an integration. */
const integrationCount = projectCount / 5;
/** What loading the program takes is half of it; the replies of all projects would take several times as much. */
const heapLimit = "--max-old-space-size=64";

const groups = Array.from({ length: groupCount }, (_, index) => ({ full_path: `group-${index}`, name: `Group ${index}` }));
const paths = Array.from({ length: projectCount }, (_, index) => `group-${index % groupCount}/project-${index}`);

function seed(): Readonly<Record<string, unknown>> {
  return {
    groups,
    projects: paths.map((path, index) => ({ path_with_namespace: path, attributes: { description: `Project number ${index}` } })),
    approval_rules: paths.map((project) => ({
      project,
      name: "Security",
      approvals_required: 1,
      groups: [project.split("/")[0] ?? ""],
    })),
    integrations: paths
      .filter((_, index) => index % (projectCount / integrationCount) === 0)
      .map((project) => ({ project, slug: "external-wiki", settings: { external_wiki_url: "https://wiki.example.com/start" } })),
  };
}

describe(`an export of ${projectCount} projects`, () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator({ seed: seed() });
  });
  afterAll(() => emulator.close());

  it("takes one request for 100 projects and what their children need, and no more memory than a small one", async () => {
    const cwd = directory();
    const env = { TRUEUP_URL: emulator.url, TRUEUP_TOKEN: emulator.token, NODE_OPTIONS: heapLimit };
    const { code, stderr } = await trueup(["export"], { cwd, env });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const { routes } = (await (await fetch(`${emulator.url}/-/emulator/stats`)).json()) as { routes: Record<string, number> };
    const children = /\/(approvals|approval_rules|integrations)(\/|$)|protected_environments/;
    const lists = Object.fromEntries(Object.entries(routes).filter(([route]) => !children.test(route)));
    expect(lists["GET /api/v4/projects"]).toBe(projectCount / 100);
    expect(routes["GET /api/v4/projects/{id}/approvals"]).toBe(projectCount);
    expect(routes["GET /api/v4/projects/{id}/approval_rules"]).toBe(projectCount);
    expect(routes["GET /api/v4/projects/{id}/integrations"]).toBe(projectCount);
    expect(routes["GET /api/v4/projects/{id}/integrations/{slug}"]).toBe(integrationCount);
    // One read for each group, whose list shows less, and what is asked of the instance as a whole.
    const others = Object.entries(lists).filter(([route]) => route !== "GET /api/v4/projects");
    expect(others.reduce((sum, [, count]) => sum + count, 0)).toBeLessThanOrEqual(groupCount + 15);
    const written = readdirSync(join(cwd, "trueup")).filter((file) => file.endsWith(".yaml"));
    const text = written.map((file) => readFileSync(join(cwd, "trueup", file), "utf8")).join("");
    expect(paths.filter((path) => !text.includes(`\n  ${path}:\n`))).toEqual([]);
    expect(text.match(/external_wiki_url/g)).toHaveLength(integrationCount);
  });
});
