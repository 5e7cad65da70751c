import { formatAddress } from "../core/address.js";
import { TrueupError } from "../core/errors.js";
import type { Json, Spec } from "../core/json.js";
import { isPicture } from "../core/placeholders.js";
import type { TerraformAttributes } from "../derive/terraform/types.js";
import { objectValue, type ObjectValue, type CtyValue } from "./cty/value.js";
import { liveValue } from "./meaning.js";
import { type Identity, withIdentity, stateIdentity, idOf, type ResourceType } from "./resource-type.js";
import type { ProviderSession } from "./session.js";

/** Reads a thing that something else manages. Throws TrueupError `data.missing` if it is not there. */
export async function readThing(type: ResourceType, config: ObjectValue, session: ProviderSession): Promise<ObjectValue> {
  const source: ResourceType = { ...type, attributes: type.data };
  const { id: _, ...parts } = stateIdentity(source, config);
  const live = await (await session.resources()).read(parts);
  if (!live) {
    throw new TrueupError({
      code: "data.missing",
      message: `${formatAddress(parts)} is not there, or this token may not see it`,
      hint: "Look for a slip in its name. What this configuration makes itself is known as an attribute of its resource.",
    });
  }
  const shown = shownValues(type.data, live.spec, parts);
  return withIdentity(source, objectValue([...Object.entries(config).filter(isGiven), ...Object.entries(shown)]), {
    ...parts,
    id: idOf(type, live),
  });
}

function isGiven([, value]: readonly [string, CtyValue]): boolean {
  return value !== null;
}

function shownValues(attributes: TerraformAttributes, live: Spec, parts: Identity): ObjectValue {
  return objectValue(
    Object.entries(attributes).flatMap(([name, attribute]): readonly (readonly [string, CtyValue])[] => {
      const { role, of = "", nested, field } = attribute;
      if (role === "image_hash") {
        const picture = live[of];
        return [[name, isPicture(picture) ? picture.sha256 : null]];
      }
      if (role === "shape" && nested) return [[name, of === parts.key ? shownValues(nested.attributes, live, parts) : null]];
      return field && !role ? [[name, liveValue(attribute, (live[attribute.name ?? name] ?? null) as Json)]] : [];
    }),
  );
}
