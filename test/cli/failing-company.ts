import { expect, onTestFinished } from "vitest";
import type { Plan, Result } from "../../src/core/plan.js";
import { inProcess, json } from "../harness/command-line.js";
import { openFixture } from "../harness/fixture.js";

const hooks = { "https://ci.example.com/": { push_events: true } };

/** Plans, looks at and applies so many projects that declare a hook, of which three fail to be read in three ways: all others get theirs. */
export async function planAndApplyBeside(count: number): Promise<void> {
  const projects = Array.from({ length: count }, (_, index) => `acme/p${index}`);
  const fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    seed: {
      groups: [{ full_path: "acme" }],
      projects: projects.map((path_with_namespace) => ({ path_with_namespace })),
    },
  });
  onTestFinished(() => fixture.close());
  fixture.write("trueup.yaml", JSON.stringify({ projects: Object.fromEntries(projects.map((path) => [path, { hooks }])) }));
  const failing = await Promise.all(
    [403, 404, 500].map(async (status, index) => {
      const { id } = (await fixture.platform.call("GET", `/projects/${encodeURIComponent(`acme/p${index}`)}`)) as { id: number };
      const answer = { status, body: JSON.stringify({ message: "no" }) };
      return { method: "GET", path: new RegExp(`^/projects/${id}/hooks(?:$|\\?)`), trouble: { answer } };
    }),
  );
  fixture.server.misbehave(...failing);
  const unread = [403, 404, 500].map((status, index) => ({ kind: "hook", path: `acme/p${index}`, status }));
  const planned = await fixture.run(["plan", "--json"]);
  const plan = json(planned.stdout) as Plan;
  expect({ code: planned.code, unread: plan.unread, changes: plan.changes.length }).toEqual({
    code: 3,
    unread,
    changes: count - 3,
  });
  const told = await fixture.run(["drift"]);
  expect(told.code).toBe(3);
  expect(told.stdout.split("\n").filter((line) => line.startsWith("Unread "))).toEqual(
    unread.map(({ path, status }) => `Unread hook  ${status}  1 thing: ${path}`),
  );
  const applied = await fixture.run(["apply", "--yes", "--json"]);
  const { outcomes } = json(applied.stdout) as Result;
  expect({ code: applied.code, done: outcomes.filter(({ status }) => status === "done").length }).toEqual({
    code: 3,
    done: count - 3,
  });
}
