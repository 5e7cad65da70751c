import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Field, flag, integer, level, listOf, oneOf, secret, text } from "../../src/core/fields.js";
import type { Value } from "../../src/core/json.js";
import { secret as secretValue } from "../../src/core/placeholders.js";
import { compareStrictness, isOrdered } from "../../src/core/strictness.js";
import { applicationSettings } from "../../src/kinds/application-settings.js";
import { group } from "../../src/kinds/group.js";
import { project } from "../../src/kinds/project.js";
import { protectedBranch } from "../../src/kinds/protected-branch.js";
import { attributes } from "../kinds/kinds.js";

const sign = (field: Field, a: Value, b: Value) => {
  const difference = compareStrictness(field, a, b);
  return difference === undefined ? undefined : Math.sign(difference);
};

/** Each is less than the next. */
function expectRising(field: Field, values: readonly Value[]): void {
  expect(isOrdered(field)).toBe(true);
  for (const [index, one] of values.entries())
    for (const [place, other] of values.entries())
      expect(sign(field, one, other), `${JSON.stringify(one)} ${JSON.stringify(other)}`).toBe(Math.sign(index - place));
}

describe("which of two values is stricter", () => {
  it("is told of numbers by their size, however an old server spells them", () => {
    expectRising(integer("A count."), [-1, 0, 1, 10, 100]);
    expect(sign(integer("A count."), "10", 9)).toBe(1);
  });

  it("is told of access levels by the level, whether by name or number, and nobody is more than every role", () => {
    const roles = level("A role.", ["guest", "reporter", "developer", "maintainer"]);
    expectRising(roles, ["guest", "reporter", 30, "maintainer"]);
    expect(sign(roles, "developer", 30)).toBe(0);
    const pusher = protectedBranch.fields.allowed_to_push.fields?.["access_level"];
    expectRising(pusher as Field, ["developer", "maintainer", "admin", "no_access"]);
  });

  it("is told of lengths of time by how long they are", () => {
    const { archive_builds_in_human_readable: age, default_artifacts_expire_in: expiry } = applicationSettings.fields;
    expectRising(age, ["1 day", "90 days", "1 year", null]);
    expect(sign(age, "1 month", "30 days")).toBe(0);
    expectRising(expiry, ["30 min", "1 day", "2 weeks", "0"]);
  });

  it("is told of words whose kind says that they stand in order", () => {
    expectRising(project.fields.visibility, ["private", "internal", "public"]);
    expectRising(project.fields.pages_access_level, ["disabled", "private", "enabled"]);
    expectRising(group.fields.project_creation_level, ["noone", "administrator", "owner", "maintainer", "developer"]);
    expectRising(applicationSettings.fields.ecdsa_key_restriction, [0, 256, 384, 521, -1]);
    expectRising(project.fields.ci_pipeline_variables_minimum_override_role, [
      "developer",
      "maintainer",
      "owner",
      "no_one_allowed",
    ]);
  });

  it("is the same for two words of one meaning", () => {
    const { shared_runners_setting: runners } = group.fields;
    expect(sign(runners, "disabled_with_override", "disabled_and_overridable")).toBe(0);
    expectRising(runners, ["enabled", "disabled_and_overridable", "disabled_and_unoverridable"]);
  });

  it("knows that no limit is more than any limit", () => {
    expectRising(applicationSettings.fields.max_import_size, [1, 50, 100_000, 0]);
    const { ci_default_git_depth: depth } = project.fields;
    expectRising(depth, [1, 20, null]);
    expect(sign(depth, null, 0)).toBe(0);
  });

  it("is not told where there is no order, and not of what no order knows", () => {
    for (const field of [flag("On."), oneOf("One.", ["merge", "ff"]), listOf("A list.", integer("One.")), secret("A key.")]) {
      expect(isOrdered(field)).toBe(false);
      expect(compareStrictness(field, true, false)).toBeUndefined();
    }
    expect(isOrdered(text("A name."))).toBe(false);
    expect(isOrdered(project.fields.merge_method)).toBe(false);
    expect(isOrdered(group.fields.default_branch_protection)).toBe(false);
    const { visibility, max_artifacts_size: size } = project.fields;
    expect(compareStrictness(visibility, "private", "unheard_of")).toBeUndefined();
    expect(compareStrictness(size, null, 5)).toBeUndefined();
    expect(compareStrictness(size, "many", 5)).toBeUndefined();
    expect(compareStrictness(size, secretValue("${env:SIZE}"), 5)).toBeUndefined();
  });

  it("is an order: of any three values of an attribute none is above itself by way of the others", () => {
    for (const { field } of attributes().filter((one) => isOrdered(one.field))) {
      const value = fc.constantFrom<Value>(...(field.values ?? [0, 1, 7, 400]), ...(field.greatest ?? []));
      const law = fc.property(value, value, value, (a, b, c) => {
        const [ab = 0, bc = 0, ac = 0] = [sign(field, a, b), sign(field, b, c), sign(field, a, c)];
        expect(ab + (sign(field, b, a) ?? 0)).toBe(0);
        if (ab >= 0 && bc >= 0) expect(ac).toBe(Math.max(ab, bc));
      });
      fc.assert(law, { numRuns: 20 });
    }
  });
});

describe("the order of a kind's attribute", () => {
  it("is said of words only, and always where the group above is a bound", () => {
    for (const { at, field } of attributes()) {
      if (field.ordered) expect(field.values, at).toBeDefined();
      if (field.greatest) expect(isOrdered(field), at).toBe(true);
      for (const value of field.greatest ?? []) expect(value !== null || field.nullable !== undefined, at).toBe(true);
    }
  });
});
