import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { directory, type Platform, platform, trueup } from "./run.js";

interface Thing {
  readonly id: number;
}

async function made(server: Platform, path: string, body: object): Promise<number> {
  return ((await server.call("POST", path, body)) as Thing).id;
}

describe("trueup export", () => {
  test("leaves out all that lies below a group that is scheduled for deletion, also what is listed before that group", async () => {
    const server = await platform();
    const inner = await made(server, "/groups", { name: "Inner", path: "inner" });
    await made(server, "/projects", { name: "Web", path: "web", namespace_id: inner });
    const outer = await made(server, "/groups", { name: "Outer", path: "outer" });
    await server.call("POST", `/groups/${inner}/transfer`, { group_id: outer });
    await made(server, "/groups", { name: "Kept", path: "kept" });
    await server.call("DELETE", `/groups/${outer}`);
    const cwd = directory();
    for (const [out, words] of [
      ["all", []],
      ["projects", ["--kind", "project"]],
      ["part", ["--under", "outer/inner", "--under", "kept"]],
    ] as const) {
      const { code, stderr } = await trueup(["export", "--out", out, ...words], { cwd, env: server.env });
      expect(code, stderr).toBe(0);
      expect(stderr).toContain("group:outer is scheduled for deletion");
      expect(existsSync(join(cwd, out, "outer.yaml")), out).toBe(false);
      expect((await trueup(["plan", out, "--detailed-exitcode"], { cwd, env: server.env })).code).toBe(0);
    }
  });
});
