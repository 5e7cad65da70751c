import { TrueupError } from "../../core/errors.js";
import type { TerraformType } from "../../derive/terraform/types.js";
import { typeInWords, valueFailure } from "./failure.js";
import { MessagePackReader, type Token } from "./message-pack.js";
import { ctyNumber } from "./number.js";
import { typeOfJson } from "./type.js";
import { Dynamic, objectValue, unknown, type ObjectValue, type CtyValue } from "./value.js";

type Path = (string | number)[];

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
    throw valueFailure(path, `cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function read(reader: MessagePackReader, type: TerraformType, path: Path): CtyValue {
  const token = reader.next();
  if (token.kind === "nil") return null;
  if (token.kind === "extension") return unknown;
  if (typeof type === "string") return readSimple(reader, token, type, path);
  switch (type[0]) {
    case "list":
    case "set":
      return readItems(reader, lengthOf(token, "array", type, path), () => type[1], path);
    case "tuple":
      return readTuple(reader, lengthOf(token, "array", type, path), type[1], path);
    case "map":
      return readEntries(reader, lengthOf(token, "map", type, path), () => type[1], path);
    default:
      return readObject(reader, lengthOf(token, "map", type, path), type[1], path);
  }
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

function readItems(reader: MessagePackReader, length: number, typeAt: (place: number) => TerraformType, path: Path): CtyValue[] {
  const items: CtyValue[] = [];
  for (let place = 0; place < length; place += 1) {
    path.push(place);
    items.push(read(reader, typeAt(place), path));
    path.pop();
  }
  return items;
}

function readTuple(reader: MessagePackReader, length: number, types: readonly TerraformType[], path: Path): CtyValue[] {
  if (length !== types.length) throw valueFailure(path, `has ${length} items where its type has ${types.length}`);
  return readItems(reader, length, (place) => types[place] ?? "dynamic", path);
}

function readEntries(
  reader: MessagePackReader,
  length: number,
  typeOf: (name: string) => TerraformType,
  path: Path,
): ObjectValue {
  const entries: [string, CtyValue][] = [];
  for (let place = 0; place < length; place += 1) {
    const key = reader.next();
    if (key.kind !== "text") throw valueFailure(path, `has ${inWords(key)} as a key`);
    path.push(key.value);
    entries.push([key.value, read(reader, typeOf(key.value), path)]);
    path.pop();
  }
  return objectValue(entries);
}

function readObject(
  reader: MessagePackReader,
  length: number,
  types: { readonly [name: string]: TerraformType },
  path: Path,
): ObjectValue {
  const given = readEntries(reader, length, (name) => attributeType(types, name, path), path);
  return objectValue(Object.keys(types).map((name) => [name, given[name] ?? null]));
}

function attributeType(types: { readonly [name: string]: TerraformType }, name: string, path: Path): TerraformType {
  const type = Object.hasOwn(types, name) ? types[name] : undefined;
  if (type === undefined) throw valueFailure(path, "is no attribute of the schema");
  return type;
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
