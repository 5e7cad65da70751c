import type { TerraformAttribute, TerraformAttributes } from "../derive/terraform/types.js";
import {
  isList,
  isObjectValue,
  isUnknown,
  isWhollyKnown,
  objectValue,
  type ObjectValue,
  unknown,
  type CtyValue,
} from "./cty/value.js";

/** True if two values of an attribute, both wholly known and not null, mean the same. */
export type AttributeMeaning = (attribute: TerraformAttribute, a: CtyValue, b: CtyValue) => boolean;

/** What a plan of one thing is made of. */
export interface Planning {
  readonly attributes: TerraformAttributes;
  readonly config: ObjectValue;
  /** What the state holds; undefined where nothing is there yet. */
  readonly prior: ObjectValue | undefined;
  readonly means: AttributeMeaning;
  /** sha256 of the pictures that the configuration names, by the dotted name of the attribute. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** Where attributes stand, and which of them are to be unset: undefined while that is not known. */
interface Level {
  readonly within: string;
  readonly unset: ReadonlySet<string> | undefined;
}

/**
 * What a thing will be: what the configuration says, in the spelling of the state where both mean the same; what it leaves out stays as it is, and what it wants
 * unset is null. What only the platform knows is unknown. It obeys the rules of Terraform's core (`AssertPlanValid` in internal/plans/objchange).
 */
export function plannedState(planning: Planning): ObjectValue {
  const { attributes, config, prior } = planning;
  return plannedObject(planning, attributes, config, prior, { within: "", unset: unsetNames(attributes, config) });
}

/** The dotted names that the configuration wants unset; undefined while not all of them are known. */
export function unsetNames(attributes: TerraformAttributes, config: ObjectValue): ReadonlySet<string> | undefined {
  const [name] = Object.entries(attributes).find(([, { role }]) => role === "unset") ?? [];
  const value = name === undefined ? null : (config[name] ?? null);
  if (!isWhollyKnown(value)) return undefined;
  return new Set(isList(value) ? value.filter((item) => typeof item === "string") : []);
}

function plannedObject(
  planning: Planning,
  attributes: TerraformAttributes,
  config: ObjectValue,
  prior: ObjectValue | undefined,
  level: Level,
): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, attribute]) => {
      const [asked, before] = [config[name] ?? null, prior?.[name] ?? null];
      const dotted = `${level.within}${name}`;
      if (attribute.writeOnly) return [name, null];
      if (attribute.role === "image_hash") {
        const hash = planning.hashes.get(`${level.within}${attribute.of}`);
        return [name, plannedHash(config[attribute.of ?? ""] ?? null, before, hash)];
      }
      if (attribute.use === "computed") return [name, before ?? unknown];
      if (asked === null) return [name, attribute.use === "managed" ? leftOut(attribute, before, dotted, level.unset) : null];
      return [name, plannedValue(planning, attribute, asked, before, { ...level, within: `${dotted}.` })];
    }),
  );
}

function plannedHash(image: CtyValue, before: CtyValue, hash: string | undefined): CtyValue {
  if (image === null) return null;
  return isUnknown(image) ? unknown : (hash ?? before);
}

/** What an attribute will be that the configuration does not name. */
function leftOut({ field, nested }: TerraformAttribute, before: CtyValue, dotted: string, unset: Level["unset"]): CtyValue {
  if (before === null || unset?.has(dotted)) return null;
  if (unset === undefined && field?.nullable) return unknown;
  if (nested?.mode !== "single" || !isObjectValue(before)) return before;
  return objectValue(
    Object.entries(nested.attributes).map(([name, part]) => [
      name,
      leftOut(part, before[name] ?? null, `${dotted}.${name}`, unset),
    ]),
  );
}

function plannedValue(
  planning: Planning,
  attribute: TerraformAttribute,
  asked: CtyValue,
  before: CtyValue,
  level: Level,
): CtyValue {
  const { nested } = attribute;
  if (nested?.mode === "single" && isObjectValue(asked)) {
    const prior = isObjectValue(before) ? before : undefined;
    return plannedObject(planning, nested.attributes, asked, prior, level);
  }
  const isComparable = before !== null && isWhollyKnown(asked) && isWhollyKnown(before);
  return isComparable && planning.means(attribute, asked, before) ? before : asked;
}
