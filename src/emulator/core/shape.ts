import { type Extent, type Instance, exists } from "./instance.js";
import { type Json, isObject } from "./records.js";
import { remembered } from "./remembered.js";
import { type Schema, flatten } from "./schema.js";

/**
 * Parameters under their neutral names: each is taken under the name of the instance's dialect only, and left out when the instance's tier
 * or version does not have it (it is dropped silently, document 1 conventions 8). Names that no schema knows are ignored, unless the schema allows
 * additional properties.
 */
export function shapeInput(schema: Schema, values: Readonly<Record<string, Json>>, instance: Instance): Record<string, Json> {
  const known = properties(schema);
  const shaped: Record<string, Json> = {};
  const taken = new Set<string>();
  for (const [name, property] of known) {
    const wire = wireName(name, property, instance);
    taken.add(name).add(wire);
    const value = Object.hasOwn(values, wire) ? values[wire] : undefined;
    if (value !== undefined && isThere(property, instance)) shaped[name] = shapeNested(property, value, instance, shapeInput);
  }
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== false) {
    for (const [name, value] of Object.entries(values)) if (!taken.has(name)) shaped[name] = value;
  }
  return shaped;
}

/** A reply in the names of the instance's dialect, without what its tier or version does not have. Names that the schema lacks stay as they are. */
export function shapeOutput(schema: Schema, value: Json, instance: Instance): Json {
  return shapeNested(schema, value, instance, shapeReply);
}

const shapeReply: ShapeObject = (schema, values, instance) => {
  const known = outputOf(schema, instance);
  const shaped: Record<string, Json> = {};
  for (const [name, nested] of Object.entries(values)) {
    const property = known.get(name);
    if (property === undefined) shaped[name] = nested;
    else if (property.isThere) {
      const isPlain = property.isPlain || typeof nested !== "object" || nested === null;
      shaped[property.wire] = isPlain ? nested : shapeNested(property.schema, nested, instance, shapeReply);
    }
  }
  return shaped;
};

type ShapeObject = (schema: Schema, values: Readonly<Record<string, Json>>, instance: Instance) => Json;

/** How a property goes out on an instance; a plain one holds nothing to shape. */
interface Output {
  readonly schema: Schema;
  readonly wire: string;
  readonly isThere: boolean;
  readonly isPlain: boolean;
}

const outputs = new WeakMap<Instance, WeakMap<Schema, ReadonlyMap<string, Output>>>();

/** The properties of a reply's schema as the instance has them; worked out once, for replies are many and large. */
function outputOf(schema: Schema, instance: Instance): ReadonlyMap<string, Output> {
  const ofInstance = remembered(outputs, instance, () => new WeakMap<Schema, ReadonlyMap<string, Output>>());
  return remembered(ofInstance, schema, () => {
    const known = properties(schema).map(([name, property]): [string, Output] => {
      const isPlain = property.items === undefined && properties(property).length === 0;
      return [
        name,
        { schema: property, wire: wireName(name, property, instance), isThere: isThere(property, instance), isPlain },
      ];
    });
    return new Map(known);
  });
}

function shapeNested(schema: Schema, value: Json, instance: Instance, shapeObject: ShapeObject): Json {
  const { items } = schema;
  if (Array.isArray(value))
    return items === undefined ? value : value.map((item: Json) => shapeNested(items, item, instance, shapeObject));
  return isObject(value) && properties(schema).length > 0 ? shapeObject(schema, value, instance) : value;
}

const listed = new WeakMap<Schema, readonly (readonly [string, Schema])[]>();

/** The properties that a schema has, those of its alternatives included. */
function properties(schema: Schema): readonly (readonly [string, Schema])[] {
  return remembered(listed, schema, () => {
    const { properties: ownProperties, oneOf = [] } = flatten(schema);
    return [...oneOf.flatMap(properties), ...Object.entries(ownProperties ?? {})];
  });
}

/** The name of a property in the instance's dialect. */
export function wireName(name: string, property: Schema, instance: Instance): string {
  return instance.dialect === "vendor" ? (property["x-vendor-name"] ?? name) : name;
}

/** True when the instance has the property, by its dialect, tier and release. */
export function isThere(property: Schema, instance: Instance): boolean {
  return exists(instance, extentOf(property));
}

/** Where a property exists, as the API description says. */
export function extentOf(property: Schema): Extent {
  return {
    dialect: property["x-dialect"],
    tier: property["x-tier"],
    since: property["x-since"],
    until: property["x-until"],
  };
}
