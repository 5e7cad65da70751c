import { expect, test } from "vitest";
import { each } from "../answers.js";
import { startPlatform } from "../platform.js";
import { type Delivery, JOBS, PIPELINES, WEB, bodyOf, startDelivery } from "./delivery.js";

async function stateOf(shop: Delivery, pipeline: number): Promise<unknown> {
  return bodyOf(await shop.call("GET", `${WEB}/pipelines/${pipeline}`))["status"];
}

async function jobStates(shop: Delivery, pipeline: number): Promise<unknown[]> {
  return each(await shop.call("GET", `${WEB}/pipelines/${pipeline}/jobs`), "status").toReversed();
}

test("pipelines are listed newest first, without child pipelines, by status, ref, commit and user", async () => {
  const shop = await startDelivery();
  const ids = async (query: string) => each(await shop.call("GET", `${WEB}/pipelines${query}`), "id");
  expect(await ids("")).toEqual([6, 4, 3, 1]);
  expect(await ids("?status=failed")).toEqual([PIPELINES.failedOnMain]);
  expect(await ids("?ref=topic&sort=asc")).toEqual([1, 3, 6]);
  expect(await ids("?username=mike&order_by=ref&sort=asc")).toEqual([4, 6]);
  const { sha } = bodyOf(await shop.call("GET", `${WEB}/pipelines/4`));
  expect(await ids(`?sha=${String(sha)}`)).toEqual([4]);
});

test("a pipeline is read with who started it and how long it took", async () => {
  const shop = await startDelivery();
  expect(bodyOf(await shop.call("GET", `${WEB}/pipelines/${PIPELINES.done}`))).toMatchObject({
    status: "success",
    ref: "topic",
    source: "push",
    user: { username: "dora" },
    duration: expect.any(Number),
    web_url: `${shop.url}/acme/web/-/pipelines/1`,
  });
  expect(bodyOf(await shop.call("GET", `${WEB}/pipelines/2`))["source"]).toBe("parent_pipeline");
  expect((await shop.call("GET", `${WEB}/pipelines/5`)).status).toBe(404);
});

test("a pipeline has the status that its jobs give together", async () => {
  const shop = await startDelivery();
  expect(await stateOf(shop, PIPELINES.running)).toBe("running");
  expect(await stateOf(shop, PIPELINES.waiting)).toBe("manual");
  await shop.as("dora", "POST", `${WEB}/jobs/${JOBS.running}/cancel`);
  expect(await stateOf(shop, PIPELINES.running)).toBe("canceled");
  await shop.as("dora", "POST", `${WEB}/jobs/${JOBS.manual}/cancel`);
  expect(await stateOf(shop, PIPELINES.waiting)).toBe("canceled");
});

test("what comes after a canceled job is skipped, and waits again when that is retried", async () => {
  const shop = await startDelivery();
  await shop.as("dora", "POST", `${WEB}/jobs/${JOBS.running}/cancel`);
  expect(await jobStates(shop, PIPELINES.running)).toEqual(["canceled", "skipped", "skipped"]);
  await shop.as("dora", "POST", `${WEB}/jobs/${JOBS.running}/retry`);
  expect(await jobStates(shop, PIPELINES.running)).toEqual(["pending", "created", "created"]);
  expect(await stateOf(shop, PIPELINES.running)).toBe("pending");
});

test("a failure that is allowed holds nothing up", async () => {
  const shop = await startDelivery();
  await shop.as("dora", "POST", `${WEB}/jobs/${JOBS.lint}/cancel`);
  expect(await stateOf(shop, PIPELINES.done)).toBe("success");
});

test("who takes jobs as a runner gets them one by one, and brings a pipeline to its end", async () => {
  const shop = await startDelivery();
  const finish = (id: number, json: Record<string, unknown>) => shop.call("PUT", `/jobs/${id}`, { token: "", json });
  const take = () => shop.call("POST", "/jobs/request", { token: "", json: { token: "token-of-linux" } });
  expect((await finish(JOBS.running, { token: "token-of-compile", state: "success" })).status).toBe(200);
  expect(await jobStates(shop, PIPELINES.running)).toEqual(["success", "pending", "created"]);
  for (const name of ["check", "ship"]) {
    // oxlint-disable-next-line no-await-in-loop -- the second waits for the first
    const taken = await take();
    expect([taken.status, bodyOf(taken)["job_info"]]).toEqual([201, expect.objectContaining({ name })]);
    const { id, token } = bodyOf(taken);
    // oxlint-disable-next-line no-await-in-loop -- as above
    const own = await shop.call("GET", "/job", { token: "", headers: { "JOB-TOKEN": String(token) } });
    expect(bodyOf(own)).toMatchObject({ id, status: "running", runner: { description: "linux" } });
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect((await finish(Number(id), { token, state: "success", trace: "done" })).status).toBe(200);
  }
  expect(await stateOf(shop, PIPELINES.running)).toBe("success");
  expect((await take()).status).toBe(204);
});

test("a runner's word counts with its token, and for a job that runs", async () => {
  const shop = await startDelivery();
  const path = `/jobs/${JOBS.running}`;
  expect((await shop.call("POST", "/jobs/request", { token: "", json: { token: "no-runner" } })).status).toBe(403);
  expect((await shop.call("PUT", path, { token: "", json: { token: "other", state: "success" } })).status).toBe(403);
  const failed = { token: "token-of-compile", state: "failed", failure_reason: "runner_system_failure" };
  expect((await shop.call("PUT", path, { token: "", json: failed })).status).toBe(200);
  expect(bodyOf(await shop.call("GET", `${WEB}${path}`))).toMatchObject({
    status: "failed",
    failure_reason: "runner_system_failure",
  });
  expect((await shop.call("PUT", path, { token: "", json: failed })).status).toBe(403);
});

test("with a project its pipelines, jobs and their tokens go", async () => {
  const shop = await startDelivery();
  await shop.call("DELETE", WEB);
  shop.work();
  expect((await shop.call("GET", WEB)).status).toBe(404);
  const own = await shop.call("GET", "/job", { token: "", headers: { "JOB-TOKEN": "token-of-compile" } });
  expect(own.status).toBe(401);
  expect((await shop.call("POST", "/jobs/request", { token: "", json: { token: "token-of-linux" } })).status).toBe(204);
});

test("a seed that names a runner which it does not have is refused", async () => {
  const jobs = [{ name: "a", runner: "nobody" }];
  const seed = {
    projects: [{ path_with_namespace: "root/a", branches: ["main"] }],
    pipelines: [{ project: "root/a", ref: "main", user: "root", at: "-1h", jobs }],
  };
  await expect(startPlatform({ seed })).rejects.toThrow("the seed names a runner that it does not have: nobody");
});
