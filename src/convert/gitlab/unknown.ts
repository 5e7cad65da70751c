import { typeOf } from "../../core/fields.js";
import type { Json } from "../../core/json.js";
import type { Addresses } from "./addresses.js";
import type { StateResource } from "./document.js";
import { type Conversion, type Converted, isKnown, unnamedSecret } from "./values.js";

/**
 * Adds to what a resource says what its configuration sets and no value tells yet: secrets that are in the configuration only, and references to
 * groups and projects that the plan makes. Answers the attributes of ours (and unknown ones) that the configuration sets.
 */
export function completed(
  resource: StateResource,
  conversion: Conversion,
  { spec, remarks }: Converted,
  places: Addresses,
): ReadonlySet<string> {
  const said = new Set<string>();
  for (const attribute of Object.keys(resource.expressions ?? {})) {
    const target = conversion.target(attribute);
    if (target === undefined) {
      said.add(attribute);
      continue;
    }
    const { field } = target;
    const name = field.deprecated?.alias ? field.deprecated.replacement : target.name;
    said.add(name);
    if (spec.has(name)) continue;
    if (field.secret) spec.set(name, unnamedSecret);
    else if (resource.values[attribute] !== null && !isKnown(resource.values[attribute])) {
      const found = referredValue(
        resource,
        attribute,
        typeOf(field).unordered !== undefined,
        field.item?.target ?? field.target,
        places,
      );
      if (found === undefined) remarks.push(`${name} is left out: its value is not known before the apply`);
      else spec.set(name, found);
    }
  }
  return said;
}

function referredValue(
  resource: StateResource,
  attribute: string,
  isSet: boolean,
  target: string | undefined,
  places: Addresses,
): Json | undefined {
  if (target !== "group" && target !== "project") return undefined;
  const paths = places.referred(resource, attribute);
  return isSet && paths.length > 0 ? paths : paths[0];
}
