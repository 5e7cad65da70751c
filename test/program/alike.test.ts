// @module-tag slow
import { afterEach, describe, expect, it } from "vitest";
import type { Address } from "../../src/core/address.js";
import { type JsonObject, textAt } from "../../src/core/json.js";
import { kindOf, kindsUnder } from "../../src/core/kind.js";
import { kinds, type Resources } from "../../src/trueup.js";
import { sample } from "../ring.js";
import { type Bench, openBench } from "./bench.js";

let bench: Bench;
afterEach(() => bench.close());

/** Attributes that lists show, or all. */
const names = (kind: string, all: boolean): readonly string[] =>
  Object.entries(kindOf(kinds, kind).fields)
    .filter(([, { shown }]) => all || shown === undefined)
    .map(([name]) => name);

async function list(path: string): Promise<JsonObject[]> {
  return (await bench.resources.get(path, {})) as unknown as JsonObject[];
}

/** Everything that is there, by address and number. */
async function everything(): Promise<{ readonly parts: Address; readonly id?: string }[]> {
  const [groups, projects, topics] = [await list("/groups"), await list("/projects"), await list("/topics")];
  const trees = [
    ...groups.map((one) => ({ parts: { kind: "group", path: textAt(one, "full_path") }, id: textAt(one, "id") })),
    ...projects.map((one) => ({ parts: { kind: "project", path: textAt(one, "path_with_namespace") }, id: textAt(one, "id") })),
  ];
  const hanging = trees.flatMap(({ parts }) =>
    kindsUnder(kinds, parts.kind).flatMap((kind) =>
      (kind.key === undefined ? [undefined] : (kind.key.values ?? ["Security", "All Members"])).map((key) => ({
        parts: { kind: kind.name, path: parts.path, ...(key === undefined ? {} : { key }) },
      })),
    ),
  );
  return [...trees, ...topics.map((one) => ({ parts: { kind: "topic", path: textAt(one, "name") } })), ...hanging];
}

async function readAll(
  resources: Resources,
  things: readonly { readonly parts: Address; readonly id?: string }[],
  all: boolean,
): Promise<unknown[]> {
  const read = await Promise.allSettled(
    things.map(async ({ parts, id }) =>
      resources.read(parts, {
        ...(id === undefined ? {} : { id }),
        ...(kindOf(kinds, parts.kind).shapes ? {} : { attributes: names(parts.kind, all) }),
      }),
    ),
  );
  return read.map((one) => (one.status === "fulfilled" ? one.value : (one.reason as { readonly status: number }).status));
}

describe.each(sample(["vendor", "neutral"] as const, 1))("in the %s dialect", (dialect) => {
  const readers = [
    ["an administrator", undefined],
    ["somebody who is none", "token-of-alice"],
  ] as const;

  it.each(sample(readers, 1, 1))("%s sees the same in bulk and one by one", async (_, token) => {
    bench = await openBench({ seed: "default", dialect });
    const things = (await everything()).filter(
      ({ parts: { kind, key } }) => kind !== "integration" || key === "asana" || key === "emails-on-push",
    );
    expect(things.length).toBeGreaterThan(30);
    for (const all of [false, true]) {
      const [bulk, fresh] = [await bench.open({}, token), await bench.open({ bulk: false }, token)];
      const [many, few] = [await readAll(bulk, things, all), await readAll(fresh, things, all)];
      expect(many).toEqual(few);
      expect(many.filter((one) => typeof one === "object").length).toBeGreaterThan(20);
    }
  });
});
