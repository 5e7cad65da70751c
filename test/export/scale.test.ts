// @module-tag nightly
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { kindsUnder, type PlacedKind } from "../../src/core/kind.js";
import { compareVersions } from "../../src/core/names.js";
import { startEmulator } from "../../src/emulator/index.js";
import { kinds } from "../../src/program/kinds.js";
import { trueup } from "../harness/built.js";
import { top } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { takesAll } from "../ring.js";

const serverVersion = "15.4.0";
const groupCount = 50;
const [fewProjects, manyProjects] = takesAll ? [500, 5000] : [50, 150];
/** One project of five has an integration. */
const integrationShare = 5;
/** What a project and its rule take while they wait to be written: about 2 kB. Each reply that was kept beside them would take as much again. */
const mostBytesPerProject = 3000;

const pathsOf = (count: number) => Array.from({ length: count }, (_, index) => `group-${index % groupCount}/project-${index}`);

function seed(paths: readonly string[]): Readonly<Record<string, unknown>> {
  return {
    groups: Array.from({ length: groupCount }, (_, index) => ({ full_path: `group-${index}`, name: `Group ${index}` })),
    projects: paths.map((path, index) => ({ path_with_namespace: path, attributes: { description: `Project number ${index}` } })),
    approval_rules: paths.map((project) => ({
      project,
      name: "Security",
      approvals_required: 1,
      groups: [project.split("/")[0] ?? ""],
    })),
    integrations: paths
      .filter((_, index) => index % integrationShare === 0)
      .map((project) => ({ project, slug: "external-wiki", settings: { external_wiki_url: "https://wiki.example.com/start" } })),
  };
}

interface Measured {
  readonly routes: Readonly<Record<string, number>>;
  readonly heap: number;
  readonly text: string;
}

/** What is asked of one parent for what hangs on it, as the emulator counts it. */
function listsOn(parent: string): string[] {
  const isOffered = ({ since = "1.0", dialect }: PlacedKind) =>
    dialect !== "vendor" && compareVersions(serverVersion, since) >= 0;
  const offered = kindsUnder(kinds, parent).filter(isOffered);
  return offered.flatMap(({ routes: { list, read } }) =>
    [list ?? read ?? []].flat().map((route) => route.replace(`GET /${parent}s/{${parent}}`, `GET /api/v4/${parent}s/{id}`)),
  );
}

/** Exports so many projects with the built command. */
async function exported(count: number): Promise<Measured> {
  const emulator = await startEmulator({ dialect: "neutral", serverVersion, seed: seed(pathsOf(count)) });
  onTestFinished(() => emulator.close());
  const cwd = directory();
  const probe = pathToFileURL(join(top, "test/export/heap-probe.mjs")).href;
  const env = {
    TRUEUP_URL: emulator.url,
    TRUEUP_TOKEN: emulator.token,
    NODE_OPTIONS: `--expose-gc --import ${probe}`,
    HEAP_REPORT: join(cwd, "heap"),
  };
  const { code, stderr } = await trueup(["export"], { cwd, env });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const { routes } = (await (await fetch(`${emulator.url}/-/emulator/stats`)).json()) as { routes: Record<string, number> };
  const written = readdirSync(join(cwd, "trueup")).filter((file) => file.endsWith(".yaml"));
  const text = written.map((file) => readFileSync(join(cwd, "trueup", file), "utf8")).join("");
  return { routes, heap: Number(readFileSync(join(cwd, "heap"), "utf8")), text };
}

describe(`an export of ${manyProjects} projects with children`, () => {
  it("takes one request for 100 projects and what their children need; memory grows only by what is written", async () => {
    const few = await exported(fewProjects);
    const { routes, heap, text } = await exported(manyProjects);
    const [ofProjects, ofGroups] = [listsOn("project"), listsOn("group")];
    const isOfChildren = (route: string) =>
      [...ofProjects, ...ofGroups].some((list) => route === list || route.startsWith(`${list}/`));
    const lists = Object.entries(routes).filter(([route]) => !isOfChildren(route) && route !== "GET /api/v4/projects");
    expect(routes["GET /api/v4/projects"]).toBe(manyProjects / 100);
    expect(ofProjects.map((list) => [list, routes[list]])).toEqual(ofProjects.map((list) => [list, manyProjects]));
    expect(routes["GET /api/v4/projects/{id}/integrations/{slug}"]).toBe(manyProjects / integrationShare);
    // One read for each group, whose list shows less, and what is asked of the instance as a whole.
    expect(lists.reduce((sum, [, count]) => sum + count, 0)).toBeLessThanOrEqual(groupCount + 15);
    expect(pathsOf(manyProjects).filter((path) => !text.includes(`\n  ${path}:\n`))).toEqual([]);
    expect(text.match(/external_wiki_url/g)).toHaveLength(manyProjects / integrationShare);
    // Of so few projects as the gate takes, the collector's own moods are as large.
    if (takesAll) expect((heap - few.heap) / (manyProjects - fewProjects)).toBeLessThan(mostBytesPerProject);
  });
});
