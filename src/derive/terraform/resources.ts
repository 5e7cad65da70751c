import { oncePer } from "../../core/collections.js";
import { type Field, type Fields, typeOf } from "../../core/fields.js";
import {
  allFields,
  exampleParent,
  topParent,
  type Kind,
  kindIn,
  kindOf,
  type Kinds,
  liveKinds,
  parentsOf,
} from "../../core/kind.js";
import { shapeFields } from "../explain.js";
import {
  attributeDescription,
  code,
  deprecationMessage,
  imageHashName,
  kindDescription,
  readDescription,
  secretFormName,
  secretVersionName,
  shapeDescription,
} from "./describe.js";
import { hasNumber, unsettable } from "./roles.js";
import type { AttributeUse, TerraformAttribute, TerraformAttributes, TerraformResource, TerraformType } from "./types.js";

/** All kinds as resources and data sources, in the order of the kinds. */
export const terraformResources = oncePer((kinds: Kinds): readonly TerraformResource[] =>
  liveKinds(kinds).map((kind) => resourceOf(kind, kinds)),
);

/** The attribute of a resource that holds the attributes of one key's shape. */
export function shapeAttributeName(key: string): string {
  return key.replaceAll("-", "_");
}

function resourceOf(kind: Kind, kinds: Kinds): TerraformResource {
  const attributes: TerraformAttributes = {
    ...resourceAttributes(allFields(kind)),
    ...shapeAttributes(kind, "optional", resourceAttributes),
  };
  return {
    type: `trueup_${kind.name}`,
    kind,
    holders: holdersOf(kind, kinds),
    description: kindDescription(kind),
    attributes: {
      id: idAttribute(kind),
      ...pathAttributes(kind, kinds),
      ...(kind.shapes ? {} : keyAttributes(kind)),
      ...attributes,
      ...(unsettable(attributes).length > 0 ? { unset: unsetAttribute } : {}),
      unchecked: uncheckedAttribute,
      ...(kind.holdsData === true ? { deletion_protection: protectionAttribute } : {}),
    },
    data: {
      id: idAttribute(kind),
      ...pathAttributes(kind, kinds),
      ...keyAttributes(kind),
      ...dataAttributes(allFields(kind)),
      ...shapeAttributes(kind, "computed", dataAttributes),
    },
  };
}

function idAttribute(kind: Kind): TerraformAttribute {
  const description = hasNumber(kind) ? "The number that the platform knows it by, as text." : "The address, as in the files.";
  return { description, use: "computed", type: "string", role: "id" };
}

/** The full path of a group or project, or of what the thing hangs on. */
function pathAttributes(kind: Kind, kinds: Kinds): TerraformAttributes {
  const { name, title } = kind;
  const use = parentsOf(kind).length > 1 ? "optional" : "required";
  const oneOf = use === "optional" && !parentsOf(kind).includes(topParent) ? ({ oneOf: true } as const) : {};
  const parents = holdersOf(kind, kinds).map((holder): readonly [string, TerraformAttribute] => {
    const place = kindIn(kind, holder.name);
    const sort = `${place.topOnly ? "top-level " : ""}${holder.title.toLowerCase()}`;
    const whole = `Full path of the ${sort} that it belongs to, such as ${code(exampleParent(place, holder))}.`;
    const description = [whole, ...insteadOf(holder, kind, kinds)].join(" ");
    return [holder.name, { description, use, type: "string", role: "path", of: holder.name, ...oneOf }];
  });
  if (!kind.tree) return Object.fromEntries(parents);
  const description =
    `Full path of the ${title.toLowerCase()}, such as ${code(examplePath(kinds.get(name)))}. ` +
    "A change of it renames or transfers it in place: nothing is deleted.";
  return { full_path: { description, use: "required", type: "string", role: "path" } };
}

/** The kinds of what a thing may hang on. */
function holdersOf(kind: Kind, kinds: Kinds): readonly Kind[] {
  return parentsOf(kind).flatMap((parent) => (parent === topParent ? [] : [kindOf(kinds, parent)]));
}

/** What may be said in place of one parent. */
function insteadOf(holder: Kind, kind: Kind, kinds: Kinds): string[] {
  const others = holdersOf(kind, kinds).filter((other) => other !== holder);
  if (others.length === 0 && parentsOf(kind).length === 1) return [];
  const names = others.map((other) => code(other.name)).join(", ");
  if (parentsOf(kind).includes(topParent))
    return [`Without it${names === "" ? "" : ` and ${names}`}: what belongs to the whole instance.`];
  return [`Either this or ${names}.`];
}

function examplePath(kind: Kind | undefined): string {
  return kind?.exampleKey ?? "acme/platform";
}

/** What tells it from its siblings. */
function keyAttributes({ key }: Kind): TerraformAttributes {
  if (!key) return {};
  const { read, description, values, max } = key;
  const takes = values
    ? `Allowed: ${values.map(code).join(", ")}.`
    : max === undefined
      ? ""
      : `Allowed: at most ${max} characters.`;
  return {
    [read]: { description: `${description} ${takes}`.trim(), use: "required", type: "string", role: "key" },
  };
}

/** One object for each key whose members have attributes of their own. */
function shapeAttributes(
  kind: Kind,
  use: "optional" | "computed",
  attributesOf: (fields: Fields) => TerraformAttributes,
): TerraformAttributes {
  return Object.fromEntries(
    Object.entries(kind.shapes ?? {}).map(([key, shape]): readonly [string, TerraformAttribute] => [
      shapeAttributeName(key),
      {
        description: shapeDescription(shape, key, shapeAttributeName(key)),
        use,
        nested: { mode: "single", attributes: attributesOf(shapeFields(kind, key)) },
        role: "shape",
        of: key,
      },
    ]),
  );
}

const unsetAttribute: TerraformAttribute = {
  description:
    "Attributes that are to be unset, which leaving them out does not do: names, with dots for what stands inside of another. " +
    "What `null` says in the files.",
  use: "optional",
  type: ["set", "string"],
  role: "unset",
};

const uncheckedAttribute: TerraformAttribute = {
  description:
    "An object of attributes that this release does not know yet, by name: compared and sent as they are. Any of them may be a secret, so no plan shows them.",
  use: "optional",
  type: "dynamic",
  sensitive: true,
  role: "unchecked",
};

const protectionAttribute: TerraformAttribute = {
  description:
    "While it is true, no destroy and no replacement deletes it: the plan is refused. Default: what the provider's block says, `true` without it. " +
    "It is said to the provider and not to the platform, where anybody may still delete it.",
  use: "optional",
  type: "bool",
  role: "protection",
};

/** Where attributes stand: each of a `body` and its records is managed on its own; an `entry` of a set is given whole, the rest of it by default; `data` is only read. */
type Stand = "body" | "entry" | "data";

/** The attributes of a resource that stand for these attributes of a kind, with the companions of secrets and pictures beside them. */
function resourceAttributes(fields: Fields): TerraformAttributes {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.flatMap(([name, field]) => [[name, attributeOf(name, field, "body")] as const, ...companions(name, field)]),
  );
}

/** The attributes of a data source: of all that the platform shows, under its own name only. */
function dataAttributes(fields: Fields): TerraformAttributes {
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
