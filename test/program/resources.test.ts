// @module-tag slow
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Address } from "../../src/core/address.js";
import type { JsonObject } from "../../src/core/json.js";
import { addressIn, fieldsOf, isTopLevel, type PlacedKind, isLive, placedKinds, comesByItself } from "../../src/core/kind.js";
import { compareVersions } from "../../src/core/names.js";
import { diff } from "../../src/engine/forms/diff.js";
import { kinds } from "../../src/trueup.js";
import { sample } from "../ring.js";
import { type Bench, openBench, resource } from "./bench.js";

/** A release that has every kind under every parent. */
const newest = placedKinds(kinds).reduce((last, { since = "0" }) => (compareVersions(last, since) < 0 ? since : last), "15.4.0");

let bench: Bench;
const open = async (dialect: "neutral" | "vendor"): Promise<void> => {
  bench = await openBench({
    dialect,
    tier: "ultimate",
    serverVersion: newest,
    seed: {
      users: [{ username: "alice" }, { username: "bob" }],
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
  await resources.apply(resource(project("acme/platform/deploy"), { visibility: "private" }), true);
}

/** Every kind under every parent. */
const examples = placedKinds(kinds)
  .filter(isLive)
  .map((kind) => ({
    kind,
    title: isTopLevel(kind) ? kind.name : `${kind.name} of a ${kind.parent}`,
  }));

function exampleOf(kind: PlacedKind): { parts: Address; spec: JsonObject } {
  const { name, example, exampleKey: own, parent, topOnly } = kind;
  // Each parent takes of the example what it knows there.
  const known = Object.entries(example).filter(([one]) => Object.hasOwn(fieldsOf(kind, { key: own }), one));
  const spec = Object.fromEntries(known) as JsonObject;
  if (kind.tree) return { parts: { kind: name, path: `acme/platform/of-${name}` }, spec };
  const path = parent === "group" ? (topOnly ? "acme" : "acme/platform") : "acme/platform/web";
  return { parts: isTopLevel(kind) ? addressIn(kind, own, undefined) : addressIn(kind, path, own), spec };
}

describe.each(["neutral", "vendor"] as const)("one thing at a time, %s dialect", (dialect) => {
  beforeEach(async () => open(dialect));

  const own = examples.filter(({ kind }) => (kind.dialect !== "vendor" || dialect === "vendor") && !comesByItself(kind));

  it.each(sample(own, 10))("an example of $title is made true, read as it was asked for, and removed", async ({ kind }) => {
    await furnish();
    const { resources } = bench;
    await resources.apply(resource(project("acme/platform/web"), { visibility: "private", initialize_with_readme: true }), true);
    const { parts, spec } = exampleOf(kind);
    const { live, failure } = await resources.apply(resource(parts, spec), true);
    expect(failure).toBeUndefined();
    const fields = fieldsOf(kind, { key: parts.key });
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
    if (kind.routes.delete === undefined) expect(remarks.map(({ rule }) => rule)).toEqual(["delete.always"]);
    else expect(left).toBeUndefined();
    expect(await resources.remove(parts)).toBeDefined();
  });
});
