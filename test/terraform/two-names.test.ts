// @module-tag slow
import { expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import type { Server } from "../e2e/subjects.js";
import { rewrite } from "../harness/misbehaving-server.js";
import { type Bench, openBench } from "./bench.js";
import { Core } from "./core.js";

async function open(server: Server): Promise<{ readonly bench: Bench; readonly groups: Core; readonly projects: Core }> {
  const bench = await openBench(server);
  onTestFinished(() => bench.close());
  return { bench, groups: new Core(bench.provider, "trueup_group"), projects: new Core(bench.provider, "trueup_project") };
}
const vendor = (version: string): Server => ({ tier: "ultimate", dialect: "vendor", version });

it.each([
  [{ tier: "ultimate", dialect: "neutral", version: "15.4.0" }, { emails_disabled: true }],
  [vendor("16.3.0"), { emails_disabled: true }],
  [vendor("19.0.0"), { emails_enabled: false }],
] as const)("an attribute with an older name lives under the newer one on %o", async (server, shown) => {
  const { bench, groups } = await open(server);
  const config = { full_path: "acme/mail", name: "Mail", emails_enabled: false };
  const made = await groups.apply(config);
  expect(await bench.call("GET", "/groups/acme%2Fmail")).toMatchObject(shown);
  expect(made?.state["emails_enabled"]).toBe(false);
  expect(await groups.plan(groups.config(config), made && (await groups.read(made)))).toMatchObject({ action: "none" });
  const [name, value] = Object.entries(shown)[0] ?? [""];
  await bench.call("PUT", "/groups/acme%2Fmail", { [name]: !value });
  await bench.again();
  const drifted = made && (await groups.read(made));
  expect(drifted?.state["emails_enabled"]).toBe(true);
  expect(await groups.plan(groups.config(config), drifted)).toMatchObject({ action: "update" });
});

it("two names of one value are refused together, with both told, and each lives alone", async () => {
  const { projects } = await open(vendor("19.0.0"));
  const both = { full_path: "acme/packages", packages_enabled: true, package_registry_access_level: "private" };
  const found = await projects.problems(both);
  expect(found.map(({ summary, detail }) => `${summary} ${detail}`).join("\n")).toMatch(
    /packages_enabled and package_registry_access_level are two names of the same value/,
  );
  const { packages_enabled: _, ...one } = both;
  const made = await projects.apply(one);
  expect(await projects.plan(projects.config(one), made && (await projects.read(made)))).toMatchObject({ action: "none" });
});

it("a value of another type than facts let one guess is none in a state, and is written over", async () => {
  const { bench } = await open(vendor("19.0.0"));
  const settings = new Core(bench.provider, "trueup_application_settings");
  const config = { gitlab_shell_operation_limit: 7 };
  const made = await settings.apply(config);
  bench.server.misbehave({
    path: /^\/application\/settings/,
    trouble: rewrite((reply: JsonObject) => ({ ...reply, gitlab_shell_operation_limit: [{ a: 1 }] })),
  });
  await bench.again();
  const read = made && (await settings.read(made));
  expect(read?.state["gitlab_shell_operation_limit"]).toBeNull();
  expect(await settings.plan(settings.config(config), read)).toMatchObject({ action: "update" });
});
