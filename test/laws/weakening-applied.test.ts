// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { fieldsOf } from "../../src/core/kind.js";
import type { Plan } from "../../src/core/plan.js";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";
import { beside, Thing } from "./weakening-world.js";
import { type Case, casesOf, directedNames } from "./weaker.js";

/** Two kinds of each shape, those that protect before others, each with one attribute that is no list. */
const chosen = (["tree", "one", "map"] as const).flatMap((shape) => {
  const cases = directedNames()
    .filter(({ place }) => place.as === shape)
    .flatMap(casesOf)
    .filter(({ place, attribute, weak }) => !Array.isArray(weak) && !fieldsOf(place)[attribute]?.unreadable);
  const first = new Map<string, Case>();
  for (const one of cases.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    if (!first.has(one.place.name)) first.set(one.place.name, one);
  }
  return [...first.values()].slice(0, 2);
});

function rankOf({ place }: Case): number {
  return place.weakens?.itself === "less" ? 0 : 1;
}

let fixture: Fixture;
beforeAll(async () => {
  const numbers = chosen.map((_, index) => index);
  fixture = await openFixture(inProcess, {
    asks: true,
    dialect: "vendor",
    serverVersion: "19.0.0",
    tier: "ultimate",
    seed: {
      users: [{ username: "alice" }],
      groups: ["acme", "acme/one", ...numbers.map((number) => `team${number}`)].map((full_path) => ({
        full_path,
        visibility: "public",
      })),
      projects: numbers.map((number) => ({ path_with_namespace: `acme/web${number}`, branches: ["main"] })),
    },
  });
  // Whom rules name.
  const share = { shared_with_groups: [{ group: "acme/one", access_level: "developer" }] };
  const named = Object.fromEntries(numbers.map((number) => [`acme/web${number}`, { ...share, members: { alice: "developer" } }]));
  expect(await run({ projects: named }, "apply", "--yes", "--ack", "weakening")).toMatchObject({ code: 0 });
});
afterAll(async () => fixture.close());

async function run(files: JsonObject, ...words: string[]) {
  fixture.write("trueup.json", JSON.stringify(files));
  fixture.server.forget();
  return fixture.run([...words, "trueup.json"]);
}

/** Says that a weaker wish waits without a word, and is fulfilled with its acknowledgement. */
async function expectAsked(files: JsonObject, address: string): Promise<void> {
  const held = await run(files, "plan", "--json");
  const plan = JSON.parse(held.stdout) as Plan;
  expect({ held: plan.held?.flatMap(({ addresses }) => addresses), changes: plan.changes }).toEqual({
    held: [address],
    changes: [],
  });
  expect(await run(files, "apply", "--yes")).toMatchObject({ code: 3 });
  expect(fixture.writes()).toEqual([]);
  await expectMade(files, "--ack", `weakening:${address}`);
}

async function expectMade(files: JsonObject, ...words: string[]): Promise<void> {
  const made = await run(files, "apply", "--yes", ...words);
  expect(made, made.stdout).toMatchObject({ code: 0 });
  expect(await run(files, "plan", "--detailed-exitcode")).toMatchObject({ code: 0 });
}

describe.each(chosen.map((one, number) => [`${one.place.name} ${one.name}`, one, number] as const))("%s", (_, one, number) => {
  const { place, attribute, strict, weak } = one;
  const thing = new Thing(place, number);
  const others = beside(place, attribute);
  const [strictly, weakly] = [strict, weak].map((value) => ({ ...others, [attribute]: value })) as [JsonObject, JsonObject];

  it("is weakened by a file with its acknowledgement alone, and the other way round unasked", async () => {
    const begun = await run(thing.file(strictly), "apply", "--yes", "--ack", "weakening");
    expect(begun, begun.stdout + begun.stderr).toMatchObject({ code: 0 });
    await expectAsked(thing.file(weakly), thing.address);
    await expectMade(thing.file(strictly));
  });

  if (thing.isInReachOfPolicies) {
    it("is weakened so by a policy", async () => {
      await expectAsked(thing.policy(weakly), thing.address);
      await expectMade(thing.policy(strictly));
    });
  }

  if (rankOf(one) === 0) {
    it("goes so", async () => {
      await expectAsked(thing.file({ ensure: "absent" }), thing.address);
    });
  }
});
