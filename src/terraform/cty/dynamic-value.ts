import { reasonOf, TrueupError } from "../../core/errors.js";
import type { TerraformType } from "../../derive/terraform/types.js";
import type { DynamicValue } from "../plugin/service.js";
import { fromStateJson } from "./json.js";
import { MessagePackReader, MessagePackWriter, type Token } from "./message-pack.js";
import {
  ctyNumber,
  type CtyValue,
  Dynamic,
  inside,
  isBigNumber,
  isDynamic,
  isList,
  isObjectValue,
  isUnknown,
  objectValue,
  type ObjectValue,
  typeInWords,
  typeOfJson,
  unknown,
  valueFailure,
} from "./value.js";

/** The value that a request carries; null where it carries none. Throws TrueupError `terraform.value` or `terraform.json`. */
export function readDynamicValue(encoded: DynamicValue | null, type: TerraformType): CtyValue {
  if (encoded === null) return null;
  if (encoded.msgpack.length > 0) return decodeValue(encoded.msgpack, type);
  return encoded.json.length > 0 ? fromStateJson(Buffer.from(encoded.json).toString("utf8"), type) : null;
}

/** The value as a response carries it. Throws TrueupError `terraform.value` where it is not of the type. */
export function writeDynamicValue(value: CtyValue, type: TerraformType): { readonly msgpack: Uint8Array } {
  return { msgpack: encodeValue(value, type) };
}

type Path = (string | number)[];
type CompoundType = Exclude<TerraformType, string>;

/**
 * The value that Terraform wrote in MessagePack, of a type that both know. Every extension is an unknown value: 0 is the plain one, 12 the refined one, and Terraform keeps the others for later of the same sort.
 * Throws TrueupError `terraform.value` with the place where the bytes are not of the type, or none at all.
 */
export function decodeValue(bytes: Uint8Array, type: TerraformType): CtyValue {
  const reader = new MessagePackReader(bytes);
  const path: Path = [];
  try {
    const value = read(reader, type, path);
    if (!reader.atEnd) throw new RangeError("bytes follow after the end of the value");
    return value;
  } catch (error) {
    if (error instanceof TrueupError && error.code === "terraform.value") throw error;
    throw valueFailure(path, `cannot be read: ${reasonOf(error)}`);
  }
}

function read(reader: MessagePackReader, type: TerraformType, path: Path): CtyValue {
  const token = reader.next();
  if (token.kind === "nil") return null;
  if (token.kind === "extension") return unknown;
  if (typeof type === "string") return readSimple(reader, token, type, path);
  if (type[0] !== "map" && type[0] !== "object") return readItems(reader, lengthOf(token, "array", type, path), type, path);
  const given = readEntries(reader, lengthOf(token, "map", type, path), type, path);
  if (type[0] === "map") return given;
  return objectValue(Object.keys(type[1]).map((name) => [name, given[name] ?? null]));
}

function readSimple(reader: MessagePackReader, token: Token, type: TerraformType & string, path: Path): CtyValue {
  if (type === "dynamic") return readDynamic(reader, lengthOf(token, "array", type, path), path);
  if (type === "string" && token.kind === "text") return token.value;
  if (type === "bool" && token.kind === "bool") return token.value;
  if (type === "number" && token.kind === "number") return token.value;
  // Terraform sends what no integer and no double holds as text.
  if (type === "number" && token.kind === "text") return ctyNumber(token.value);
  throw mismatch(token, type, path);
}

/** A pair: the JSON text of the type, as bytes, and the value. */
function readDynamic(reader: MessagePackReader, length: number, path: Path): CtyValue {
  const head = length === 2 ? reader.next() : undefined;
  if (head?.kind !== "bytes") throw valueFailure(path, "is of type dynamic and does not say what type it has");
  const type = typeOfJson(JSON.parse(Buffer.from(head.value).toString("utf8")));
  if (type === undefined) throw valueFailure(path, "says that it has a type that Terraform's language does not have");
  return new Dynamic(type, read(reader, type, path));
}

function readItems(reader: MessagePackReader, length: number, type: CompoundType, path: Path): CtyValue[] {
  if (type[0] === "tuple" && length !== type[1].length)
    throw valueFailure(path, `has ${length} items where its type has ${type[1].length}`);
  const items: CtyValue[] = [];
  for (let place = 0; place < length; place += 1) {
    path.push(place);
    items.push(read(reader, inside(type, place), path));
    path.pop();
  }
  return items;
}

function readEntries(reader: MessagePackReader, length: number, type: CompoundType, path: Path): ObjectValue {
  const entries: [string, CtyValue][] = [];
  for (let place = 0; place < length; place += 1) {
    const key = reader.next();
    if (key.kind !== "text") throw valueFailure(path, `has ${inWords(key)} as a key`);
    path.push(key.value);
    if (type[0] === "object" && !Object.hasOwn(type[1], key.value)) throw valueFailure(path, "is no attribute of the schema");
    entries.push([key.value, read(reader, inside(type, key.value), path)]);
    path.pop();
  }
  return objectValue(entries);
}

function lengthOf(token: Token, kind: "array" | "map", type: TerraformType, path: Path): number {
  if (token.kind !== kind) throw mismatch(token, type, path);
  return token.length;
}

function mismatch(token: Token, type: TerraformType, path: Path): TrueupError {
  return valueFailure(path, `came as ${inWords(token)}, and is of type ${typeInWords(type)}`);
}

function inWords(token: Token): string {
  return token.kind === "array" || token.kind === "extension" ? `an ${token.kind}` : `a ${token.kind}`;
}

/**
 * The value in MessagePack, as Terraform reads it. Numbers that are no exact integers go as decimal text: a double would be another number. Attributes of an object that are left out are null.
 * Throws TrueupError `terraform.value` with the place where the value is not of the type.
 */
export function encodeValue(value: CtyValue, type: TerraformType): Uint8Array {
  const writer = new MessagePackWriter();
  write(writer, value, type, []);
  return writer.written();
}

function write(writer: MessagePackWriter, value: CtyValue | undefined, type: TerraformType, path: Path): void {
  if (value === null || value === undefined) return writer.nil();
  if (isUnknown(value)) return writer.unknown();
  if (typeof type === "string") return writeSimple(writer, value, type, path);
  const [name, inner] = type;
  if (name === "list" || name === "set" || name === "tuple") {
    if (!isList(value) || (name === "tuple" && inner.length !== value.length)) throw wrongType(type, path);
    writer.array(value.length);
    for (const [place, item] of value.entries()) writeAt(writer, item, type, path, place);
    return;
  }
  if (!isObjectValue(value)) throw wrongType(type, path);
  const stranger = name === "object" ? Object.keys(value).find((key) => !Object.hasOwn(inner, key)) : undefined;
  if (stranger !== undefined) throw valueFailure([...path, stranger], "is no attribute of the schema");
  const keys = Object.keys(name === "object" ? inner : value);
  writer.map(keys.length);
  for (const key of keys) {
    writer.text(key);
    writeAt(writer, value[key], type, path, key);
  }
}

function writeSimple(writer: MessagePackWriter, value: CtyValue, type: TerraformType & string, path: Path): void {
  if (type === "dynamic" && isDynamic(value)) {
    writer.array(2);
    writer.data(Buffer.from(JSON.stringify(value.type)));
    return write(writer, value.value, value.type, path);
  }
  if (type === "string" && typeof value === "string") return writer.text(value);
  if (type === "bool" && typeof value === "boolean") return writer.bool(value);
  if (type === "number" && isBigNumber(value)) return writer.text(value.text);
  if (type === "number" && typeof value === "number" && Number.isFinite(value)) {
    return Number.isSafeInteger(value) ? writer.integer(value) : writer.text(String(value));
  }
  throw wrongType(type, path);
}

/** Writes what stands under a name or at a place of a value of the type. */
function writeAt(
  writer: MessagePackWriter,
  value: CtyValue | undefined,
  type: TerraformType,
  path: Path,
  step: string | number,
): void {
  path.push(step);
  write(writer, value, inside(type, step), path);
  path.pop();
}

function wrongType(type: TerraformType, path: Path): Error {
  return valueFailure(path, `was given another type than its own, ${typeInWords(type)}`);
}
