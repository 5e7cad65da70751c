import { type Field, type Fields, typeOf } from "../../core/fields.js";
import {
  attributeDescription,
  code,
  deprecationMessage,
  imageHashName,
  readDescription,
  secretFormName,
  secretVersionName,
} from "./describe.js";
import type { AttributeUse, TerraformAttribute, TerraformAttributes, TerraformType } from "./types.js";

/** Where attributes stand: each of a `body` and its records is managed on its own; an `entry` of a set is given whole, the rest of it by default; `data` is only read. */
type Stand = "body" | "entry" | "data";

/** The attributes of a resource that stand for these attributes of a kind, with the companions of secrets and pictures beside them. */
export function resourceAttributes(fields: Fields): TerraformAttributes {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.flatMap(([name, field]) => [[name, attributeOf(name, field, "body")] as const, ...companions(name, field)]),
  );
}

/** The attributes of a data source: of all that the platform shows, under its own name only. */
export function dataAttributes(fields: Fields): TerraformAttributes {
  const shown = Object.entries(fields).filter(([, field]) => !field.secret && !field.unreadable && !field.deprecated?.alias);
  return Object.fromEntries(
    shown.map(([name, field]) => (typeOf(field).isUploaded ? hashOf(name) : ([name, attributeOf(name, field, "data")] as const))),
  );
}

function companions(name: string, field: Field): (readonly [string, TerraformAttribute])[] {
  if (typeOf(field).isUploaded) return [hashOf(name)];
  if (mayHoldCredentials(field)) return [secretFormOf(name), versionOf(secretFormName(name))];
  return field.secret ? [versionOf(name)] : [];
}

/** True for an address that the platform shows without the name and password in it. */
function mayHoldCredentials({ secret, normalise }: Field): boolean {
  return !secret && normalise === "without-credentials";
}

function secretFormOf(name: string): readonly [string, TerraformAttribute] {
  const description =
    `What ${code(name)} takes, for an address with a name and password in it; in place of that. ` +
    `Write-only: it is in no plan and no state. Raise ${code(secretVersionName(secretFormName(name)))} to send it again.`;
  return [
    secretFormName(name),
    { description, use: "optional", type: "string", sensitive: true, writeOnly: true, role: "secret_form", of: name },
  ];
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
    stand === "entry" || field.secret || field.on === "create" || field.deprecated?.alias || typeOf(field).isUploaded;
  return isGivenOnly ? "optional" : "managed";
}

function shapeOf(field: Field, stand: Stand): Pick<TerraformAttribute, "type" | "nested"> {
  const { type } = typeOf(field).terraform;
  if (typeof type === "string") return { type: plainType(field) };
  const inner = stand === "data" ? stand : "entry";
  if ("objects" in type) {
    const isManaged = typeOf(field).isManagedInParts;
    return { nested: { mode: type.objects, attributes: partsOf(field.fields, isManaged ? stand : inner) } };
  }
  const { item } = field;
  return item && typeOf(item).isManagedInParts
    ? { nested: { mode: type.collection, attributes: partsOf(item.fields, inner) } }
    : { type: [type.collection, item ? plainType(item) : "dynamic"] };
}

function partsOf(fields: Fields | undefined, stand: Stand): TerraformAttributes {
  return Object.fromEntries(Object.entries(fields ?? {}).map(([name, field]) => [name, attributeOf(name, field, stand)]));
}

function plainType(field: Field): TerraformType {
  const { type } = typeOf(field).terraform;
  if (typeof type === "string") return field.values?.every((value) => typeof value === "number") ? "number" : type;
  if ("collection" in type) return [type.collection, field.item ? plainType(field.item) : "dynamic"];
  throw new Error(`items of a list cannot have the type ${field.type}`);
}
