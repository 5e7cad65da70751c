// @module-tag slow
import { afterEach, beforeEach, expect, test } from "vitest";
import { formed } from "../../src/core/fields.js";
import type { Json, JsonObject } from "../../src/core/json.js";
import { kinds } from "../../src/program/kinds.js";
import { twoValues } from "../e2e/values.js";
import { openProgram, type Program } from "../harness/program.js";

let program: Program;
beforeEach(async () => {
  program = await openProgram();
});
afterEach(() => program.close());

/** Old spellings of a kind with values, and what they stand for. */
function spellings(name: string): { readonly old: JsonObject; readonly lasting: JsonObject } {
  const old: Record<string, Json> = {};
  const lasting: Record<string, Json> = {};
  const fields = kinds.get(name)?.fields ?? {};
  for (const [spelling, field] of Object.entries(fields)) {
    const { deprecated } = field;
    if (!deprecated?.alias || lasting[deprecated.replacement] !== undefined) continue;
    if (fields[deprecated.replacement]?.dialect === "vendor") continue;
    const value = twoValues(field, `${name}.${spelling}`)[0];
    old[spelling] = value;
    lasting[deprecated.replacement] = formed(deprecated.convert, value);
  }
  return { old, lasting };
}

test("a deprecated spelling is planned and sent as the attribute that replaces it, and both are one afterwards", async () => {
  const [settings, project] = [spellings("application_settings"), spellings("project")];
  const state = (application_settings: JsonObject, web: JsonObject) => ({
    application_settings,
    groups: { acme: { name: "Acme" } },
    projects: { "acme/web": web },
  });
  const planned = await program.settle(state(settings.old, project.old));
  const paths = (kind: string) => planned.changes.find((one) => one.kind === kind)?.attributes.map(({ path }) => path) ?? [];
  expect(paths("application_settings").sort()).toEqual(Object.keys(settings.lasting).sort());
  expect(paths("project").sort()).toEqual(Object.keys(project.lasting).sort());
  expect((await program.plan(state(settings.lasting, project.lasting))).changes).toEqual([]);
});

test("0 days until deletion stands for both delays off, and is converged", async () => {
  await program.settle({ application_settings: { deletion_adjourned_period: 0 } });
  expect(await program.call("GET", "/application/settings")).toMatchObject({ delayed_group_deletion: false });
  await program.settle({ application_settings: { deletion_adjourned_period: 5, delayed_group_deletion: true } });
});

test("undeclared members of a kind that the server lacks need no delete", async () => {
  await program.close();
  program = await openProgram({ tier: "free" });
  await program.settle({
    groups: { acme: { name: "Acme" } },
    projects: { "acme/web": {} },
    delete_undeclared: { approval_rules: ["**"], protected_environments: ["**"], integrations: ["**"] },
  });
});

test("a group whose path is a number is found by its path, and not taken for the group with that id", async () => {
  await program.settle({ groups: { acme: { name: "Acme" } } });
  const { id } = (await program.call("GET", "/groups/acme")) as { id: number };
  const path = String(id).padStart(3, "0");
  const state = (description: string) => ({
    groups: { acme: { description }, [path]: { name: "One", description }, [`${path}/sub`]: { name: "Two", description } },
    projects: Object.fromEntries(["web", "api", "docs", "site"].map((name) => [`${path}/${name}`, { description }])),
  });
  await program.settle(state("first"));
  const planned = await program.settle(state("second"));
  expect(planned.changes.map(({ action }) => action)).toEqual(Array.from({ length: 7 }, () => "update"));
});
