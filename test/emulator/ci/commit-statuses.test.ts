import { afterAll, beforeAll, expect, test } from "vitest";
import { type Repository, startRepository } from "../repositories.js";

type Body = Record<string, unknown>;

let code: Repository;
let sha = "";
beforeAll(async () => {
  code = await startRepository();
  sha = String((await code.commit("main", [{ action: "create", file_path: "a", content: "" }]))["id"]);
});
afterAll(() => code.close());

const say = (json: Body, as?: string, commit = sha) => code.api("POST", `${code.at}/statuses/${commit}`, json, as);

test("a status makes a pipeline of its commit, moves on until it has ended, and then another one begins", async () => {
  const first = await say({ state: "pending", context: "lint", target_url: "https://ci.example.org/1" });
  expect(first).toMatchObject({
    status: 201,
    body: {
      sha,
      ref: "main",
      status: "pending",
      name: "lint",
      target_url: "https://ci.example.org/1",
      author: { username: "root" },
    },
  });
  const { id, pipeline_id } = first.body as Body;
  expect((await code.call("GET", "/commits/main")).body).toMatchObject({ status: "pending", last_pipeline: { id: pipeline_id } });
  expect(await say({ state: "pending", name: "lint" })).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^Cannot transition status via :enqueue from :pending/) },
  });
  expect((await say({ state: "running", name: "lint" })).body).toMatchObject({ id, status: "running", finished_at: null });
  expect((await say({ state: "success", name: "lint", coverage: 99.5 })).body).toMatchObject({
    id,
    status: "success",
    coverage: 99.5,
  });
  expect((await code.call("GET", "/commits/main")).body).toMatchObject({ status: "success" });
  const second = (await say({ state: "failed", name: "lint", description: "Again" })).body as Body;
  expect(second["id"]).not.toBe(id);
  expect(second["pipeline_id"]).toBe(pipeline_id);
  expect((await code.call("GET", "/commits/main")).body).toMatchObject({ status: "failed" });
});

test("statuses are listed the latest of each name, or all, and by name", async () => {
  await say({ state: "success" });
  const names = async (query: string): Promise<unknown[]> =>
    ((await code.call("GET", `/commits/${sha}/statuses?${query}`)).body as Body[]).map(
      ({ name, status }) => `${name as string} ${status as string}`,
    );
  expect(await names("")).toEqual(["lint failed", "default success"]);
  expect(await names("all=true&name=lint")).toEqual(["lint success", "lint failed"]);
  expect(await names("sort=desc")).toEqual(["default success", "lint failed"]);
  expect(await names("stage=build")).toEqual([]);
});

test("only Developers say something of a commit that is there, in words that servers know", async () => {
  expect((await say({ state: "success" }, "rita")).status).toBe(403);
  expect((await say({ state: "success" }, "dev")).status).toBe(201);
  expect((await say({ state: "fine" })).status).toBe(400);
  expect(await say({ state: "success" }, undefined, "0".repeat(40))).toMatchObject({ body: { message: "404 Commit Not Found" } });
  expect(await say({ state: "success", pipeline_id: 999 })).toMatchObject({ status: 404 });
});
