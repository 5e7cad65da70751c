import { createHash } from "node:crypto";
import { extname } from "node:path";
import type { Capabilities } from "../../core/api.js";
import { type Field, hidesValue, shownIf, typeOf } from "../../core/fields.js";
import { isObject, type Json, type Value } from "../../core/json.js";
import { addressIn, fieldsOf } from "../../core/kind.js";
import { file, type FileValue, secret as secretValue } from "../../core/placeholders.js";
import type { Desired } from "../../core/plan.js";
import { shownSecrets } from "../../core/secret-variables.js";
import { holdsNumber, picturePath } from "../forms/index.js";
import type { Found, LiveInstance } from "../live/index.js";
import { lackingAttribute, lackingKind } from "../snapshot/index.js";
import { clearVariables, isSecretThere } from "./known-secrets.js";

/** What makes replicas of live things for another instance. */
export interface ReplicaOptions {
  /** What the other instance is and may do: what it lacks is left out. */
  readonly capabilities: Capabilities;
  /** Stands for every secret that is known to be there. */
  readonly secret: string;
  /** Told of every secret that a reply shows, so that it shows nowhere else. */
  readonly onSecret: (value: string) => void;
  /** Is given the pictures, by the path that the replica names. */
  readonly pictures: Map<string, Uint8Array>;
  /** Is given what is left out although the other instance could have it, a sentence each. */
  readonly gaps: string[];
}

/** A live thing as another instance would have to be asked for it: every readable attribute, defaults and inherited values included. Undefined for what the other one does not have. */
export async function replicaOf(instance: LiveInstance, resource: Found, options: ReplicaOptions): Promise<Desired | undefined> {
  const { kind, path, key, live } = resource;
  const { capabilities, gaps } = options;
  if (lackingKind({ ...instance, capabilities }, { key }, kind).length > 0) return undefined;
  const spec: Record<string, Value> = {};
  const fields = fieldsOf(kind, { key });
  for (const [name, field] of Object.entries(fields)) {
    if (lackingAttribute(capabilities, name, field).length > 0) continue;
    for (const text of shownSecrets({ [name]: field }, live.spec)) options.onSecret(text);
    const value = hidesValue(field)
      ? withoutSecrets(field, isSecretThere(fields, name, live), live.spec[name], options.secret)
      : await replicaValue(
          async (location) => instance.read.download(location, picturePath(field, kind.name, live.id)),
          field,
          live.spec[name],
          options.pictures,
        );
    if (value === unseen) gaps.push(`${live.address}: ${name} cannot be seen with this token`);
    else if (value !== undefined) spec[name] = value;
  }
  const { variables } = kind.key ?? {};
  const clear = clearVariables(kind, live);
  if (variables !== undefined && clear.length > 0) {
    const stood = Object.fromEntries(clear.map((name) => [name, secretValue(options.secret)]));
    spec[variables] = { ...(isObject(spec[variables]) ? spec[variables] : {}), ...stood };
  }
  return {
    ...addressIn(kind, path, key),
    address: live.address,
    ensure: "present",
    spec,
    origins: {},
    origin: { file: instance.capabilities.url, line: 1, column: 1 },
  };
}

const unseen = Symbol("the value is there, and this token may not see it");

async function replicaValue(
  download: (location: string) => Promise<Uint8Array | undefined>,
  field: Field,
  value: Json | undefined,
  pictures: ReplicaOptions["pictures"],
): Promise<Value | undefined | typeof unseen> {
  if (value === undefined || field.deprecated?.alias || (value === null && !field.nullable)) return undefined;
  if (!typeOf(field).isUploaded) return holdsNumber(field, value) ? unseen : value;
  if (typeof value !== "string" || value === "") return undefined;
  const bytes = await download(value);
  return bytes === undefined ? unseen : keep(pictures, value, bytes);
}

/** What stands for a secret, or for each value of a mapping whose values may be secrets. */
function withoutSecrets(field: Field, isThere: boolean, value: Json | undefined, secret: string): Value | undefined {
  if (field.secret) return isThere ? secretValue(shownIf(field).specimen ?? secret) : undefined;
  return isObject(value) ? Object.fromEntries(Object.keys(value).map((name) => [name, secretValue(secret)])) : undefined;
}

function keep(pictures: ReplicaOptions["pictures"], location: string, bytes: Uint8Array): FileValue {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  // Platforms tell the format of a picture by its ending.
  const path = `${sha256}${/^\.\w{1,5}$/.exec(extname(location.split("?")[0] ?? ""))?.[0] ?? ""}`;
  pictures.set(path, bytes);
  return file(path, sha256);
}
