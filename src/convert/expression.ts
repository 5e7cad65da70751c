import { isObject, type Value } from "../core/json.js";

/** What an attribute of a configuration is set to, whatever language it is written in. */
export type Expression =
  | { readonly is: "literal"; readonly value: string | number | boolean | null }
  | { readonly is: "list"; readonly items: readonly Expression[] }
  /** Attributes of ours. */
  | { readonly is: "object"; readonly entries: readonly ExpressionEntry[] }
  /** Values under names that somebody else gave. */
  | { readonly is: "map"; readonly entries: readonly ExpressionEntry[] }
  /** Something declared elsewhere, step by step: `["trueup_group", "acme", "full_path"]`, `["var", "token"]`. */
  | Reference
  /** The path of a file that stands beside the configuration, wherever Terraform runs. */
  | { readonly is: "file"; readonly path: string }
  /** A text with references in it. */
  | { readonly is: "template"; readonly parts: readonly (string | Reference)[] };

/** A reference, as a whole value or as part of a text. */
export interface Reference {
  readonly is: "reference";
  readonly steps: readonly string[];
}

/** One attribute, or one value under its name. */
export interface ExpressionEntry {
  readonly name: string;
  readonly value: Expression;
}

/** The expression that stands for a value as it is; attributes that are undefined are left out. */
export function expressionOf(value: Value): Expression {
  if (Array.isArray(value)) return { is: "list", items: value.map((item: Value) => expressionOf(item)) };
  if (isObject(value)) return { is: "map", entries: entriesOf(value) };
  if (typeof value === "object" && value !== null) throw new TypeError("a value of JSON is neither a list nor an object");
  return { is: "literal", value };
}

/** The attributes of an object, in its order; those that are undefined are left out. */
export function entriesOf(value: { readonly [name: string]: Value | undefined }): ExpressionEntry[] {
  return Object.entries(value).flatMap(([name, part]) => (part === undefined ? [] : [{ name, value: expressionOf(part) }]));
}

/** The expressions that stand in an expression at any depth, itself included. */
export function expressionsIn(value: Expression): readonly Expression[] {
  switch (value.is) {
    case "list":
      return [value, ...value.items.flatMap(expressionsIn)];
    case "object":
    case "map":
      return [value, ...value.entries.flatMap((entry) => expressionsIn(entry.value))];
    case "template":
      return [value, ...value.parts.filter((part) => typeof part !== "string")];
    default:
      return [value];
  }
}

/** A reference to something by its steps. */
export function referenceTo(...steps: readonly string[]): Reference {
  return { is: "reference", steps };
}
