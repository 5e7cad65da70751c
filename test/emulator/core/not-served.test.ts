import { expect, test } from "vitest";
import { startPlatform } from "../platform.js";

const vendor = { dialect: "vendor", serverVersion: "19.0.0", seed: "none" } as const;

test("what the release has and the emulator does not serve is 501, with its name and why", async () => {
  const platform = await startPlatform(vendor);
  const { status, body } = await platform.call("GET", "/geo_sites/1/status");
  expect(status).toBe(501);
  expect(body).toEqual({
    message:
      "501 Not Implemented - GET /geo_sites/{id}/status is not served by this emulator: it is about a second site that replicates this one",
  });
});

test("what no release has is 404, and 405 where the path has other methods", async () => {
  const platform = await startPlatform(vendor);
  expect((await platform.call("GET", "/no_such_thing")).status).toBe(404);
  expect((await platform.call("PATCH", "/topics")).status).toBe(405);
});

test("what another release or a higher tier has is 404, as on such a server", async () => {
  const platform = await startPlatform(vendor);
  expect((await platform.call("GET", "/projects/1/requirements")).status).toBe(404);
  const neutral = await startPlatform({ seed: "none" });
  expect((await neutral.call("GET", "/geo_sites/1/status")).status).toBe(404);
  expect((await neutral.call("GET", "/admin/ci/variables")).status).toBe(404);
});
