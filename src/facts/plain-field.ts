import { parse } from "yaml";
import { TrueupError } from "../core/errors.js";
import {
  document,
  type Field,
  type FieldOptions,
  flag,
  image,
  integer,
  listOf,
  mapOf,
  number,
  oneOf,
  record,
  scalar,
  secret,
  setOf,
  text,
} from "../core/fields.js";
import { isObject, type Json } from "../core/json.js";
import type { Kind } from "../core/kind.js";
import { shapeAttributes, standings } from "./parameters.js";
import type { ParameterFacts } from "./release.js";

/** A field of what a parameter is, without a description; undefined stands for what nothing settles, which takes any scalar. A secret is a text that nobody may see. */
export function plainField(parameter: ParameterFacts | undefined, isSecret = false): Field {
  if (isSecret) return secret("", { nullable: true });
  if (parameter === undefined) return scalar("", { nullable: true });
  const types = parameter.type.split("|");
  if (types.includes("array")) return listField(parameter);
  if (types.includes("object")) return objectField(parameter);
  if (types.length > 1) return scalar("", { nullable: true });
  return simpleField(parameter);
}

function simpleField(parameter: ParameterFacts): Field {
  const values = parameter.enum?.filter((value) => typeof value !== "boolean") ?? [];
  if (parameter.type === "boolean") return flag("");
  if (values.length > 0) return oneOf("", values);
  if (parameter.type === "integer") return integer("", bounds(parameter));
  if (parameter.type === "number") return number("", bounds(parameter));
  // What takes a picture away differs: a blank one is no file, and often removes nothing.
  if (parameter.format === "binary") return image("");
  return text("", { nullable: true, ...textOptions(parameter) });
}

function bounds({ min, max }: ParameterFacts): Pick<FieldOptions, "min" | "max"> {
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

function textOptions({ maxLength, format }: ParameterFacts): Pick<FieldOptions, "max" | "format"> {
  return { ...(maxLength === undefined ? {} : { max: maxLength }), ...(format === "date" ? { format } : {}) };
}

/** A list of texts or numbers has no order that counts; one of objects may have. */
function listField({ items }: ParameterFacts): Field {
  if (items === undefined) return setOf("", text(""));
  const types = items.type.split("|");
  if (types.includes("object")) return items.properties ? listOf("", plainField(items)) : document("", { nullable: true });
  if (types.includes("array")) return document("", { nullable: true });
  return setOf("", types.length > 1 ? text("") : inner(items));
}

function objectField({ properties, items }: ParameterFacts): Field {
  if (properties && Object.keys(properties).length > 0)
    return record("", Object.fromEntries(Object.entries(properties).map(([name, facts]) => [name, plainField(facts)])));
  if (items === undefined || /object|array/.test(items.type)) return document("", { nullable: true });
  return mapOf("", inner(items));
}

/** An item of a list is there or not, never null. */
function inner(parameter: ParameterFacts): Field {
  const { nullable: _, ...field } = plainField(parameter);
  return field;
}

const acronyms = [
  "AI API AWS CD CI CPU CSV DNS DSN GPG HTML HTTP HTTPS ID IDs IP IPs JSON JWT LDAP LFS MB MCP MR OAuth OIDC OTP PWA",
  "SAML SBOM SCIM SHA SMTP SSH SSL SSO TLS TTL URI URL URLs UTC XML YAML",
].flatMap((line) => line.split(" "));
const spelled = new Map(acronyms.map((acronym) => [acronym.toLowerCase(), acronym]));

/** Ends of names that say what a value is. */
const endings = /(?<=.)_(?:enabled|(?:in_)?(seconds|minutes|hours|days|months|bytes|kb|mb|gb))$/;
const sizes: Readonly<Record<string, string>> = { kb: "kB", mb: "MB", gb: "GB" };

/**
 * A readable sentence of a name, for attributes that nobody has described yet: `throttle_api_enabled` becomes `Throttle API: on or off.`, and `max_size_mb` becomes
 * `Max size, in MB.`
 */
export function describedByName(name: string): string {
  const [end = "", unit] = endings.exec(name) ?? [];
  const says = unit !== undefined ? `, in ${sizes[unit] ?? unit}` : end === "" ? "" : ": on or off";
  const parts = name.slice(0, name.length - end.length).split(/[_-]+/);
  const words = parts.filter((part) => part !== "").map((word) => spelled.get(word) ?? word);
  const sentence = words.join(" ") + says;
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}.`;
}

/** What was decided about texts, by the kind (with the key of its shape behind a dot) and the name of the parameter: true for a secret. */
export interface Secrecy {
  readonly of: (kind: string, key: string | undefined, name: string) => boolean | undefined;
  /** All that something was decided about: `integration.jira password`. */
  readonly decided: readonly string[];
}

/** Whether a parameter that a kind's file names is a secret there; undefined where it names none. The name of a thing is none. */
export function secrecyByHand(kind: Kind | undefined, key: string | undefined, name: string): boolean | undefined {
  if (kind === undefined) return undefined;
  const { standing, attribute } = standings(kind, key)(name);
  if (standing === "key" || standing === "ignored") return false;
  const field = attribute === undefined ? undefined : shapeAttributes(kind, key)[attribute];
  if (field === undefined || field.plain) return undefined;
  // An address with credentials is compared without them, and may hold them by reference alone.
  return field.secret !== undefined || field.normalise === "without-credentials";
}

/** Reads the text of facts/texts.yaml. Throws TrueupError `facts.texts` where it is none, or where a name is both. */
export function readSecrecy(text: string): Secrecy {
  const mapping = parse(text) as Json;
  if (!isObject(mapping)) throw wrongTexts("it is no mapping of kinds");
  const known = new Map<string, boolean>();
  for (const [kind, lists] of Object.entries(mapping)) {
    if (!isObject(lists)) throw wrongTexts(`${kind} has no lists secret and plain`);
    for (const [list, names] of Object.entries(lists)) {
      if ((list !== "secret" && list !== "plain") || !Array.isArray(names))
        throw wrongTexts(`${kind}.${list} is no list secret or plain`);
      for (const name of names as readonly Json[]) {
        const fieldName = `${kind} ${typeof name === "string" ? name : JSON.stringify(name)}`;
        if (known.has(fieldName)) throw wrongTexts(`${fieldName} stands in it twice`);
        known.set(fieldName, list === "secret");
      }
    }
  }
  return {
    of: (kind, key, name) => known.get(`${key === undefined ? kind : `${kind}.${key}`} ${name}`),
    decided: [...known.keys()],
  };
}

function wrongTexts(message: string): TrueupError {
  return new TrueupError({
    code: "facts.texts",
    message,
    hint: "The head of the file says what it holds.",
    where: "facts/texts.yaml",
  });
}
