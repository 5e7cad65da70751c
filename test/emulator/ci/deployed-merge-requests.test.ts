import { expect, test } from "vitest";
import { each } from "../answers.js";
import { type Delivery, WEB, bodyOf, startDelivery } from "./delivery.js";

/** Merge requests 1 and 2 of dora and mike, still open; the branch `other` comes after `topic`. */
const OPEN = {
  commits: [
    { project: "acme/web", branch: "topic", message: "A button", author: "dora", changes: { button: "1" } },
    { project: "acme/web", branch: "other", from: "main", message: "A page", author: "mike", changes: { page: "1" } },
  ],
  labels: [{ project: "acme/web", name: "ui" }],
  merge_requests: [
    { project: "acme/web", title: "Button", source_branch: "topic", author: "dora", labels: ["ui"], created_at: "-2d" },
    { project: "acme/web", title: "Page", source_branch: "other", author: "mike", created_at: "-1d" },
  ],
};

async function merge(shop: Delivery, iid: number): Promise<void> {
  expect((await shop.as("mike", "PUT", `${WEB}/merge_requests/${iid}/merge`)).status).toBe(200);
}

/** Deploys the head of `main`, and returns the path of what the deployment brought. */
async function deploy(shop: Delivery, environment: string, status = "success"): Promise<string> {
  const { commit } = bodyOf(await shop.call("GET", `${WEB}/repository/branches/main`)) as { commit: { id: string } };
  const json = { environment, sha: commit.id, ref: "main", tag: false, status };
  const made = await shop.as("mike", "POST", `${WEB}/deployments`, json);
  expect(made.status).toBe(201);
  return `${WEB}/deployments/${String(bodyOf(made)["id"])}/merge_requests`;
}

test("a deployment that succeeds brings the merge requests that are new in its environment", async () => {
  const shop = await startDelivery({}, OPEN);
  const nothing = await deploy(shop, "staging");
  await merge(shop, 1);
  const first = await deploy(shop, "staging");
  await merge(shop, 2);
  const failed = await deploy(shop, "staging", "failed");
  const second = await deploy(shop, "staging");
  const elsewhere = await deploy(shop, "review/all");
  const titles = async (path: string) => each(await shop.call("GET", path), "title");
  expect(await titles(nothing)).toEqual([]);
  expect(await titles(first)).toEqual(["Button"]);
  expect(await titles(failed)).toEqual([]);
  expect(await titles(second)).toEqual(["Page"]);
  expect(await titles(elsewhere)).toEqual(["Page", "Button"]);
});

test("the merge requests of a deployment come in the format of the merge request list", async () => {
  const shop = await startDelivery({}, OPEN);
  await merge(shop, 1);
  const brought = (await shop.call("GET", await deploy(shop, "staging"))).body;
  expect(brought).toEqual((await shop.call("GET", `${WEB}/merge_requests?state=merged`)).body);
});

test("the merge requests of a deployment take the parameters of the merge request list, and all come by default", async () => {
  const shop = await startDelivery({}, OPEN);
  await merge(shop, 1);
  await merge(shop, 2);
  const path = await deploy(shop, "review/all");
  const titles = async (query: string) => each(await shop.as("mike", "GET", `${path}?${query}`), "title");
  expect(await titles("")).toEqual(["Page", "Button"]);
  expect(await titles("sort=asc")).toEqual(["Button", "Page"]);
  expect(await titles("scope=created_by_me")).toEqual(["Page"]);
  expect(await titles("labels=ui")).toEqual(["Button"]);
  expect(await titles("search=pag&in=title")).toEqual(["Page"]);
  expect(await titles("state=opened")).toEqual([]);
  expect(await titles("source_branch=other")).toEqual(["Page"]);
  expect(await titles("environment=review/all&deployed_after=2024-01-01T00:00:00Z")).toEqual(["Page", "Button"]);
  expect(await titles("not[author_username]=dora")).toEqual(["Page"]);
  expect(await titles("per_page=1&page=2")).toEqual(["Button"]);
  expect((await shop.call("GET", `${path}?state=done`)).status).toBe(400);
});

test("the merge requests of a deployment are shown to the signed-in who may see them", async () => {
  const shop = await startDelivery({}, OPEN);
  await merge(shop, 1);
  const path = await deploy(shop, "staging");
  expect((await shop.call("GET", path, { token: "" })).status).toBe(401);
  expect((await shop.as("stranger", "GET", path)).status).toBe(404);
  await shop.call("PUT", WEB, { json: { merge_requests_access_level: "disabled" } });
  expect((await shop.as("dora", "GET", path)).body).toEqual([]);
});
