import type { Json } from "../../core/json.js";

/** A list that may be written as comma-separated text, as an array: the form in which both are equal. Null is the empty list. */
function listForm(value: Json): Json {
  if (value === null) return [];
  if (typeof value !== "string") return value;
  return value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** What holds for every setting that takes a comma-separated text or an array and answers with an array (settings of the reference). */
export const commaList = {
  format: "comma-list",
  nullable: true,
  unset: [],
  default: [],
  normalise: listForm,
  decode: listForm,
  encode: listForm,
} as const;

/** What holds for every list that is empty when unset. */
export const emptyList = { nullable: true, unset: [], default: [], normalise: listForm } as const;

/** Addresses as one comma-separated text; replies give an array, and the server strips trailing slashes. */
export function addressList(value: Json): Json {
  const parts = listForm(value);
  return Array.isArray(parts)
    ? parts.map((part: Json) => (typeof part === "string" ? part.replace(/\/+$/, "") : "")).join(",")
    : parts;
}

/** Both protocols: written as null or the word nil, read as null, an empty text or `all`. */
export function protocolForm(value: Json): Json {
  return value === "" || value === "nil" || value === "all" ? null : value;
}

/** A number that real servers return as text. */
export function numberForm(value: Json): Json {
  return typeof value === "string" && Number.isFinite(Number.parseFloat(value)) ? Number(value) : value;
}
