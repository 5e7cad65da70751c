import { Ajv2020 } from "ajv/dist/2020.js";

import type { Json } from "./json.js";
import type { SeedPart, World } from "./section.js";

/** What an emulator begins with: the little company, an administrator alone, or a parsed seed file. */
export type Seed = "default" | "none" | Readonly<Record<string, unknown>>;

/**
 * Fills an empty store, in the order of the parts. A parsed seed has the keys of the parts, each a list of entries; what it leaves out stays empty.
 * The administrator `root` is always there, with id 1. Throws, naming the place, when a seed is not as its schema says.
 */
export function plant(world: World, seed: Seed, parts: readonly SeedPart[]): void {
  const entries = entriesOf(seed, parts);
  world.store.transaction(() => {
    const namespace = world.store.groups.allocate();
    const created_at = new Date().toISOString();
    const root = {
      username: "root",
      name: "Administrator",
      email: "root@example.com",
      state: "active",
      is_admin: true,
      private_profile: false,
    } as const;
    world.store.users.insert({ ...root, namespace_id: namespace, created_at });
    for (const part of parts) part.load(world, entries(part));
  });
}

/** JSON Schema of a seed file, from its parts. */
export function seedSchema(parts: readonly SeedPart[]): Readonly<Record<string, unknown>> {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "seed.schema.json",
    title: "Seed of trueup's emulator: what the platform begins with",
    description:
      "The lists are loaded in the order in which they stand here; names (projects, users, branches…) refer to what is there by then.",
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(
      parts.map(({ key, about, entry }) => [key, { description: about, type: "array", items: entry }]),
    ),
  };
}

function entriesOf(seed: Seed, parts: readonly SeedPart[]): (part: SeedPart) => readonly Json[] {
  if (seed === "default") return (part) => part.defaults;
  if (seed === "none") return () => [];
  check(seed, parts);
  return (part) => (seed[part.key] ?? []) as readonly Json[];
}

function check(seed: Readonly<Record<string, unknown>>, parts: readonly SeedPart[]): void {
  const unknown = Object.keys(seed).filter((key) => !parts.some((part) => part.key === key));
  if (unknown.length > 0)
    throw new Error(`the seed has unknown keys: ${unknown.join(", ")}. It may have: ${parts.map((part) => part.key).join(", ")}`);
  // It is used once: what counts is how fast it is compiled.
  const ajv = new Ajv2020({ strict: false, logger: false, code: { optimize: false } });
  const given = parts.filter((part) => Object.hasOwn(seed, part.key));
  if (!ajv.validate(seedSchema(given), seed)) throw new Error(`the seed: ${ajv.errorsText(ajv.errors, { dataVar: "seed" })}`);
}
