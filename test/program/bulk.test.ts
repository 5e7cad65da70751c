// @module-tag slow
import { afterEach, describe, expect, it } from "vitest";
import type { Address } from "../../src/core/address.js";
import { type JsonObject, textAt } from "../../src/core/json.js";
import type { Resources, LiveResource } from "../../src/trueup.js";
import { type Bench, openBench, resource } from "./bench.js";

let bench: Bench;
afterEach(() => bench.close());

interface Known {
  readonly parts: Address;
  readonly id: string;
}

/** Reads as Terraform does: ten at a time, each with the number from its state and the attributes that are managed. */
async function refresh(
  resources: Resources,
  known: readonly Known[],
  attributes: readonly string[],
): Promise<(LiveResource | undefined)[]> {
  const left = known.entries();
  const live: (LiveResource | undefined)[] = [];
  const work = async (): Promise<void> => {
    for (const [index, { parts, id }] of left) live[index] = await resources.read(parts, { id, attributes });
  };
  await Promise.all(Array.from({ length: 10 }, work));
  return live;
}

async function known(kind: "group" | "project"): Promise<Known[]> {
  const found: Known[] = [];
  for (let page = 1; ; page++) {
    const list = (await bench.call("GET", `/${kind}s?per_page=100&page=${page}`)) as JsonObject[];
    for (const one of list)
      found.push({
        parts: { kind, path: textAt(one, kind === "group" ? "full_path" : "path_with_namespace") },
        id: textAt(one, "id"),
      });
    if (list.length < 100) return found;
  }
}

/** So many projects in so many groups, which lie in one group or stand side by side. */
function company(projects: number, groups: number, top: string | undefined): JsonObject {
  const paths = Array.from({ length: groups }, (_, index) => (top === undefined ? `team-${index}` : `${top}/team-${index}`));
  return {
    groups: [...(top === undefined ? [] : [top]), ...paths].map((full_path) => ({
      full_path,
      name: full_path.replaceAll("/", " "),
    })),
    projects: Array.from({ length: projects }, (_, index) => ({
      path_with_namespace: `${paths[index % groups]}/project-${index}`,
      name: `Project ${index}`,
      visibility: index % 2 === 0 ? "private" : "internal",
    })),
  };
}

describe("bulk reading", () => {
  it.each([
    ["in one group with 20 subgroups", 20, "acme"],
    ["in 40 top-level groups", 40, undefined],
    ["in one group", 1, undefined],
  ] as const)("refreshes 1,000 projects %s with their groups in at most 30 requests", async (_, groups, top) => {
    bench = await openBench({ seed: company(1000, groups, top) });
    const [allGroups, projects] = [await known("group"), await known("project")];
    expect(projects).toHaveLength(1000);
    await bench.reset();
    const seenGroups = await refresh(bench.resources, allGroups, ["name", "visibility"]);
    const live = await refresh(bench.resources, projects, ["description", "visibility", "topics", "wiki_access_level"]);
    const { total, routes } = await bench.requests();
    expect(live.map((one) => String(one?.id))).toEqual(projects.map(({ id }) => id));
    expect(seenGroups.map((one) => one?.path)).toEqual(allGroups.map(({ parts }) => parts.path));
    expect(
      live.every((one) => one?.spec["visibility"] === (Number(one?.path?.split("-").at(-1)) % 2 === 0 ? "private" : "internal")),
    ).toBe(true);
    expect(total, JSON.stringify(routes)).toBeLessThanOrEqual(30);
  });

  it("reads three projects of 2,000 one by one, and lists none", async () => {
    bench = await openBench({ seed: company(2000, 10, "acme") });
    const projects = (await known("project")).slice(500, 503);
    await bench.resources.capabilities();
    await bench.reset();
    await refresh(bench.resources, projects, ["description"]);
    expect((await bench.requests()).routes).toEqual({ "GET /api/v4/projects/{id}": 3 });
  });

  it("never asks for more than twice what single reads would cost", async () => {
    bench = await openBench({ seed: company(2000, 10, "acme") });
    const projects = await known("project");
    await bench.resources.capabilities();
    for (const count of [1, 4, 8, 15, 30, 60]) {
      const resources = await bench.open();
      await resources.capabilities();
      await bench.reset();
      await refresh(resources, projects.slice(-count), ["description"]);
      expect((await bench.requests()).total, `${count}`).toBeLessThanOrEqual(2 * count);
    }
  });

  it("reads everything afresh where it is switched off", async () => {
    bench = await openBench({ seed: company(20, 1, undefined) }, { bulk: false });
    const projects = await known("project");
    await bench.resources.capabilities();
    await bench.reset();
    await refresh(bench.resources, [...projects, ...projects], ["description"]);
    expect((await bench.requests()).routes).toEqual({ "GET /api/v4/projects/{id}": 40 });
  });

  it("remembers nothing that was read before another way has written", async () => {
    bench = await openBench({ seed: company(20, 1, undefined) });
    const { resources } = bench;
    const projects = await known("project");
    const before = await refresh(resources, projects, ["description"]);
    expect(await refresh(resources, projects, ["description"])).toEqual(before);
    await resources.whileWriting(async () => {
      await refresh(resources, projects, ["description"]);
      await bench.call("PUT", "/projects/team-0%2Fproject-7", { description: "changed" });
    });
    const after = await refresh(resources, projects, ["description"]);
    expect(after.filter((one) => one?.spec["description"] === "changed").map((one) => one?.path)).toEqual(["team-0/project-7"]);
  });

  it("lists the rules of a project once for all of them, and the topics once", async () => {
    bench = await openBench({
      tier: "ultimate",
      seed: {
        ...company(2, 1, undefined),
        topics: [
          { name: "one", title: "One" },
          { name: "two", title: "Two" },
        ],
      },
    });
    const { resources } = bench;
    const rules = ["A", "B", "C", "D"].map((key): Address => ({ kind: "approval_rule", path: "team-0/project-0", key }));
    await Promise.all(
      rules.map(async (parts) =>
        resources.apply(resource(parts, { rule_type: "regular", approvals_required: 1, groups: ["team-0"] }), true),
      ),
    );
    await bench.reset();
    const live = await Promise.all(
      rules.map(async (parts) => resources.read(parts, { attributes: ["approvals_required", "groups"] })),
    );
    expect(live.map((one) => one?.spec["groups"])).toEqual(rules.map(() => ["team-0"]));
    await Promise.all(
      ["one", "two", "three"].map(async (path) => resources.read({ kind: "topic", path }, { attributes: ["title"] })),
    );
    expect((await bench.requests()).routes).toEqual({
      "GET /api/v4/projects/{id}": 1,
      "GET /api/v4/projects/{id}/approval_rules": 1,
      "GET /api/v4/topics": 1,
    });
  });
});
