import type { Json } from "../../core/json.js";

/** A comma-separated text whose order and blanks do not count. */
export function commaText(value: Json): Json {
  if (typeof value !== "string") return value;
  const parts = value.split(",").map((part) => part.trim());
  return parts
    .filter((part) => part !== "")
    .sort()
    .join(",");
}
