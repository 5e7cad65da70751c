import { describe, expect, it } from "vitest";
import { decideAgain } from "../../src/engine/plan/decide-again.js";
import { decidePlan } from "../../src/engine/plan/decide-plan.js";
import { acme, decision, project, type Shown, web } from "./in-memory.js";

const allowances = { allowDelete: ["group", "project"] };

/** The addresses of what a plan is no longer true of, once something else is live than when it was made. */
async function movedSince(files: object, before: readonly Shown[], now: readonly Shown[]): Promise<readonly string[]> {
  const { basis, state, options, facts } = await decision(files, before, allowances);
  const { plan } = decidePlan(basis, state, options, facts);
  expect([plan.refusals, plan.changes.length]).toEqual([[], 1]);
  const meanwhile = await decision(files, now, allowances);
  const { moved } = decideAgain(basis, plan, { allowances, resolve: options.resolve }, meanwhile.facts);
  return [...moved.keys()].map(({ address }) => address);
}

describe("a saved plan that deletes a group", () => {
  const files = { groups: { acme: { ensure: "absent" } } };

  it("is true as long as the group holds what the plan says", async () => {
    expect(await movedSince(files, [acme, web], [acme, web])).toEqual([]);
  });

  it("is not when somebody has put something into the group or taken it out, or has made the group anew", async () => {
    expect(await movedSince(files, [acme], [acme, web])).toEqual(["group:acme"]);
    expect(await movedSince(files, [acme, web], [acme, web, project("acme/new", 3)])).toEqual(["group:acme"]);
    expect(await movedSince(files, [acme, web], [acme])).toEqual(["group:acme"]);
    expect(await movedSince(files, [acme], [{ ...acme, id: 9 }])).toEqual(["group:acme"]);
  });
});
