import { describe, expect, it } from "vitest";
import { acknowledgedAll } from "../../src/core/acknowledgement.js";
import { formatAddress } from "../../src/core/address.js";
import { addressIn, placedKinds, topParent } from "../../src/core/kind.js";
import type { Change } from "../../src/core/plan.js";
import {
  acknowledgedNothing,
  acknowledgementsAgain,
  acknowledgementsOf,
  layerNames,
  unacknowledged,
} from "../../src/engine/plan/acknowledgements.js";
import { kinds } from "../../src/program/kinds.js";

const layer = "policy baseline";

/** A change of a project that a policy brings about, unless something else is said. */
function change(address: string, more: Partial<Change> = {}): Change {
  return {
    address,
    kind: address.split(":")[0] ?? "",
    action: "update",
    attributes: [{ path: "merge_method", before: "merge", after: "ff", layer }],
    kept: [],
    unverifiable: [],
    fingerprint: "sha256:0",
    calls: [],
    ...more,
  };
}

const many = (count: number, more: Partial<Change> = {}, of = (index: number) => `project:acme/p${index}`) =>
  Array.from({ length: count }, (_, index) => change(of(index), more));
const known = (project: number) => new Map([["project", project]]);

describe("a policy or preset", () => {
  it("has to be acknowledged if it changes more than 50 things of a kind that are more than 10 % of it", () => {
    expect(acknowledgementsOf(kinds, many(51), known(509))).toEqual([
      { name: "baseline", kind: "project", changed: 51, of: 509 },
    ]);
    expect(acknowledgementsOf(kinds, many(50), known(50))).toEqual([]);
    expect(acknowledgementsOf(kinds, many(51), known(510))).toEqual([]);
    expect(acknowledgementsOf(kinds, many(412), known(1000))).toEqual([
      { name: "baseline", kind: "project", changed: 412, of: 1000 },
    ]);
  });

  it("is counted once for each thing, whatever number of attributes it gives, and by kind", () => {
    const attributes = ["merge_method", "squash_option"].map((path) => ({ path, before: 1, after: 2, layer }));
    const rules = many(51, { action: "create" }, (index) => `approval_rule:acme/p${index}:Two eyes`);
    expect(acknowledgementsOf(kinds, [...many(30, { attributes }), ...rules], known(30))).toEqual([
      { name: "baseline", kind: "approval_rule", changed: 51, of: 51 },
    ]);
  });

  it.each(
    placedKinds(kinds)
      .filter(({ tree, parent }) => !tree && parent !== topParent)
      .map((kind) => [kind.name, kind.parent, kind] as const),
  )("is asked for where it makes a %s in each of many a %s, whether or not that stands under a name", (name, _, kind) => {
    const addressAt = (index: number) =>
      formatAddress(addressIn(kind, `acme/p${index}`, kind.as === "one" ? undefined : (kind.exampleKey ?? "first")));
    const made = many(51, { kind: name, action: "create" }, addressAt);
    expect(acknowledgementsOf(kinds, made, new Map())).toEqual([{ name: "baseline", kind: name, changed: 51, of: 51 }]);
    expect(
      unacknowledged(kinds, { changes: made, acknowledgements: acknowledgementsOf(kinds, made, new Map()) }, []),
    ).toMatchObject([{ addresses: made.map(({ address }) => address) }]);
  });

  it("is not blamed for what others ask for: bodies, exceptions, and what a body creates with its values", () => {
    const by = (other: string | undefined) => [{ path: "a", before: 1, after: 2, ...(other ? { layer: other } : {}) }];
    expect(acknowledgementsOf(kinds, many(60, { attributes: by(undefined) }), known(60))).toEqual([]);
    expect(acknowledgementsOf(kinds, many(60, { attributes: by("exception of baseline") }), known(60))).toEqual([]);
    expect(acknowledgementsOf(kinds, many(60, { action: "create" }), known(60))).toEqual([]);
    const rules = many(
      60,
      { action: "create", attributes: [...by(layer), ...by(undefined)] },
      (at) => `approval_rule:acme/p${at}:A`,
    );
    expect(acknowledgementsOf(kinds, rules, new Map())).toEqual([]);
  });

  it("changes nothing that anybody has where it is about what the plan itself makes", () => {
    const settings = many(60, {}, (index) => `approval_settings:acme/p${index}`);
    const projects = many(60, { action: "create" });
    expect(acknowledgementsOf(kinds, [...projects, ...settings], new Map())).toEqual([]);
    expect(acknowledgementsOf(kinds, settings, new Map())).toMatchObject([{ kind: "approval_settings", changed: 60 }]);
  });

  it("is one of several that are each named, policies and presets alike", () => {
    const attributes = [layer, "preset service"].map((one, index) => ({ path: `a${index}`, before: 1, after: 2, layer: one }));
    expect(acknowledgementsOf(kinds, many(60, { attributes }), known(60)).map(({ name }) => name)).toEqual([
      "baseline",
      "service",
    ]);
  });
});

describe("a plan from a file", () => {
  const claimed = (of: number | undefined, unchanged: number) => ({
    summary: { create: 0, update: 60, delete: 0, unchanged },
    ...(of === undefined ? {} : { acknowledgements: [{ name: "baseline", kind: "project", changed: 1, of }] }),
  });

  it("is judged by the changes that are planned again, and believed of what did not change as far as its own counts allow", () => {
    const again = (of: number | undefined, unchanged: number) => acknowledgementsAgain(kinds, claimed(of, unchanged), many(60));
    expect(again(500, 1000)).toEqual([{ name: "baseline", kind: "project", changed: 60, of: 500 }]);
    expect(again(undefined, 600)).toEqual([]);
    expect(again(undefined, 100)).toEqual([{ name: "baseline", kind: "project", changed: 60, of: 160 }]);
    expect(again(1_000_000, 100)).toEqual([{ name: "baseline", kind: "project", changed: 60, of: 160 }]);
  });
});

describe("--ack", () => {
  const plan = { changes: many(60), acknowledgements: acknowledgementsOf(kinds, many(60), known(60)) };

  it("is asked for by name, with all that it is about, and given so", () => {
    const [reason, ...more] = unacknowledged(kinds, plan, acknowledgedAll(["baseline", "many-updates:other"]));
    expect(more).toEqual([]);
    expect(reason).toMatchObject({
      rule: "guard.many-updates",
      message: expect.stringContaining("--ack many-updates:baseline") as string,
    });
    expect(reason?.addresses).toHaveLength(60);
    expect(unacknowledged(kinds, plan, acknowledgedAll(["many-updates:baseline"]))).toEqual([]);
  });

  it("that names nothing is told with the nearest name", () => {
    const names = layerNames({ layers: { policies: [], presets: [{ name: "service" }] } }, plan.changes);
    expect(names).toEqual(["service", "baseline"]);
    expect(acknowledgedNothing(["many-updates:service"], names)).toEqual([]);
    expect(acknowledgedNothing(["many-updates:baselin", "baseline", "many-updates:zzzzzzzzzzz"], names)).toEqual([
      { given: "many-updates:baselin", nearest: "many-updates:baseline" },
      { given: "baseline", nearest: "many-updates:baseline" },
      { given: "many-updates:zzzzzzzzzzz", nearest: undefined },
    ]);
  });
});
