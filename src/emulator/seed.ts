import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { SeedPart, PlatformState } from "./context.js";
import type { Json } from "./json.js";

/** What an emulator begins with: the little company, its people without anything else, an administrator alone, or a parsed seed file. */
export type Seed = "default" | "people" | "none" | Readonly<Record<string, unknown>>;

/** The entries of a seed, by the keys of its parts. */
export type Entries = Readonly<Record<string, readonly Json[]>>;

/** Fills an empty store, in the order of the parts; those of which there are no entries stay empty. The administrator `root` is always there, with id 1. */
export function plant(world: PlatformState, entries: Entries, parts: readonly SeedPart[]): void {
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
    for (const part of parts) part.load(world, entries[part.key] ?? []);
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

/** The entries of a parsed seed file. Throws, naming the place, when it is not as its schema says. */
export function entriesOf(seed: Readonly<Record<string, unknown>>, parts: readonly SeedPart[]): Entries {
  const unknown = Object.keys(seed).filter((key) => !parts.some((part) => part.key === key));
  if (unknown.length > 0)
    throw new Error(`the seed has unknown keys: ${unknown.join(", ")}. It may have: ${parts.map((part) => part.key).join(", ")}`);
  for (const part of parts.filter(({ key }) => Object.hasOwn(seed, key))) {
    const check = checkOf(part);
    if (!check(seed[part.key]))
      throw new Error(`the seed: ${compiler().errorsText(check.errors, { dataVar: `seed/${part.key}` })}`);
  }
  return seed as Entries;
}

let ajv: Ajv2020 | undefined;
/** A process that starts many emulators compiles each check once. */
const checks = new WeakMap<SeedPart, ValidateFunction>();

function checkOf(part: SeedPart): ValidateFunction {
  const check = checks.get(part) ?? compiler().compile({ type: "array", items: part.entry });
  checks.set(part, check);
  return check;
}

function compiler(): Ajv2020 {
  // Mostly a check is used once: what counts is how fast it is compiled.
  return (ajv ??= new Ajv2020({ strict: false, logger: false, code: { optimize: false } }));
}
