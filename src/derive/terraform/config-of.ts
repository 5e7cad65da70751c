import { hasGrown } from "../../core/grown.js";
import { isObject, type Spec, type Value } from "../../core/json.js";
import { isTopLevel, placeSaid } from "../../core/kind.js";
import { isFile, isMasked, isPicture, isSecret } from "../../core/placeholders.js";
import { secretFormName } from "./describe.js";
import { attributeWithRole, pathAttribute, shapesOf } from "./roles.js";
import type { TerraformAttribute, TerraformAttributes, TerraformResource, TerraformType } from "./types.js";

/**
 * The configuration that says this of a thing: the inverse of `specOf`. `spec` is in file form, as a `Declaration` or a live thing has it. What is null goes into
 * `unset` where it can; what the schema does not know goes into `unchecked`; a picture becomes its path. Secrets stay placeholders, for the caller to put what
 * stands for them; one that is only known to be there (masked) is left out.
 */
export function configOf(
  resource: TerraformResource,
  place: Partial<Record<"parent" | "path" | "key", string | undefined>>,
  spec: Spec,
): Spec {
  const { attributes, kind } = resource;
  const { path, key } = place;
  const under = placeSaid(kind, place);
  const [pathName, keyName] = [pathAttribute(attributes, under.parent), attributeWithRole(attributes, "key")];
  const shape = shapesOf(attributes).find((attribute) => attribute.key === key);
  const knownAs = (name: string): TerraformAttribute | undefined =>
    Object.hasOwn(attributes, name)
      ? attributes[name]
      : shape && Object.hasOwn(shape.attributes, name)
        ? shape.attributes[name]
        : undefined;
  const isLoose = ([name, value = null]: readonly [string, Value | undefined]): boolean => {
    const attribute = knownAs(name);
    return attribute === undefined || (attribute.field !== undefined && hasGrown(attribute.field, value));
  };
  const loose = Object.entries(spec).filter((entry) => entry[1] !== undefined && isLoose(entry));
  const checked = Object.fromEntries(Object.entries(spec).filter((entry) => !isLoose(entry)));
  const given = givenAttributes(attributes, checked);
  const inShape = shape ? givenAttributes(shape.attributes, checked, `${shape.name}.`) : undefined;
  const unset = [...given.unset, ...(inShape?.unset ?? [])];
  return {
    ...(pathName === undefined || path === undefined ? {} : { [pathName]: path }),
    ...(keyName === undefined ? {} : { [keyName]: (isTopLevel(under) ? path : key) ?? null }),
    ...given.values,
    ...(shape && inShape ? { [shape.name]: inShape.values } : {}),
    ...(unset.length === 0 ? {} : { unset }),
    ...(loose.length === 0 ? {} : { unchecked: Object.fromEntries(loose) }),
  };
}

/** The attributes of an object that a spec gives, and dotted names of those that it unsets. */
interface Given {
  readonly values: Spec;
  readonly unset: readonly string[];
}

function givenAttributes(attributes: TerraformAttributes, spec: Spec, prefix = ""): Given {
  const values: Record<string, Value> = {};
  const unset: string[] = [];
  for (const [name, attribute] of Object.entries(attributes)) {
    const { field, role, nested } = attribute;
    const value = field && !role && Object.hasOwn(spec, name) ? spec[name] : undefined;
    if (value === undefined || !field) continue;
    const hidden = secretFormName(name);
    if (isSecret(value) && attributes[hidden]?.role === "secret_form") {
      values[hidden] = value;
    } else if (value === null) {
      if (field.nullable && !field.deprecated?.alias) unset.push(prefix + name);
    } else if (nested?.mode === "single") {
      if (!isObject(value)) continue;
      const inner = givenAttributes(nested.attributes, value, `${prefix}${name}.`);
      unset.push(...inner.unset);
      // An object that only unsets is not written: naming the attributes is enough.
      if (Object.keys(inner.values).length > 0 || inner.unset.length === 0) values[name] = inner.values;
    } else {
      const written = configValue(attribute, value);
      if (written !== undefined) values[name] = written;
    }
  }
  return { values, unset };
}

function configValue({ nested, type = "dynamic" }: TerraformAttribute, value: Value): Value | undefined {
  if (isFile(value) || isPicture(value)) return value.$file;
  if (!nested) return fitting(type, value);
  const part = (item: Value): Value => (isObject(item) ? givenAttributes(nested.attributes, item).values : item);
  if (Array.isArray(value)) return value.map((item: Value) => part(item));
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, part(item ?? null)]))
    : undefined;
}

/** A value in the type of its attribute: numbers of references and levels as text; what has another type altogether is left out. */
function fitting(type: TerraformType, value: Value): Value | undefined {
  if (isMasked(value)) return undefined;
  if (isSecret(value)) return value;
  switch (type) {
    case "dynamic":
      return value;
    case "string":
      return typeof value === "object" ? undefined : String(value);
    case "number": {
      const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
      return typeof number === "number" && Number.isFinite(number) ? number : undefined;
    }
    case "bool":
      return typeof value === "boolean" ? value : undefined;
    default:
      return fittingItems(type, value);
  }
}

function fittingItems(type: Exclude<TerraformType, string>, value: Value): Value | undefined {
  if (type[0] === "object" || type[0] === "tuple") return value;
  const [collection, item] = type;
  const fit = (element: Value) => fitting(item, element) ?? null;
  if (collection !== "map") return Array.isArray(value) ? value.map((element: Value) => fit(element)) : undefined;
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fit(part ?? null)])) : undefined;
}
