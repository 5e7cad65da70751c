import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { parse } from "yaml";
import { isObject, type Json } from "../../src/core/json.js";
import { placedKinds, topParent } from "../../src/core/kind.js";
import { accessLevels } from "../../src/core/types/access-level.js";
import { kinds } from "../../src/program/kinds.js";
import { inProcess, top } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

/** What no request, no file and no line of output may hold, whatever a server answers. */
export const prize = "the-secret-of-the-runner-that-everybody-wants";

/** The environment of whoever is attacked. */
export const environment = { AWS_SECRET_ACCESS_KEY: prize };

const examples = join(top, "examples/kinds");

/**
 * A platform with the small example of every kind that documents know, and a server in front of it that can lie. In the directory `full` stands every attribute that an export can tell of it: files
 * as they are planned, applied and adopted.
 */
export async function openWorld(dialect: "neutral" | "vendor"): Promise<Fixture> {
  const fixture = await openFixture(inProcess, { dialect, tier: "ultimate", serverVersion: "18.0.0", secrets: [prize] });
  const all = readdirSync(examples).filter((file) => file.endsWith(".yaml"));
  const world = all.reduce<Json>((merged, file) => merge(merged, parse(readFileSync(join(examples, file), "utf8")) as Json), {});
  fixture.write("world/trueup.yaml", JSON.stringify(documented(world)));
  cpSync(join(examples, "assets"), join(fixture.directory, "world/assets"), { recursive: true });
  for (const words of [
    ["apply", "world", "--yes"],
    ["export", "--full", "--out", "full"],
    ["drift", "full"],
  ]) {
    const ran = await fixture.run(words, environment);
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
  }
  return fixture;
}

/** A copy of the files that is the caller's own. */
export function copyOfFiles(fixture: Fixture, name: string): string {
  const path = join(fixture.directory, name);
  mkdirSync(path);
  cpSync(join(fixture.directory, "full"), path, { recursive: true });
  return name;
}

/** A world without what only real servers have: that one is the same in both dialects. */
function documented(world: Json): Json {
  if (!isObject(world)) return world;
  const without = (value: Json | undefined, holder: string): Json => {
    const added = placedKinds(kinds).filter(({ parent, dialect }) => parent === holder && dialect === "vendor");
    const kept = Object.entries(isObject(value) ? value : {}).filter(([name]) => !added.some(({ file }) => file === name));
    return Object.fromEntries(kept);
  };
  const holders = ["group", "project"].map((kind) => {
    const bodies = Object.entries(isObject(world[`${kind}s`]) ? (world[`${kind}s`] as object) : {});
    return [`${kind}s`, Object.fromEntries(bodies.map(([path, body]) => [path, without(body as Json, kind)]))] as const;
  });
  return { ...(without(world, topParent) as object), ...Object.fromEntries(holders) };
}

function merge(one: Json | undefined, other: Json): Json {
  if (!isObject(one) || !isObject(other)) return other;
  const merged: Record<string, Json | undefined> = { ...one };
  for (const [name, value] of Object.entries(other)) merged[name] = merge(one[name], value ?? null);
  return merged;
}

/** Every plain value that the files or the platform hold, as text, and what requests make of names: numbers of access levels, and the two flags. */
export function scalarsIn({ directory, platform }: Fixture): ReadonlySet<string> {
  const texts = readdirSync(join(directory, "full")).filter((file) => file.endsWith(".yaml"));
  const files = texts.map((file) => parse(readFileSync(join(directory, "full", file), "utf8")) as Json);
  const said = new Set<string>(["true", "false", "null", ...Object.values(accessLevels).map(String)]);
  const add = (value: Json | undefined): void => {
    if (typeof value === "object" && value !== null)
      for (const [key, part] of Object.entries(value)) {
        said.add(key);
        add(part);
      }
    else said.add(String(value));
  };
  for (const value of [...files, platform.state() as unknown as Json]) add(value);
  return said;
}
