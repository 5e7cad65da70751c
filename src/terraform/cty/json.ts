import { isObject, type Json } from "../../core/json.js";
import type { TerraformType } from "../../derive/terraform/types.js";
import { typeInWords, valueFailure } from "./failure.js";
import { parseExactJson } from "./json-text.js";
import { isNumber, ctyNumber } from "./number.js";
import { typeOfJson } from "./type.js";
import {
  Dynamic,
  isBigNumber,
  isDynamic,
  isList,
  isObjectValue,
  isUnknown,
  objectValue,
  type ObjectValue,
  type CtyValue,
} from "./value.js";

/**
 * Plain JSON of a wholly known value. A number that no double holds becomes its decimal text; a dynamic value loses its type. Throws TrueupError `terraform.value` where something is unknown.
 */
export function toJson(value: CtyValue): Json {
  if (isUnknown(value)) throw valueFailure([], "is known only after apply");
  if (isBigNumber(value)) return value.text;
  if (isDynamic(value)) return toJson(value.value);
  if (isList(value)) return value.map(toJson);
  if (!isObjectValue(value)) return value;
  const json: { [name: string]: Json } = Object.create(null);
  for (const [name, item] of Object.entries(value)) json[name] = toJson(item);
  return json;
}

/**
 * A value of the type from plain JSON, such as a reply of the platform. A number or flag where a text belongs becomes its text, a text that is a number where a number belongs becomes that. What an object's type does not name is left out,
 * what the JSON does not name is null; what is of type `dynamic` gets the type that it has. Throws TrueupError `terraform.value` where the JSON does not fit.
 */
export function fromJson(json: Json | undefined, type: TerraformType): CtyValue {
  return typed(plainValue(json ?? null), type, plainDynamic, []);
}

/**
 * A value from a state's JSON, exactly: no number is rounded, and what is dynamic names its type beside its value. Attributes that the type does not name (of an older schema) are left out.
 * Throws TrueupError `terraform.json` where the text is no JSON and `terraform.value` where it does not fit.
 */
export function fromStateJson(text: string, type: TerraformType): CtyValue {
  return typed(parseExactJson(text), type, stateDynamic, []);
}

type Path = readonly (string | number)[];
type ReadDynamic = (value: CtyValue, path: Path) => CtyValue;

function typed(value: CtyValue, type: TerraformType, dynamic: ReadDynamic, path: Path): CtyValue {
  if (value === null) return null;
  if (type === "dynamic") return dynamic(value, path);
  if (typeof type === "string") return simple(value, type, path);
  switch (type[0]) {
    case "list":
    case "set":
      if (!isList(value)) throw mismatch(type, path);
      return value.map((item, place) => typed(item, type[1], dynamic, [...path, place]));
    case "tuple":
      if (!isList(value) || value.length !== type[1].length) throw mismatch(type, path);
      return type[1].map((item, place) => typed(value[place] ?? null, item, dynamic, [...path, place]));
    case "map":
      if (!isObjectValue(value)) throw mismatch(type, path);
      return objectValue(Object.entries(value).map(([key, item]) => [key, typed(item, type[1], dynamic, [...path, key])]));
    default:
      if (!isObjectValue(value)) throw mismatch(type, path);
      return objectValue(
        Object.entries(type[1]).map(([name, item]) => [name, typed(value[name] ?? null, item, dynamic, [...path, name])]),
      );
  }
}

function simple(value: CtyValue, type: "string" | "number" | "bool", path: Path): CtyValue {
  if (type === "bool") {
    if (typeof value === "boolean") return value;
    if (value === "true" || value === "false") return value === "true";
  } else if (type === "string") {
    if (typeof value === "string") return value;
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    if (isBigNumber(value)) return value.text;
  } else {
    if (typeof value === "number" || isBigNumber(value)) return value;
    if (typeof value === "string" && isNumber(value)) return ctyNumber(value);
  }
  throw mismatch(type, path);
}

/** Values of plain JSON, whose doubles are what they print. */
function plainValue(json: Json): CtyValue {
  if (typeof json === "number") return ctyNumber(String(json));
  if (typeof json !== "object" || json === null) return json;
  if (isObject(json)) return objectValue(Object.entries(json).map(([name, item]) => [name, plainValue(item ?? null)]));
  return json.map(plainValue);
}

function plainDynamic(value: CtyValue): CtyValue {
  return new Dynamic(typeOf(value), value);
}

/** Lists are tuples, because their items need not be of one type. */
function typeOf(value: CtyValue): TerraformType {
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number" || isBigNumber(value)) return "number";
  if (isList(value)) return ["tuple", value.map(typeOf)];
  if (isObjectValue(value)) return ["object", typesOf(value)];
  return "dynamic";
}

function typesOf(value: ObjectValue): { readonly [name: string]: TerraformType } {
  const types: { [name: string]: TerraformType } = Object.create(null);
  for (const [name, item] of Object.entries(value)) types[name] = typeOf(item);
  return types;
}

function stateDynamic(value: CtyValue, path: Path): CtyValue {
  const type = isObjectValue(value) ? typeOfJson(toJson(value["type"] ?? null)) : undefined;
  if (type === undefined || !isObjectValue(value)) {
    throw valueFailure(path, "is of type dynamic and does not say what type it has");
  }
  return new Dynamic(type, typed(value["value"] ?? null, type, stateDynamic, path));
}

function mismatch(type: TerraformType, path: Path): Error {
  return valueFailure(path, `is not of its type, ${typeInWords(type)}`);
}
