import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { groupAt, projectNamed, userNamed } from "./access.js";
import type { PlatformState, SeedPart } from "./context.js";
import { exists } from "./instance.js";
import { operations } from "./operations.js";
import type { Group, Json, JsonObject, Project, User } from "./records.js";
import { once, remembered } from "./remembered.js";
import { flatten } from "./schema.js";
import { extentOf } from "./shape.js";

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

// Mostly a check is used once: what counts is how fast it is compiled.
const compiler = once(() => new Ajv2020({ strict: false, logger: false, code: { optimize: false } }));

/** A process that starts many emulators compiles each check once. */
const checks = new WeakMap<SeedPart, ValidateFunction>();

function checkOf(part: SeedPart): ValidateFunction {
  return remembered(checks, part, () => compiler().compile({ type: "array", items: part.entry }));
}

/**
 * Throws, naming the place, for attributes of a seed that only real servers have, or later releases, where the instance is of the neutral dialect.
 * @param place where they stand in the seed
 * @param id the operation that writes them
 */
export function refuseVendorOnly({ instance }: PlatformState, place: string, id: string, names: readonly string[]): void {
  if (instance.dialect === "vendor") return;
  const described = operations().find((operation) => operation.id === id);
  const { properties = {} } = described === undefined ? {} : flatten(described.input);
  const isForeign = (name: string): boolean => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return property !== undefined && !exists(instance, { ...extentOf(property), tier: undefined });
  };
  const foreign = names.filter(isForeign);
  if (foreign.length > 0) throw new Error(`the seed: ${place} has ${foreign.join(", ")}, which ${onlyReal}`);
}

/** What to do about a name that only real servers know. */
export const onlyReal = "only real servers of some releases have: start the emulator in the vendor dialect, or take it out";

type Stored = Pick<PlatformState, "store">;

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Schema of a time in a seed: an ISO 8601 time, or an offset from the start such as `-3d`, `+2w`, `-5h`, `-10m`. */
export const SEED_TIME = {
  type: "string",
  pattern: String.raw`^([+-]\d+[mhdw]|\d{4}-\d{2}-\d{2}T[\d:.]+Z)$`,
} as const;

/** Schema of a day in a seed: `YYYY-MM-DD`, or an offset in days or weeks such as `+3d`. */
export const SEED_DAY = { type: "string", pattern: String.raw`^([+-]\d+[dw]|\d{4}-\d{2}-\d{2})$` } as const;

/** The ISO time that a seed means. */
export function seedTime(text: string): string {
  const [, sign, amount, unit = ""] = /^([+-])(\d+)([mhdw])$/.exec(text) ?? [];
  if (amount === undefined) return new Date(text).toISOString();
  return new Date(Date.now() + (sign === "-" ? -1 : 1) * Number(amount) * (UNITS[unit] ?? 0)).toISOString();
}

/** The day that a seed means, `YYYY-MM-DD`. */
export function seedDay(text: string): string {
  return seedTime(/^\d/.test(text) ? `${text}T00:00:00Z` : text).slice(0, 10);
}

/** A project that the seed names. Throws when there is none. */
export function seedProject({ store }: Stored, path: string): Project {
  return named(projectNamed(store, path), "project", path);
}

/** A group that the seed names. Throws when there is none. */
export function seedGroup({ store }: Stored, fullPath: string): Group {
  return named(groupAt(store, fullPath), "group", fullPath);
}

/** A user that the seed names. Throws when there is none. */
export function seedUser({ store }: Stored, username: string): User {
  return named(userNamed(store, username), "user", username);
}

/** An entry that names whom it means, as a request says it: by number. Throws when the seed does not have them. */
export function seedEntry(world: Stored, { user, group, ...rest }: { user?: string; group?: string }): JsonObject {
  return {
    ...rest,
    ...(user === undefined ? {} : { user_id: seedUser(world, user).id }),
    ...(group === undefined ? {} : { group_id: seedGroup(world, group).id }),
  };
}

function named<T>(row: T | undefined, what: string, name: string): T {
  if (row === undefined) throw new Error(`the seed names a ${what} that it does not have: ${name}`);
  return row;
}
