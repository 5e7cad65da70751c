import type { TerraformType } from "../../derive/terraform/types.js";
import { typeInWords, valueFailure } from "./failure.js";
import { MessagePackWriter } from "./message-pack.js";
import { isBigNumber, isDynamic, isList, isObjectValue, isUnknown, type ObjectValue, type CtyValue } from "./value.js";

type Path = (string | number)[];

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
    if (!isList(value) || (name === "tuple" && inner.length !== value.length)) throw mismatch(type, path);
    writer.array(value.length);
    for (const [place, item] of value.entries()) {
      writeAt(writer, item, name === "tuple" ? (inner[place] ?? "dynamic") : inner, path, place);
    }
    return;
  }
  if (!isObjectValue(value)) throw mismatch(type, path);
  if (name === "object") return writeObject(writer, value, inner, path);
  const entries = Object.entries(value);
  writer.map(entries.length);
  for (const [key, item] of entries) {
    writer.text(key);
    writeAt(writer, item, inner, path, key);
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
  throw mismatch(type, path);
}

function writeObject(
  writer: MessagePackWriter,
  value: ObjectValue,
  types: { readonly [name: string]: TerraformType },
  path: Path,
): void {
  const stranger = Object.keys(value).find((name) => !Object.hasOwn(types, name));
  if (stranger !== undefined) throw valueFailure([...path, stranger], "is no attribute of the schema");
  const names = Object.keys(types);
  writer.map(names.length);
  for (const name of names) {
    writer.text(name);
    writeAt(writer, value[name], types[name] ?? "dynamic", path, name);
  }
}

function writeAt(
  writer: MessagePackWriter,
  value: CtyValue | undefined,
  type: TerraformType,
  path: Path,
  step: string | number,
): void {
  path.push(step);
  write(writer, value, type, path);
  path.pop();
}

function mismatch(type: TerraformType, path: Path): Error {
  return valueFailure(path, `was given another type than its own, ${typeInWords(type)}`);
}
