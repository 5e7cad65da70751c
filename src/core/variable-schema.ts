import type { JsonObject } from "./json.js";
import { variableName } from "./variable-reference.js";

/** What the value of a variable may be. */
export const variableTypes = ["string", "number", "integer", "boolean", "list"] as const;
/** One of them. */
export type VariableType = (typeof variableTypes)[number];

const anyValue = { type: ["string", "number", "boolean", "array"], items: { type: "string" } };

/** The schema of what files say under `vars`. */
export function variablesSchema(): JsonObject {
  return {
    type: ["object", "null"],
    description: "Values that are no secrets and differ from run to run: ${var:NAME} in any value.",
    propertyNames: { pattern: variableName, "x-pattern-hint": "letters, digits and _, and no digit first" },
    additionalProperties: {
      type: ["object", "null"],
      description: "A variable; its value comes from --var, --vars, TRUEUP_VAR_NAME or default.",
      properties: {
        type: { enum: [...variableTypes], default: "string", description: "What its value is; a list has texts in it." },
        default: { ...anyValue, description: "Its value where a run gives none." },
        description: { type: "string", description: "What it is for." },
        values: {
          type: "array",
          minItems: 1,
          items: { type: ["string", "number", "boolean"] },
          description: "The only values that it may have.",
        },
      },
      additionalProperties: false,
    },
  };
}
