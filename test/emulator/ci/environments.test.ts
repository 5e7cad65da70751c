import { expect, test } from "vitest";
import { project, startBench } from "../bench.js";

const path = `${project}/environments`;

test("an environment is made, found by name, changed, stopped and only then removed", async () => {
  const { ask, list } = await startBench();
  const [status, made] = await ask("POST", path, { name: "review/one", external_url: "https://one.example" }, "developer");
  expect([status, made]).toMatchObject([
    201,
    { name: "review/one", tier: "development", state: "available", external_url: "https://one.example", last_deployment: null },
  ]);
  expect(made["slug"]).toMatch(/^review-one-[a-z0-9]{6}$/);
  expect(await ask("POST", path, { name: "review/one" }, "developer")).toEqual([
    400,
    { message: { name: ["has already been taken"] } },
  ]);
  expect((await ask("POST", path, { name: "x" }, "reporter"))[0]).toBe(403);
  await ask("POST", path, { name: "production", tier: "other" });
  expect((await list(`${path}?search=rev`)).map(({ name }) => name)).toEqual(["review/one"]);
  expect((await list(`${path}?name=production`))[0]).toMatchObject({ name: "production", slug: "production", tier: "other" });
  expect((await ask("GET", `${path}?search=re`))[0]).toBe(400);
  const one = `${path}/${String(made["id"])}`;
  expect((await ask("PUT", one, { external_url: "https://two.example", name: "other" }))[1]).toMatchObject({
    name: "review/one",
    external_url: "https://two.example",
  });
  expect((await ask("DELETE", one))[0]).toBe(403);
  expect(await ask("POST", `${one}/stop`)).toMatchObject([200, { state: "stopped" }]);
  expect((await list(`${path}?states=stopped`)).length).toBe(1);
  expect((await ask("DELETE", one))[0]).toBe(204);
  expect((await ask("GET", one))[0]).toBe(404);
});

test("a namespace needs an agent, and the slug is the server's", async () => {
  const { ask } = await startBench();
  expect(await ask("POST", path, { name: "a", kubernetes_namespace: "n" })).toEqual([
    400,
    { message: { kubernetes_namespace: ["cannot be set without a cluster agent"] } },
  ]);
  expect((await ask("POST", path, { name: "a", slug: "n" }))[1]).toEqual({
    error: "slug is automatically generated and cannot be changed",
  });
});

test("freeze periods check their texts and may be twins", async () => {
  const { ask, list } = await startBench();
  const at = `${project}/freeze_periods`;
  const sent = { freeze_start: "0 23 * * 5", freeze_end: "0 7 * * 1" };
  expect(await ask("POST", at, sent)).toMatchObject([201, { ...sent, cron_timezone: "UTC" }]);
  expect((await ask("POST", at, { ...sent, cron_timezone: "London" }))[0]).toBe(201);
  expect((await ask("POST", at, { ...sent, cron_timezone: "Nowhere" }))[0]).toBe(400);
  expect((await ask("POST", at, { ...sent, freeze_start: "often" }))[0]).toBe(400);
  expect((await ask("POST", at, sent, "developer"))[0]).toBe(403);
  expect((await list(at, "reporter")).length).toBe(2);
});
