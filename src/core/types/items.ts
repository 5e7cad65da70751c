import type { Field } from "./field.js";
import type { Json, JsonObject, Value } from "./json.js";
import { bounds, orNull } from "./schema-parts.js";
import type {
  CanonicalParts,
  DecodedParts,
  EncodedParts,
  FileSchemas,
  RequestSchemas,
  StateParts,
  TypeDefinition,
  TypeForms,
  TypeSchemas,
  WrittenParts,
} from "./type-definition.js";

/** The schema of a list in a file. */
export function listSchema(field: Field, items: JsonObject): JsonObject {
  return { type: orNull(field, "array"), items, ...bounds(field, "minItems", "maxItems") };
}

/** The schema of the items of a field in a file. */
export function itemSchema({ item }: Field, parts: FileSchemas): JsonObject {
  return item ? parts.value(item) : {};
}

/** What all lists of values have in common, whether their order counts or not. */
export const listSchemas: Pick<TypeSchemas, "request" | "reply" | "sample"> = {
  request: ({ item }, parts: RequestSchemas) => ({ type: "array", items: item ? parts.value(item) : {} }),
  reply: () => ({ type: ["array", "null"] }),
  sample: ({ item }, sampleOf) => (item ? [sampleOf(item)] : []),
};

/** The forms of lists of values, item by item. */
export const listForms: Omit<TypeForms, "meaning" | "normal"> = {
  decode: ({ item }, value, parts: DecodedParts) => {
    if (value === "") return null;
    if (!Array.isArray(value)) return undefined;
    if (!item) return value as Json;
    return value.map((element: Json, index) =>
      element === null ? parts.wrong("a value", element, index) : parts.value(item, element, index),
    );
  },
  encode: ({ item }, value, parts: EncodedParts) =>
    Array.isArray(value) && item ? value.map((element: Value) => parts.value(item, element)) : value,
  canonical: canonicalItems,
  written: ({ item }, value, parts: WrittenParts) =>
    Array.isArray(value) && item ? value.map((element: Value) => parts.value(item, element)) : (value as Json),
};

/** Canonical items, of which none says what another one has said where the order does not count. */
export function canonicalItems<Place>(field: Field, value: Json, parts: CanonicalParts<Place>, place: Place): Value {
  return Array.isArray(value) ? parts.items(field, value, place) : value;
}

/** What a list of values is to Terraform. */
export const listInTerraform: Omit<TypeDefinition["terraform"], "type"> = {
  decode: ({ item }, value, decodeItem) =>
    Array.isArray(value) && item ? value.map((element: Json) => decodeItem(item, element)) : value,
  decodeState: ({ item }, value, parts: StateParts) => (Array.isArray(value) && item ? parts.items(item, value) : value),
};
