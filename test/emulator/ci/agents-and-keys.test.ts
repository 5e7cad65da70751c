import { expect, test } from "vitest";
import { startPlatform } from "../platform.js";

const vendor = { dialect: "vendor", serverVersion: "19.0.0", seed: "none" } as const;

test("an agent of a cluster has a project, at most two tokens that are shown once, and goes with what it has", async () => {
  const platform = await startPlatform(vendor);
  await platform.call("POST", "/projects", { json: { name: "web" } });
  const at = "/projects/root%2Fweb/cluster_agents";
  const agent = await platform.call("POST", at, { json: { name: "production" } });
  expect(agent).toMatchObject({
    status: 201,
    body: { name: "production", created_by_user_id: 1, config_project: { path: "web" } },
  });
  expect((await platform.call("POST", at, { json: { name: "Not a label" } })).status).toBe(400);
  const tokens = `${at}/${String((agent.body as { id: number }).id)}/tokens`;
  const token = await platform.call("POST", tokens, { json: { name: "first" } });
  expect(token.body).toMatchObject({ token: expect.stringMatching(/^glagent-/) as string, status: "active" });
  await platform.call("POST", tokens, { json: { name: "second" } });
  expect((await platform.call("POST", tokens, { json: { name: "third" } })).status).toBe(400);
  expect(JSON.stringify((await platform.call("GET", tokens)).body)).not.toContain("glagent-");
  expect((await platform.call("DELETE", `${at}/${String((agent.body as { id: number }).id)}`)).status).toBe(204);
  expect((await platform.call("GET", tokens)).status).toBe(404);
});

test("groups that share themselves with a group are listed, and groups that a project may be shared with", async () => {
  const platform = await startPlatform(vendor);
  for (const path of ["acme", "other"])
    // oxlint-disable-next-line no-await-in-loop -- one group after the other
    await platform.call("POST", "/groups", { json: { name: path, path } });
  const { id } = (await platform.call("GET", "/groups/acme")).body as { id: number };
  await platform.call("POST", "/groups/other/share", { json: { group_id: id, group_access: 30 } });
  expect((await platform.call("GET", "/groups/acme/groups/shared")).body).toMatchObject([{ full_path: "other" }]);
  await platform.call("POST", "/projects", { json: { name: "web", namespace_id: id } });
  expect((await platform.call("GET", "/projects/acme%2Fweb/share_locations")).body).toMatchObject([{ full_path: "other" }]);
});
