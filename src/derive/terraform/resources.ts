import type { Fields } from "../../core/fields.js";
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
import { dataAttributes, resourceAttributes } from "./attributes.js";
import { code, kindDescription, shapeDescription } from "./describe.js";
import { hasNumber } from "./roles.js";
import type { TerraformAttribute, TerraformAttributes, TerraformResource } from "./types.js";
import { unsettable } from "./unset.js";

const known = new WeakMap<Kinds, readonly TerraformResource[]>();

/** All kinds as resources and data sources, in the order of the kinds. */
export function terraformResources(kinds: Kinds): readonly TerraformResource[] {
  const made = known.get(kinds) ?? liveKinds(kinds).map((kind) => resourceOf(kind, kinds));
  known.set(kinds, made);
  return made;
}

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
