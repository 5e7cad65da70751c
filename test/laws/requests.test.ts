// @module-tag slow
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { kindsUnder } from "../../src/core/kind.js";
import { kinds } from "../../src/program/kinds.js";
import { openProgram, type Program } from "../harness/program.js";

const projectCount = 1000;
const groupCount = 50;

let program: Program;
beforeEach(async () => {
  program = await openProgram({ seed: { users: [{ username: "alice" }], groups: seededGroups(), projects: seededProjects() } });
});
afterEach(() => program.close());

function groupPath(index: number): string {
  return `acme/team-${index % groupCount}`;
}

function projectPath(index: number): string {
  return `${groupPath(index)}/app-${index}`;
}

function seededGroups(): object[] {
  return ["acme", ...Array.from({ length: groupCount }, (_, index) => groupPath(index))].map((full_path) => ({
    full_path,
    ...(full_path === "acme" ? { members: { alice: 40 } } : {}),
  }));
}

function seededProjects(): object[] {
  return Array.from({ length: projectCount }, (_, index) => ({ path_with_namespace: projectPath(index) }));
}

/** All groups and projects of the seed, each project with this body. */
function declared(body: object): object {
  const groups = Object.fromEntries(seededGroups().map((group) => [(group as { full_path: string }).full_path, {}]));
  const projects = Object.fromEntries(Array.from({ length: projectCount }, (_, index) => [projectPath(index), body]));
  return { groups, projects };
}

/** Requests that a plan took, by the platform's own count. */
async function requestsOf(state: object): Promise<number> {
  await program.reset();
  const planned = await program.plan(state);
  expect(planned.refusals).toEqual([]);
  const { total } = await program.requests();
  expect(planned.stats.requests).toBe(total);
  return total;
}

describe("a plan of 1,000 projects under one top-level group", () => {
  it("takes at most 25 requests", async () => {
    const state = declared({ description: "declared" });
    expect(await requestsOf(state)).toBeLessThanOrEqual(25);
  });

  it(
    "with its coverage takes one more for 100 groups or projects, and one for each list of what hangs on one of them",
    { tags: ["nightly"] },
    async () => {
      const state = declared({ description: "declared" });
      const before = await requestsOf(state);
      await program.reset();
      const { coverage, stats } = await program.plan(state, { unmanaged: true });
      const lists = Math.ceil(projectCount / 100) + Math.ceil((groupCount + 1) / 100);
      const listsOn = (parent: string) => kindsUnder(kinds, parent).filter(({ routes }) => routes.list !== undefined).length;
      const children = listsOn("project") * projectCount + listsOn("group") * (groupCount + 1);
      const topicsAndTier = 3;
      expect(stats.requests).toBeLessThanOrEqual(before + lists + children + topicsAndTier);
      expect(stats.requests).toBe((await program.requests()).total);
      expect(coverage?.kinds).toEqual(
        expect.arrayContaining([
          { kind: "group", live: groupCount + 1, managed: groupCount + 1 },
          { kind: "project", live: projectCount, managed: projectCount },
        ]),
      );
    },
  );

  it("takes at most 2 more for each project with approval settings and rules", async () => {
    const state = declared({
      description: "declared",
      approval_settings: { reset_approvals_on_push: true },
      approval_rules: {
        Security: { approvals_required: 1, users: ["alice"] },
        Owners: { approvals_required: 2, groups: ["acme"] },
      },
    });
    expect(await requestsOf(state)).toBeLessThanOrEqual(25 + 2 * projectCount);
  });
});
