import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import type { TokenScope } from "../../src/core/role.js";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";

const schema = JSON.parse(readFileSync("schemas/token-scope.schema.json", "utf8")) as JsonObject;
const isScope = new Ajv2020({ strict: true }).compile(schema);

const told = async (files: string, ...words: string[]) =>
  inProcess(["token-scope", ...words], { cwd: directory({ "trueup/files.yaml": files }) });

/** Places and creates as lines. */
async function lines(files: string): Promise<readonly (readonly string[])[]> {
  const { code, stdout, stderr } = await told(files, "--json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const scope = JSON.parse(stdout) as TokenScope;
  expect(isScope(scope), JSON.stringify(isScope.errors)).toBe(true);
  return [scope.places, scope.creates].map((places) =>
    places.map(({ role, at, by }) => `${role} ${at?.path ?? "instance"}: ${by.join(", ")}`),
  );
}

describe("token-scope", () => {
  test("says scope and roles by place, with the kinds that need them, without any server", async () => {
    const files = `application_settings: { signup_enabled: false, spamfilter_api_key: "\${env:NOT_SET}" }
groups: { acme: { description: All, members: { alice: { access_level: maintainer } } } }
projects:
  acme/web: { name: Shop }
  other/web: { description: Shop, protected_branches: { main: {} } }
`;
    expect(await told(files)).toEqual({
      code: 0,
      stderr: "",
      stdout: `Scope of the token: api to apply, read_api to plan.

Roles of its user:
  administrator: application_settings
  Owner of acme: group, member, project (name)
  Maintainer of other/web: project, protected_branch

Also, to create what does not exist yet:
  Developer of other: project

An administrator needs no other role.
`,
    });
  });

  test("asks no more of a group or project that is only named than what it has", async () => {
    expect(await lines("projects: { acme/web: { environments: { live: {} } } }")).toEqual([
      ["developer acme/web: environment"],
      ["developer acme: project"],
    ]);
  });

  test("counts deletes, and a move by the old path", async () => {
    const files = "projects: { acme/old: { ensure: absent }, acme/new: { moved_from: shop/new } }";
    expect(await lines(files)).toEqual([["owner acme/old: project", "owner shop/new: project"], ["developer acme: project"]]);
  });

  test("counts delete_undeclared as its kinds, by its globs", async () => {
    expect(await lines('delete_undeclared: { topics: true, hooks: ["acme/**"], labels: ["other/web"] }')).toEqual([
      [
        "administrator instance: topic of delete_undeclared",
        "owner acme/**: hook of delete_undeclared",
        "planner other/web: label of delete_undeclared",
      ],
      [],
    ]);
  });

  test("counts a policy by its globs if it is for undeclared things, and a preset where it is extended", async () => {
    const files = `presets: { service: { merge_method: ff } }
policies:
  all: { projects: ["shop/**"], undeclared: include, set: { protected_branches: { main: {} } } }
  few: { projects: ["acme/**"], where: { archived: true }, set: { push_rules: { deny_delete_tag: true } } }
  own: { projects: ["acme/**"], set: { labels: { bug: { color: "#ff0000" } } } }
projects:
  acme/web: { extends: service }
  other/web: {}
`;
    expect(await lines(files)).toEqual([
      ["maintainer acme/web: label, project, push_rules of policy few", "maintainer shop/**: protected_branch of policy all"],
      ["developer acme: project", "developer other: project"],
    ]);
  });

  test("needs no role for files that declare nothing", async () => {
    expect((await told("version: 1\n")).stdout).toContain("The files need no role.");
  });

  test("refuses files with errors, and shows no secret of a file", async () => {
    const { code, stdout, stderr } = await told("application_settings: { spamfilter_api_key: hushed-value }");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("trueup/files.yaml:1");
    expect(stderr).not.toContain("hushed-value");
  });
});
