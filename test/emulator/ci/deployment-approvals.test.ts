import { expect, test } from "vitest";
import type { EmulatorOptions } from "../../../src/emulator/index.js";
import { each } from "../answers.js";
import type { Answer } from "../platform.js";
import { type Delivery, WEB, bodyOf, startDelivery } from "./delivery.js";

const DEPLOYMENT = `${WEB}/deployments/1`;
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

interface Protection {
  readonly deploy_access_levels?: readonly Record<string, unknown>[];
  readonly required_approval_count?: number;
  readonly approval_rules?: readonly Record<string, unknown>[];
}

/** The shop with a protected production, and deployment 1 to it, which dora's job 15 makes when it is started. */
async function startWith(protection: Protection, options: EmulatorOptions = {}): Promise<Delivery> {
  const production = { group: "acme", name: "production", deploy_access_levels: [{ access_level: 30 }], ...protection };
  return startDelivery(options, {
    protected_environments: [production],
    pipelines: [
      {
        project: "acme/web",
        ref: "topic",
        user: "dora",
        at: "-1h",
        jobs: [{ name: "ship", status: "manual" }],
      },
    ],
    deployments: [{ project: "acme/web", environment: "production", job: "ship" }],
  });
}

const UNIFIED: Protection = { required_approval_count: 2 };
const RULES: Protection = {
  approval_rules: [{ user: "olivia" }, { group: "acme/ops", required_approvals: 2 }, { access_level: 40 }],
};

function say(shop: Delivery, user: string, status: string, more: Record<string, unknown> = {}): Promise<Answer> {
  return shop.as(user, "POST", `${DEPLOYMENT}/approval`, { status, ...more });
}

async function read(shop: Delivery): Promise<Record<string, unknown>> {
  return bodyOf(await shop.call("GET", DEPLOYMENT));
}

const refusal = (answer: Answer): unknown => [answer.status, bodyOf(answer)["message"]];

test("an approval is answered with its user, status, time and comment", async () => {
  const shop = await startWith(UNIFIED);
  const answer = await say(shop, "mike", "approved", { comment: "Looks good to me" });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    user: { id: 3, name: "mike", username: "mike", state: "active", avatar_url: null, web_url: `${shop.url}/mike` },
    status: "approved",
    created_at: time,
    comment: "Looks good to me",
  });
  expect((await say(shop, "olivia", "rejected")).body).toMatchObject({ status: "rejected", comment: null });
});

test("an approval must say approved or rejected", async () => {
  const shop = await startWith(UNIFIED);
  expect((await shop.as("mike", "POST", `${DEPLOYMENT}/approval`, {})).body).toEqual({ error: "status is missing" });
  expect((await say(shop, "mike", "maybe")).body).toEqual({ error: "status does not have a valid value" });
  const long = await say(shop, "mike", "approved", { comment: "x".repeat(256) });
  expect(refusal(long)).toEqual([400, { comment: ["is too long (maximum is 255 characters)"] }]);
});

test("approvals are there with a licence only, and so are the protections", async () => {
  const shop = await startWith(UNIFIED, { tier: "free" });
  const answer = await say(shop, "mike", "approved");
  expect([answer.status, answer.body]).toEqual([404, { error: "404 Not Found" }]);
  const deployment = await read(shop);
  for (const key of ["pending_approval_count", "approvals", "approval_summary"]) expect(deployment).not.toHaveProperty(key);
  expect(deployment["status"]).toBe("created");
});

test("the deployment of a manual job to an environment that needs approvals is blocked, and its job cannot be played", async () => {
  const shop = await startWith(UNIFIED);
  expect(await read(shop)).toMatchObject({ status: "blocked", deployable: { status: "manual" } });
  expect(each(await shop.call("GET", `${WEB}/deployments?status=blocked`), "id")).toEqual([1]);
  expect((await shop.as("dora", "POST", `${WEB}/jobs/1/play`)).status).toBe(400);
});

test("with the unified setting a deployment tells its approvals and how many are pending", async () => {
  const shop = await startWith(UNIFIED);
  expect(await read(shop)).toMatchObject({ pending_approval_count: 2, approvals: [] });
  await say(shop, "mike", "approved", { comment: "fine" });
  const deployment = await read(shop);
  expect(deployment).toMatchObject({ status: "blocked", pending_approval_count: 1 });
  expect(deployment["approvals"]).toMatchObject([{ user: { username: "mike" }, status: "approved", comment: "fine" }]);
  expect(deployment).not.toHaveProperty("approval_summary");
});

test("the last approval that was missing unblocks a deployment and starts its job", async () => {
  const shop = await startWith(UNIFIED);
  await say(shop, "mike", "approved");
  await say(shop, "mike", "approved");
  expect((await read(shop))["status"]).toBe("blocked");
  await say(shop, "olivia", "approved");
  expect(await read(shop)).toMatchObject({ status: "created", pending_approval_count: 0, deployable: { status: "pending" } });
});

test("a rejected deployment stays blocked until who rejected it approves", async () => {
  const shop = await startWith(UNIFIED);
  await say(shop, "mike", "rejected", { comment: "not today" });
  await say(shop, "olivia", "approved");
  await shop.call("POST", `${DEPLOYMENT}/approval`, { json: { status: "approved" } });
  expect(await read(shop)).toMatchObject({ status: "blocked", pending_approval_count: 0 });
  await say(shop, "mike", "approved");
  expect((await read(shop))["status"]).toBe("created");
});

test("with approval rules a deployment tells the approvals of each rule", async () => {
  const shop = await startWith(RULES);
  await say(shop, "olivia", "approved");
  await say(shop, "rita", "approved");
  const rule = { user_id: null, group_id: null, access_level: null };
  const deployment = await read(shop);
  expect(deployment["approval_summary"]).toEqual({
    rules: [
      {
        ...rule,
        user_id: 2,
        access_level_description: "olivia",
        required_approvals: 1,
        deployment_approvals: [expect.objectContaining({ status: "approved", created_at: time, comment: null })],
      },
      {
        ...rule,
        group_id: 9,
        access_level_description: "ops",
        required_approvals: 2,
        deployment_approvals: [expect.objectContaining({ user: expect.objectContaining({ username: "rita" }) })],
      },
      { ...rule, access_level: 40, access_level_description: "Maintainers", required_approvals: 1, deployment_approvals: [] },
    ],
  });
  expect(deployment).not.toHaveProperty("approvals");
});

test("who belongs to several rules approves for the one that represented_as names", async () => {
  const shop = await startWith(RULES);
  const rules = async (): Promise<number[]> => {
    const { approval_summary } = (await read(shop)) as { approval_summary: { rules: { deployment_approvals: unknown[] }[] } };
    return approval_summary.rules.map((rule) => rule.deployment_approvals.length);
  };
  await say(shop, "olivia", "approved", { represented_as: "Maintainers" });
  expect(await rules()).toEqual([0, 0, 1]);
  await say(shop, "mike", "approved", { represented_as: "ops" });
  expect(await rules()).toEqual([0, 1, 1]);
  await say(shop, "olivia", "approved", { represented_as: "olivia" });
  expect(await rules()).toEqual([1, 1, 1]);
  expect(refusal(await say(shop, "mike", "approved", { represented_as: "olivia" }))).toEqual([
    400,
    "There are no approval rules for the given `represent_as` parameter. Use a valid User/Group/Role name instead.",
  ]);
});

test("when every rule has its approvals the deployment is unblocked, and its job waits to be played", async () => {
  const shop = await startWith(RULES);
  await say(shop, "olivia", "approved");
  await say(shop, "rita", "approved");
  await say(shop, "mike", "approved", { represented_as: "ops" });
  expect((await read(shop))["status"]).toBe("blocked");
  await say(shop, "mike", "approved", { represented_as: "Maintainers" });
  expect(await read(shop)).toMatchObject({ status: "created", deployable: { status: "manual" } });
  expect((await shop.as("dora", "POST", `${WEB}/jobs/1/play`)).status).toBe(200);
});

test("only a blocked deployment is approved", async () => {
  const shop = await startWith(UNIFIED);
  await say(shop, "mike", "approved");
  await say(shop, "olivia", "approved");
  expect(refusal(await say(shop, "olivia", "approved"))).toEqual([400, "This deployment is not waiting for approvals."]);
});

test("a deployment to an environment without protection, or without approvals, is not approved", async () => {
  const open = await startDelivery({}, { deployments: [{ project: "acme/web", environment: "shelf", job: "unit" }] });
  expect(refusal(await say(open, "mike", "approved"))).toEqual([400, "This environment is not protected."]);
  const shop = await startWith({});
  expect(refusal(await say(shop, "mike", "approved"))).toEqual([
    400,
    "Deployment approvals is not configured for this environment.",
  ]);
});

test("nobody approves an own deployment, unless the project lets them", async () => {
  const shop = await startWith(UNIFIED);
  expect(refusal(await say(shop, "dora", "approved"))).toEqual([400, "You cannot approve your own deployment."]);
  expect((await say(shop, "dora", "rejected")).status).toBe(201);
  await shop.call("PUT", WEB, { json: { allow_pipeline_trigger_approve_deployment: true } });
  expect((await say(shop, "dora", "approved")).status).toBe(201);
});

test("only those whom a rule means approve; without rules those who may deploy", async () => {
  const message = "You don't have permission to approve this deployment. Contact the project or group owner for help.";
  const shop = await startWith({ approval_rules: [{ user: "olivia" }] });
  expect(refusal(await say(shop, "mike", "approved"))).toEqual([400, message]);
  expect((await say(shop, "olivia", "approved")).status).toBe(201);
  const unified = await startWith({ ...UNIFIED, deploy_access_levels: [{ access_level: 40 }] });
  expect(refusal(await say(unified, "rita", "approved"))).toEqual([400, message]);
  expect((await say(unified, "mike", "approved")).status).toBe(201);
  expect((await say(unified, "stranger", "approved")).status).toBe(404);
});

test("a protected environment is deployed to by those whom it names, others get 403", async () => {
  const shop = await startWith({ deploy_access_levels: [{ user: "mike" }, { group: "acme/ops" }] });
  const { commit } = bodyOf(await shop.call("GET", `${WEB}/repository/branches/topic`)) as { commit: { id: string } };
  const create = (user: string, environment: string) =>
    shop.as(user, "POST", `${WEB}/deployments`, { environment, sha: commit.id, ref: "topic", tag: false, status: "running" });
  const status = async (user: string, environment: string) => (await create(user, environment)).status;
  expect(await status("dora", "production")).toBe(403);
  expect(await status("dora", "staging")).toBe(201);
  expect(await status("olivia", "production")).toBe(403);
  expect(await status("mike", "production")).toBe(201);
  expect((await shop.as("dora", "PUT", DEPLOYMENT, { status: "success" })).status).toBe(403);
  expect((await shop.call("PUT", DEPLOYMENT, { json: { status: "success" } })).status).toBe(200);
});

test("a deployment must be allowed by every group above that protects its tier", async () => {
  const shop = await startDelivery(
    {},
    {
      protected_environments: [{ group: "acme", name: "production", deploy_access_levels: [{ access_level: 30 }] }],
      groups: [
        { full_path: "acme", members: { olivia: 50, mike: 40, dora: 30, rita: 20, gus: 10 } },
        { full_path: "acme/ops", members: { mike: 40, rita: 40 } },
      ],
    },
  );
  const json = { name: "production", deploy_access_levels: [{ access_level: 40 }] };
  const move = await shop.call("PUT", `${WEB}/transfer`, { json: { namespace: "acme/ops" } });
  expect(move.status).toBe(200);
  const { commit } = bodyOf(await shop.call("GET", "/projects/acme%2Fops%2Fweb/repository/branches/topic")) as {
    commit: { id: string };
  };
  const body = { environment: "production", sha: commit.id, ref: "topic", tag: false, status: "success" };
  const create = async (user: string) => (await shop.as(user, "POST", "/projects/acme%2Fops%2Fweb/deployments", body)).status;
  expect(await create("dora")).toBe(201);
  expect((await shop.call("POST", "/groups/acme%2Fops/protected_environments", { json })).status).toBe(201);
  expect([await create("dora"), await create("mike")]).toEqual([403, 201]);
});
