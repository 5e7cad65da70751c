import { expect, it, onTestFinished } from "vitest";
import { createRedactor } from "../../src/core/redact.js";
import { openResources } from "../../src/trueup.js";
import { openDirectory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";
import { startMisbehaving } from "../harness/misbehaving-server.js";
import { resource } from "./bench.js";

const under = (kind: string, key: string) => ({ kind, parent: "project", path: "acme/web", key });

it.each([
  ["project", { kind: "project", path: "acme/api" }, { description: "A" }, { description: "B" }, [5, 4, 4]],
  // What the share takes along for a moment is other resources' to put back.
  [
    "project with a share",
    { kind: "project", path: "acme/api" },
    { shared_with_groups: [{ group: "crew", access_level: "developer" }] },
    { shared_with_groups: [{ group: "crew", access_level: "maintainer" }] },
    [11, 11, 4],
  ],
  ["label", under("label", "bug"), { color: "#ff0000" }, { color: "#00ff00" }, [5, 5, 3]],
  [
    "approval rule",
    under("approval_rule", "Two"),
    { approvals_required: 1, groups: ["acme"] },
    { approvals_required: 2, groups: ["acme"] },
    [6, 6, 3],
  ],
])("one %s is created, changed and deleted with few requests", async (_name, parts, first, second, most) => {
  const emulator = await platform({ tier: "premium", dialect: "vendor" });
  const server = await startMisbehaving(emulator.url);
  onTestFinished(() => server.close());
  const directory = openDirectory();
  onTestFinished(() => directory.close());
  const env = { TRUEUP_URL: server.url, TRUEUP_TOKEN: emulator.token };
  const resources = await openResources({}, { cwd: directory.path, env, redactor: createRedactor(), now: new Date() });
  onTestFinished(async () => resources.close());
  await resources.apply(resource({ kind: "group", path: "acme" }, { name: "Acme" }), true);
  await resources.apply(resource({ kind: "group", path: "crew" }, { name: "Crew" }), true);
  await resources.apply(resource({ kind: "project", path: "acme/web" }, {}), true);
  const counts: number[] = [];
  const counted = async (work: () => Promise<unknown>) => {
    const before = server.arrived.length;
    await work();
    counts.push(server.arrived.length - before);
  };
  await counted(async () => resources.apply(resource(parts, first), true));
  await counted(async () => resources.apply(resource(parts, second), false));
  await counted(async () => resources.remove(parts));
  const [made, changed, removed] = counts;
  expect([made, changed]).toEqual(most.slice(0, 2));
  // How often the platform is asked whether a project is gone depends on when it is.
  expect(removed).toBeLessThanOrEqual(most[2] ?? 0);
});
