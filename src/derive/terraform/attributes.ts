import type { Field, Fields } from "../../core/fields.js";
import { attributeDescription, deprecationMessage, imageHashName, readDescription, secretVersionName } from "./describe.js";
import type { AttributeUse, TerraformAttribute, TerraformAttributes, TerraformType } from "./types.js";

/**
 * Where attributes stand. In a `body` each is managed on its own, also inside of its records; an entry of a set is given whole, so what it leaves out has its
 * default; `data` is only read.
 */
type Stand = "body" | "entry" | "data";

/** The attributes of a resource that stand for these attributes of a kind, with the companions of secrets and pictures beside them. */
export function resourceAttributes(fields: Fields): TerraformAttributes {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => [
      [name, attributeOf(name, field, "body")] as const,
      ...companions(name, field),
    ]),
  );
}

/** The attributes of a data source: of all that the platform shows, under its own name only. */
export function dataAttributes(fields: Fields): TerraformAttributes {
  const shown = Object.entries(fields).filter(([, field]) => !field.secret && !field.unreadable && !field.deprecated?.alias);
  return Object.fromEntries(
    shown.map(([name, field]) => (field.type === "image" ? hashOf(name) : ([name, attributeOf(name, field, "data")] as const))),
  );
}

function companions(name: string, field: Field): (readonly [string, TerraformAttribute])[] {
  if (field.type === "image") return [hashOf(name)];
  return field.secret ? [versionOf(name)] : [];
}

function hashOf(name: string): readonly [string, TerraformAttribute] {
  const description = `sha256 of the picture ${name}.`;
  return [imageHashName(name), { description, use: "computed", type: "string", role: "image_hash", of: name }];
}

function versionOf(name: string): readonly [string, TerraformAttribute] {
  const description = `Any number; when it changes, ${name} is sent again.`;
  return [secretVersionName(name), { description, use: "optional", type: "number", role: "secret_version", of: name }];
}

function attributeOf(name: string, field: Field, stand: Stand): TerraformAttribute {
  const deprecated = deprecationMessage(field);
  return {
    description: stand === "data" ? readDescription(field) : attributeDescription(field, name, stand === "body"),
    use: useOf(field, stand),
    ...shapeOf(field, stand),
    ...(field.secret ? { sensitive: true, writeOnly: true } : {}),
    ...(deprecated === undefined ? {} : { deprecated }),
    field,
    name,
  };
}

function useOf(field: Field, stand: Stand): AttributeUse {
  if (stand === "data") return "computed";
  if (field.required && !field.secret) return "required";
  const isGivenOnly =
    stand === "entry" || field.secret || field.on === "create" || field.deprecated?.alias || field.type === "image";
  return isGivenOnly ? "optional" : "managed";
}

function shapeOf(field: Field, stand: Stand): Pick<TerraformAttribute, "type" | "nested"> {
  const { item, fields } = field;
  switch (field.type) {
    case "record":
      return { nested: { mode: "single", attributes: partsOf(fields, stand) } };
    case "entries":
      return { nested: { mode: "set", attributes: partsOf(fields, stand === "data" ? stand : "entry") } };
    case "set":
    case "list":
    case "map":
      return item?.type === "record"
        ? { nested: { mode: field.type, attributes: partsOf(item.fields, stand === "data" ? stand : "entry") } }
        : { type: [field.type, item ? plainType(item) : "dynamic"] };
    default:
      return { type: plainType(field) };
  }
}

function partsOf(fields: Fields | undefined, stand: Stand): TerraformAttributes {
  return Object.fromEntries(Object.entries(fields ?? {}).map(([name, field]) => [name, attributeOf(name, field, stand)]));
}

function plainType(field: Field): TerraformType {
  switch (field.type) {
    case "flag":
      return "bool";
    case "integer":
    case "number":
      return "number";
    case "enum":
      return field.values?.every((value) => typeof value === "number") ? "number" : "string";
    case "text":
    case "level":
    case "image":
    case "reference":
      return "string";
    case "set":
    case "list":
    case "map":
      return [field.type, field.item ? plainType(field.item) : "dynamic"];
    default:
      throw new Error(`items of a list cannot have the type ${field.type}`);
  }
}
