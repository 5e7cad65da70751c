import type { Fields } from "../../core/fields.js";
import type { Kind, Kinds } from "../../core/kind.js";
import { dataAttributes, resourceAttributes } from "./attributes.js";
import { code, kindDescription, shapeDescription } from "./describe.js";
import { isNumbered } from "./roles.js";
import type { TerraformAttribute, TerraformAttributes, TerraformResource } from "./types.js";
import { unsettable } from "./unset.js";

const known = new WeakMap<Kinds, readonly TerraformResource[]>();

/** All kinds as resources and data sources, in the order of the kinds. */
export function terraformResources(kinds: Kinds): readonly TerraformResource[] {
  const made = known.get(kinds) ?? [...kinds.values()].map((kind) => resourceOf(kind, kinds));
  known.set(kinds, made);
  return made;
}

/** The attribute of a resource that holds the attributes of one key's shape. */
export function shapeAttributeName(key: string): string {
  return key.replaceAll("-", "_");
}

function resourceOf(kind: Kind, kinds: Kinds): TerraformResource {
  const own: TerraformAttributes = {
    ...resourceAttributes(kind.fields),
    ...shapeAttributes(kind, "optional", resourceAttributes),
  };
  const holder = kind.place.under === undefined ? undefined : kinds.get(kind.place.under);
  return {
    type: `trueup_${kind.name}`,
    kind,
    ...(holder ? { holder } : {}),
    description: kindDescription(kind),
    attributes: {
      id: idAttribute(kind),
      ...pathAttributes(kind, kinds),
      ...(kind.shapes ? {} : keyAttributes(kind)),
      ...own,
      ...(unsettable(own).length > 0 ? { unset: unsetAttribute } : {}),
      ...(kind.unchecked ? { unchecked: uncheckedAttribute } : {}),
    },
    data: {
      id: idAttribute(kind),
      ...pathAttributes(kind, kinds),
      ...keyAttributes(kind),
      ...dataAttributes(kind.fields),
      ...shapeAttributes(kind, "computed", dataAttributes),
    },
  };
}

function idAttribute(kind: Kind): TerraformAttribute {
  const description = isNumbered(kind) ? "The number that the platform knows it by, as text." : "The address, as in the files.";
  return { description, use: "computed", type: "string", role: "id" };
}

/** The full path of a group or project, or of what the thing hangs on. */
function pathAttributes({ name, title, place }: Kind, kinds: Kinds): TerraformAttributes {
  if (place.under !== undefined) {
    const holder = kinds.get(place.under)?.title.toLowerCase() ?? place.under;
    const description = `Full path of the ${holder} that it belongs to, such as ${code(examplePath(kinds.get(place.under)))}.`;
    return { [place.under]: { description, use: "required", type: "string", role: "path" } };
  }
  if (place.as !== "tree") return {};
  const description =
    `Full path of the ${title.toLowerCase()}, such as ${code(examplePath(kinds.get(name)))}. ` +
    "A change of it renames or transfers it in place: nothing is deleted.";
  return { full_path: { description, use: "required", type: "string", role: "path" } };
}

function examplePath(kind: Kind | undefined): string {
  return kind?.exampleKey ?? "acme/platform";
}

/** What tells it from its siblings. */
function keyAttributes({ key, place }: Kind): TerraformAttributes {
  if (!key || place.as !== "map") return {};
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
        nested: { mode: "single", attributes: attributesOf(shape.fields) },
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
  description: "An object of attributes that this release does not know yet, by name: compared and sent as they are.",
  use: "optional",
  type: "dynamic",
  role: "unchecked",
};
