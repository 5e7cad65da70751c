import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkOf } from "../../src/core/checks.js";
import { type JsonObject, writtenForm } from "../../src/core/json.js";
import type { DesiredState, Plan } from "../../src/core/plan.js";
import { decideAgain } from "../../src/engine/plan/decide-again.js";
import { decidePlan } from "../../src/engine/plan/decide-plan.js";
import { planDigest, readPlan } from "../../src/trueup.js";
import { acme, decision, project } from "./in-memory.js";

const live = project("acme/web", 2, {
  spec: { description: "", merge_method: "merge", container_expiration_policy: { enabled: false, cadence: "1d" } },
});
const files = {
  groups: { acme: { name: "acme" } },
  projects: {
    "acme/web": { description: "Shop", merge_method: "ff", container_expiration_policy: { enabled: true, cadence: "7d" } },
  },
};
const layers = {
  merge_method: "policy baseline",
  container_expiration_policy: "preset service",
  "container_expiration_policy.cadence": "exception of baseline",
};

/** A plan in which layers gave some of the values, as policies will say it of what is desired. */
async function stage() {
  const made = await decision(files, [acme, live]);
  const state: DesiredState = {
    ...made.state,
    resources: made.state.resources.map((one) => (one.kind === "project" ? { ...one, layers } : one)),
  };
  const plan: Plan = { ...decidePlan(made.basis, state, made.options, made.facts).plan, stats: { requests: 0 } };
  return { ...made, plan };
}

const layersIn = (plan: Pick<Plan, "changes">) =>
  Object.fromEntries(plan.changes.flatMap(({ attributes }) => attributes.map(({ path, layer }) => [path, layer])));
const expected = {
  description: undefined,
  merge_method: "policy baseline",
  "container_expiration_policy.enabled": "preset service",
  "container_expiration_policy.cadence": "exception of baseline",
};

describe("the layer that gave a value", () => {
  it("stands at each attribute of a plan, also of parts of records, and not at what the thing's own body gives", async () => {
    expect(layersIn((await stage()).plan)).toEqual(expected);
  });

  it("is in the plan file, its form and its digest, and is still known when apply plans the changes again", async () => {
    const { plan, basis, options, facts } = await stage();
    const document = JSON.parse(JSON.stringify(writtenForm(plan))) as JsonObject;
    const schema = JSON.parse(readFileSync("schemas/plan.schema.json", "utf8")) as JsonObject;
    expect(checkOf(schema, "first")(document)).toBe(true);
    const again = readPlan(document as unknown as Plan);
    const { digest: _, stats: _stats, ...covered } = again;
    expect(planDigest(covered)).toBe(plan.digest);
    const { changes } = covered;
    const bare = changes.map((one) => ({ ...one, attributes: one.attributes.map(({ layer: _layer, ...rest }) => rest) }));
    expect(planDigest({ ...covered, changes: bare })).not.toBe(plan.digest);
    const { resolve } = options;
    expect(layersIn(decideAgain(basis, again, { allowances: { allowDelete: [] }, resolve }, facts).plan)).toEqual(expected);
  });

  it("is refused in a plan file where it names none", async () => {
    const document = JSON.parse(
      JSON.stringify(writtenForm((await stage()).plan)).replace("policy baseline", "elsewhere"),
    ) as JsonObject;
    const schema = JSON.parse(readFileSync("schemas/plan.schema.json", "utf8")) as JsonObject;
    expect(checkOf(schema, "first")(document)).toBe(false);
  });
});
