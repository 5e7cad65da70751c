import { firstSegment } from "../../core/address.js";
import { bodyChecker, findingsOf } from "../../core/body-check.js";
import type { Field, Fields } from "../../core/fields.js";
import { itemIdentity } from "../../core/item-identity.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { allFields, canHangOn, topParent, kindIn, parentsOf, placesOf as kindPlaces } from "../../core/kind.js";
import { checkedFindings, notAtTop } from "../../core/kind-check.js";

import { nameProblem } from "../../core/name-check.js";
import { pointerSteps, valueAt } from "../../core/pointer.js";
import type { ConfigFinding } from "./config-finding.js";
import { givenKind } from "./given-kind.js";
import { attributeWithRole, pathAttributes, placeGiven, shapesOf } from "./roles.js";
import { readingOf, specOf, type Reading } from "./spec-of.js";
import { deprecationFindings, placesOf, repeatedFindings, requiredFindings, unsetFindings } from "./spelling.js";
import { storedSecretFindings } from "./stored.js";
import type { TerraformResource } from "./types.js";
import { holdsUnknown, notYetKnown } from "./unknown.js";
import type { Path, Written } from "./written.js";

/**
 * What is wrong with the configuration of a resource, and what it should not use any more. `config` has the form that `readingOf` takes; nothing is said of values
 * that are not known yet, so ask again when they are.
 */
export function findings(resource: TerraformResource, config: JsonObject): readonly ConfigFinding[] {
  const reading = readingOf(resource, config);
  const places = placesOf(resource.attributes, config);
  const wrong: ConfigFinding[] = [
    ...requiredFindings(places),
    ...parentFindings(resource, config),
    ...topFindings(resource, config),
    ...nameFindings(resource, config),
    ...shapeFindings(resource, config),
    ...unsetFindings(resource.attributes, config, places),
    ...repeatedFindings(reading.attributes),
    ...uncheckedFindings(resource, reading),
    ...bodyFindings(resource, reading),
    ...reading.attributes.flatMap(({ field, value, path }) => duplicateFindings(field, value, path)),
  ];
  return [
    ...wrong,
    ...ownFindings(resource, config, reading, wrong),
    ...deprecationFindings(places),
    ...storedSecretFindings(reading.attributes),
  ];
}

/** What is wrong with the configuration of a data source: with the names that find the thing. */
export function dataFindings(resource: TerraformResource, config: JsonObject): readonly ConfigFinding[] {
  const source = { ...resource, attributes: resource.data };
  return [
    ...requiredFindings(placesOf(resource.data, config)),
    ...parentFindings(source, config),
    ...topFindings(source, config),
    ...nameFindings(source, config),
  ];
}

/** Full paths and keys, by the rules for names in the files. */
function nameFindings({ attributes, kind, holders }: TerraformResource, config: JsonObject): readonly ConfigFinding[] {
  const keyName = attributeWithRole(attributes, "key");
  const place = placeGiven({ attributes, kind }, (name) => (config[name] ?? null) !== null);
  const places = [
    ...pathAttributes(attributes).map(({ name, of }) => {
      const holder = holders.find((one) => one.name === of) ?? kind;
      return { name, of: kindIn(holder, topParent) };
    }),
    ...(keyName === undefined || !place ? [] : [{ name: keyName, of: place }]),
  ];
  return places.flatMap(({ name, of }): readonly ConfigFinding[] => {
    const value = config[name];
    if (typeof value !== "string") return [];
    const problem = nameProblem(of, value);
    return problem ? [{ severity: "error", path: [name], rule: problem.rule, message: problem.message, ...problem.details }] : [];
  });
}

/** What may hang on things of several kinds says on which one it does. */
function parentFindings({ attributes, kind }: TerraformResource, config: JsonObject): readonly ConfigFinding[] {
  const names = pathAttributes(attributes).map(({ name }) => name);
  if (parentsOf(kind).length < 2) return [];
  const given = names.filter((name) => (config[name] ?? null) !== null);
  const [first, ...others] = given.filter((name) => config[name] !== notYetKnown);
  if (given.length === 0 && !parentsOf(kind).includes(topParent)) {
    const message = "it does not say what it belongs to";
    return [{ severity: "error", rule: "parent.none", path: [], message, allowed: `one of ${names.join(", ")}` }];
  }
  return others.map((name) => ({
    severity: "error",
    rule: "parent.several",
    path: [name],
    message: `${first ?? ""} is given too: one resource belongs to one of them`,
    allowed: "a resource of its own for each",
  }));
}

/** Some things only a parent at the top can have. */
function topFindings({ attributes, kind }: TerraformResource, config: JsonObject): readonly ConfigFinding[] {
  return pathAttributes(attributes).flatMap(({ name, of }): readonly ConfigFinding[] => {
    const path = config[name];
    const place = kindPlaces(kind).find(({ parent }) => parent === of);
    if (typeof path !== "string" || !place || canHangOn(place, path)) return [];
    return [{ severity: "error", rule: "parent.top", path: [name], message: notAtTop(place), allowed: firstSegment(path) }];
  });
}

/** Of attributes that stand for a key each, exactly one is given. */
function shapeFindings({ attributes }: TerraformResource, config: JsonObject): readonly ConfigFinding[] {
  const shapes = shapesOf(attributes);
  if (shapes.length === 0) return [];
  const given = shapes.filter(({ name }) => (config[name] ?? null) !== null);
  const known = given.filter(({ name }) => config[name] !== notYetKnown);
  const [first, ...others] = known;
  if (!first) {
    const allowed = `one of ${shapes.map(({ name }) => name).join(", ")}`;
    return given.length > 0
      ? []
      : [{ severity: "error", rule: "shape.none", path: [], message: "it does not say what it is", allowed }];
  }
  return others.map(({ name }) => ({
    severity: "error",
    rule: "shape.several",
    path: [name],
    message: `${first.name} is given too: one resource is one of them`,
    allowed: "a resource of its own for each",
  }));
}

function uncheckedFindings(resource: TerraformResource, { unchecked }: Reading): readonly ConfigFinding[] {
  const name = attributeWithRole(resource.attributes, "unchecked");
  if (name === undefined || !isObject(unchecked)) return [];
  const known = Object.keys(unchecked).filter((one) => Object.hasOwn(allFields(resource.kind), one));
  return known.map((one) => ({
    severity: "error",
    rule: "unchecked.known",
    path: [name, one],
    message: `${one} is an attribute of its own`,
    allowed: `${one} beside ${name}`,
  }));
}

/** What the schema of the kind says, by which files are checked too. */
function bodyFindings({ kind, attributes }: TerraformResource, reading: Reading): readonly ConfigFinding[] {
  const place = reading.place ?? kindPlaces(kind)[0];
  if (!place) return [];
  const unchecked = attributeWithRole(attributes, "unchecked");
  const given = reading.attributes.filter(({ value }) => value !== null);
  const body: JsonObject = {
    ...Object.fromEntries(given.map(({ name, field, value }) => [name, withoutUnset(field, value)])),
    ...(unchecked !== undefined && reading.unchecked !== undefined ? { unchecked: reading.unchecked } : {}),
  };
  const key = typeof reading.key === "string" ? reading.key : undefined;
  return findingsOf(bodyChecker(givenKind(place), key), body).flatMap(
    ({ rule, pointer, message, allowed }): readonly ConfigFinding[] => {
      // What is required is looked for in the configuration itself, where it has its place.
      if (rule === "schema.required" || holdsUnknown(valueAt(body, pointer))) return [];
      const [name = "", ...rest] = pointerSteps(pointer);
      const written = given.find((one) => one.name === name);
      return [
        {
          severity: "error",
          rule,
          path: placeIn(body, written?.path ?? [name], name, rest),
          message,
          ...(allowed === undefined ? {} : { allowed }),
        },
      ];
    },
  );
}

/** Steps of a pointer as a path: those into lists as numbers. */
function placeIn(body: JsonObject, start: Path, name: string, steps: readonly string[]): Path {
  let value: Json | undefined = body[name];
  const path: (string | number)[] = [...start];
  for (const step of steps) {
    path.push(Array.isArray(value) ? Number(step) : step);
    value = Array.isArray(value) ? (value as readonly Json[])[Number(step)] : isObject(value) ? value[step] : undefined;
  }
  return path;
}

/** A record without the parts that are to be unset: what may be is checked by name. */
function withoutUnset(field: Field, value: Json): Json {
  if (field.type !== "record" || !isObject(value) || value === notYetKnown) return value;
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null));
}

/** Items that mean the same, in whatever spelling. */
function duplicateFindings(field: Field, value: Json, path: Path): readonly ConfigFinding[] {
  if (field.type === "record" && isObject(value) && field.fields) {
    const fields: Fields = field.fields;
    return Object.entries(value).flatMap(([name, part]) => {
      const inner = fields[name];
      return inner && part !== undefined ? duplicateFindings(inner, part, [...path, name]) : [];
    });
  }
  if ((field.type !== "set" && field.type !== "entries") || !Array.isArray(value)) return [];
  const seen = new Set<string>();
  return value.flatMap((item: Json, index): readonly ConfigFinding[] => {
    const identity = holdsUnknown(item) ? undefined : itemIdentity(field, item);
    const isRepeated = identity !== undefined && seen.has(identity);
    if (identity !== undefined) seen.add(identity);
    return isRepeated
      ? [{ severity: "error", rule: "duplicate.item", path: [...path, index], message: "names the same as another item" }]
      : [];
  });
}

/** What the kind itself finds, where all that it needs is known and right. */
function ownFindings(
  resource: TerraformResource,
  config: JsonObject,
  reading: Reading,
  wrong: readonly ConfigFinding[],
): readonly ConfigFinding[] {
  const unset = attributeWithRole(resource.attributes, "unset");
  if (unset !== undefined && holdsUnknown(config[unset])) return [];
  const isWrong = ({ path }: Written) => wrong.some((finding) => path.every((step, index) => finding.path[index] === step));
  const unsure = reading.attributes.filter((written) => holdsUnknown(written.value) || isWrong(written)).map(({ name }) => name);
  const { spec, pictures, paths } = specOf(resource, config, reading);
  return checkedFindings(resource.kind, { ...spec, ...pictures }, new Set(unsure), undefined).map(
    ({ attribute, message, allowed, rule = "check" }) => {
      const [name = "", ...rest] = attribute === "" ? [] : attribute.split(".");
      const place = Object.hasOwn(paths, name) ? paths[name] : undefined;
      const path = name === "" ? [] : [...(place ?? [name]), ...rest];
      return { severity: "error", rule, path, message, ...(allowed === undefined ? {} : { allowed }) };
    },
  );
}
