import { fileSchema } from "../core/file-schema.js";
import type { Kind, Kinds } from "../core/kind.js";
import { bodySchema, type JsonSchema } from "../core/schema.js";
import { apiSchema } from "./api-schema.js";

const dialect = "https://json-schema.org/draft/2020-12/schema";

/** All generated schemas: path below `schemas/` -> text. */
export function schemaFiles(kinds: Kinds): Map<string, string> {
  const files = new Map<string, string>();
  files.set("trueup.schema.json", pretty(bundle(kinds)));
  for (const kind of kinds.values()) {
    files.set(`kinds/${kind.name}.json`, pretty(kindSchema(kind)));
    files.set(`api/${kind.name}.json`, pretty({ $schema: dialect, $id: `api/${kind.name}.json`, ...apiSchema(kind) }));
  }
  return files;
}

/** The schema of a whole file, for editors and `trueup schema`. */
export function bundle(kinds: Kinds): JsonSchema {
  return {
    $schema: dialect,
    $id: "trueup.schema.json",
    title: "Desired state of a platform, for trueup",
    ...fileSchema(kinds),
  };
}

/** The schema of one body of a kind. Where the keys differ in shape, each shape stands under `$defs`. */
export function kindSchema(kind: Kind): JsonSchema {
  const head = { $schema: dialect, $id: `kinds/${kind.name}.json` };
  if (!kind.shapes) return { ...head, ...bodySchema(kind) };
  const keys = Object.keys(kind.shapes);
  return {
    ...head,
    title: kind.title,
    description: kind.description,
    anyOf: keys.map((key) => ({ $ref: `#/$defs/${key}` })),
    $defs: Object.fromEntries(keys.map((key) => [key, bodySchema(kind, key)])),
  };
}

function pretty(schema: JsonSchema): string {
  return `${JSON.stringify(schema, null, 1)}\n`;
}
