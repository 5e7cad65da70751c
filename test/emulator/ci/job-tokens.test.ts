import { expect, test } from "vitest";
import { JOBS, PIPELINES, bodyOf, startDelivery } from "./delivery.js";
import { one, summary, time } from "./jobs.js";

test("a job token reads its own job, sent in each of the documented ways", async () => {
  const shop = await startDelivery();
  const ways = [
    { headers: { Authorization: "Bearer token-of-compile" } },
    { headers: { "JOB-TOKEN": "token-of-compile" } },
    { query: "?job_token=token-of-compile" },
  ];
  for (const { headers = {}, query = "" } of ways) {
    // oxlint-disable-next-line no-await-in-loop -- three small requests
    const answer = await shop.call("GET", `/job${query}`, { token: "", headers });
    expect([answer.status, bodyOf(answer)["id"]]).toEqual([200, JOBS.running]);
  }
});

test("the own job is for job tokens only", async () => {
  const shop = await startDelivery();
  const personal = await shop.as("dora", "GET", "/job");
  expect([personal.status, personal.body]).toEqual([404, { message: "404 Job Not Found" }]);
  expect((await shop.call("GET", "/job", { token: "" })).status).toBe(401);
  expect((await shop.as("dora", "GET", "/job/allowed_agents")).status).toBe(404);
});

test("a job token ends when its job does", async () => {
  const shop = await startDelivery();
  const own = () => shop.call("GET", "/job", { token: "", headers: { "JOB-TOKEN": "token-of-compile" } });
  expect((await own()).status).toBe(200);
  await shop.as("dora", "POST", `${one(JOBS.running)}/cancel`);
  expect((await own()).status).toBe(401);
});

test("a job token reads the agents that its job may use", async () => {
  const shop = await startDelivery();
  const answer = await shop.call("GET", "/job/allowed_agents?job_token=token-of-compile", { token: "" });
  const project = (id: number, path: string) => ({
    id,
    description: null,
    name: path,
    name_with_namespace: `acme / ${path}`,
    path,
    path_with_namespace: `acme/${path}`,
    created_at: time,
  });
  expect(answer.body).toEqual({
    allowed_agents: [
      { id: 1, config_project: project(1, "web") },
      { id: 2, config_project: project(2, "open") },
    ],
    job: { id: JOBS.running, name: "compile", stage: "build", project_id: 1, project_name: "web" },
    pipeline: {
      id: PIPELINES.running,
      project_id: 1,
      ref: "topic",
      sha: expect.any(String),
      status: "running",
      created_at: time,
      updated_at: time,
      web_url: `${shop.url}/acme/web/-/pipelines/3`,
    },
    project: project(1, "web"),
    user: { ...summary, web_url: `${shop.url}/dora` },
  });
});

test("the allowed agents are there with a licence only", async () => {
  const shop = await startDelivery({ tier: "free" });
  const answer = await shop.call("GET", "/job/allowed_agents", { token: "", headers: { "JOB-TOKEN": "token-of-compile" } });
  expect([answer.status, answer.body]).toEqual([404, { error: "404 Not Found" }]);
});
