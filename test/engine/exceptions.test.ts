import { expect, it } from "vitest";
import { acme, actions, planned, web } from "./in-memory.js";

const policies = { house: { projects: ["acme/*"], undeclared: "include", set: { merge_method: "ff" } } };
const live = [acme, { ...web, spec: { ...web.spec, archived: false, merge_method: "merge" } }];

/** What a plan does with a policy, and an exception from it that ends on a day. */
async function done(until?: string): Promise<readonly string[]> {
  const exception = { policy: "house", match: "acme/web", attribute: "merge_method", reason: "so", ...(until ? { until } : {}) };
  return actions(await planned({ policies, exceptions: [exception] }, live));
}

it("an exception holds until its last day is over, and not a day longer", async () => {
  expect(await done()).toEqual([]);
  expect(await done("2999-12-31")).toEqual([]);
  expect(await done("2020-01-01")).toEqual(["update project:acme/web"]);
});
