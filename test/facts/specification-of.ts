import type { Json, JsonObject } from "../../src/core/json.js";
import type { OperationFacts, ParameterFacts, ReleaseFacts } from "../../src/facts/release.js";

/** An OpenAPI 3 description of a server that has these facts: what somebody gets who asks such a server for it. */
export function specificationOf({ release, operations }: ReleaseFacts): string {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [operation, facts] of Object.entries(operations)) {
    const [method = "", path = ""] = operation.split(" ");
    (paths[`/api/v4${path}`] ??= {})[method.toLowerCase()] = operationOf(path, facts);
  }
  return JSON.stringify({ openapi: "3.0.1", info: { title: "A server", version: release }, paths });
}

function operationOf(path: string, { params = {}, reply, deprecated }: OperationFacts): JsonObject {
  const inQuery = Object.entries(params).filter(([, parameter]) => parameter.in === "query");
  const inBody = Object.entries(params).filter(([, parameter]) => parameter.in !== "query");
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
  return {
    ...(deprecated ? { deprecated } : {}),
    parameters: [
      ...inPath.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
      ...inQuery.map(([name, { required, ...parameter }]) => ({
        name,
        in: "query",
        ...(required ? { required } : {}),
        schema: schemaOf(parameter),
      })),
    ],
    ...(inBody.length === 0 ? {} : { requestBody: { content: { "application/json": { schema: objectOf(inBody) } } } }),
    responses: {
      "200": {
        description: "Done.",
        ...(reply ? { content: { "application/json": { schema: objectOf(Object.entries(reply)) } } } : {}),
      },
    },
  };
}

function objectOf(parts: readonly (readonly [string, ParameterFacts])[]): JsonObject {
  const required = parts.flatMap(([name, { required: isRequired }]) => (isRequired ? [name] : []));
  return {
    type: "object",
    properties: Object.fromEntries(parts.map(([name, part]) => [name, schemaOf(part)])),
    ...(required.length === 0 ? {} : { required }),
  };
}

function schemaOf(parameter: ParameterFacts): JsonObject {
  const { type, min, max, items, properties, enum: values, format, maxLength } = parameter;
  const types = type.split("|");
  return {
    ...(parameter.default === undefined ? {} : { default: parameter.default }),
    ...(values ? { enum: values } : {}),
    ...(format ? { format } : {}),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(types.length === 1 ? { type } : { anyOf: types.map((one) => ({ type: one })) }),
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
    ...(items ? { items: schemaOf(items) } : {}),
    ...(properties ? objectOf(Object.entries(properties)) : {}),
  };
}
