import standalone from "ajv/dist/standalone/index.js";
import { parts } from "../core/check-parts.js";
import { envelopeProperties } from "../core/file-schema.js";
import { type Json, type JsonObject, isObject } from "../core/json.js";
import { type Kinds, type PlacedKind, kindsUnder, placedKinds, topParent } from "../core/kind.js";
import { layeringProperties } from "../core/layer-schema.js";
import { projectSchema } from "../core/project-schema.js";
import { type ErrorExtent, schemaCompiler } from "../core/schema-compiler.js";
import { type JsonSchema, bodySchema } from "../core/schema.js";
import { givenKind } from "./terraform/given-kind.js";

/** A schema that something is checked against when the program runs. */
export interface CheckedSchema {
  readonly schema: JsonSchema;
  readonly extent: ErrorExtent;
  /** What it is the schema of, for people. */
  readonly title: string;
}

/** All of them: of bodies as files and as configurations of Terraform give them, of what stands beside bodies in files, of project files, and of plans. */
export function checkedSchemas(kinds: Kinds, planSchema: JsonSchema): readonly CheckedSchema[] {
  const all = placedKinds(kinds);
  const envelope = schemasIn(envelopeProperties(kinds));
  const whole = [
    ...all.flatMap((kind) => bodySchemas(kind, "files")),
    ...all.flatMap((kind) => bodySchemas(givenKind(kind), "Terraform")),
    ...envelope,
    { schema: projectSchema(kinds), title: "project file" },
    ...kindsUnder(kinds, topParent).flatMap((kind) => schemasIn(layeringProperties(kind))),
  ];
  return [...whole.map((file) => ({ ...file, extent: "all" as const })), { schema: planSchema, extent: "first", title: "plan" }];
}

function schemasIn(properties: JsonObject): readonly Omit<CheckedSchema, "extent">[] {
  return Object.entries(properties).flatMap(([title, schema]) => (isObject(schema) ? [{ schema, title }] : []));
}

function bodySchemas(kind: PlacedKind, place: string): readonly Omit<CheckedSchema, "extent">[] {
  return [undefined, ...Object.keys(kind.shapes ?? {})].map((key) => ({
    schema: bodySchema(kind, key),
    title: `${kind.name}${key === undefined ? "" : ` ${key}`} in ${place}`,
  }));
}

/** A function of what the check is put together with, which gives it. */
export function checkText(schema: JsonSchema, extent: ErrorExtent): string {
  const compiler = schemaCompiler(extent, "text");
  const code = standalone.default(compiler, compiler.compile(withoutNotes(schema) as JsonObject));
  const required = [...code.matchAll(/require\("([^"]+)"\)/g)].map(([, name = ""]) => name);
  const unknown = required.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined) throw new Error(`a compiled check requires ${unknown}: src/core/check-parts.ts has to give it`);
  return `module.exports = ({ formats, require }) => {\nconst module = {};\n${code}\nreturn module.exports;\n};\n`;
}

/** Keywords that say something to people and check nothing. */
const notes = new Set(["title", "description", "default", "deprecated", "x-pattern-hint", "x-secret"]);
/** Keywords whose value holds schemas by name, so that a name may read like a keyword. */
const named = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);
/** Keywords whose value is data. */
const data = new Set(["enum", "const"]);

/** A schema, or what holds schemas, without what only people read: a compiled check carries its schema along. */
function withoutNotes(node: Json): Json {
  if (Array.isArray(node)) return node.map((item: Json) => withoutNotes(item));
  if (!isObject(node)) return node;
  const kept = Object.entries(node).filter(([keyword]) => !notes.has(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value = null]) => {
      if (data.has(keyword)) return [keyword, value];
      return [keyword, named.has(keyword) && isObject(value) ? byName(value) : withoutNotes(value)];
    }),
  );
}

function byName(schemas: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema = null]) => [name, withoutNotes(schema)]));
}
