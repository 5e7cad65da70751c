// @module-tag slow
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkOf } from "../../src/core/checks.js";
import { TrueupError } from "../../src/core/errors.js";
import { canonicalJson, type Json, type JsonObject, writtenForm } from "../../src/core/json.js";
import { type Call, earlierCalls, type Plan } from "../../src/core/plan.js";
import { checkOwners, decideAgain, holdClaims } from "../../src/engine/plan/decide-again.js";
import { decidePlan } from "../../src/engine/plan/decide-plan.js";
import { readPlan } from "../../src/trueup.js";
import { sample, takesAll } from "../ring.js";
import { acme, decision, project, web } from "./in-memory.js";

const rule = {
  kind: "approval_rule",
  path: "acme/web",
  key: "Two",
  id: 7,
  spec: { approvals_required: 1, users: ["alice"], groups: [], protected_branches: [] },
  marks: { rule_type: "regular" },
};
const world = [acme, web, project("acme/old", 3), rule, { kind: "topic", path: "node", id: 5, spec: { title: "Node" } }];
const files = {
  groups: { acme: { name: "Acme" }, "acme/new": { name: "New", visibility: "private" } },
  projects: {
    "acme/web": {
      description: "Storefront, built by ${env:SECRET}",
      approval_rules: { Two: { approvals_required: 2 }, Three: { approvals_required: 1, groups: ["acme/new"] } },
    },
    "acme/new/api": { description: "Made", visibility: "private" },
    "acme/old": { ensure: "absent" },
  },
  topics: { node: { title: "Node.js" } },
};

/** What comes of a plan file: the calls that would be carried out, as text by their id. */
type Held = ReadonlyMap<string, string>;

/** A plan of all this as a file holds it, and what apply makes of such a file. */
async function stage() {
  const { basis, state, options, facts } = await decision(files, world, {
    allowDelete: ["project"],
    ids: { alice: 11 },
    members: ["alice"],
  });
  const made = decidePlan(basis, state, options, facts).plan;
  expect(made.refusals).toEqual([]);
  const document = JSON.parse(JSON.stringify(writtenForm({ ...made, stats: { requests: 0 } }))) as JsonObject;
  const { resolve } = options;
  const hold = (file: Json): Held => {
    const plan = readPlan(file as unknown as Plan);
    const owned = checkOwners(plan);
    const again = decideAgain(basis, plan, { allowances: { allowDelete: ["project"] }, resolve }, facts);
    if (again.plan.refusals.length > 0) return new Map();
    const held = holdClaims(owned, again);
    const idle = new Set<string>(held.changes.filter((change) => again.moved.has(change)).flatMap(({ calls }) => calls));
    for (const { id, after } of held.calls) if (after.some((one) => idle.has(one))) idle.add(id);
    // What a call comes after has no order.
    const textOf = (call: Call): string => canonicalJson({ ...call, after: [...call.after].sort() });
    return new Map(held.calls.filter(({ id }) => !idle.has(id)).map((call) => [call.id, textOf(call)]));
  };
  return { document, hold };
}

/** Every place of a document, as the steps that lead there. */
function places(value: Json | undefined, at: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  const inner = Array.isArray(value)
    ? value.flatMap((one: Json, index) => places(one, [...at, index]))
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, one]) => places(one as Json, [...at, name]))
      : [];
  return [at, ...inner];
}

type Edit = (parent: Record<string | number, unknown>, step: string | number) => void;
const others: readonly unknown[] = [
  "another",
  "",
  99,
  true,
  null,
  [],
  {},
  { $secret: "${env:SECRET}" },
  { $ref: "c1", field: "id" },
];
const edits: Readonly<Record<string, Edit>> = {
  "is taken out": (parent, step) => {
    if (Array.isArray(parent)) parent.splice(Number(step), 1);
    else delete parent[step];
  },
  "stands twice": (parent, step) => {
    if (Array.isArray(parent)) parent.push(structuredClone(parent[Number(step)]));
  },
  "goes to the front": (parent, step) => {
    if (Array.isArray(parent)) parent.unshift(...(parent.splice(Number(step), 1) as unknown[]));
  },
  "gets a key more": (parent, step) => {
    const own = parent[step];
    if (typeof own === "object" && own !== null && !Array.isArray(own)) (own as Record<string, unknown>)["visibility"] = "public";
  },
  ...Object.fromEntries(
    others.map((other) => [`is ${JSON.stringify(other)}`, (parent, step) => void (parent[step] = other)] as [string, Edit]),
  ),
};

describe("a plan file", () => {
  it("is held as it was made", async () => {
    const { document, hold } = await stage();
    const calls = (document["calls"] as readonly JsonObject[]).map(({ id }) => id);
    expect([...hold(document).keys()]).toEqual(calls);
    expect(calls.length).toBeGreaterThan(6);
  });

  it("wherever it is edited is refused, or has nothing carried out but what it was made for and what its own changes now say", async () => {
    const { document, hold } = await stage();
    const whole = hold(document);
    const verdicts = { refused: 0, carried: 0 };
    const edited = places(document).filter(
      ([top, ...steps]) => steps.length > 0 && ["changes", "calls", "summary"].includes(String(top)),
    );
    for (const [index, place] of edited.entries()) {
      for (const [name, edit] of sample(Object.entries(edits), 4, index)) {
        const copy = structuredClone(document) as Record<string, unknown>;
        let parent = copy;
        for (const step of place.slice(0, -1)) parent = parent[step] as Record<string, unknown>;
        const step = place.at(-1) ?? "";
        if (name === "gets a key more" && typeof parent[step] !== "object") continue;
        edit(parent, step);
        const held = heldOr(copy as Json, hold);
        verdicts[held ? "carried" : "refused"]++;
        if (!held) continue;
        const foreign = [...held].filter(([id, text]) => whole.get(id) !== text);
        const owner = new Set(
          place[0] === "changes" ? ((copy["changes"] as { calls?: string[] }[])[Number(place[1])]?.calls ?? []) : [],
        );
        const isTold = place[2] === "attributes" || place[2] === "sends";
        const hidden = foreign.filter(([id]) => !isTold || !owner.has(id));
        expect(hidden, `${place.join("/")} ${name}`).toEqual([]);
      }
    }
    expect(verdicts.refused).toBeGreaterThan(takesAll ? 1000 : 500);
    expect(verdicts.carried).toBeGreaterThan(50);
  });
});

describe("a plan file with barriers", () => {
  const large = {
    groups: { acme: { members: { alice: "developer", bob: "developer" } } },
    projects: Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`acme/p${index}`, { push_rules: { prevent_secrets: true } }]),
    ),
  };
  const lay = async () => {
    const { basis, state, options, facts } = await decision(large, [acme], { ids: { alice: 11, bob: 12 } });
    const plan: Plan = { ...decidePlan(basis, state, options, facts).plan, stats: { requests: 0 } };
    const hold = (told: Plan) =>
      holdClaims(checkOwners(told), decideAgain(basis, told, { allowances: options, resolve: options.resolve }, facts));
    return { plan, barriers: plan.barriers ?? [], hold };
  };

  it("is held as it was made, and where each call says all that it comes after", async () => {
    const { plan, hold } = await lay();
    const { barriers: _, ...rest } = plan;
    const before = earlierCalls(plan);
    const spelled: Plan = { ...rest, calls: plan.calls.map((call) => ({ ...call, after: before(call) })) };
    expect(hold(plan).calls).toEqual(plan.calls);
    expect(hold(spelled).calls).toEqual(spelled.calls);
  });

  it("is refused where a barrier lacks a call, is there twice, or is none", async () => {
    const { plan, barriers, hold } = await lay();
    const [barrier] = barriers;
    if (!barrier) throw new Error("the plan has no barrier");
    const less = [{ ...barrier, calls: barrier.calls.slice(1) }];
    expect(() => hold({ ...plan, barriers: less })).toThrow("does not follow from what the plan says");
    expect(() => hold({ ...plan, barriers: [barrier, barrier] })).toThrow("there are two barriers b1");
    expect(() => hold({ ...plan, barriers: [] })).toThrow("comes after b1, which is no call before it");
    const late = [{ ...barrier, calls: [...barrier.calls, plan.calls.at(-1)?.id ?? ""] }];
    expect(() => hold({ ...plan, barriers: late })).toThrow("which is no call before it");
  });
});

const hasForm = checkOf(
  JSON.parse(readFileSync(new URL("../../schemas/plan.schema.json", import.meta.url), "utf8")) as JsonObject,
  "first",
);

/** Undefined where the file is refused, by its form or in our words; anything else that is thrown fails the test. */
function heldOr(file: Json, hold: (file: Json) => Held): Held | undefined {
  if (!hasForm(file)) return undefined;
  try {
    return hold(file);
  } catch (error) {
    if (error instanceof TrueupError) return undefined;
    throw error;
  }
}
