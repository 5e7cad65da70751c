import { describe, expect, it } from "vitest";
import type { Call, Change, Plan } from "../../src/core/plan.js";
import { checkOwners } from "../../src/engine/plan/decide-again.js";
import { planned } from "./in-memory.js";

const files = { topics: { a: {}, b: {}, gone: { ensure: "absent" } } };
const gone = { kind: "topic", path: "gone", id: 7 };

/** A plan of two creates and a delete, as somebody edits it. */
async function edited(edit: (plan: Plan) => Partial<Plan>): Promise<Plan> {
  const plan = { ...(await planned(files, [gone])), stats: { requests: 0 } };
  expect(plan.calls).toHaveLength(3);
  return { ...plan, ...edit(plan) };
}

const refusal = async (edit: (plan: Plan) => Partial<Plan>): Promise<string> => {
  try {
    checkOwners(await edited(edit));
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};
/** The changes, one of them with something else in it. */
const withChange = ({ changes }: Plan, at: number, more: (one: Change) => Partial<Change>) => ({
  changes: changes.map((one, index) => (index === at ? { ...one, ...more(one) } : one)),
});
const withCalls = ({ calls }: Plan, more: (one: Call) => Partial<Call>) => ({
  calls: calls.map((one) => ({ ...one, ...more(one) })),
});

describe("a plan file", () => {
  it("is taken as it was made", async () => {
    expect(await refusal(() => ({}))).toBe("");
  });

  it.each(["create", "update", "delete"] as const)(
    "whose summary counts another number of changes that %s is refused",
    async (name) => {
      const said = await refusal(({ summary }) => ({ summary: { ...summary, [name]: summary[name] + 1 } }));
      expect(said).toContain(`/summary/${name}`);
    },
  );

  it("whose summary hides its delete is refused", async () => {
    expect(await refusal(({ summary }) => ({ summary: { ...summary, delete: 0 } }))).toContain(
      "/summary/delete: the changes are 1",
    );
  });

  it("in which two changes claim one call is refused, unless the call says that it is theirs together", async () => {
    const both = (plan: Plan) => withChange(plan, 0, ({ calls }) => ({ calls: [...calls, ...(plan.changes[1]?.calls ?? [])] }));
    expect(await refusal(both)).toContain("two changes claim the call");
    expect(await refusal((plan) => ({ ...both(plan), ...withCalls(plan, () => ({ joint: true })) }))).toBe("");
  });

  it("in which one change claims a call twice is refused, whatever the call says", async () => {
    const twice = (plan: Plan) => withChange(plan, 0, ({ calls }) => ({ calls: [...calls, ...calls] }));
    expect(await refusal(twice)).toContain("two changes claim the call");
    expect(await refusal((plan) => ({ ...twice(plan), ...withCalls(plan, () => ({ joint: true })) }))).toContain(
      "two changes claim",
    );
  });

  it("with a call that belongs to no change, or a change whose call is not there, is refused", async () => {
    expect(await refusal((plan) => withChange(plan, 0, () => ({ calls: [] })))).toContain("belongs to no change of the plan");
    expect(await refusal((plan) => withChange(plan, 0, ({ calls }) => ({ calls: [...calls, "c99"] })))).toContain(
      "there is no call c99",
    );
  });
});
