import fc from "fast-check";
import { expect, it } from "vitest";
import { type Json, isObject } from "../../../src/core/json.js";
import type { Layers } from "../../../src/core/layer.js";
import { load } from "../workspace.js";
import { layersOf } from "./reading.js";

/** Leaves that may stand in any file: where, and what. */
const leaves: readonly (readonly [path: readonly string[], value: Json])[] = [
  [["policies", "baseline", "projects"], ["acme/**"]],
  [["policies", "baseline", "undeclared"], "include"],
  [["policies", "baseline", "where", "visibility"], { one_of: ["internal", "public"] }],
  [["policies", "baseline", "where", "archived"], false],
  [["policies", "baseline", "set", "topics"], { add: ["x"], remove: ["y"] }],
  [["policies", "baseline", "set", "merge_method"], "ff"],
  [["policies", "baseline", "set", "approval_rules", "R", "approvals_required"], { at_least: 1, at_most: 3 }],
  [["policies", "baseline", "set", "approval_rules", "R", "users"], { includes: "alice" }],
  [["policies", "baseline", "set", "approval_settings", "reset_approvals_on_push"], true],
  [["policies", "baseline", "enforce"], ["merge_method"]],
  [["policies", "other", "groups"], ["acme"]],
  [["policies", "other", "initial", "description"], "Ask"],
  [["presets", "service", "squash_option"], "default_on"],
  [["presets", "service", "integrations", "emails-on-push", "recipients"], "a@example.com"],
  [["presets", "base", "lfs_enabled"], "$default"],
  [["presets", "service", "extends"], ["base"]],
  [["projects", "acme/web", "extends"], "service"],
  [["projects", "acme/web", "ignore"], ["topics"]],
  [["projects", "acme/web", "approval_rules", "R", "approvals_required"], { at_least: 2 }],
  [["projects", "acme/web", "approval_rules", "R", "users"], { add: ["bob"] }],
  [["projects", "acme/web", "description"], { one_of: ["a", "b"] }],
];
const exceptions: readonly Json[] = ["acme/a", "acme/b"].map((match) => ({
  policy: "baseline",
  match,
  attribute: "merge_method",
  reason: "x",
}));

it("what files say of layers is the same however it is spread over them", async () => {
  const whole = withoutPlaces(layersOf(await load({ "a.yaml": text([...leaves.keys()], [0, 1]) })));
  const names = fc.shuffledSubarray(["a.yaml", "b.yaml", "z/c.yaml"], { minLength: 3 });
  const order = fc.shuffledSubarray([...leaves.keys()], { minLength: leaves.length });
  const spread = fc.tuple(names, order, fc.infiniteStream(fc.nat(2)));
  await fc.assert(
    fc.asyncProperty(spread, async ([files, indexes, places]) => {
      const parts: number[][] = [[], [], []];
      for (const index of indexes) parts[places.next().value ?? 0]?.push(index);
      const texts = parts.map((part, index) => [files[index] ?? "", text(part, index === 2 ? [] : [index])] as const);
      expect(withoutPlaces(layersOf(await load(Object.fromEntries(texts))))).toEqual(whole);
    }),
    { numRuns: 25 },
  );
});

/** A file that says these leaves. JSON is YAML. */
function text(indexes: readonly number[], excepted: readonly number[]): string {
  const file: Record<string, unknown> = {};
  for (const index of indexes) {
    const [path = [], value] = leaves[index] ?? [];
    let into = file;
    for (const step of path.slice(0, -1)) into = (into[step] ??= {}) as Record<string, unknown>;
    into[path.at(-1) ?? ""] = value;
  }
  if (excepted.length > 0) file["exceptions"] = excepted.map((index) => exceptions[index]);
  return JSON.stringify(file);
}

function withoutPlaces({ things, ...layers }: Layers): unknown {
  const strip = (value: Json): Json => {
    if (Array.isArray(value)) return value.map((item: Json) => strip(item));
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(([name]) => name !== "origin" && name !== "origins");
    return Object.fromEntries(kept.map(([name, part = null]) => [name, strip(part)]));
  };
  return strip(JSON.parse(JSON.stringify({ ...layers, things: [...things], today: "" })) as Json);
}
