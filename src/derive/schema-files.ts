import { fileSchema, hasOneBody } from "../core/file-schema.js";
import { type Kind, type Kinds, liveKinds, type PlacedKind, placesOf } from "../core/kind.js";
import { projectSchema } from "../core/project-schema.js";
import { bodySchema, type JsonSchema } from "../core/schema.js";
import { inSubjectOrder } from "../core/subject-order.js";
import { apiSchema } from "./api-schema.js";

const dialect = "https://json-schema.org/draft/2020-12/schema";

/** All generated schemas: path below `schemas/` -> text. */
export function schemaFiles(kinds: Kinds): Map<string, string> {
  const files = new Map<string, string>();
  files.set("trueup.schema.json", pretty(bundle(kinds)));
  const project = { $schema: dialect, $id: "project.schema.json", title: "Project file of trueup", ...projectSchema(kinds) };
  files.set("project.schema.json", pretty(project));
  for (const kind of kinds.values()) files.set(`kinds/${kind.name}.json`, pretty(kindSchema(kind)));
  for (const kind of liveKinds(kinds))
    files.set(`api/${kind.name}.json`, pretty({ $schema: dialect, $id: `api/${kind.name}.json`, ...apiSchema(kind) }));
  return files;
}

/** The schema of a whole file, for editors and `trueup schema`. */
export function bundle(kinds: Kinds): JsonSchema {
  return { $schema: dialect, $id: "trueup.schema.json", title: "Desired state of a platform, for trueup", ...fileSchema(kinds) };
}

/** The schema of one body of a kind. Where bodies differ from key to key, or from parent to parent, each stands under `$defs`. */
export function kindSchema(kind: Kind): JsonSchema {
  const head = { $schema: dialect, $id: `kinds/${kind.name}.json` };
  const places = placesOf(kind);
  const bodies = (hasOneBody(kind) ? places.slice(0, 1) : places).flatMap((place) => bodiesOf(place, !hasOneBody(kind)));
  const [only, ...others] = bodies;
  if (only && others.length === 0 && !kind.shapes) return { ...head, ...only[1] };
  return {
    ...head,
    title: kind.title,
    description: kind.description,
    anyOf: bodies.map(([name]) => ({ $ref: `#/$defs/${name}` })),
    $defs: Object.fromEntries(bodies),
  };
}

function bodiesOf(kind: PlacedKind, saysParent: boolean): (readonly [name: string, body: JsonSchema])[] {
  const keys = kind.shapes ? Object.keys(kind.shapes) : [undefined];
  return keys.map((key) => {
    const words = [...(saysParent ? [kind.parent] : []), ...(key === undefined ? [] : [key])];
    return [words.join("."), bodySchema(kind, key, (fields) => inSubjectOrder(kind, fields))] as const;
  });
}

function pretty(schema: JsonSchema): string {
  return `${JSON.stringify(schema, null, 1)}\n`;
}
