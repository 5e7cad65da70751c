import type { PlatformState, SeedPart } from "./context.js";
import type { JsonObject } from "./records.js";
import type { Schema } from "./schema.js";

interface Basics {
  readonly string: string;
  readonly integer: number;
  readonly number: number;
  readonly boolean: boolean;
  readonly null: null;
  readonly object: JsonObject;
}

type Fields<P, Required> = { readonly [Name in Extract<keyof P, Required>]: Seeded<P[Name]> } & {
  readonly [Name in Exclude<keyof P, Required>]?: Seeded<P[Name]>;
};

/** The type of the values that a schema in a seed lets through. */
export type Seeded<S> = S extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : S extends { readonly anyOf: readonly (infer Part)[]; readonly type?: undefined }
    ? Seeded<Part>
    : S extends { readonly items: infer Item }
      ? readonly Seeded<Item>[]
      : S extends { readonly properties: infer P }
        ? Fields<P, S extends { readonly required: readonly (infer Required)[] } ? Required : never>
        : S extends { readonly additionalProperties: infer Value }
          ? Readonly<Record<string, Seeded<Value>>>
          : S extends { readonly type: (infer Type extends keyof Basics) | readonly (infer Type extends keyof Basics)[] }
            ? Basics[Type]
            : never;

/** Schemas of what entries of seeds have most. */
export const TEXT = { type: "string" } as const;
export const TEXTS = { type: "array", items: TEXT } as const;
export const COUNT = { type: "integer", minimum: 0 } as const;
export const FLAG = { type: "boolean" } as const;

/** Schema of a list. */
export const seedList = <const S extends Schema>(items: S) => ({ type: "array", items }) as const;

/** Schema of an object that needs the names of the first list. */
export const seedObject = <const R extends readonly string[], const P extends Readonly<Record<string, Schema>>>(
  required: R,
  properties: P,
) => ({ type: "object", required, additionalProperties: false, properties }) as const;

/** Schema of an object that may have all and needs none. */
export const seedOptions = <const P extends Readonly<Record<string, Schema>>>(properties: P) =>
  ({ type: "object", additionalProperties: false, properties }) as const;

/** A part of a seed whose entries are added one by one. */
export function seedPart<const S extends Schema>(
  key: string,
  about: string,
  entry: S,
  add: (world: PlatformState, seed: Seeded<S>) => void,
): SeedPart {
  const load: SeedPart["load"] = (world, entries) => {
    for (const seeded of entries) add(world, seeded as Seeded<S>);
  };
  return { key, about, entry, load };
}
