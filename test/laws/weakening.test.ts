import { describe, expect, it } from "vitest";
import { shownIf } from "../../src/core/fields.js";
import type { Json, JsonObject } from "../../src/core/json.js";
import { fieldsOf, type PlacedKind, placedKinds } from "../../src/core/kind.js";
import { kinds } from "../../src/program/kinds.js";
import { type Asked, beside, fatesOf, Thing } from "./weakening-world.js";
import { type Case, casesOf, casesOfNobodyKnows, directedNames } from "./weaker.js";

/** Attributes of which no plan changes a value, and why. */
const unchangeable: Readonly<Record<string, string>> = {
  "project.fallback_approvals_required": "no reply shows it, so nothing tells that it differs",
  "approval_rule.vulnerabilities_allowed": "no reply shows it, so nothing tells that it differs",
  "variable.hidden": "only a create decides it",
};

const all = directedNames().flatMap(casesOf);
const isChangeable = ({ place, name }: Pick<Case, "place" | "name">) => !Object.hasOwn(unchangeable, `${place.name}.${name}`);
const changeable = all.filter(isChangeable);

type Way = "file" | "policy";

/** What is asked of each case: files that say one of its values where the other one is live. */
function askedBy(cases: readonly Case[], way: Way, after: "weak" | "strict"): Asked[] {
  return cases.map((one, number): Asked => {
    const { place, attribute } = one;
    const thing = new Thing(place, number);
    const field = fieldsOf(place)[attribute];
    const others = beside(place, attribute);
    const body = (value: Json): JsonObject => ({ ...others, [attribute]: value });
    const before = one[after === "weak" ? "strict" : "weak"];
    // Of what is never shown a reply tells at most that it is there.
    const { presence } = shownIf(field);
    const marks = presence === undefined ? {} : { [presence]: before !== null };
    const live = thing.live(field?.unreadable ? others : body(before), marks);
    return { thing, files: thing[way](body(one[after])), live, field };
  });
}

/** The cases that fare otherwise than they should, in words. */
async function wrongOf(
  cases: readonly Case[],
  asked: readonly Asked[],
  isAcknowledged: boolean,
  expected: (one: Case) => string,
) {
  const fates = await fatesOf(asked, isAcknowledged);
  return cases.flatMap((one, index) => {
    const said = `${asked[index]?.thing.address} ${one.name}: ${JSON.stringify(one.strict)} and ${JSON.stringify(one.weak)}`;
    return fates[index] === expected(one) ? [] : [`${said}: ${fates[index]}`];
  });
}

describe.each<Way>(["file", "policy"])("by a %s, an attribute that a kind names", (way) => {
  const cases = changeable.filter(({ place }) => way === "file" || new Thing(place).isInReachOfPolicies);

  it("is held back where its new value is weaker", async () => {
    expect(await wrongOf(cases, askedBy(cases, way, "weak"), false, () => "held")).toEqual([]);
  });

  it("is changed once that is acknowledged at its address", async () => {
    expect(await wrongOf(cases, askedBy(cases, way, "weak"), true, () => "update")).toEqual([]);
  });

  it("is changed unasked the other way round, unless one comes in place of another", async () => {
    const expected = ({ bothWays }: Case) => (bothWays ? "held" : "update");
    expect(await wrongOf(cases, askedBy(cases, way, "strict"), false, expected)).toEqual([]);
  });
});

describe("the attributes that a kind names", () => {
  const nameOf = ({ place, name }: Pick<Case, "place" | "name">) => `${place.name}.${name}`;

  it("each have values of which one is weaker, and null where that unsets what protects", () => {
    const lacking = directedNames().filter((one) => casesOf(one).length === 0);
    const isUnset = (one: Case) => one.weak === null;
    const never = directedNames().filter(
      (one) => one.way === "less" && fieldsOf(one.place)[one.name]?.nullable && !casesOf(one).some(isUnset),
    );
    expect([...lacking, ...never].map(nameOf)).toEqual([]);
  });

  it("can be changed by a plan, but for those that are known", async () => {
    const fates = await fatesOf(askedBy(all, "file", "weak"), true);
    const fixed = all.filter((_, index) => fates[index] !== "update");
    expect([...new Set(fixed.map(nameOf))].sort()).toEqual(Object.keys(unchangeable).sort());
    expect(fixed.filter(isChangeable)).toEqual([]);
  });
});

it("an attribute of which nobody can tell which value is weaker never asks", async () => {
  const cases = casesOfNobodyKnows();
  const expected = ({ place, attribute }: Case) => (fieldsOf(place)[attribute]?.on === "create" ? "nothing" : "update");
  for (const after of ["weak", "strict"] as const)
    expect(await wrongOf(cases, askedBy(cases, "file", after), false, expected)).toEqual([]);
});

describe("the removal of a thing", () => {
  const deletable = placedKinds(kinds).filter(({ routes }) => routes.delete !== undefined);
  const ofSomething = deletable.filter((place) => !place.tree && new Thing(place).isInReachOfPolicies);
  const listed = deletable.filter(({ as, committed }) => as !== "one" && committed === undefined);
  type Said = Pick<Asked, "files" | "before">;

  /** What is taken away otherwise than it should, in words: what protects must be acknowledged, and nothing else. */
  async function wrongRemovals(places: readonly PlacedKind[], saidOf: (thing: Thing) => Said, isAcknowledged: boolean) {
    const asked = places.map((place, number): Asked => {
      const thing = new Thing(place, number);
      return { thing, live: thing.live(beside(place)), ...saidOf(thing) };
    });
    const fates = await fatesOf(asked, isAcknowledged);
    return places.flatMap(({ weakens }, index) => {
      const expected = weakens?.itself === "less" && !isAcknowledged ? "held" : "delete";
      return fates[index] === expected ? [] : [`${asked[index]?.thing.address}: ${fates[index]}`];
    });
  }

  it.each<[string, readonly PlacedKind[], (thing: Thing) => Said]>([
    ["by a file", deletable, (thing) => ({ files: thing.file({ ensure: "absent" }) })],
    ["that nothing declares", listed, (thing) => ({ files: thing.undeclared() })],
    ["that files no longer say", deletable, (thing) => ({ files: thing.unsaid(), before: thing.file(beside(thing.place)) })],
    [
      "that a policy no longer gives",
      ofSomething,
      (thing) => ({ files: thing.unsaid(), before: thing.policy(beside(thing.place)) }),
    ],
  ])("%s is held back where it protects, until it is acknowledged, and by no other kind", async (_, places, saidOf) => {
    expect(await wrongRemovals(places, saidOf, false)).toEqual([]);
    expect(await wrongRemovals(places, saidOf, true)).toEqual([]);
  });

  it("is tried of each kind that protects", () => {
    const protecting = placedKinds(kinds).filter(({ weakens }) => weakens?.itself === "less");
    expect(protecting.filter((place) => !deletable.includes(place))).toEqual([]);
    expect(protecting.length).toBeGreaterThan(0);
  });
});
