// Made by `npm run generate` from the files beside it. Do not edit.
import { contentType } from "./content.js";
import { documentType } from "./document.js";
import { entriesType } from "./entries.js";
import { enumType } from "./enum.js";
import { flagType } from "./flag.js";
import { imageType } from "./image.js";
import { integerType } from "./integer.js";
import { levelType } from "./level.js";
import { listType } from "./list.js";
import { mapType } from "./map.js";
import { numberType } from "./number.js";
import { recordType } from "./record.js";
import { referenceType } from "./reference.js";
import { scalarType } from "./scalar.js";
import { setType } from "./set.js";
import { sourceType } from "./source.js";
import { textType } from "./text.js";
import type { FieldType } from "./names.gen.js";
import type { TypeDefinition } from "./type-definition.js";

export { content } from "./content.js";
export { document } from "./document.js";
export { entries } from "./entries.js";
export { oneOf } from "./enum.js";
export { flag } from "./flag.js";
export { image } from "./image.js";
export { integer } from "./integer.js";
export { level } from "./level.js";
export { listOf } from "./list.js";
export { mapOf } from "./map.js";
export { number } from "./number.js";
export { record } from "./record.js";
export { reference, refs } from "./reference.js";
export { scalar } from "./scalar.js";
export { setOf } from "./set.js";
export { source } from "./source.js";
export { secret, text } from "./text.js";

/** All types of fields by name. */
export const fieldTypes = {
  content: contentType,
  document: documentType,
  entries: entriesType,
  enum: enumType,
  flag: flagType,
  image: imageType,
  integer: integerType,
  level: levelType,
  list: listType,
  map: mapType,
  number: numberType,
  record: recordType,
  reference: referenceType,
  scalar: scalarType,
  set: setType,
  source: sourceType,
  text: textType,
} satisfies Record<FieldType, TypeDefinition>;
