import type { TerraformAttributes } from "../derive/terraform/types.js";
import { isObjectValue, isUnknown, isWhollyKnown, objectValue, type ObjectValue, type CtyValue } from "./cty/value.js";

/** What apply found out beside what the configuration says. */
export interface FoundOut {
  readonly id: string;
  /** sha256 of pictures, by the dotted name of the attribute. */
  readonly hashes: ReadonlyMap<string, string>;
}

/**
 * The state after a change: what was planned, and for what was unknown then what the configuration has become; nothing in it is unknown (`AssertObjectCompatible`).
 * `within` is the dotted name of the attribute whose parts these are, with a dot behind it.
 */
export function finishedState(
  attributes: TerraformAttributes,
  planned: ObjectValue,
  config: ObjectValue,
  outcome: FoundOut,
  within = "",
): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, { role, of, nested }]) => {
      const [value, asked] = [planned[name] ?? null, config[name] ?? null];
      if (isUnknown(value) && role === "id") return [name, outcome.id];
      if (isUnknown(value) && role === "image_hash") return [name, outcome.hashes.get(`${within}${of}`) ?? null];
      if (nested?.mode === "single" && isObjectValue(value)) {
        return [name, finishedState(nested.attributes, value, isObjectValue(asked) ? asked : {}, outcome, `${within}${name}.`)];
      }
      return [name, isWhollyKnown(value) ? value : asked];
    }),
  );
}

/** The same object with other values of some attributes. */
export function withValues(object: ObjectValue, values: { readonly [name: string]: CtyValue }): ObjectValue {
  return objectValue([...Object.entries(object), ...Object.entries(values)]);
}
