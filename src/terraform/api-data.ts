import { TrueupError } from "../core/errors.js";
import { isObject, type Json } from "../core/json.js";
import { tellsSecret } from "../core/secret-names.js";
import { apiData } from "../derive/terraform/own.js";
import { objectType } from "../derive/terraform/type-of.js";
import { fromJson } from "./cty/json.js";
import { isObjectValue, type ObjectValue } from "./cty/value.js";
import { withValues } from "./finished.js";
import type { DataSource } from "./managed.js";
import type { Session } from "./session.js";

/** Any endpoint that can be read. */
export const apiDataSource: DataSource = {
  ...apiData,
  wireType: objectType(apiData.attributes),
  validate: () => [],
  read: readEndpoint,
};

async function readEndpoint(config: ObjectValue, session: Session): Promise<ObjectValue> {
  const { path = null, query = null, paginate = null } = config;
  if (typeof path !== "string") throw new TrueupError({ code: "data.path", message: "path is not known" });
  const given = isObjectValue(query) ? Object.entries(query).filter((pair) => isText(pair)) : [];
  const asked = { ...(paginate === false ? { page: "1" } : {}), ...Object.fromEntries(given) };
  const reply = await (await session.resources()).get(`/${path.replace(/^\/+/, "")}`, asked);
  return withValues(config, { result: fromJson(withoutSecrets(reply), "dynamic") });
}

function isText(pair: readonly [string, unknown]): pair is readonly [string, string] {
  return typeof pair[1] === "string";
}

/** What the API calls a token, password or the like is null: it would stand in the state for all to read. */
function withoutSecrets(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withoutSecrets(item));
  if (!isObject(value)) return value;
  const isSecret = (name: string, inner: Json | undefined) => typeof inner === "string" && tellsSecret(name);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isSecret(name, inner) ? null : withoutSecrets(inner ?? null)]),
  );
}
