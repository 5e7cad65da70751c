import { readFileSync } from "node:fs";
import type { Field, Fields } from "../../src/core/fields.js";
import { fieldsOf, type Kind, placesOf } from "../../src/core/kind.js";
import { kinds as registered } from "../../src/program/kinds.js";

/** All kinds. */
export const kinds: readonly Kind[] = [...registered.values()];

/** A set of attributes with the words that lead to it. */
export interface Place {
  readonly place: string;
  readonly fields: Fields;
}

/** Every set of attributes that stands side by side: of kinds, shapes, records and entries. */
export function places(): Place[] {
  const tops = kinds.flatMap((kind) => [
    { place: kind.name, fields: kind.fields },
    ...placesOf(kind)
      .filter(({ fields }) => fields !== kind.fields)
      .map(({ parent, fields }) => ({ place: `${kind.name}.of_${parent}`, fields })),
    ...Object.keys(kind.shapes ?? {}).map((key) => ({ place: `${kind.name}.${key}`, fields: fieldsOf(kind, { key }) })),
  ]);
  return tops.flatMap((top) => [top, ...nested(top)]);
}

function nested({ place, fields }: Place): Place[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const inner = field.fields ?? field.item?.fields;
    if (!inner) return [];
    const here = { place: `${place}.${name}`, fields: inner };
    return [here, ...nested(here)];
  });
}

/** Every attribute with the words that lead to it, items of lists too. */
export function attributes(): { readonly at: string; readonly field: Field }[] {
  return places().flatMap(({ place, fields }) =>
    Object.entries(fields).flatMap(([name, field]) => [
      { at: `${place}.${name}`, field },
      ...(field.item ? [{ at: `${place}.${name}[]`, field: field.item }] : []),
    ]),
  );
}

/** What the reference of real servers says of one attribute. */
export interface Fact {
  readonly name: string;
  readonly type: string;
  readonly vendor?: string;
  readonly tier?: string;
  readonly secret?: true;
  readonly unreadable?: true;
  readonly required?: true;
  readonly newer?: true;
  readonly on?: "create" | "update";
  readonly read?: string;
  readonly values?: readonly (string | number)[];
  readonly default?: unknown;
}

/** Reads facts that were carried over from the reference. */
export function facts(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`facts/${name}.json`, import.meta.url), "utf8"));
}
