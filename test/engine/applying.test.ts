// @module-tag slow
import { createHash } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ReadApi } from "../../src/core/api.js";
import { TrueupError } from "../../src/core/errors.js";
import type { JsonObject } from "../../src/core/json.js";
import { topKind } from "../../src/core/kind.js";
import { file, ref, secret } from "../../src/core/placeholders.js";
import type { Call, Plan, Result } from "../../src/core/plan.js";
import { createRedactor } from "../../src/core/redact.js";
import { loadDesired } from "../../src/desired/index.js";
import { parseFault } from "../../src/emulator/index.js";
import { applyPlan } from "../../src/engine/apply/apply.js";
import { preconditionsOf, unready } from "../../src/engine/apply/carry-out.js";
import { fillCall } from "../../src/engine/apply/values.js";
import { waitFor } from "../../src/engine/apply/wait.js";
import { makePlan } from "../../src/engine/plan/make-plan.js";
import { createApi, openConnection } from "../../src/platform/index.js";
import { kinds } from "../../src/program/kinds.js";
import { describeInstance } from "../../src/program/server/instance.js";
import { openDirectory } from "../harness/directory.js";
import { platform, type RunningEmulator } from "../harness/emulator.js";

const resolve = (template: string) => template.replace("${env:SECRET}", "the-secret-itself");
const noFiles = { readFile: () => Promise.reject(new Error("no file is named")) };

/** A platform with faults, and what plans and applies against it. */
async function workshop(...faults: readonly string[]) {
  const emulator = await platform({ faults: faults.map(parseFault), dialect: "vendor", serverVersion: "17.5.0" });
  const desk = openDirectory();
  const connection = openConnection({
    url: emulator.url,
    credential: { kind: "personal", token: emulator.token, from: "TRUEUP_TOKEN", passedOver: [] },
    redactor: createRedactor(),
    patience: { attempts: 1, backoff: 1, maxWait: 1_000 },
  });
  onTestFinished(async () => {
    await connection.close();
    desk.close();
  });
  const api = createApi(connection);
  const instance = { ...(await describeInstance(api, { url: emulator.url, server: {}, needsTier: true })), read: api };
  const plan = async (files: object): Promise<Plan> => {
    desk.write("trueup.json", JSON.stringify(files));
    const { state } = await loadDesired(["trueup.json"], { kinds, cwd: desk.path, env: {} });
    const made = await makePlan(instance, state, { targets: [], resendSecrets: [], allowDelete: ["group"], resolve });
    expect(made.plan.refusals).toEqual([]);
    return made.plan;
  };
  const apply = async (planned: Plan): Promise<Result> =>
    applyPlan(instance, planned, { ...noFiles, resolve, concurrency: 4, settle: 20 });
  return { emulator, instance, plan, apply };
}

const statuses = ({ outcomes }: Result) => Object.fromEntries(outcomes.map(({ address, status }) => [address, status]));

/** How often requests of a route were made. */
async function count({ url }: RunningEmulator, route: string): Promise<number> {
  const { routes } = (await (await fetch(`${url}/-/emulator/stats`)).json()) as { routes: Readonly<Record<string, number>> };
  return routes[route] ?? 0;
}

describe("a call whose reply was lost", () => {
  it("is not sent again where it took effect: what it made is found", async () => {
    const { emulator, plan, apply } = await workshop("POST /topics reset=after times=1");
    const files = { topics: { node: { title: "Node" } } };
    expect(statuses(await apply(await plan(files)))).toEqual({ "topic:node": "done" });
    expect(await count(emulator, "POST /api/v4/topics")).toBe(1);
    expect((await plan(files)).changes).toEqual([]);
  });

  it("is sent again where it took none", async () => {
    const { plan, apply } = await workshop("PATCH /projects/*/protected_branches/* reset=before times=1");
    const files = (allow_force_push: boolean) => ({
      groups: { acme: { name: "Acme" } },
      projects: { "acme/web": { protected_branches: { stable: { allow_force_push } } } },
    });
    await apply(await plan(files(false)));
    expect(statuses(await apply(await plan(files(true))))).toEqual({ "protected_branch:acme/web:stable": "done" });
    expect((await plan(files(true))).changes).toEqual([]);
  });
});

describe("a call that failed", () => {
  it("skips what needs it and names itself as the reason", async () => {
    const { plan, apply } = await workshop("POST /groups status=400");
    const result = await apply(
      await plan({ topics: { node: { title: "Node" } }, groups: { acme: { name: "Acme" } }, projects: { "acme/web": {} } }),
    );
    expect(statuses(result)).toEqual({ "topic:node": "done", "group:acme": "failed", "project:acme/web": "skipped" });
    expect(result.outcomes.map(({ because }) => because)).toEqual([undefined, undefined, "group:acme"]);
  });

  it("tells that others of the same thing had succeeded", async () => {
    const { plan, apply } = await workshop("PUT /projects/* status=400");
    const result = await apply(
      await plan({ groups: { acme: { name: "Acme" } }, projects: { "acme/web": { ci_separated_caches: false } } }),
    );
    expect(result.outcomes.map(({ status, partly }) => [status, partly])).toEqual([
      ["done", undefined],
      ["failed", true],
    ]);
  });
});

describe("what the platform did not store", () => {
  /** Applies a plan of which one call lacks a value, as if the platform had dropped it. */
  async function dropped(before: object, after: object, attribute: string) {
    const { plan, apply } = await workshop();
    await apply(await plan(before));
    const planned = await plan(after);
    const calls = planned.calls.map((call) => ({
      ...call,
      body: Object.fromEntries(Object.entries(call.body ?? {}).filter(([name]) => name !== attribute)),
    }));
    const { outcomes } = await apply({ ...planned, calls });
    return outcomes.map(({ status, notStuck = [] }) => [status, ...notStuck.map(({ path, cause }) => `${path}: ${cause}`)]);
  }

  it("is told with its likely cause", async () => {
    const tree = (project: object) => ({ groups: { acme: { name: "Acme" } }, projects: { "acme/web": project } });
    expect(await dropped(tree({ description: "old" }), tree({ description: "new", merge_method: "ff" }), "description")).toEqual([
      ["not_stuck", expect.stringMatching(/^description: the platform accepted the call and did not store the value/)],
    ]);
    expect(await dropped(tree({}), tree({ topics: ["node"], merge_method: "ff" }), "topics")).toEqual([
      ["not_stuck", "topics: the platform drops names that it does not accept there, without a word"],
    ]);
  });
});

describe("a saved plan", () => {
  const allowances = { allowDelete: [] };

  it("names what was changed, and what it creates that is there, and takes the rest", async () => {
    const { emulator, instance, plan, apply } = await workshop();
    await apply(await plan({ topics: { node: { title: "Node" } } }));
    const saved = await plan({ topics: { node: { title: "Newer" }, deno: { title: "Deno" } } });
    const moved = async () =>
      [...(await preconditionsOf(instance, saved, { allowances, resolve })).moved].map(([{ address }, how]) => [address, how]);
    expect(await moved()).toEqual([]);
    const [{ id }] = (await emulator.call("GET", "/topics")) as [{ id: number }];
    await emulator.call("PUT", `/topics/${id}`, { title: "Elsewhere" });
    await emulator.call("POST", "/topics", { name: "deno", title: "Deno" });
    expect(await moved()).toEqual([
      ["topic:deno", "as-asked"],
      ["topic:node", "otherwise"],
    ]);
  });
});

describe("what is filled in at the last moment", () => {
  const read = {} as ReadApi;
  const call = (body: Call["body"]): Call => ({
    id: "c1",
    method: "POST",
    path: "/topics",
    params: {},
    after: [],
    ...(body ? { body } : {}),
  });
  const sources = (replies: Readonly<Record<string, JsonObject>> = {}) => ({
    read,
    resolve,
    ...noFiles,
    replies: new Map(Object.entries(replies)),
    patience: { settle: 0 },
  });

  it("is a secret's value and a number of another call's reply", async () => {
    const filled = await fillCall(
      call({ key: secret("${env:SECRET}!"), group: { id: ref("c0", "id") } }),
      {},
      sources({ c0: { id: 7 } }),
    );
    expect(filled.body).toEqual({ key: "the-secret-itself!", group: { id: 7 } });
  });

  it("is refused where the reply does not have it", async () => {
    await expect(fillCall(call({ id: ref("c0", "id") }), {}, sources({ c0: {} }))).rejects.toThrow("the reply of c0 has no id");
  });

  it("is a file as it was planned, and no other", async () => {
    const bytes = Buffer.from("a picture");
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const body = { logo: file("logo.png", sha256) };
    const filled = await fillCall(call(body), {}, { ...sources(), readFile: async () => bytes });
    expect(filled.files?.["logo"]?.filename).toBe(`trueup-${sha256}.png`);
    const other = { ...sources(), readFile: async () => Buffer.from("another") };
    await expect(fillCall(call(body), {}, other)).rejects.toThrow("is not the file that was planned");
  });

  it("is looked at before anything is written, however deep it lies", async () => {
    const missing = () => {
      throw new TrueupError({ code: "secret.missing", message: "the variable SECRET is not set" });
    };
    const change = { address: "topic:node", calls: ["c1"] } as unknown as Plan["changes"][number];
    for (const body of [{ key: secret("${env:SECRET}") }, { inner: [{ key: secret("${env:SECRET}") }] }]) {
      const plan = { changes: [change], calls: [call(body)] } as unknown as Plan;
      expect(await unready(plan, { resolve: missing, ...noFiles })).toMatchObject([
        { rule: "secret.missing", addresses: ["topic:node"] },
      ]);
    }
  });
});

describe("a wait", () => {
  /** Waits while the platform answers so, one reply after the other; answers how many of them it took. */
  async function replies(
    wait: "deletion" | "import",
    kind: string,
    ...answers: readonly (JsonObject | undefined)[]
  ): Promise<number> {
    let asked = 0;
    const find = async () => answers[Math.min(asked++, answers.length - 1)];
    await waitFor(
      { for: wait, read: "GET /x" },
      {},
      topKind(kinds, kind),
      { find } as unknown as ReadApi,
      AbortSignal.timeout(1_000),
    );
    return asked;
  }

  it("for a deletion lasts until the thing is gone or scheduled for it", async () => {
    expect(await replies("deletion", "group", { id: 1 }, undefined)).toBe(2);
    expect(await replies("deletion", "group", { id: 1, marked_for_deletion_on: "2035-01-01" })).toBe(1);
  });

  it("for an import lasts until its end, and tells its failure", async () => {
    expect(await replies("import", "project", { import_status: "started" }, { import_status: "finished" })).toBe(2);
    const failed = { import_status: "failed", import_error: "no such repository" };
    await expect(replies("import", "project", failed)).rejects.toThrow("the import failed: no such repository");
  });
});
