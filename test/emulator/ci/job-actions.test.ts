import { expect, test } from "vitest";
import { each } from "../answers.js";
import { type Delivery, JOBS, WEB, bodyOf, startDelivery } from "./delivery.js";
import { jobs, one, summary, time } from "./jobs.js";

async function statusOf(shop: Delivery, id: number): Promise<unknown> {
  return bodyOf(await shop.call("GET", one(id)))["status"];
}

test("any job is canceled; one that never ran keeps a null finished_at", async () => {
  const shop = await startDelivery();
  const cancel = async (id: number) => bodyOf(await shop.as("dora", "POST", `${one(id)}/cancel`));
  expect(await cancel(JOBS.running)).toMatchObject({ id: JOBS.running, status: "canceled", finished_at: time });
  expect(await cancel(JOBS.manual)).toMatchObject({ status: "canceled", started_at: null, finished_at: null });
  expect(await cancel(JOBS.unit)).toMatchObject({ status: "canceled" });
});

test("real servers leave a job alone that has come to an end, and say when a canceled one ended", async () => {
  const shop = await startDelivery({ dialect: "vendor" });
  const cancel = (id: number) => shop.as("dora", "POST", `${one(id)}/cancel`);
  const done = await cancel(JOBS.unit);
  expect([done.status, bodyOf(done)["status"]]).toEqual([201, "success"]);
  expect(bodyOf(await cancel(JOBS.created))).toMatchObject({ status: "canceled", started_at: null, finished_at: time });
});

test("a finished job that is retried is pending and has forgotten its run", async () => {
  const shop = await startDelivery();
  for (const id of [JOBS.unit, JOBS.lint, JOBS.built]) {
    // oxlint-disable-next-line no-await-in-loop -- three small requests
    const answer = await shop.as("dora", "POST", `${one(id)}/retry`);
    expect(bodyOf(answer)).toMatchObject({
      id,
      status: "pending",
      started_at: null,
      finished_at: null,
      duration: null,
      runner: null,
      artifacts: [],
    });
  }
  expect((await shop.call("GET", `${one(JOBS.built)}/trace`)).status).toBe(404);
});

test("a job that has not finished is not retried", async () => {
  const shop = await startDelivery();
  for (const id of [JOBS.running, JOBS.created, JOBS.manual]) {
    // oxlint-disable-next-line no-await-in-loop -- three small requests
    const answer = await shop.as("dora", "POST", `${one(id)}/retry`);
    expect([answer.status, answer.body]).toEqual([403, { message: "403 Forbidden - Job is not retryable" }]);
  }
});

test("on real servers a new job takes the place of a retried one", async () => {
  const shop = await startDelivery({ dialect: "vendor" });
  const again = bodyOf(await shop.as("dora", "POST", `${one(JOBS.unit)}/retry`));
  expect(again).toMatchObject({ id: 15, name: "unit", status: "pending", started_at: null });
  expect(await statusOf(shop, JOBS.unit)).toBe("success");
  expect(each(await shop.call("GET", jobs), "id")).toEqual([15, 6, 1]);
  expect((await shop.as("dora", "POST", `${one(JOBS.unit)}/retry`)).status).toBe(403);
});

test("an erased job loses artifacts and log and keeps its status", async () => {
  const shop = await startDelivery();
  const erased = bodyOf(await shop.as("dora", "POST", `${one(JOBS.built)}/erase`));
  expect(erased).toMatchObject({ status: "success", artifacts: [], download_url: null, artifacts_expire_at: null });
  expect(erased).not.toHaveProperty("artifacts_file");
  expect((await shop.call("GET", `${one(JOBS.built)}/trace`)).status).toBe(404);
  expect(bodyOf(await shop.as("dora", "POST", `${one(JOBS.running)}/erase`))).toMatchObject({ status: "running" });
});

test("real servers erase a job once, and only when it has finished", async () => {
  const shop = await startDelivery({ dialect: "vendor" });
  const erase = (id: number) => shop.as("dora", "POST", `${one(id)}/erase`);
  expect((await erase(JOBS.built)).status).toBe(201);
  for (const id of [JOBS.built, JOBS.running]) {
    // oxlint-disable-next-line no-await-in-loop -- two small requests
    const answer = await erase(id);
    expect([answer.status, answer.body]).toEqual([403, { message: "403 Forbidden - Job is not erasable!" }]);
  }
});

test("cancel, retry and erase answer 200, on real servers 201", async () => {
  for (const [dialect, status] of [
    ["neutral", 200],
    ["vendor", 201],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one emulator after the other
    const shop = await startDelivery({ dialect });
    const paths = [`${one(JOBS.running)}/cancel`, `${one(JOBS.lint)}/retry`, `${one(JOBS.built)}/erase`];
    // oxlint-disable-next-line no-await-in-loop -- one emulator after the other
    const answers = await Promise.all(paths.map((path) => shop.call("POST", path)));
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
  }
});

test("jobs are moved by Developers and up", async () => {
  const shop = await startDelivery();
  const cancel = async (user: string) => (await shop.as(user, "POST", `${one(JOBS.running)}/cancel`)).status;
  expect([await cancel("stranger"), await cancel("gus"), await cancel("rita"), await cancel("dora")]).toEqual([
    404, 403, 403, 200,
  ]);
  expect((await shop.call("POST", `${one(JOBS.running)}/cancel`, { token: "" })).status).toBe(401);
});

test("jobs of a protected branch are moved by those who may push or merge to it", async () => {
  const shop = await startDelivery();
  expect((await shop.as("dora", "POST", `${one(JOBS.failedOnMain)}/retry`)).status).toBe(403);
  expect((await shop.as("mike", "POST", `${one(JOBS.failedOnMain)}/retry`)).status).toBe(200);
});

test("a job is erased by Maintainers and by who started it", async () => {
  const shop = await startDelivery();
  expect((await shop.as("dora", "POST", `${one(JOBS.ofMike)}/erase`)).status).toBe(403);
  expect((await shop.as("dora", "POST", `${one(JOBS.built)}/erase`)).status).toBe(200);
  expect((await shop.as("olivia", "POST", `${one(JOBS.lint)}/erase`)).status).toBe(200);
});

test("the jobs of an archived project are read-only", async () => {
  const shop = await startDelivery();
  await shop.call("POST", `${WEB}/archive`);
  expect((await shop.as("mike", "POST", `${one(JOBS.running)}/cancel`)).status).toBe(403);
  expect((await shop.as("mike", "GET", one(JOBS.running))).status).toBe(200);
});

test("a manual job waits until it is played", async () => {
  const shop = await startDelivery();
  expect(bodyOf(await shop.as("dora", "POST", `${one(JOBS.manual)}/play`))).toMatchObject({ status: "pending", user: summary });
  const again = await shop.as("dora", "POST", `${one(JOBS.manual)}/play`);
  expect([again.status, again.body]).toEqual([400, { message: "400 Bad request - Unplayable Job" }]);
});
