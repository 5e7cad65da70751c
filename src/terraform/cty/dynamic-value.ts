import type { TerraformType } from "../../derive/terraform/types.js";
import { decodeValue } from "./decode.js";
import { encodeValue } from "./encode.js";
import { fromStateJson } from "./json.js";
import type { CtyValue } from "./value.js";

/** What the protocol's DynamicValue holds: cty in MessagePack, or in JSON where that is empty. */
interface Encoded {
  readonly msgpack: Uint8Array;
  readonly json: Uint8Array;
}

/** The value that a request carries; null where it carries none. Throws TrueupError `terraform.value` or `terraform.json`. */
export function readDynamicValue(encoded: Encoded | null, type: TerraformType): CtyValue {
  if (encoded === null) return null;
  if (encoded.msgpack.length > 0) return decodeValue(encoded.msgpack, type);
  return encoded.json.length > 0 ? fromStateJson(Buffer.from(encoded.json).toString("utf8"), type) : null;
}

/** The value as a response carries it. Throws TrueupError `terraform.value` where it is not of the type. */
export function writeDynamicValue(value: CtyValue, type: TerraformType): { readonly msgpack: Uint8Array } {
  return { msgpack: encodeValue(value, type) };
}
