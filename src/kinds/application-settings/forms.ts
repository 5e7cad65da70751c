import { onText, partsOfText } from "../../core/fields.js";
import type { Json } from "../../core/json.js";

/** A list that may be written as comma-separated text, as an array. Null is the empty list. */
export function listed(value: Json): Json {
  return value === null ? [] : onText(value, (text) => partsOfText(text, ","));
}

/** What holds for every setting that takes a comma-separated text or an array and answers with an array (settings of the reference). */
export const commaList = {
  format: "comma-list",
  nullable: { unset: [] },
  default: [],
  normalise: listed,
  decode: listed,
  encode: listed,
} as const;

/** What holds for every list that is empty when unset. */
export const emptyList = { nullable: { unset: [] }, default: [], normalise: listed } as const;

/** Both protocols: written as null or the word nil, read as null, an empty text or `all`. */
export const eitherProtocol = [
  ["", null],
  ["nil", null],
  ["all", null],
] as const;
