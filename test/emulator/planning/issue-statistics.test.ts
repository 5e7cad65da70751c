import { expect, test } from "vitest";
import { startPlatform } from "../platform.js";

test("issues are counted by state, everywhere, in a group and in a project, as the filters of their lists say", async () => {
  const platform = await startPlatform({ dialect: "vendor", serverVersion: "19.0.0", seed: "none" });
  const { id } = (await platform.call("POST", "/groups", { json: { name: "acme", path: "acme" } })).body as { id: number };
  await platform.call("POST", "/projects", { json: { name: "web", namespace_id: id } });
  for (const title of ["one", "two", "three"])
    // oxlint-disable-next-line no-await-in-loop -- one issue after the other
    await platform.call("POST", "/projects/acme%2Fweb/issues", { json: { title, labels: title } });
  await platform.call("PUT", "/projects/acme%2Fweb/issues/1", { json: { state_event: "close" } });
  const counts = async (path: string) => (await platform.call("GET", path)).body;
  const all = { statistics: { counts: { all: 3, closed: 1, opened: 2 } } };
  expect(await counts("/issues_statistics")).toEqual(all);
  expect(await counts("/groups/acme/issues_statistics")).toEqual(all);
  expect(await counts("/projects/acme%2Fweb/issues_statistics?labels=two")).toEqual({
    statistics: { counts: { all: 1, closed: 0, opened: 1 } },
  });
});

test("iterations are those of the group and of the groups above it", async () => {
  const platform = await startPlatform({ dialect: "vendor", serverVersion: "19.0.0" });
  const { status, body } = await platform.call("GET", "/groups/acme-labs/iterations");
  expect(status).toBe(200);
  expect(Array.isArray(body)).toBe(true);
});
