// @module-tag slow
import { expect, it, onTestFinished } from "vitest";
import { createRedactor } from "../../src/core/redact.js";
import { openResources } from "../../src/trueup.js";
import { openDirectory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";
import { startMisbehaving } from "../harness/misbehaving-server.js";
import { resource } from "./bench.js";

it("things that are made one at a time wait for what was made before, on a server whose reads lag behind", async () => {
  const emulator = await platform({ tier: "premium" });
  const server = await startMisbehaving(emulator.url);
  onTestFinished(() => server.close());
  const directory = openDirectory();
  onTestFinished(() => directory.close());
  const env = { TRUEUP_URL: server.url, TRUEUP_TOKEN: emulator.token };
  const resources = await openResources(
    { settle: 8_000 },
    { cwd: directory.path, env, redactor: createRedactor(), now: new Date() },
  );
  onTestFinished(async () => resources.close());
  server.lag(emulator, 300);
  const group = { kind: "group", path: "acme" };
  const project = { kind: "project", path: "acme/web" };
  const rule = { kind: "approval_rule", parent: "project", path: "acme/web", key: "Two" };
  await resources.apply(resource(group, { name: "Acme" }), true);
  await resources.apply(resource(project, { merge_method: "ff" }), true);
  const made = await resources.apply(resource(rule, { approvals_required: 2, groups: ["acme"] }), true);
  expect(made).toMatchObject({ warnings: [], live: { spec: { approvals_required: 2 } } });
  server.lag(emulator, 0);
  expect(await resources.read(project)).toMatchObject({ spec: { merge_method: "ff" } });
});
