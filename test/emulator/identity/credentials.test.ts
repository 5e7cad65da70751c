import { expect, test } from "vitest";
import { each } from "../answers.js";
import { pairFor } from "../oauth.js";
import { type Platform, startPlatform } from "../platform.js";

const SHOP = {
  users: [{ username: "una" }],
  groups: [{ full_path: "acme", members: { una: 40 } }],
  projects: [{ path_with_namespace: "acme/web", branches: ["main"] }],
  pipelines: [
    {
      project: "acme/web",
      ref: "main",
      user: "una",
      at: "-5m",
      jobs: [{ name: "compile", stage: "build", status: "running", token: "value-of-ci-job-token" }],
    },
  ],
};

/** What a request with these headers or this query gets. */
async function ask(platform: Platform, path: string, headers: Record<string, string> = {}): Promise<unknown> {
  const { status, body } = await platform.call("GET", path, { token: "", headers });
  return status === 200 ? body : status;
}

test("a personal access token is sent as PRIVATE-TOKEN", async () => {
  const platform = await startPlatform();
  expect(await ask(platform, "/user", { "PRIVATE-TOKEN": "token-of-alice" })).toMatchObject({ username: "alice" });
  expect(await ask(platform, "/user")).toBe(401);
});

test("an OAuth access token is sent as Bearer", async () => {
  const platform = await startPlatform();
  const { access } = await pairFor(platform);
  expect(await ask(platform, "/user", { Authorization: `Bearer ${access}` })).toMatchObject({ username: "alice" });
  expect(await ask(platform, "/user", { "PRIVATE-TOKEN": access })).toBe(401);
});

test("an OAuth access token is sent as the query parameter access_token", async () => {
  const platform = await startPlatform();
  const { access } = await pairFor(platform);
  expect(await ask(platform, `/user?access_token=${access}`)).toMatchObject({ username: "alice" });
});

test("a job token is sent as Bearer", async () => {
  const platform = await startPlatform({ seed: SHOP });
  const bearer = { Authorization: "Bearer value-of-ci-job-token" };
  expect(await ask(platform, "/job", bearer)).toMatchObject({ name: "compile", status: "running" });
});

test("a job token is sent as JOB-TOKEN", async () => {
  const platform = await startPlatform({ seed: SHOP });
  expect(await ask(platform, "/job", { "JOB-TOKEN": "value-of-ci-job-token" })).toMatchObject({ name: "compile" });
});

test("a job token is sent as the query parameter job_token", async () => {
  const platform = await startPlatform({ seed: SHOP });
  expect(await ask(platform, "/job?job_token=value-of-ci-job-token")).toMatchObject({ name: "compile" });
});

test("a job token is good while its job runs", async () => {
  const platform = await startPlatform({ seed: SHOP });
  const { id } = (await ask(platform, "/job", { "JOB-TOKEN": "value-of-ci-job-token" })) as { id: number };
  await platform.call("POST", `/projects/acme%2Fweb/jobs/${id}/cancel`);
  expect(await ask(platform, "/job", { "JOB-TOKEN": "value-of-ci-job-token" })).toBe(401);
});

test("without a credential, public projects, public groups, their packages and topics are returned, and nothing else", async () => {
  const platform = await startPlatform();
  const names = async (path: string, name: string) => each(await platform.call("GET", path, { token: "" }), name);
  expect(await names("/projects?order_by=id&sort=asc", "path")).toEqual(["website", "toolkit"]);
  expect(await names("/groups", "path")).toEqual(["acme-labs", "open-source"]);
  expect(await names("/topics", "name")).toEqual(["typescript", "infrastructure"]);
  expect((await names("/projects/open-source%2Ftoolkit/packages", "name")).length).toBeGreaterThan(0);
  expect(await ask(platform, "/projects/acme-labs%2Fplatform%2Fapi/packages")).toBe(404);
  expect(await ask(platform, "/groups/acme-release")).toBe(404);
});
