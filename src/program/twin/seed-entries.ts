import { formed } from "../../core/field-rules.js";
import { typeOf } from "../../core/fields.js";
import type { Json, JsonObject, Spec, Value } from "../../core/json.js";
import { fieldsOf, isTopLevel, type PlacedKind } from "../../core/kind.js";
import { kindsOn, type ServerNature } from "../../core/kinds-on.js";
import { isPlaceholder } from "../../core/placeholders.js";
import type { Desired } from "../../core/plan.js";
import { kinds } from "../kinds.js";

/** What a seed says of a group or project beside its attributes. */
const ownKeys: readonly string[] = ["name", "path", "visibility"];

/**
 * Attributes that a seed may hold as they are. It takes them whatever else is set, as it was when they came about on the original: a project that was allowed
 * what its group forbids by now could not be made by calls any more. What only a create takes is for the calls that make a group or project.
 * They have the names and spellings by which the server of the copy takes them.
 */
export function plainAttributes(kindName: string, spec: Spec, server: ServerNature): JsonObject {
  const kind = kindsOn(kinds, server).get(kindName);
  const fields = kind ? fieldsOf(kind) : {};
  return Object.fromEntries(
    Object.entries(spec).flatMap(([name, value]) => {
      const field = fields[name];
      const isPlain =
        field &&
        typeOf(field).isPlain &&
        !field.toggle &&
        (field.on !== "create" || !kind?.tree) &&
        !field.secret &&
        !field.deprecated?.alias;
      if (!isPlain || (value ?? null) === null || isPlaceholder(value) || ownKeys.includes(name)) return [];
      const own = formed(field.normalise, value as Json) ?? (value as Json);
      return [[field.write ?? name, formed(field.encode, own) ?? own]];
    }),
  );
}

/** The sets of names that a seed takes of a thing; `isThere` says whether there is what a name of a target means. */
export function plantedNames(
  kind: PlacedKind,
  spec: Spec,
  isThere: (target: string, name: string) => boolean,
): Readonly<Record<string, readonly string[]>> {
  const fields = fieldsOf(kind);
  const names = kind.planted?.names ?? [];
  return Object.fromEntries(
    names.map((name) => {
      const target = fields[name]?.item?.target ?? "";
      return [name, textsIn(spec[name]).filter((one) => isThere(target, one))];
    }),
  );
}

/** What a seed says of a thing that has no full path of its own; undefined where that is too little to begin with. */
export function plantedThing(
  kind: PlacedKind,
  { path, key, spec }: Pick<Desired, "path" | "key" | "spec">,
  server: ServerNature,
  isThere: (target: string, name: string) => boolean,
): JsonObject | undefined {
  const needed = Object.entries(fieldsOf(kind)).filter(([, { required, carried }]) => required && carried !== undefined);
  if (needed.some(([name]) => (spec[name] ?? null) === null)) return undefined;
  const place = isTopLevel(kind) ? undefined : path;
  const own = isTopLevel(kind) ? path : key;
  return {
    ...(place === undefined ? {} : { [kind.parent]: place }),
    ...(own === undefined || !kind.key ? {} : { [kind.key.read]: own }),
    ...plainAttributes(kind.name, spec, server),
    ...plantedNames(kind, spec, isThere),
  };
}

const textsIn = (value: Value | undefined): string[] =>
  Array.isArray(value) ? value.filter((one: Value) => typeof one === "string") : [];
