import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Address } from "../../src/core/address.js";
import type { JsonObject } from "../../src/core/json.js";
import { fieldsOf, isTopLevel, kindAt, kindOf } from "../../src/core/kind.js";
import { diff } from "../../src/engine/forms/diff.js";
import { kinds } from "../../src/trueup.js";
import { type Bench, openBench, resource } from "./bench.js";

let bench: Bench;
const open = async (dialect: "neutral" | "vendor"): Promise<void> => {
  bench = await openBench({
    dialect,
    tier: "ultimate",
    seed: {
      users: [{ username: "alice" }],
      groups: [{ full_path: "acme", name: "Acme", visibility: "public", members: { alice: 50 } }],
    },
  });
};
afterEach(() => bench.close());

const group = (path: string): Address => ({ kind: "group", path });
const project = (path: string): Address => ({ kind: "project", path });

/** What the examples of the kinds name. */
async function furnish(): Promise<void> {
  const { resources } = bench;
  await resources.apply(resource(group("acme/release"), { name: "Release" }), true);
  await resources.apply(resource(group("acme/platform"), { name: "Platform", visibility: "internal" }), true);
  await resources.apply(resource(group("acme/platform/release"), { name: "Release" }), true);
}

function exampleOf(name: string): { parts: Address; spec: JsonObject } {
  const kind = kindAt(kinds, { kind: name });
  const spec = kind.example as JsonObject;
  const own = kind.exampleKey;
  if (kind.tree) return { parts: { kind: name, path: `acme/platform/of-${name}` }, spec };
  if (!isTopLevel(kind)) {
    const path = kind.parent === "group" ? "acme/platform" : "acme/platform/web";
    return { parts: { kind: name, path, ...(own === undefined ? {} : { key: own }) }, spec };
  }
  return { parts: { kind: name, ...(own === undefined ? {} : { path: own }) }, spec };
}

describe.each(["neutral", "vendor"] as const)("one thing at a time, %s dialect", (dialect) => {
  beforeEach(async () => open(dialect));

  it.each([...kinds.keys()])("an example of %s is made true, read as it was asked for, and removed", async (name) => {
    await furnish();
    const { resources } = bench;
    await resources.apply(resource(project("acme/platform/web"), { visibility: "private", initialize_with_readme: true }), true);
    const { parts, spec } = exampleOf(name);
    const { live, failure } = await resources.apply(resource(parts, spec), true);
    expect(failure).toBeUndefined();
    const fields = fieldsOf(kindOf(kinds, name), { key: parts.key });
    const readable = Object.fromEntries(Object.entries(spec).filter(([one]) => !fields[one]?.unreadable));
    expect(diff(fields, readable, live.spec)).toEqual([]);
    const again = await resources.read(parts, { id: String(live.id), attributes: Object.keys(spec) });
    expect(again).toEqual(live);
    const whole = await resources.read(parts);
    expect(diff(fields, readable, whole?.spec ?? {})).toEqual([]);
    const second = await resources.apply(resource(parts, spec), false);
    expect(second.before).toEqual({});
    expect(second.live).toEqual(live);
    const remarks = await resources.remove(parts, String(live.id));
    const left = await resources.read(parts);
    if (kindAt(kinds, { kind: name }).routes.delete === undefined)
      expect(remarks.map(({ rule }) => rule)).toEqual(["delete.always"]);
    else expect(left).toBeUndefined();
    expect(await resources.remove(parts)).toBeDefined();
  });
});
