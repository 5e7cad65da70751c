import type { Json } from "../json.js";

/** A column as a text, for paths, searches and orders; empty for what is none. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
