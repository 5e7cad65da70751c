// @module-tag slow
import { expect, test } from "vitest";
import { each, idOf } from "../answers.js";
import type { Answer } from "../platform.js";
import { type Delivery, WEB, bodyOf, startDelivery } from "./delivery.js";

const LIST = `${WEB}/deployments`;
const one = (id: number): string => `${LIST}/${id}`;
const at = (day: number): string => `2024-02-0${day}T00:00:00Z`;
const made = { project: "acme/web", environment: "staging", ref: "topic", user: "dora" };

/** Deployments 1 to 5: two to staging, a failed and a running one to review, one to production of the protected branch. */
const DEPLOYMENTS = {
  environments: [{ project: "acme/web", name: "production", external_url: "https://acme.example" }],
  deployments: [
    { ...made, at: at(1) },
    { ...made, at: at(3) },
    { ...made, environment: "review/a", at: at(2), status: "failed" },
    { ...made, environment: "review/a", at: at(4), status: "running" },
    { ...made, environment: "production", ref: "main", user: "mike", at: at(5) },
  ],
};

async function newDeployment(shop: Delivery, user = "dora", more: Record<string, unknown> = {}): Promise<Answer> {
  const { commit } = bodyOf(await shop.call("GET", `${WEB}/repository/branches/topic`)) as { commit: { id: string } };
  return shop.as(user, "POST", LIST, {
    environment: "staging",
    sha: commit.id,
    ref: "topic",
    tag: false,
    status: "success",
    ...more,
  });
}

test("deployments come by ascending id, or as asked", async () => {
  const shop = await startDelivery({}, DEPLOYMENTS);
  const ids = async (query: string) => each(await shop.call("GET", `${LIST}${query}`), "id");
  expect(await ids("")).toEqual([1, 2, 3, 4, 5]);
  expect(await ids("?sort=desc")).toEqual([5, 4, 3, 2, 1]);
  expect(await ids("?order_by=iid&sort=desc")).toEqual([5, 4, 3, 2, 1]);
  expect(await ids("?order_by=created_at")).toEqual([1, 3, 2, 4, 5]);
  expect(await ids("?order_by=updated_at&sort=desc")).toEqual([5, 4, 2, 3, 1]);
  expect(await ids("?order_by=ref")).toEqual([5, 1, 2, 3, 4]);
  expect(await ids("?order_by=id&per_page=2&page=2")).toEqual([3, 4]);
  expect((await shop.call("GET", `${LIST}?order_by=sha`)).body).toEqual({ error: "order_by does not have a valid value" });
});

test("deployments are picked by the time of their last change", async () => {
  const shop = await startDelivery({}, DEPLOYMENTS);
  const ids = async (query: string) => each(await shop.call("GET", `${LIST}?${query}`), "id");
  expect(await ids(`updated_after=${at(3)}`)).toEqual([2, 4, 5]);
  expect(await ids(`updated_before=${at(2)}`)).toEqual([1, 3]);
  expect(await ids(`updated_after=${at(2)}&updated_before=${at(3)}`)).toEqual([2, 3]);
  expect((await shop.call("GET", `${LIST}?updated_after=soon`)).status).toBe(400);
});

test("deployments are picked by the name of their environment", async () => {
  const shop = await startDelivery({}, DEPLOYMENTS);
  expect(each(await shop.call("GET", `${LIST}?environment=review/a`), "id")).toEqual([3, 4]);
  expect((await shop.call("GET", `${LIST}?environment=review`)).body).toEqual([]);
});

test("deployments are picked by their status", async () => {
  const shop = await startDelivery({}, DEPLOYMENTS);
  expect(each(await shop.call("GET", `${LIST}?status=success`), "id")).toEqual([1, 2, 5]);
  expect((await shop.call("GET", `${LIST}?status=blocked`)).body).toEqual([]);
  expect((await shop.call("GET", `${LIST}?status=pending`)).status).toBe(400);
});

test("a deployment has every documented field", async () => {
  const shop = await startDelivery({}, DEPLOYMENTS);
  expect(bodyOf(await shop.call("GET", one(5)))).toEqual({
    id: 5,
    iid: 5,
    ref: "main",
    sha: expect.stringMatching(/^[0-9a-f]{40}$/),
    created_at: "2024-02-05T00:00:00.000Z",
    updated_at: "2024-02-05T00:00:00.000Z",
    status: "success",
    user: { id: 3, name: "mike", username: "mike", state: "active", avatar_url: null, web_url: `${shop.url}/mike` },
    environment: { id: 1, name: "production", external_url: "https://acme.example" },
    deployable: null,
  });
  expect((await shop.call("GET", one(99))).status).toBe(404);
});

test("the deployment of a job shows the job", async () => {
  const deployments = [{ project: "acme/web", environment: "staging", job: "unit" }];
  const shop = await startDelivery({}, { deployments });
  const { deployable } = bodyOf(await shop.call("GET", one(1))) as { deployable: Record<string, unknown> };
  expect(Object.keys(deployable)).toEqual(
    "id status stage name ref tag coverage created_at started_at finished_at user commit pipeline runner".split(" "),
  );
  expect(deployable).toMatchObject({ id: 2, name: "unit", user: { username: "dora", bio: "" }, commit: { title: "A button" } });
  expect(deployable["pipeline"]).toMatchObject({ id: 1, project_id: 1, status: "success", web_url: expect.any(String) });
});

test("a deployment is created with the status that is given and without a job, and its environment with it", async () => {
  const shop = await startDelivery({}, DEPLOYMENTS);
  for (const status of ["running", "success", "failed", "canceled"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await newDeployment(shop, "dora", { environment: "review/b", status });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ status, deployable: null, ref: "topic", user: { username: "dora" } });
    expect(answer.body).toMatchObject({ environment: { id: 4, name: "review/b", external_url: null } });
  }
});

test("environment, sha, ref, tag and status are required of a new deployment", async () => {
  const shop = await startDelivery({}, DEPLOYMENTS);
  const answer = await shop.as("dora", "POST", LIST, {});
  const error = "environment is missing, sha is missing, ref is missing, tag is missing, status is missing";
  expect([answer.status, answer.body]).toEqual([400, { error }]);
  const wrong = await newDeployment(shop, "dora", { status: "created" });
  expect([wrong.status, wrong.body]).toEqual([400, { error: "status does not have a valid value" }]);
});

test("a commit or ref that the project does not have is refused", async () => {
  const shop = await startDelivery({}, DEPLOYMENTS);
  const answer = await newDeployment(shop, "dora", { sha: "0".repeat(40), ref: "nowhere", environment: "review/c" });
  const message = { sha: ["The commit does not exist"], ref: ["The branch or tag does not exist"] };
  expect([answer.status, answer.body]).toEqual([400, { message }]);
  expect((await newDeployment(shop, "dora", { environment: "/" })).status).toBe(400);
});

test("real servers answer with the last deployment of an environment when a new one says the same", async () => {
  const shop = await startDelivery({ dialect: "vendor" }, DEPLOYMENTS);
  const first = idOf(await newDeployment(shop, "dora", { environment: "review/d" }));
  expect(idOf(await newDeployment(shop, "dora", { environment: "review/d" }))).toBe(first);
  expect(idOf(await newDeployment(shop, "dora", { environment: "review/d", status: "failed" }))).not.toBe(first);
});

test("any deployment takes the status that an update gives", async () => {
  const shop = await startDelivery({}, DEPLOYMENTS);
  for (const status of ["running", "success", "failed", "canceled", "running"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await shop.as("dora", "PUT", one(1), { status });
    expect([answer.status, bodyOf(answer)["status"]]).toEqual([200, status]);
  }
  expect((await shop.as("dora", "PUT", one(1), {})).body).toEqual({ error: "status is missing" });
  expect((await shop.as("dora", "PUT", one(1), { status: "blocked" })).status).toBe(400);
});

test("real servers refuse updates that lead nowhere, and those of deployments that jobs make", async () => {
  const deployments = [...DEPLOYMENTS.deployments, { project: "acme/web", environment: "staging", job: "unit" }];
  const shop = await startDelivery({ dialect: "vendor" }, { deployments });
  const back = await shop.as("dora", "PUT", one(1), { status: "running" });
  expect([back.status, back.body]).toEqual([400, { message: { status: ['cannot transition via "run"'] } }]);
  expect((await shop.as("dora", "PUT", one(1), { status: "success" })).status).toBe(400);
  expect((await shop.as("dora", "PUT", one(4), { status: "success" })).status).toBe(200);
  expect((await shop.as("dora", "PUT", one(6), { status: "success" })).status).toBe(403);
});

test("a running deployment is not deleted", async () => {
  const shop = await startDelivery({}, DEPLOYMENTS);
  const answer = await shop.as("mike", "DELETE", one(4));
  expect([answer.status, answer.body]).toEqual([400, { message: "400 Cannot destroy running deployment" }]);
});

test("the current deployment of an environment is not deleted", async () => {
  const shop = await startDelivery({}, DEPLOYMENTS);
  const answer = await shop.as("mike", "DELETE", one(2));
  expect([answer.status, answer.body]).toEqual([400, { message: "400 Deployment currently deployed to environment" }]);
});

test("a superseded deployment is deleted in the background, and so is one that failed", async () => {
  const shop = await startDelivery({}, DEPLOYMENTS);
  for (const id of [1, 3]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await shop.as("mike", "DELETE", one(id));
    expect([answer.status, answer.body]).toEqual([202, { message: "202 Accepted" }]);
    shop.work();
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect((await shop.call("GET", one(id))).status).toBe(404);
  }
  await newDeployment(shop);
  expect((await shop.as("mike", "DELETE", one(2))).status).toBe(202);
});

test("real servers delete at once with 204, and leave the status out of the message", async () => {
  const shop = await startDelivery({ dialect: "vendor" }, DEPLOYMENTS);
  expect((await shop.as("mike", "DELETE", one(2))).body).toEqual({ message: "Deployment currently deployed to environment" });
  expect((await shop.as("mike", "DELETE", one(4))).body).toEqual({ message: "Cannot destroy running deployment" });
  const answer = await shop.as("mike", "DELETE", one(1));
  expect([answer.status, answer.body]).toEqual([204, ""]);
  expect((await shop.call("GET", one(1))).status).toBe(404);
});

test("a delete is refused when the deployment changed after the time that the caller knows", async () => {
  const shop = await startDelivery({}, DEPLOYMENTS);
  const headers = { "If-Unmodified-Since": "Wed, 31 Jan 2024 00:00:00 GMT" };
  expect((await shop.call("DELETE", one(1), { headers })).status).toBe(412);
});

test("deployments are read by the signed-in, made by Developers and deleted by Maintainers", async () => {
  const shop = await startDelivery({}, DEPLOYMENTS);
  const read = async (user: string) => (await shop.as(user, "GET", LIST)).status;
  expect([await read("stranger"), await read("gus"), await read("rita")]).toEqual([404, 403, 200]);
  expect((await shop.call("GET", LIST, { token: "" })).status).toBe(401);
  expect((await shop.call("GET", "/projects/acme%2Fopen/deployments", { token: "" })).status).toBe(401);
  expect([(await newDeployment(shop, "rita")).status, (await newDeployment(shop, "dora")).status]).toEqual([403, 201]);
  expect((await shop.as("rita", "PUT", one(1), { status: "failed" })).status).toBe(403);
  expect((await shop.as("dora", "DELETE", one(1))).status).toBe(403);
});

test("the deployments of an archived project are read-only", async () => {
  const shop = await startDelivery({}, DEPLOYMENTS);
  await shop.call("POST", `${WEB}/archive`);
  expect((await newDeployment(shop, "mike")).status).toBe(403);
  expect((await shop.as("mike", "GET", one(1))).status).toBe(200);
});

test("a deployment goes where the job that makes it goes", async () => {
  const deployments = [{ project: "acme/web", environment: "staging", job: "compile" }];
  const shop = await startDelivery({}, { deployments });
  const status = async () => bodyOf(await shop.call("GET", one(1)))["status"];
  expect(await status()).toBe("running");
  await shop.as("dora", "POST", `${WEB}/jobs/7/cancel`);
  expect(await status()).toBe("canceled");
  await shop.as("dora", "POST", `${WEB}/jobs/7/retry`);
  expect(await status()).toBe("created");
});

test("on real servers a retried job makes a deployment of its own", async () => {
  const deployments = [{ project: "acme/web", environment: "staging", job: "compile" }];
  const shop = await startDelivery({ dialect: "vendor" }, { deployments });
  await shop.as("dora", "POST", `${WEB}/jobs/7/cancel`);
  await shop.as("dora", "POST", `${WEB}/jobs/7/retry`);
  expect(each(await shop.call("GET", LIST), "status")).toEqual(["canceled", "created"]);
});

test("the tier of a new environment follows from its name", async () => {
  const protected_environments = ["production", "staging", "testing", "development", "other"].map((name) => ({
    group: "acme",
    name,
    deploy_access_levels: [{ access_level: name === "other" ? 30 : 40 }],
  }));
  const shop = await startDelivery({}, { ...DEPLOYMENTS, protected_environments });
  const may = async (environment: string) => (await newDeployment(shop, "dora", { environment })).status;
  expect(await Promise.all(["prod-eu", "pre", "qa", "review/x", "shelf"].map(may))).toEqual([403, 403, 403, 403, 201]);
});

test("the number of a deployment that is deleted is not given again", async () => {
  const shop = await startDelivery({ dialect: "vendor" }, DEPLOYMENTS);
  const failed = bodyOf(await newDeployment(shop, "dora", { environment: "review/b", status: "failed" }));
  expect(failed["iid"]).toBe(6);
  expect((await shop.as("mike", "DELETE", one(Number(failed["id"])))).status).toBe(204);
  expect(bodyOf(await newDeployment(shop, "dora", { environment: "review/b" }))["iid"]).toBe(7);
});
