import { acknowledgedRules } from "./acknowledgement.js";
import { admitWords, wordDefinitions } from "./admit-words.js";
import type { Json, JsonObject } from "./json.js";
import { type Kind, type Kinds, type PlacedKind, fieldsOf, kindsUnder, placedKinds, placesOf, topParent } from "./kind.js";
import { type LayerBodySchemas, layeringProperties, layersProperties } from "./layer-schema.js";
import { type JsonSchema, bodySchema, fieldSchema } from "./schema.js";
import { inSubjectOrder } from "./subject-order.js";
import { admitVariables, variableDefinitions, variablesSchema } from "./variables.js";

/** What stands in a file beside the bodies; with `bodies` also what policies and presets may say, which is else checked by itself. */
export function envelopeProperties(kinds: Kinds, bodies?: LayerBodySchemas): JsonObject {
  return {
    version: { const: 1, description: "Release of the file format." },
    vars: variablesSchema(),
    instance: {
      type: "object",
      description: "The server that these files are for; any other is refused.",
      properties: {
        url: { type: "string", format: "uri", description: "Address of the server, without /api/v4." },
        dialect: {
          enum: ["neutral", "vendor"],
          description: "Which names the server uses on the wire, where that cannot be seen.",
        },
      },
      additionalProperties: false,
    },
    delete_undeclared: {
      type: ["object", "null"],
      description:
        "Live members that no file declares are deleted: all, or those that a glob matches (* is one segment, ** any number).",
      properties: Object.fromEntries(
        deletableKinds(kinds).map((kind) => [
          kind.file,
          {
            description: `Undeclared ${kind.file.replaceAll("_", " ")} are deleted.`,
            oneOf: [{ const: true }, { type: "array", items: { type: "string", minLength: 1 } }],
          },
        ]),
      ),
      additionalProperties: false,
    },
    acknowledge: {
      type: ["array", "null"],
      description: "Changes that trueup holds back until somebody takes responsibility for them: which, why, and until when.",
      items: acknowledgeSchema,
    },
    ...layersProperties(kinds, bodies),
  };
}

const acknowledgeSchema: JsonSchema = {
  type: "object",
  properties: {
    rule: { enum: [...acknowledgedRules], description: "The rule that holds the change back, as plans name it." },
    match: {
      type: "string",
      minLength: 1,
      description:
        "Address of the change, such as project:acme/web; * and ** are allowed behind its beginning. Of many-updates the name of a policy or preset.",
    },
    reason: { type: "string", minLength: 1, description: "Why the change is right, for who reads it later." },
    until: { type: "string", format: "date", description: "The last day on which it holds (UTC), at most 90 days ahead." },
  },
  additionalProperties: false,
  required: ["rule", "match", "reason", "until"],
};

/** Kinds of which a file may say that undeclared members are to be deleted. */
function deletableKinds(kinds: Kinds): PlacedKind[] {
  return placedKinds(kinds).filter((kind) => kind.routes.delete !== undefined && kind.as !== "one" && !kind.committed);
}

/** The schema of a whole file, for editors: bodies of other kinds stand inside the bodies that hold them. Self-contained. */
export function fileSchema(kinds: Kinds): JsonSchema {
  const definitions: Record<string, Json> = {};
  for (const kind of placedKinds(kinds)) {
    const keys = kind.shapes ? Object.keys(kind.shapes) : [undefined];
    for (const key of keys) definitions[definitionName(kind, key)] = admitVariables(nestedBody(kinds, kind, key));
  }
  const { version, vars, ...envelope } = envelopeProperties(kinds, bodiesOfLayers);
  const { properties = {} } = admitVariables({ properties: envelope });
  return {
    type: ["object", "null"],
    properties: { version, vars, ...(properties as JsonObject), ...placeProperties(kinds, topParent) },
    additionalProperties: false,
    $defs: { ...definitions, ...wordDefinitions, ...variableDefinitions },
  };
}

/** What a policy or a preset says of things of a kind, for editors. */
const bodiesOfLayers: LayerBodySchemas = (kind) => ({ $ref: `#/$defs/${definitionName(kind, undefined)}` });

function nestedBody(kinds: Kinds, kind: PlacedKind, key: string | undefined): JsonSchema {
  // What a body lacks may come from a policy or a preset, so only the whole can tell.
  const { if: _if, else: _else, ...schema } = bodySchema(kind, key, (fields) => inSubjectOrder(kind, fields));
  const body = admitWords(schema, fieldsOf(kind, { key }));
  const properties = body["properties"] as JsonObject;
  const whole = { ...body, properties: { ...layeringProperties(kind), ...properties, ...placeProperties(kinds, kind.name) } };
  const short = typeof kind.short === "string" ? fieldsOf(kind, { key })[kind.short] : kind.short?.field;
  return short === undefined ? whole : { anyOf: [whole, fieldSchema(short)] };
}

function placeProperties(kinds: Kinds, parent: string): JsonObject {
  return Object.fromEntries(kindsUnder(kinds, parent).map((kind) => [kind.file, placeSchema(kind)]));
}

function placeSchema(kind: PlacedKind): JsonSchema {
  if (kind.as === "one") return { $ref: `#/$defs/${definitionName(kind, undefined)}` };
  const keys = kind.shapes ? Object.keys(kind.shapes) : kind.key?.values;
  const description = kind.description;
  if (keys) {
    const properties = Object.fromEntries(
      keys.map((key) => [key, { $ref: `#/$defs/${definitionName(kind, kind.shapes ? key : undefined)}` }]),
    );
    return { type: ["object", "null"], description, properties, additionalProperties: false };
  }
  return { type: ["object", "null"], description, additionalProperties: { $ref: `#/$defs/${definitionName(kind, undefined)}` } };
}

/** Bodies of a kind have one definition, unless they differ from parent to parent. */
function definitionName(kind: PlacedKind, key: string | undefined): string {
  const definition = hasOneBody(kind) ? kind.name : `${kind.name}.in.${kind.parent}`;
  return key === undefined ? definition : `${definition}.${key}`;
}

/** True if bodies of a kind are the same under all its parents. */
export function hasOneBody(kind: Kind): boolean {
  const [first, ...others] = placesOf(kind).map((place) => JSON.stringify(bodiesOf(place)));
  return others.every((other) => other === first);
}

function bodiesOf(kind: PlacedKind): Json {
  return [bodySchema(kind), ...Object.keys(kind.shapes ?? {}).map((key) => bodySchema(kind, key))];
}
