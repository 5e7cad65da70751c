import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { unknownName } from "../../core/schema-error.js";
import type { ConfigFinding } from "./config-finding.js";
import { attributeWithRole } from "./roles.js";
import type { TerraformAttribute, TerraformAttributes } from "./types.js";
import { notYetKnown } from "./unknown.js";
import { unsettable } from "./unset.js";
import type { Path, Written } from "./written.js";

/** An attribute of the schema with what a configuration says of it. */
interface Place {
  readonly path: Path;
  readonly attribute: TerraformAttribute;
  /** Null where nothing is said. */
  readonly value: Json;
}

/** All attributes, and those of every object that is given. */
function placesOf(attributes: TerraformAttributes, values: JsonObject, prefix: Path = []): readonly Place[] {
  return Object.entries(attributes).flatMap(([name, attribute]): readonly Place[] => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? null) : null;
    const path = [...prefix, name];
    const { nested } = attribute;
    if (!nested || value === notYetKnown) return [{ path, attribute, value }];
    const inner = objectsIn(nested.mode, value, path).flatMap(([one, place]) =>
      isObject(one) && one !== notYetKnown ? placesOf(nested.attributes, one, place) : [],
    );
    return [{ path, attribute, value }, ...inner];
  });
}

/** The objects that stand for one nested attribute, with the way to each. */
function objectsIn(mode: string, value: Json, path: Path): readonly (readonly [Json | undefined, Path])[] {
  if (Array.isArray(value)) return value.map((item: Json, index) => [item, [...path, index]] as const);
  if (mode !== "map" || !isObject(value)) return [[value, path]];
  return Object.entries(value).map(([key, item]) => [item, [...path, key]] as const);
}

/** Required attributes that are null, which the language itself allows. */
export function requiredFindings(attributes: TerraformAttributes, config: JsonObject): readonly ConfigFinding[] {
  const missing = placesOf(attributes, config).filter(({ attribute, value }) => attribute.use === "required" && value === null);
  return missing.map(({ path }) => ({
    severity: "error",
    rule: "schema.required",
    path,
    message: `${String(path.at(-1))} is required`,
  }));
}

/** Deprecated attributes that are given. */
export function deprecationFindings(attributes: TerraformAttributes, config: JsonObject): readonly ConfigFinding[] {
  return placesOf(attributes, config).flatMap(({ path, attribute: { deprecated }, value }): readonly ConfigFinding[] =>
    deprecated === undefined || value === null
      ? []
      : [{ severity: "warning", rule: "deprecated", path, message: `${String(path.at(-1))} is deprecated`, allowed: deprecated }],
  );
}

/** Names under `unset` that cannot be unset, or that are set at the same time. */
export function unsetFindings(attributes: TerraformAttributes, config: JsonObject): readonly ConfigFinding[] {
  const name = attributeWithRole(attributes, "unset");
  const list = name === undefined ? undefined : config[name];
  if (name === undefined || !Array.isArray(list)) return [];
  const names = unsettable(attributes).map(({ path }) => path);
  const places = placesOf(attributes, config);
  return list.flatMap((item: Json, index): readonly ConfigFinding[] => {
    if (typeof item !== "string") return [];
    const place = places.find(({ path }) => path.join(".") === item);
    const at = { severity: "error", path: [name, index] } as const;
    if (!names.includes(item)) {
      const about = place ? { message: `${item} cannot be unset` } : unknownName(item, names);
      return [{ ...at, rule: "unset.name", ...about }];
    }
    if (!place || place.value === null) return [];
    return [
      { ...at, rule: "unset.given", message: `${item} is given a value and unset at the same time`, allowed: "one of both" },
    ];
  });
}

/** One attribute under two spellings. */
export function repeatedFindings(written: readonly Written[]): readonly ConfigFinding[] {
  return written.flatMap((one, index): readonly ConfigFinding[] => {
    const first = written.slice(0, index).find(({ name }) => name === one.name);
    if (!first) return [];
    const message = `${first.path.join(".")} and ${one.path.join(".")} are the same attribute`;
    return [{ severity: "error", rule: "duplicate.attribute", path: one.path, message, allowed: `only ${one.name}` }];
  });
}
