import { formatAddress } from "../core/address.js";
import { TrueupError } from "../core/errors.js";
import { isObject, type Json, type Spec } from "../core/json.js";
import { everyFieldsOf, placedKinds } from "../core/kind.js";
import { isPicture } from "../core/placeholders.js";
import { tellsSecret, withoutUserinfo } from "../core/secret-names.js";
import { apiData } from "../derive/terraform/own.js";
import { objectType } from "../derive/terraform/type-of.js";
import type { TerraformAttributes } from "../derive/terraform/types.js";
import { kinds } from "../trueup.js";
import { fromJson } from "./cty/json.js";
import { type CtyValue, isObjectValue, objectValue, type ObjectValue } from "./cty/value.js";
import { withValues } from "./finished.js";
import type { DataSource } from "./managed.js";
import { type Identity, idOf, liveValue, type ResourceType, stateIdentity, withIdentity } from "./resource-type.js";
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
  const given = objectValue(Object.entries(config).filter(([, value]) => value !== null));
  const state = withValues(given, shownValues(type.data, live.spec, parts));
  return withIdentity(source, state, { ...parts, id: idOf(type, live) });
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

/** Any endpoint that can be read. */
export const apiDataSource: DataSource = {
  ...apiData,
  wireType: objectType(apiData.attributes),
  validate: () => [],
  read: readEndpoint,
};

async function readEndpoint(config: ObjectValue, session: ProviderSession): Promise<ObjectValue> {
  const { path = null, query = null, paginate = null } = config;
  if (typeof path !== "string") throw new TrueupError({ code: "data.path", message: "path is not known" });
  const pairs = isObjectValue(query) ? Object.entries(query) : [];
  const given = pairs.flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : []));
  const asked = { ...(paginate === false ? { page: "1" } : {}), ...Object.fromEntries(given) };
  const reply = await (await session.resources()).get(`/${path.replace(/^\/+/, "")}`, asked);
  return withValues(config, { result: fromJson(withoutSecrets(reply, secretNames()), "dynamic") });
}

/** What the kinds or its name call a secret is null, and addresses are without their credentials: they would stand in the state for all to read. */
function withoutSecrets(value: Json, secrets: ReadonlySet<string>): Json {
  if (typeof value === "string") return withoutUserinfo(value);
  if (Array.isArray(value)) return value.map((item: Json) => withoutSecrets(item, secrets));
  if (!isObject(value)) return value;
  const isSecret = (name: string, inner: Json | undefined) =>
    typeof inner === "string" && (secrets.has(name) || tellsSecret(name));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isSecret(name, inner) ? null : withoutSecrets(inner ?? null, secrets)]),
  );
}

/** What secrets are called in files and on the wire. */
function secretNames(): ReadonlySet<string> {
  const all = placedKinds(kinds).flatMap(everyFieldsOf);
  const fields = all.flatMap((kindFields) => Object.entries(kindFields));
  return new Set(fields.flatMap(([name, { secret, read, vendor }]) => (secret ? [name, read ?? name, vendor ?? name] : [])));
}
