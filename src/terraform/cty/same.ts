import type { TerraformType } from "../../derive/terraform/types.js";
import { isBigNumber, isDynamic, isList, isObjectValue, isUnknown, type CtyValue } from "./value.js";

/** True if both are the same value of the type: sets in any order, an attribute that is left out being null, and an unknown being itself. */
export function sameValue(left: CtyValue, right: CtyValue, type: TerraformType): boolean {
  return textOf(left, type) === textOf(right, type);
}

/** A text that two values of a type share exactly when they are the same. */
function textOf(value: CtyValue | undefined, type: TerraformType): string {
  if (value === null || value === undefined) return "null";
  if (isUnknown(value)) return "?";
  if (isBigNumber(value)) return value.text;
  if (isDynamic(value)) return `${JSON.stringify(value.type)}=${textOf(value.value, value.type)}`;
  if (isList(value)) return itemsText(value, type);
  if (!isObjectValue(value)) return JSON.stringify(value);
  const names = type[0] === "object" ? Object.keys(type[1]) : Object.keys(value);
  return `{${names
    .sort()
    .map((name) => `${JSON.stringify(name)}:${textOf(value[name], inside(type, name))}`)
    .join(",")}}`;
}

function itemsText(items: readonly CtyValue[], type: TerraformType): string {
  const texts = items.map((item, place) => textOf(item, inside(type, place)));
  return `[${(type[0] === "set" ? texts.sort() : texts).join(",")}]`;
}

/** The type of what stands under a name or at a place; what has none of its own compares by what it is. */
function inside(type: TerraformType, step: string | number): TerraformType {
  if (typeof type === "string") return "dynamic";
  if (type[0] === "object") return (typeof step === "string" ? type[1][step] : undefined) ?? "dynamic";
  if (type[0] === "tuple") return (typeof step === "number" ? type[1][step] : undefined) ?? "dynamic";
  return type[1];
}
