import { firstSegment } from "../../core/address.js";
import { bodyChecker, diagnosticsOf } from "../../core/body-check.js";
import { type Field, type Fields, typeOf } from "../../core/fields.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { kindDiagnostics, notAtTop } from "../../core/kind-check.js";
import { canHangOn, kindIn, parentsOf, placesOf as kindPlaces, topParent } from "../../core/kind.js";
import { nameDiagnostic } from "../../core/name-check.js";
import { itemIdentity } from "../../core/normal-form.js";
import { whyNotUnchecked } from "../../core/routing-words.js";
import { unknownName } from "../../core/schema-error.js";
import { tellsSecret } from "../../core/secret-names.js";
import { pointerSteps, valueAt } from "../../core/steps.js";
import { parsedUrl } from "../../core/url.js";
import { secretFormName } from "./describe.js";
import { givenKind } from "./given-kind.js";
import { attributeWithRole, pathAttributes, placeGiven, shapesOf, unsettable } from "./roles.js";
import { hasOwnPlace, readConfiguration, type ReadConfiguration, specOf } from "./spec-of.js";
import type { TerraformAttribute, TerraformAttributes, TerraformResource } from "./types.js";
import { type ConfigurationDiagnostic, fault, holdsUnknown, notYetKnown, type Path, type Written } from "./written.js";

/** What is wrong or deprecated in a resource, `config` in the form that `readConfiguration` takes; of values that are not known yet nothing is said. */
export function diagnostics(resource: TerraformResource, config: JsonObject): readonly ConfigurationDiagnostic[] {
  const reading = readConfiguration(resource, config);
  const places = givenAttributes(resource.attributes, config);
  const wrong: ConfigurationDiagnostic[] = [
    ...requiredDiagnostics(places),
    ...parentDiagnostics(resource, config),
    ...topDiagnostics(resource, config),
    ...nameDiagnostics(resource, config),
    ...shapeDiagnostics(resource, config),
    ...unsetDiagnostics(resource.attributes, config, places),
    ...repeatedDiagnostics(reading.attributes),
    ...unkindDiagnostics(resource, reading),
    ...bodyDiagnostics(resource, reading),
    ...reading.attributes.flatMap(({ field, value, path }) => duplicateDiagnostics(field, value, path)),
  ];
  return [
    ...wrong,
    ...ownDiagnostics(resource, config, reading, wrong),
    ...deprecationDiagnostics(places),
    ...storedSecretDiagnostics(resource.attributes, reading.attributes),
    ...storedUncheckedDiagnostics(attributeWithRole(resource.attributes, "unchecked"), reading.unchecked),
  ];
}

/** What is wrong with the configuration of a data source: with the names that find the thing. */
export function dataDiagnostics(resource: TerraformResource, config: JsonObject): readonly ConfigurationDiagnostic[] {
  const source = { ...resource, attributes: resource.data };
  return [
    ...requiredDiagnostics(givenAttributes(resource.data, config)),
    ...parentDiagnostics(source, config),
    ...topDiagnostics(source, config),
    ...nameDiagnostics(source, config),
  ];
}

/** Full paths and keys, by the rules for names in the files. */
function nameDiagnostics(
  { attributes, kind, holders }: TerraformResource,
  config: JsonObject,
): readonly ConfigurationDiagnostic[] {
  const keyName = attributeWithRole(attributes, "key");
  const place = placeGiven({ attributes, kind }, (name) => (config[name] ?? null) !== null);
  const places = [
    ...pathAttributes(attributes).map(({ name, of }) => {
      const holder = holders.find((candidate) => candidate.name === of) ?? kind;
      return { name, of: kindIn(holder, topParent) };
    }),
    ...(keyName === undefined || !place ? [] : [{ name: keyName, of: place }]),
  ];
  return places.flatMap(({ name, of }): readonly ConfigurationDiagnostic[] => {
    const value = config[name];
    if (typeof value !== "string") return [];
    const diagnostic = nameDiagnostic(of, value);
    return diagnostic ? [{ severity: "error", path: [name], ...diagnostic }] : [];
  });
}

/** What may hang on things of several kinds says on which one it does. */
function parentDiagnostics({ attributes, kind }: TerraformResource, config: JsonObject): readonly ConfigurationDiagnostic[] {
  const names = pathAttributes(attributes).map(({ name }) => name);
  if (parentsOf(kind).length < 2) return [];
  const given = names.filter((name) => (config[name] ?? null) !== null);
  const [first, ...others] = given.filter((name) => config[name] !== notYetKnown);
  if (given.length === 0 && !parentsOf(kind).includes(topParent)) {
    return [fault("parent.none", [], "it does not say what it belongs to", `one of ${names.join(", ")}`)];
  }
  const message = `${first ?? ""} is given too: one resource belongs to one of them`;
  return others.map((name) => fault("parent.several", [name], message, "a resource of its own for each"));
}

/** Some things only a parent at the top can have. */
function topDiagnostics({ attributes, kind }: TerraformResource, config: JsonObject): readonly ConfigurationDiagnostic[] {
  return pathAttributes(attributes).flatMap(({ name, of }): readonly ConfigurationDiagnostic[] => {
    const path = config[name];
    const place = kindPlaces(kind).find(({ parent }) => parent === of);
    if (typeof path !== "string" || !place || canHangOn(place, path)) return [];
    return [fault("parent.top", [name], notAtTop(place), firstSegment(path))];
  });
}

/** Of attributes that stand for a key each, exactly one is given. */
function shapeDiagnostics({ attributes }: TerraformResource, config: JsonObject): readonly ConfigurationDiagnostic[] {
  const shapes = shapesOf(attributes);
  if (shapes.length === 0) return [];
  const given = shapes.filter(({ name }) => (config[name] ?? null) !== null);
  const [first, ...others] = given.filter(({ name }) => config[name] !== notYetKnown);
  if (!first) {
    const allowed = `one of ${shapes.map(({ name }) => name).join(", ")}`;
    return given.length > 0 ? [] : [fault("shape.none", [], "it does not say what it is", allowed)];
  }
  const message = `${first.name} is given too: one resource is one of them`;
  return others.map(({ name }) => fault("shape.several", [name], message, "a resource of its own for each"));
}

function unkindDiagnostics(resource: TerraformResource, reading: ReadConfiguration): readonly ConfigurationDiagnostic[] {
  const { unchecked } = reading;
  const name = attributeWithRole(resource.attributes, "unchecked");
  if (name === undefined || !isObject(unchecked)) return [];
  const known = Object.keys(unchecked).filter((loose) => hasOwnPlace(resource, reading, loose, unchecked[loose] ?? null));
  return Object.keys(unchecked).flatMap((loose): ConfigurationDiagnostic[] => {
    const why = { rule: "unchecked.known", message: `${loose} is an attribute of its own`, allowed: `${loose} beside ${name}` };
    const wrong = known.includes(loose) ? why : whyNotUnchecked(resource.kind, loose);
    return wrong === undefined ? [] : [{ severity: "error", path: [name, loose], ...wrong }];
  });
}

/** What the schema of the kind says, by which files are checked too. */
function bodyDiagnostics(
  { kind, attributes }: TerraformResource,
  reading: ReadConfiguration,
): readonly ConfigurationDiagnostic[] {
  const place = reading.place ?? kindPlaces(kind)[0];
  if (!place) return [];
  const unchecked = attributeWithRole(attributes, "unchecked");
  const given = reading.attributes.filter(({ value }) => value !== null);
  const body: JsonObject = {
    ...Object.fromEntries(given.map(({ name, field, value }) => [name, withoutUnset(field, value)])),
    ...(unchecked !== undefined && reading.unchecked !== undefined ? { unchecked: reading.unchecked } : {}),
  };
  const key = typeof reading.key === "string" ? reading.key : undefined;
  return diagnosticsOf(bodyChecker(givenKind(place), key), body).flatMap(
    ({ rule, pointer, message, allowed }): readonly ConfigurationDiagnostic[] => {
      // What is required is looked for in the configuration itself, where it has its place.
      if (rule === "schema.required" || holdsUnknown(valueAt(body, pointer))) return [];
      const [name = "", ...rest] = pointerSteps(pointer);
      const written = given.find((candidate) => candidate.name === name);
      return [fault(rule, placeIn(body, written?.path ?? [name], name, rest), message, allowed)];
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
  if (!typeOf(field).isManagedInParts || !isObject(value) || value === notYetKnown) return value;
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null));
}

/** Items that mean the same, in whatever spelling. */
function duplicateDiagnostics(field: Field, value: Json, path: Path): readonly ConfigurationDiagnostic[] {
  if (typeOf(field).isManagedInParts && isObject(value) && field.fields) {
    const fields: Fields = field.fields;
    return Object.entries(value).flatMap(([name, part]) => {
      const inner = fields[name];
      return inner && part !== undefined ? duplicateDiagnostics(inner, part, [...path, name]) : [];
    });
  }
  if (!typeOf(field).unordered || !Array.isArray(value)) return [];
  const seen = new Set<string>();
  return value.flatMap((item: Json, index): readonly ConfigurationDiagnostic[] => {
    const identity = holdsUnknown(item) ? undefined : itemIdentity(field, item);
    const isRepeated = identity !== undefined && seen.has(identity);
    if (identity !== undefined) seen.add(identity);
    return isRepeated ? [fault("duplicate.item", [...path, index], "names the same as another item")] : [];
  });
}

/** What the kind itself finds, where all that it needs is known and right. */
function ownDiagnostics(
  resource: TerraformResource,
  config: JsonObject,
  reading: ReadConfiguration,
  wrong: readonly ConfigurationDiagnostic[],
): readonly ConfigurationDiagnostic[] {
  const unset = attributeWithRole(resource.attributes, "unset");
  if (unset !== undefined && holdsUnknown(config[unset])) return [];
  const isWrong = ({ path }: Written) => wrong.some((diagnostic) => path.every((step, index) => diagnostic.path[index] === step));
  const unsure = reading.attributes.filter((written) => holdsUnknown(written.value) || isWrong(written)).map(({ name }) => name);
  const { parent, spec, pictures, paths } = specOf(resource, config, reading);
  const kind = parent === undefined ? resource.kind : { ...resource.kind, parent };
  return kindDiagnostics(kind, { ...spec, ...pictures }, new Set(unsure), undefined).map(
    ({ attribute = "", message, allowed, rule }) => {
      const [name = "", ...rest] = attribute === "" ? [] : attribute.split(".");
      const place = Object.hasOwn(paths, name) ? paths[name] : undefined;
      const path = name === "" ? [] : [...(place ?? [name]), ...rest];
      return fault(rule, path, message, allowed);
    },
  );
}

/** Addresses that hold a password although their attribute is no secret: Terraform keeps all that is not write-only. */
function storedSecretDiagnostics(
  attributes: TerraformAttributes,
  written: readonly Written[],
): readonly ConfigurationDiagnostic[] {
  return written.flatMap(({ name, field, value, path }): readonly ConfigurationDiagnostic[] => {
    const hidden = path.length === 1 && attributes[secretFormName(name)]?.role === "secret_form";
    const isStored = typeOf(field).isFreeText && !field.secret && typeof value === "string";
    if (!isStored || !parsedUrl(value)?.password) return [];
    return [
      {
        severity: "warning",
        rule: "secret.stored",
        path,
        message: "the address holds a password, which Terraform keeps in its plans and state",
        allowed: hidden
          ? `${secretFormName(path.map(String).join("."))}, which is in no plan and no state`
          : "the address without it, or a state that only those may read who may know the password",
      },
    ];
  });
}

/** Values under `unchecked` that go by the name of a secret: nothing there is write-only, because what is there is compared. */
function storedUncheckedDiagnostics(name: string | undefined, unchecked: Json | undefined): readonly ConfigurationDiagnostic[] {
  if (name === undefined || !isObject(unchecked)) return [];
  return Object.entries(unchecked).flatMap(([loose, value]): readonly ConfigurationDiagnostic[] => {
    if (!tellsSecret(loose) || typeof value !== "string" || value === "") return [];
    return [
      {
        severity: "warning",
        rule: "secret.stored",
        path: [name, loose],
        message: "it is called as a secret is: Terraform shows it nowhere, but keeps it in its plans and state",
        allowed: "a newer release of the provider that knows it, or a state that only those may read who may know it",
      },
    ];
  });
}

/** An attribute of the schema with what a configuration says of it. */
interface GivenAttribute {
  readonly path: Path;
  readonly attribute: TerraformAttribute;
  /** Null where nothing is said. */
  readonly value: Json;
}

/** The attributes that are given or required, and those of every object that is given. */
function givenAttributes(attributes: TerraformAttributes, values: JsonObject, prefix: Path = []): readonly GivenAttribute[] {
  const places: GivenAttribute[] = [];
  for (const name of Object.keys(attributes)) {
    const attribute = attributes[name];
    const value = Object.hasOwn(values, name) ? (values[name] ?? null) : null;
    if (!attribute || (value === null && attribute.use !== "required")) continue;
    const path = [...prefix, name];
    places.push({ path, attribute, value });
    const { nested } = attribute;
    if (!nested || value === notYetKnown) continue;
    for (const [object, place] of objectsIn(nested.mode, value, path)) {
      if (isObject(object) && object !== notYetKnown) places.push(...givenAttributes(nested.attributes, object, place));
    }
  }
  return places;
}

/** The objects that stand for one nested attribute, with the way to each. */
function objectsIn(mode: string, value: Json, path: Path): readonly (readonly [Json | undefined, Path])[] {
  if (Array.isArray(value)) return value.map((item: Json, index) => [item, [...path, index]] as const);
  if (mode !== "map" || !isObject(value)) return [[value, path]];
  return Object.entries(value).map(([key, item]) => [item, [...path, key]] as const);
}

/** Required attributes that are null, which the language itself allows. */
function requiredDiagnostics(places: readonly GivenAttribute[]): readonly ConfigurationDiagnostic[] {
  const missing = places.filter(({ attribute, value }) => attribute.use === "required" && value === null);
  return missing.map(({ path }) => fault("schema.required", path, `${String(path.at(-1))} is required`));
}

/** Deprecated attributes that are given. */
function deprecationDiagnostics(places: readonly GivenAttribute[]): readonly ConfigurationDiagnostic[] {
  return places.flatMap(({ path, attribute: { deprecated }, value }): readonly ConfigurationDiagnostic[] =>
    deprecated === undefined || value === null
      ? []
      : [{ severity: "warning", rule: "deprecated", path, message: `${String(path.at(-1))} is deprecated`, allowed: deprecated }],
  );
}

/** Names under `unset` that cannot be unset, or that are set at the same time. */
function unsetDiagnostics(
  attributes: TerraformAttributes,
  config: JsonObject,
  places: readonly GivenAttribute[],
): readonly ConfigurationDiagnostic[] {
  const name = attributeWithRole(attributes, "unset");
  const list = name === undefined ? undefined : config[name];
  if (name === undefined || !Array.isArray(list)) return [];
  const names = unsettable(attributes);
  return list.flatMap((item: Json, index): readonly ConfigurationDiagnostic[] => {
    if (typeof item !== "string") return [];
    const place = places.find(({ path }) => path.join(".") === item);
    const at = [name, index];
    if (!names.includes(item)) {
      if (isThere(attributes, item)) return [fault("unset.name", at, `${item} cannot be unset`)];
      const { message, allowed } = unknownName(item, names);
      return [fault("unset.name", at, message, allowed)];
    }
    return place ? [fault("unset.given", at, `${item} is given a value and unset at the same time`, "one of both")] : [];
  });
}

/** One attribute under two spellings: the deprecated one is the one too many. */
function repeatedDiagnostics(written: readonly Written[]): readonly ConfigurationDiagnostic[] {
  const firsts = new Map<string, Written>();
  for (const attribute of written) {
    if (!firsts.has(attribute.name) || attribute.path.at(-1) === attribute.name) firsts.set(attribute.name, attribute);
  }
  return written.flatMap((attribute): readonly ConfigurationDiagnostic[] => {
    const first = firsts.get(attribute.name) ?? attribute;
    if (first === attribute) return [];
    const message = `${first.path.join(".")} and ${attribute.path.join(".")} are the same attribute`;
    return [fault("duplicate.attribute", attribute.path, message, `only ${attribute.name}`)];
  });
}

/** True if there is an attribute of that dotted name. */
function isThere(attributes: TerraformAttributes, dotted: string): boolean {
  const [name = "", ...rest] = dotted.split(".");
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (!attribute || rest.length === 0) return attribute !== undefined;
  return attribute.nested !== undefined && isThere(attribute.nested.attributes, rest.join("."));
}
