// @module-tag slow
import { cpSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { inProcess, top } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";
import { type Sample, samples } from "./calls/worlds.js";

/** What a plan asks for, and what was sent by the apply after it. */
interface Counted {
  readonly planned: readonly string[];
  readonly sent: readonly string[];
  /** What the next plan would change. */
  readonly left: readonly string[];
}

interface PlanShown {
  readonly calls: readonly { readonly method: string; readonly path: string; readonly displaces?: string }[];
  readonly changes: readonly { readonly address: string }[];
}

/** Plans, applies and plans again on a platform of its own. */
async function counted({ files, platform }: Sample): Promise<Counted> {
  const fixture = await openFixture(inProcess, platform);
  try {
    fixture.write("trueup/all.yaml", JSON.stringify(files));
    return await countedIn(fixture);
  } finally {
    await fixture.close();
  }
}

async function countedIn(fixture: Fixture, env: Readonly<Record<string, string>> = {}): Promise<Counted> {
  const plan = async (): Promise<PlanShown> => {
    const { code, stdout, stderr } = await fixture.run(["plan", "--json"], env);
    expect(code, stdout + stderr).toBe(0);
    return JSON.parse(stdout) as PlanShown;
  };
  const { calls } = await plan();
  fixture.server.forget();
  const { code, stdout, stderr } = await fixture.run(["apply", "--yes"], env);
  expect(code, stdout + stderr).toBe(0);
  const sent = fixture.writes();
  const { changes } = await plan();
  return {
    planned: calls.map(({ method, path }) => `${method} ${path}`),
    sent,
    left: changes.map(({ address }) => address),
  };
}

/** Fails unless as many calls were sent as planned, and the next plan is empty. */
async function mustCount(sample: Sample): Promise<void> {
  const { planned, sent, left } = await counted(sample);
  const shown = JSON.stringify({ ...sample, planned, sent }, undefined, 1);
  expect({ calls: sent.length, left }, shown).toEqual({ calls: planned.length, left: [] });
}

/** Random files, always the same ones. */
const drawn = (count: number, seed: number): readonly Sample[] => fc.sample(samples, { numRuns: count, seed });

test("apply sends as many calls as the plan says, and the next plan is empty", { timeout: 60_000 }, async () => {
  for (const sample of drawn(15, 34)) await mustCount(sample);
});

test("so it is with 400 more random files", { tags: ["nightly"], timeout: 600_000 }, async () => {
  for (const sample of drawn(400, 35)) await mustCount(sample);
});

const servers = [
  { dialect: "vendor", serverVersion: "17.10.0" },
  { dialect: "vendor", serverVersion: "19.0.0" },
] as const;
const secrets = {
  ACME_SPAM_KEY: "spam-key-of-the-law-of-calls",
  ACME_CHAT_WEBHOOK: "https://chat.acme.example/hooks/of-the-law-of-calls",
};

test.each([...servers, { dialect: "neutral", serverVersion: "15.4.0" } as const])(
  "so it is with the company of examples/acme, $dialect $serverVersion",
  async (server) => {
    const fixture = await openFixture(inProcess, { ...server, tier: "ultimate", secrets: Object.values(secrets) });
    try {
      cpSync(join(top, "examples/acme"), join(fixture.directory, "trueup"), { recursive: true });
      const { planned, sent, left } = await countedIn(fixture, secrets);
      expect({ calls: sent.length, left }).toEqual({ calls: planned.length, left: [] });
    } finally {
      await fixture.close();
    }
  },
);

/** A new project whose first branch is declared otherwise than the platform makes it. */
const own = (more: object = {}) => ({
  groups: { acme: { name: "Acme", visibility: "private", ...more } },
  projects: {
    "acme/web": {
      initialize_with_readme: true,
      protected_branches: { main: { allowed_to_push: [{ access_level: "no_access" }] } },
    },
  },
});
const protection = "/projects/{project}/protected_branches";
const vendor = { dialect: "vendor", serverVersion: "19.0.0" } as const;

test("the plan says what goes, and where nothing comes it says nothing", async () => {
  const comes = await counted({ files: own(), platform: vendor });
  expect(comes.planned.filter((call) => call.includes(protection))).toEqual([`DELETE ${protection}/{key}`, `POST ${protection}`]);
  const none = await counted({ files: own({ default_branch_protection: 0 }), platform: vendor });
  expect(none.planned.filter((call) => call.includes(protection))).toEqual([`POST ${protection}`]);
  expect(none.sent).toHaveLength(none.planned.length);
});

test("where the settings cannot be read apply makes room only if something is in the way, and says how many calls it sent", async () => {
  const seed = { users: [{ username: "alice" }], groups: [{ full_path: "acme", members: { alice: 50 } }] };
  const fixture = await openFixture(inProcess, { ...vendor, seed, workerDelay: 0 });
  try {
    const { id } = ((await fixture.platform.call("GET", "/users?username=alice")) as { id: number }[])[0] ?? {};
    const given = { name: "of alice", scopes: ["api"] };
    const { token } = (await fixture.platform.call("POST", `/users/${id}/personal_access_tokens`, given)) as { token: string };
    const { projects } = own();
    const sub = { groups: { "acme/sub": { name: "Sub", visibility: "private" } } };
    fixture.write("trueup/all.yaml", JSON.stringify({ ...sub, projects: { "acme/sub/web": projects["acme/web"] } }));
    const planned = await fixture.run(["plan", "--json"], { TRUEUP_TOKEN: token });
    const { calls } = JSON.parse(planned.stdout) as PlanShown;
    expect(calls.map(({ displaces }) => displaces)).toContain(`DELETE ${protection}/{key}`);
    fixture.server.forget();
    const applied = await fixture.run(["apply", "--yes"], { TRUEUP_TOKEN: token });
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);
    expect([calls.length, calls.length + 2]).toContain(fixture.writes().length);
    expect(applied.stdout).toContain(`. ${fixture.writes().length} calls;`);
  } finally {
    await fixture.close();
  }
});
