import { expect, it } from "vitest";
import { integer } from "../../src/core/fields.js";
import { isWithin, nearestWithin, strictest } from "../../src/policies/bounds.js";
import { said } from "./statements-by-hand.js";

it("no limit at all is more than a bound allows, and is not taken for what is so by default", () => {
  const days = integer("Days.", { default: 3, nullable: true, greatest: [null] });
  const found = strictest(days, [said("days", "at_most", 5, 7)]);
  if (!found || "conflict" in found) throw new Error("there is no bound");
  expect(isWithin(days, null, found.bound)?.origin.line).toBe(7);
  expect(nearestWithin(days, null, found.bound)?.value).toBe(5);
  expect(isWithin(days, undefined, found.bound)).toBeUndefined();
});
