import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { parse } from "yaml";
import { isObject, type Json } from "../../src/core/json.js";
import { accessLevels } from "../../src/core/types/access-level.js";
import { inProcess, top } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

/** What no request, no file and no line of output may hold, whatever a server answers. */
export const prize = "the-secret-of-the-runner-that-everybody-wants";

/** The environment of whoever is attacked. */
export const environment = { AWS_SECRET_ACCESS_KEY: prize };

const examples = join(top, "examples/kinds");

/**
 * A platform with the small example of every kind, and a server in front of it that can lie. In the directory `full` stands every attribute that an export can tell of it: files
 * as they are planned, applied and adopted.
 */
export async function openWorld(dialect: "neutral" | "vendor"): Promise<Fixture> {
  const fixture = await openFixture(inProcess, { dialect, tier: "ultimate", serverVersion: "18.0.0", secrets: [prize] });
  const all = readdirSync(examples).filter((file) => file.endsWith(".yaml"));
  const world = all.reduce<Json>((merged, file) => merge(merged, parse(readFileSync(join(examples, file), "utf8")) as Json), {});
  fixture.write("world/trueup.yaml", JSON.stringify(world));
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
