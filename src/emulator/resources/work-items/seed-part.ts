import type { PlatformState, SeedPart } from "../../core/context.js";
import type { Json } from "../../core/json.js";
import type { Schema } from "../../core/schema.js";

type Properties = Readonly<Record<string, Schema>>;

/** JSON Schema of an entry, or of an object inside of one: no other properties. */
interface ObjectSchema<P extends Properties, R extends keyof P> extends Schema {
  readonly type: "object";
  readonly properties: P;
  readonly required: readonly (R & string)[];
}

/** What a schema of a seed lets through, as a type: no type of an entry repeats its schema. */
export type Seeded<S> =
  S extends ObjectSchema<infer P, infer R>
    ? { readonly [K in R]: Seeded<P[K]> } & { readonly [K in Exclude<keyof P, R>]?: Seeded<P[K]> }
    : S extends { readonly enum: readonly (infer E)[] }
      ? E
      : S extends { readonly items: infer I }
        ? readonly Seeded<I>[]
        : S extends { readonly type: "string" }
          ? string
          : S extends { readonly type: "boolean" }
            ? boolean
            : number;

/** Schema of an object in a seed: `seedObject(["title"], { title: TEXT, weight: COUNT })`. */
export function seedObject<const P extends Properties, const R extends keyof P & string>(
  required: readonly R[],
  properties: P,
): ObjectSchema<P, R> {
  return { type: "object", required, additionalProperties: false, properties };
}

/** A part of a seed whose entries are added one by one, in their order. */
export function seedPart<P extends Properties, R extends keyof P>(
  key: string,
  about: string,
  entry: ObjectSchema<P, R>,
  add: (world: PlatformState, entry: Seeded<ObjectSchema<P, R>>) => void,
): SeedPart {
  const load = (world: PlatformState, entries: readonly Json[]): void => {
    for (const one of entries) add(world, one as Seeded<ObjectSchema<P, R>>);
  };
  return { key, about, entry, load };
}

export const TEXT = { type: "string" } as const;

export const TEXTS = { type: "array", items: TEXT } as const;

export const COUNT = { type: "integer", minimum: 0 } as const;

export const FLAG = { type: "boolean" } as const;
