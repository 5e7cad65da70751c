import { afterEach, beforeEach, expect, it } from "vitest";
import type { Plan } from "../../src/core/plan.js";
import { createRedactor } from "../../src/core/redact.js";
import { loadDesired } from "../../src/desired/index.js";
import { applyPlan } from "../../src/engine/apply/apply.js";
import { makePlan } from "../../src/engine/plan/make-plan.js";
import { createApi, openConnection } from "../../src/platform/index.js";
import { kinds } from "../../src/program/kinds.js";
import { describeInstance } from "../../src/program/server/instance.js";
import { type Directory, openDirectory } from "../harness/directory.js";
import { openEmulator, type RunningEmulator } from "../harness/emulator.js";

let emulator: RunningEmulator;
let directory: Directory;
beforeEach(async () => {
  emulator = await openEmulator();
  directory = openDirectory();
});
afterEach(async () => {
  await emulator.close();
  directory.close();
});

async function load(desired: object) {
  directory.write("trueup.json", JSON.stringify(desired));
  return loadDesired(["trueup.json"], { kinds, cwd: directory.path, env: {}, strict: true });
}

/** Plans; carries it out and makes sure that nothing is left to do. */
async function settle(project: object): Promise<Plan> {
  const { state } = await load({ groups: { acme: { name: "Acme" } }, projects: { "acme/web": project } });
  const connection = openConnection({
    url: emulator.url,
    credential: { kind: "personal", token: emulator.token, from: "TRUEUP_TOKEN", passedOver: [] },
    redactor: createRedactor(),
  });
  const api = createApi(connection);
  const resolve = (template: string) => template;
  const plan = async () => {
    const instance = { ...(await describeInstance(api, { url: emulator.url, server: {}, needsTier: true })), read: api, kinds };
    return { instance, ...(await makePlan(instance, state, { targets: [], resendSecrets: [], allowDelete: [], resolve })) };
  };
  const first = await plan();
  expect(first.plan.refusals).toEqual([]);
  const files = { readFile: () => Promise.reject(new Error("no file is named")) };
  const { outcomes } = await applyPlan(first.instance, first.plan, { ...files, resolve, concurrency: 4 });
  expect(outcomes.filter(({ status }) => status !== "done")).toEqual([]);
  expect((await plan()).plan.changes).toEqual([]);
  await connection.close();
  return first.plan;
}

const rules = (...protected_branches: string[]) => ({
  Two: { rule_type: "regular", approvals_required: 1, users: ["root"], protected_branches },
});

it("what hangs on the same project is made before what names it, and is named by the number that it got", async () => {
  await settle({});
  const { calls } = await settle({ protected_branches: { release: {}, Release: {} }, approval_rules: rules("Release") });
  const [branch, rule] = ["Release", "Two"].map((name) => calls.find(({ body }) => body?.["name"] === name));
  expect(rule?.body?.["protected_branch_ids"]).toEqual([{ $ref: branch?.id, field: "id" }]);
  expect(rule?.after).toContain(branch?.id);
});

it("what is live is found among the members of its kind in the same project, by its very spelling", async () => {
  await settle({ protected_branches: { release: {}, Release: {} } });
  const list = (await emulator.call("GET", "/projects/acme%2Fweb/protected_branches")) as {
    id: number;
    name: string;
  }[];
  const { calls } = await settle({ approval_rules: rules("Release") });
  const named = list.find(({ name }) => name === "Release");
  expect(calls.at(-1)?.body?.["protected_branch_ids"]).toEqual([named?.id]);
});

it("what goes is named no more before", async () => {
  await settle({ protected_branches: { release: {}, main: {} }, approval_rules: rules("release") });
  const { calls } = await settle({ protected_branches: { release: { ensure: "absent" } }, approval_rules: rules("main") });
  expect(calls.map(({ method }) => method)).toEqual(["PUT", "DELETE"]);
  expect(calls[1]?.after).toEqual([calls[0]?.id]);
});

it("what comes by itself with a new project is waited for, and looked up then", async () => {
  const { calls } = await settle({ initialize_with_readme: true, approval_rules: rules("main") });
  const read = "GET /projects/{project}/protected_branches/main";
  expect(calls.find(({ path }) => path === "/projects")?.wait).toEqual({ for: "branch_protection", read });
  expect(calls.at(-1)?.body?.["protected_branch_ids"]).toEqual([{ $lookup: read, field: "id" }]);
});

it("a name of what the same files delete is refused, in the same project only", async () => {
  const web = { protected_branches: { release: { ensure: "absent" } }, approval_rules: rules("release") };
  const { diagnostics } = await load({ projects: { "acme/web": web } });
  expect(diagnostics).toMatchObject([{ rule: "reference.absent", address: "approval_rule:acme/web:Two" }]);
  const apart = { "acme/web": { ...web, approval_rules: {} }, "acme/api": { approval_rules: rules("release") } };
  expect((await load({ projects: apart })).diagnostics).toEqual([]);
});
