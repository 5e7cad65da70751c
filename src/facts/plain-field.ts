import {
  document,
  type Field,
  type FieldOptions,
  flag,
  image,
  integer,
  listOf,
  mapOf,
  number,
  oneOf,
  record,
  scalar,
  secret,
  setOf,
  text,
} from "../core/fields.js";
import type { ParameterFacts } from "./release.js";

/** How a plain field may be. */
export interface PlainFieldOptions {
  /** It is a text that nobody may see. */
  readonly secret?: true;
}

/** A field of what a parameter is, without a description; undefined stands for what nothing settles, which takes any scalar. */
export function plainField(parameter: ParameterFacts | undefined, options: PlainFieldOptions = {}): Field {
  if (options.secret) return secret("", { nullable: true });
  if (parameter === undefined) return scalar("", { nullable: true });
  const types = parameter.type.split("|");
  if (types.includes("array")) return listField(parameter);
  if (types.includes("object")) return objectField(parameter);
  if (types.length > 1) return scalar("", { nullable: true });
  return simpleField(parameter);
}

function simpleField(parameter: ParameterFacts): Field {
  const values = parameter.enum?.filter((value) => typeof value !== "boolean") ?? [];
  if (parameter.type === "boolean") return flag("");
  if (values.length > 0) return oneOf("", values);
  if (parameter.type === "integer") return integer("", bounds(parameter));
  if (parameter.type === "number") return number("", bounds(parameter));
  // What takes a picture away differs: a blank one is no file, and often removes nothing.
  if (parameter.format === "binary") return image("");
  return text("", { nullable: true, ...textOptions(parameter) });
}

function bounds({ min, max }: ParameterFacts): Pick<FieldOptions, "min" | "max"> {
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

function textOptions({ maxLength, format }: ParameterFacts): Pick<FieldOptions, "max" | "format"> {
  return { ...(maxLength === undefined ? {} : { max: maxLength }), ...(format === "date" ? { format } : {}) };
}

/** A list of texts or numbers has no order that counts; one of objects may have. */
function listField({ items }: ParameterFacts): Field {
  if (items === undefined) return setOf("", text(""));
  const types = items.type.split("|");
  if (types.includes("object")) return items.properties ? listOf("", plainField(items)) : document("", { nullable: true });
  if (types.includes("array")) return document("", { nullable: true });
  return setOf("", types.length > 1 ? text("") : inner(items));
}

function objectField({ properties, items }: ParameterFacts): Field {
  if (properties && Object.keys(properties).length > 0)
    return record("", Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, plainField(one)])));
  if (items === undefined || /object|array/.test(items.type)) return document("", { nullable: true });
  return mapOf("", inner(items));
}

/** An item of a list is there or not, never null. */
function inner(parameter: ParameterFacts): Field {
  const { nullable: _, ...field } = plainField(parameter);
  return field;
}
