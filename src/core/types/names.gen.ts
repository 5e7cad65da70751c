// Made by `npm run generate` from the files beside it. Do not edit.
/** The name of a type of field: that of its file. */
export type FieldType =
  | "content"
  | "document"
  | "entries"
  | "enum"
  | "flag"
  | "image"
  | "integer"
  | "level"
  | "list"
  | "map"
  | "number"
  | "record"
  | "reference"
  | "scalar"
  | "set"
  | "source"
  | "text";
