// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import type { Desired } from "../../src/core/plan.js";
import { loadDesired } from "../../src/desired/index.js";
import { kinds } from "../../src/program/kinds.js";
import { type Fixture, mustBeRefused } from "../harness/fixture.js";
import { type Rule, rewrite } from "../harness/misbehaving-server.js";
import { configuredProvider, Core, type Managed } from "../terraform/core.js";
import { twinOf } from "../twin/twins.js";
import { lies } from "./lies.js";
import { lying, targets } from "./targets.js";
import { environment, openWorld, prize } from "./world.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openWorld("neutral");
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.server.misbehave();
  fixture.server.forget();
});

const groups = /^\/groups(?:\/example\/subgroups|\/\d+\/descendant_groups)?(?:\?|$)/;
/** Beside the groups that are there, one of this path. */
const beside = (full_path: string): Rule => ({
  method: "GET",
  path: groups,
  trouble: rewrite((listed: JsonObject[]) => [...listed, { ...listed[0], id: 4_000, full_path, path: full_path }]),
});

describe.each(["/x", "x//y", "../..", "a\nb", "", "x/.."])("a group that a list shows under the path %j", (path) => {
  beforeEach(() => fixture.server.misbehave(beside(path)));

  it("is told, and nothing else stops for it", async () => {
    const exported = await fixture.run(["export", "--out", `out-${Buffer.from(path).toString("hex")}`], environment);
    expect(exported.code, exported.stderr).toBe(0);
    expect(exported.stderr.replaceAll(/\s+/g, " ")).toContain("the server calls it what is no full path");
    expect((await fixture.run(["plan", "full"], environment)).stdout).toContain("Nothing to do");
    expect((await fixture.run(["drift", "full", "--unmanaged"], environment)).code).toBe(0);
    if (path !== "/x") return;
    const twin = await twinOf({ url: fixture.server.url, token: fixture.platform.token });
    expect(twin.gaps.join("\n")).toContain("no full path");
    await twin.close();
  });
});

describe.each<readonly [string, unknown]>([
  ["negative", -1],
  ["a fraction", 1.5],
  ["beyond what is exact", 2 ** 60],
  ["a path", "1/../../users"],
  ["a path that is encoded", "1%2F..%2Fusers"],
  ["an object", { id: 1 }],
  ["null", null],
])("a number of a thing that is %s", (_name, id) => {
  it("is told before it stands in any request", async () => {
    fixture.server.misbehave({
      method: "GET",
      path: /^\/projects\/example%2Fweb(?:\?|$)/,
      trouble: rewrite((project: JsonObject) => ({ ...project, id })),
    });
    mustBeRefused(
      await fixture.run(["apply", "full", "--yes"], environment),
      "the reply to GET /projects/example%2Fweb",
      " as id",
    );
    expect(fixture.writes()).toEqual([]);
    expect(
      fixture.server.arrived.every(({ path }) =>
        /^\/api\/v4\/(?:projects|groups)\/(?:\d+|example[^/]*)(?:[/?]|$)|^\/api\/v4\/(?!projects|groups)/.test(path),
      ),
    ).toBe(true);
  });
});

describe("commands that ask for one reply", () => {
  it.each([
    "[]",
    "null",
    '{"id":{}}',
    '{"id":1,"username":["x"]}',
    "1e400",
    "[".repeat(100_000),
    `{"id":1,"username":"a\\nError: b\\u001b[31m"}`,
  ])("end with a clear word where /user says %.40s", async (body) => {
    fixture.server.misbehave({ path: /^\/user(?:\?|$)/, trouble: { alter: (answer) => ({ ...answer, body }) } });
    for (const words of [
      ["plan", "full"],
      ["auth", "status"],
      ["api", "/user"],
      ["export", "--out", "never"],
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one server
      const { code, stdout, stderr } = await fixture.run(words, environment);
      expect([0, 1], stderr).toContain(code);
      expect(stdout + stderr).not.toMatch(/unexpected|^\s+at .*\.[jt]s/m);
      // A plan may be refused instead, and a status only says why.
      const isTold = code === 0 || words[0] === "auth" || stdout.includes("Refused");
      expect(stderr.match(/^Error:/gm) ?? [], stderr).toHaveLength(isTold ? 0 : 1);
      expect(stdout + stderr).not.toContain("\u001b");
    }
  });
});

describe("the provider of Terraform", () => {
  it("refreshes what a lying server says, or tells one error, and sends nothing", async () => {
    const block = { url: fixture.server.url, token: fixture.platform.token };
    const provider = await configuredProvider(block, environment, fixture.directory);
    const { state } = await loadDesired(["full"], { kinds, cwd: fixture.directory, env: {} });
    const things = new Map(state.resources.map((one) => [one.kind, importName(one)]));
    const documented = [...kinds.values()].filter(({ dialect }) => dialect !== "vendor");
    expect([...things.keys()].sort()).toEqual(documented.map(({ name }) => name).sort());
    let turn = 0;
    for (const [kind, id] of things) {
      const core = new Core(provider, `trueup_${kind}`);
      fixture.server.misbehave();
      // oxlint-disable-next-line no-await-in-loop -- one server
      const managed = await core.import(id);
      const own = targets.filter((target) => target.kind.name === kind);
      for (const [lie, value] of Object.entries(lies)) {
        const target = own[(turn++ * 7) % own.length];
        if (!target) continue;
        fixture.server.misbehave({
          method: "GET",
          path: target.path,
          trouble: rewrite((reply: never) => lying(reply, target, value, () => undefined)),
        });
        // oxlint-disable-next-line no-await-in-loop -- one server
        const told = await refreshed(core, managed);
        expect(told, `${kind}.${target.name} is ${lie}`).not.toMatch(/unexpected|^\s+at .*\.[jt]s/m);
        expect(told.split("\n").length, told).toBeLessThanOrEqual(5);
      }
    }
    expect(fixture.writes()).toEqual([]);
    expect(fixture.server.arrived.some(({ path, body }) => `${path} ${String(body)}`.includes(prize))).toBe(false);
  });
});

/** How an import names a thing: what may hang on several by the kind of its parent. */
function importName({ parent, path, key, address }: Desired): string {
  return parent === undefined ? address : [parent, path, key].filter((part) => part !== undefined).join(":");
}

/** What a refresh fails with; empty where it does not. */
async function refreshed(core: Core, managed: Managed): Promise<string> {
  try {
    await core.read(managed);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
