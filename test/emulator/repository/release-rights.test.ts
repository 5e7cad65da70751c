import { expect, test } from "vitest";
import { startPlatform } from "../platform.js";
import { APP, OPEN, SEED, create } from "./releases.js";

test("creating and changing a release takes the Developer role", async () => {
  const platform = await startPlatform({ seed: SEED });
  await create(platform, { tag_name: "v1" });
  const statuses = async (token: string) => [
    (await platform.call("POST", APP, { token, json: { tag_name: "v2" } })).status,
    (await platform.call("PUT", `${APP}/v1`, { token, json: { name: "x" } })).status,
    (await platform.call("DELETE", `${APP}/v1`, { token })).status,
  ];
  expect(await statuses("token-of-reporter")).toEqual([403, 403, 403]);
  expect(await statuses("")).toEqual([401, 401, 401]);
  expect(await statuses("token-of-dev")).toEqual([201, 200, 200]);
});

test("guests of a private project see releases without what leads to its code", async () => {
  const platform = await startPlatform({ seed: SEED });
  await create(platform, { tag_name: "v1", name: "Secret", assets: { links: [{ name: "x", url: "https://example.com" }] } });
  const guest = { token: "token-of-guest" };
  const [release] = (await platform.call("GET", APP, guest)).body as [Record<string, unknown>];
  expect(release).toMatchObject({ name: "Release-2", assets: { count: 1 } });
  for (const name of ["tag_name", "commit", "commit_path", "tag_path", "evidences", "_links"])
    expect(release).not.toHaveProperty(name);
  expect((await platform.call("GET", `${APP}/v1`, guest)).status).toBe(403);
  expect((await platform.call("GET", APP, { token: "token-of-reporter" })).body).toMatchObject([{ tag_name: "v1" }]);
});

test("nobody in particular reads releases of public projects, and of no others", async () => {
  const platform = await startPlatform({ seed: SEED });
  expect((await platform.call("GET", OPEN, { token: "" })).body).toMatchObject([{ tag_name: "v1" }]);
  expect((await platform.call("GET", `${OPEN}/v1`, { token: "" })).status).toBe(200);
  expect((await platform.call("GET", APP, { token: "" })).status).toBe(404);
});

test("a project whose releases are off refuses to show them", async () => {
  const platform = await startPlatform({ seed: SEED });
  await platform.call("PUT", "/projects/top%2Fopen", { json: { releases_access_level: "disabled" } });
  expect((await platform.call("GET", OPEN, { token: "" })).status).toBe(403);
  expect((await platform.call("GET", `${OPEN}/v1`)).status).toBe(403);
});

test("a job token lists, reads and changes releases, and does nothing else with them", async () => {
  const platform = await startPlatform();
  const releases = "/projects/acme-labs%2Fwebsite/releases";
  const asJob = (method: string, path: string, json?: unknown) =>
    platform.call(method, path, {
      token: "",
      headers: { "JOB-TOKEN": "job-token-of-website" },
      ...(json === undefined ? {} : { json }),
    });
  expect((await asJob("GET", releases)).status).toBe(200);
  expect((await asJob("GET", `${releases}/v1.0.0`)).status).toBe(200);
  expect((await asJob("PUT", `${releases}/v1.0.0`, { name: "By the job" })).body).toMatchObject({ name: "By the job" });
  expect((await asJob("POST", releases, { tag_name: "v2", ref: "main" })).status).toBe(401);
  expect((await asJob("POST", `${releases}/v1.0.0/evidence`)).status).toBe(401);
  expect((await asJob("DELETE", `${releases}/v1.0.0`)).status).toBe(401);
});
