import type { Field } from "../../src/core/fields.js";
import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import { isCompared, placeOf, type Server, type Subject } from "./subjects.js";

/** Real servers show these switches as text. */
const textual: ReadonlySet<string> = new Set([
  "integration.emails-on-push.disable_diffs",
  "integration.emails-on-push.send_from_committer_email",
]);

/** Attributes that a thing's reply shows in another JSON type than they have, after all of them got a value. */
export function mistyped(subject: Subject, reply: JsonObject, server: Server): string[] {
  const { kind, fields, names, address } = subject;
  const under = kind.readUnder === undefined ? undefined : reply[kind.readUnder];
  const shown: JsonObject = isObject(under) ? { ...reply, ...under } : reply;
  return names.flatMap((name) => {
    const field = fields[name];
    if (!field || !isCompared(subject, name, server) || field.decode || textual.has(placeOf(subject, name))) return [];
    const value = shown[field.read ?? (server.dialect === "vendor" ? field.vendor : undefined) ?? name];
    return value === undefined || isOfType(field, value)
      ? []
      : [`${address} ${name}: ${JSON.stringify(value)} is no ${field.type}`];
  });
}

function isOfType(field: Field, value: Json): boolean {
  switch (field.type) {
    case "flag":
      return typeof value === "boolean";
    case "integer":
    case "level":
      return Number.isInteger(value);
    case "number":
      return typeof value === "number";
    case "text":
    case "image":
      return typeof value === "string";
    case "enum":
      return field.values?.some((word) => typeof word === typeof value) ?? false;
    case "set":
    case "list":
    case "entries":
      return Array.isArray(value) && value.every((one: Json) => isObject(one) || !field.item || isOfType(field.item, one));
    case "map":
    case "record":
      return isObject(value);
    case "reference":
      return typeof value === "string" || Number.isInteger(value);
    default:
      return value !== null;
  }
}
