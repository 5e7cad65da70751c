import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { canonicalJson, type Json, writtenForm } from "../../src/core/json.js";
import type { DesiredState, Live, Plan } from "../../src/core/plan.js";
import { createRedactor } from "../../src/core/redact.js";
import { loadDesired } from "../../src/desired/index.js";
import { startEmulator } from "../../src/emulator/index.js";
import { decide, freshReader } from "../../src/engine/live/decide.js";
import { askedBy } from "../../src/engine/plan/change-content.js";
import { decidePlan, type PlanOptions } from "../../src/engine/plan/decide-plan.js";
import { readPlan } from "../../src/engine/plan/read-plan.js";
import { type Answers, decideBy, type Need, needKey, type Snapshot } from "../../src/engine/snapshot/needs.js";
import type { Basis } from "../../src/engine/snapshot/observations.js";
import { directory } from "../../src/kinds/directory.js";
import { createApi, openConnection } from "../../src/platform/index.js";
import { kinds } from "../../src/program/kinds.js";
import { describeInstance } from "../../src/program/server/instance.js";
import { openProgram } from "../harness/program.js";

const options: PlanOptions = { targets: [], resendSecrets: [], allowDelete: [], resolve: (template) => template };
const basis: Basis = {
  kinds,
  directory,
  capabilities: {
    url: "https://platform.example",
    version: "17.5.0-ee",
    tier: "ultimate",
    tierSource: "flag",
    dialect: "vendor",
    user: { id: 1, username: "root", administrator: true },
  },
};

const directories: string[] = [];
afterEach(async () => {
  await Promise.all(directories.splice(0).map((one) => rm(one, { recursive: true, force: true })));
});

async function stateOf(files: object): Promise<DesiredState> {
  const env = { PASSWORD: "not-a-secret-of-anybody" };
  const cwd = await mkdtemp(join(tmpdir(), "trueup-planner-"));
  directories.push(cwd);
  await writeFile(join(cwd, "trueup.json"), JSON.stringify(files));
  return (await loadDesired(["trueup.json"], { kinds, cwd, env, strict: true })).state;
}

/** What is there: answers by the key of the need, in place of a server. */
function snapshotOf(answers: readonly (readonly [Need, Answers[keyof Answers]])[]): Snapshot {
  return new Map(answers.map(([need, answer]) => [needKey(need), answer]));
}

const plan = (state: DesiredState, snapshot: Snapshot) => decideBy(snapshot, (facts) => decidePlan(basis, state, options, facts));

function group(path: string, id: number, spec: Readonly<Record<string, Json>> = {}): Live {
  return { kind: "group", path, address: `group:${path}`, id, spec, marks: { id, full_path: path }, scheduledForDeletion: false };
}

describe("a plan without any server", () => {
  const files = { groups: { acme: { name: "Acme", visibility: "private" } } };
  const need = { read: "tree", kind: "group", path: "acme", attributes: ["name", "visibility"] } as const;

  const beside = { read: "beside", kind: "group", holder: "" } as const;

  it("is a list of needs, as plain data, until the snapshot has the answers", async () => {
    const state = await stateOf(files);
    const asked = plan(state, new Map());
    expect(asked).toEqual({ needs: [need] });
    expect(JSON.parse(JSON.stringify(asked))).toEqual(asked);
  });

  it("says what differs from the answers", async () => {
    const state = await stateOf(files);
    const live = group("acme", 7, { name: "Old", visibility: "private" });
    const decided = plan(state, snapshotOf([[need, live]]));
    if (!("decision" in decided)) throw new Error("it lacks something");
    const { changes, calls, refusals } = decided.decision.plan;
    expect(refusals).toEqual([]);
    expect(changes).toMatchObject([
      { address: "group:acme", action: "update", attributes: [{ path: "name", before: "Old", after: "Acme" }] },
    ]);
    expect(calls).toMatchObject([{ method: "PUT", path: "/groups/{group}", params: { group: 7 }, body: { name: "Acme" } }]);
  });

  it("creates what the answers say is not there", async () => {
    const decided = plan(
      await stateOf(files),
      snapshotOf([
        [need, undefined],
        [{ ...beside, attributes: need.attributes }, []],
      ]),
    );
    expect(decided).toMatchObject({ decision: { plan: { changes: [{ action: "create" }], summary: { create: 1 } } } });
  });

  it("asks on for everything that does not depend on what is lacking", async () => {
    const state = await stateOf({
      groups: { acme: { name: "Acme" }, other: { name: "Other" } },
      projects: { "acme/web": { description: "x", approval_rules: { Two: { approvals_required: 1 } } } },
      topics: { node: { title: "Node" } },
    });
    const asked = plan(state, new Map());
    const told =
      "needs" in asked
        ? asked.needs.map((one) => `${one.read} ${"kind" in one ? one.kind : ""} ${"path" in one ? one.path : ""}`.trim())
        : [];
    expect(told.sort()).toEqual([
      "siblings approval_rule",
      "siblings topic",
      "tree group acme",
      "tree group other",
      "tree project acme/web",
    ]);
  });

  it("is the same bytes each time, and leaves what it was given as it was", async () => {
    const state = freeze(await stateOf(files));
    const snapshot = snapshotOf([[need, freeze(group("acme", 7, { name: "Old", visibility: "private" }))]]);
    const [first, second] = [plan(state, snapshot), plan(state, snapshot)].map((one) => JSON.stringify(one));
    expect(first).toBe(second);
    expect(first).toContain("Acme");
  });
});

/** Frozen all the way down. */
function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const part of Object.values(value)) freeze(part);
    Object.freeze(value);
  }
  return value;
}

describe("the calls of a plan", () => {
  it("follow from its changes as the document tells them, also after it was saved and read", async () => {
    const files = {
      groups: {
        acme: { name: "Acme", visibility: "private", shared_with_groups: [{ group: "other", access_level: "developer" }] },
        other: {},
      },
      projects: {
        "acme/web": {
          archived: true,
          container_expiration_policy: { enabled: true },
          integrations: { asana: { api_key: "${env:PASSWORD}", restrict_to_branch: "main" } },
        },
      },
    };
    const program = await openProgram();
    try {
      await program.call("POST", "/groups", { name: "Old", path: "acme", visibility: "private" });
      await program.call("POST", "/groups", { name: "Other", path: "other" });
      await program.call("POST", "/projects", { name: "Web", path: "web", namespace_id: 2 });
      const { plan: made } = await counted(program.url, program.token, files);
      const saved = JSON.parse(JSON.stringify(writtenForm({ ...made, stats: { requests: 0 } }))) as Plan;
      const again = readPlan(saved, kinds, directory);
      expect(made.changes.length).toBeGreaterThan(1);
      for (const [index, change] of made.changes.entries()) {
        const [own, other] = [change, again.changes[index]].map((one) => one && askedBy(one, kinds));
        expect(canonicalJson({ write: other?.write, kept: other?.preserved })).toBe(
          canonicalJson({ write: own?.write, kept: own?.preserved }),
        );
      }
    } finally {
      await program.close();
    }
  });
});

interface Counted {
  readonly plan: Omit<Plan, "stats">;
  readonly rounds: number;
  /** Every request, by method and path. */
  readonly routes: Readonly<Record<string, number>>;
}

/** Plans against a platform, and counts the rounds of reads and the requests. */
async function counted(url: string, token: string, files: object): Promise<Counted> {
  const connection = openConnection({
    url,
    credential: { kind: "personal", token, from: "TRUEUP_TOKEN", passedOver: [] },
    redactor: createRedactor(),
  });
  const instance = await describeInstance(createApi(connection), { url, server: {}, needsTier: true });
  await fetch(`${url}/-/emulator/stats/reset`, { method: "POST" });
  const reader = freshReader(instance);
  let rounds = 0;
  const counting = {
    snapshot: reader.snapshot,
    read: async (needs: readonly Need[]) => {
      rounds++;
      await reader.read(needs);
    },
  };
  const state = await stateOf(files);
  const decided = await decide(counting, (facts) => decidePlan(instance, state, options, facts));
  const { routes } = (await (await fetch(`${url}/-/emulator/stats`)).json()) as { routes: Counted["routes"] };
  await connection.close();
  return { plan: decided.plan, rounds, routes };
}

describe("rounds of reads", () => {
  const company = (required: number, moved: boolean) => ({
    groups: {
      acme: { name: "Acme" },
      [moved ? "acme/team" : "acme/old"]: { name: "Team", ...(moved ? { moved_from: "acme/old" } : {}) },
    },
    projects: {
      [moved ? "acme/team/web" : "acme/old/web"]: {
        initialize_with_readme: true,
        approval_rules: {
          Two: { approvals_required: required, users: ["alice"], groups: ["acme"], protected_branches: ["main"] },
        },
      },
    },
  });

  it("are few: one where all is as declared, and never more than four; each request is made once", async () => {
    const program = await openProgram({ seed: { users: [{ username: "alice" }] } });
    try {
      await program.call("POST", "/groups", { name: "Acme", path: "acme" });
      const { id } = (await program.call("GET", "/users?username=alice").then((list) => (list as { id: number }[])[0])) ?? {
        id: 0,
      };
      await program.call("POST", "/groups/acme/members", { user_id: id, access_level: 30 });
      const emulator = await startEmulator({ seed: "none", dialect: "neutral" });
      const anew = await counted(emulator.url, emulator.token, company(1, false));
      await emulator.close();
      expect(anew.rounds).toBeLessThanOrEqual(4);
      await program.settle(company(1, false));
      const { url, token } = program;
      const settled = await counted(url, token, company(1, false));
      expect(settled.plan.changes).toEqual([]);
      expect(settled.rounds).toBe(1);
      expect(settled.routes).toEqual({
        "GET /api/v4/groups/{id}": 2,
        "GET /api/v4/projects/{id}": 1,
        "GET /api/v4/projects/{id}/approval_rules": 1,
      });
      const changed = await counted(url, token, company(2, true));
      expect(changed.plan.changes.map(({ action, address }) => `${action} ${address}`)).toEqual([
        "move group:acme/team",
        "update approval_rule:acme/team/web:Two",
      ]);
      expect(changed.rounds).toBeLessThanOrEqual(4);
      expect(Math.max(...Object.values(changed.routes))).toBeLessThanOrEqual(4);
    } finally {
      await program.close();
    }
  });
});
