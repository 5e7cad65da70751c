import type { Declaration, Edit, Refuse } from "../core/declaration.js";
import type { Field, Fields } from "../core/fields.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import { fieldsOf, type Kind } from "../core/kind.js";
import { type Desired, isSecret, type Live } from "../core/plan.js";
import { brief } from "./abridge.js";
import { clear, compare, holdsSecret, type ResolveSecret } from "./compare.js";
import { topName } from "./diff.js";
import { type Pictures, withPictures } from "./pictures.js";
import type { SecretVariables } from "./secret-variables.js";
import type { Outlook } from "./world.js";

/** What adopting needs to know beside the two sides. */
export interface AdoptContext {
  readonly outlook: Outlook;
  readonly resolve: ResolveSecret;
  readonly refuse: Refuse;
  readonly variables: SecretVariables;
  readonly pictures: Pictures;
  /** Filled in: what cannot be adopted, a sentence each. */
  readonly gaps: string[];
}

/** A declared thing that is live. */
export interface Pair {
  readonly kind: Kind;
  readonly desired: Desired;
  readonly live: Live;
  /** What an export would say of it: attributes that the files do not name are added from there. Without it only declared attributes are adopted. */
  readonly declaration?: Declaration;
}

/**
 * The edit that makes the files say what is live of a declared thing; undefined where they do. Attributes that the files name get the live value, also
 * where that is the platform's default. What stands in the environment or in a file of its own is never replaced: that it differs is told.
 */
export async function adopt(pair: Pair, context: AdoptContext): Promise<Edit | undefined> {
  const { kind, desired, live, declaration } = pair;
  const fields = fieldsOf(kind, desired.key);
  const known = { ...desired, spec: resolvable(desired.spec, context.resolve) };
  const { differences } = await compare(fields, known, live, context.outlook.read, context.resolve);
  const changed: Record<string, Json | undefined> = {};
  for (const { path, before } of differences) {
    const top = topName(path);
    if (isSecretPart(desired.spec, path)) {
      context.gaps.push(`${desired.address}: ${path} differs from what the files refer to; a secret is never written down`);
      continue;
    }
    const field = fields[top];
    const value = field?.type === "image" ? (live.spec[top] ?? null) : (before ?? null);
    changed[path] = field && path === top ? brief(field, value) : value;
  }
  const added = declaration === undefined ? {} : unsaid(fields, desired.spec, declaration.spec);
  const without = desired.ensure === "absent" ? ["ensure"] : [];
  const said = await withPictures(
    { ...namesOf(desired), spec: { ...added, ...changed }, remarks: [] },
    kind,
    context.outlook.read,
    context.pictures,
  );
  return sayable(desired, context.variables.name(said), without, context);
}

/** Leaves out what the files cannot say: an unset value of what cannot be unset takes the attribute out of them. */
function sayable(desired: Desired, said: Declaration, without: string[], context: AdoptContext): Edit | undefined {
  const attributes: Record<string, Json | undefined> = { ...said.spec };
  const gone = [...without];
  context.gaps.push(...said.remarks.map((remark) => `${desired.address}: ${remark}`));
  for (const { attribute, message } of context.refuse({ ...said, spec: merged(desired.spec, attributes) })) {
    const path = Object.keys(attributes).find((name) => name === attribute || topName(name) === topName(attribute));
    if (path === undefined) continue;
    if (attributes[path] === null && desired.spec[path] !== undefined) gone.push(path);
    else context.gaps.push(`${desired.address}: ${path} is left as it is: ${message}`);
    delete attributes[path];
  }
  if (Object.keys(attributes).length === 0 && gone.length === 0) return undefined;
  return { action: "set", address: desired.address, attributes, without: gone };
}

/** What an export says and the files do not: attributes, and parts of records that they name. */
function unsaid(fields: Fields, desired: JsonObject, declared: JsonObject): JsonObject {
  const result: Record<string, Json | undefined> = {};
  for (const [name, value] of Object.entries(declared)) {
    const field = fields[name];
    const own = desired[name];
    if (own === undefined) {
      if (!isSilent(field)) result[name] = value;
    } else if (field?.type === "record" && isObject(own) && isObject(value)) {
      for (const [part, inner] of Object.entries(value)) if (own[part] === undefined) result[`${name}.${part}`] = inner;
    }
  }
  return result;
}

/** What nobody can compare is added to no body that people wrote. */
function isSilent(field: Field | undefined): boolean {
  return field?.unreadable === true || field?.on === "create";
}

/** The body as it will be: dotted names are parts of records. */
function merged(desired: JsonObject, attributes: JsonObject): JsonObject {
  const result: Record<string, Json | undefined> = { ...desired };
  for (const [path, value] of Object.entries(attributes)) {
    const top = topName(path);
    const inner = result[top];
    if (path === top) result[top] = value;
    else result[top] = { ...(isObject(inner) ? inner : {}), [path.slice(top.length + 1)]: value };
  }
  return result;
}

/** Without what refers to something that is not there now: it cannot be compared, and is left alone. */
function resolvable(spec: JsonObject, resolve: ResolveSecret): JsonObject {
  return Object.fromEntries(
    Object.entries(spec).filter(([, value]) => {
      if (value === undefined || !holdsSecret(value)) return true;
      try {
        clear(value, resolve);
        return true;
      } catch {
        return false;
      }
    }),
  );
}

function isSecretPart(spec: JsonObject, path: string): boolean {
  const whole = spec[path] ?? spec[topName(path)];
  if (path === topName(path) || !isObject(whole) || isSecret(whole)) return holdsSecret(whole);
  return holdsSecret(whole[path.slice(topName(path).length + 1)]);
}

function namesOf({ address, kind, path, key }: Desired): Pick<Declaration, "address" | "kind" | "path" | "key"> {
  return { address, kind, ...(path === undefined ? {} : { path }), ...(key === undefined ? {} : { key }) };
}
