import type { Json } from "../json.js";

/** Attributes that the API reads and writes by name, beside the structural fields of a record. */
export type Attributes = Readonly<Record<string, Json>>;

export type Source = { readonly kind: "group" | "project"; readonly id: number };
