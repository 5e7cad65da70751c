import type { Field } from "../../core/fields.js";
import { type Kind, placesOf, type Shape } from "../../core/kind.js";
import { type Dates, sinceSentence } from "../../core/release-words.js";
import { otherwiseInVendor } from "../../core/schema.js";
import { allowed, sourcesOf, written } from "../explain.js";
import { capital, sentences } from "../pages/markdown.js";

/** What a Terraform user must know of an attribute, in sentences; `unset` tells whether one that is nullable can be named in the attribute of that name. */
export function attributeDescription(field: Field, name: string, unset: boolean): string {
  if (field.deprecated?.alias) return field.description;
  return sentences([
    field.description,
    ...valueSentences(field),
    ...availability(field),
    field.requires?.length ? `Goes together with ${field.requires.map(code).join(", ")}.` : undefined,
    field.nullable && unset ? `Can be unset: name it in ${code("unset")}.` : undefined,
    field.on === "create"
      ? "Only taken when the thing is created: a later change sends nothing, and the plan warns of it."
      : undefined,
    field.unreadable && !field.secret ? "The platform never shows it: drift cannot be seen." : undefined,
    field.secret
      ? `Write-only: it is in no plan and no state. Raise ${code(secretVersionName(name))} to send it again.`
      : undefined,
  ]);
}

/** The same of an attribute of a data source: what it is, and where it is there. */
export function readDescription(field: Field): string {
  return sentences([field.description, ...availability(field)]);
}

/** What to use in place of a deprecated attribute; undefined for one that is not. */
export function deprecationMessage(field: Field): string | undefined {
  const { deprecated } = field;
  if (!deprecated) return undefined;
  if (deprecated.alias) return `Use ${deprecated.replacement} in its place.`;
  const { replacement } = deprecated;
  return sentences([replacement.startsWith("nothing") ? capital(replacement) : `Use ${replacement}`]);
}

/** What a resource is, and what it takes to manage one. */
export function kindDescription(kind: Kind): string {
  const [since, ...others] = new Set(placesOf(kind).map((place) => place.since));
  return sentences([
    kind.description,
    tierSentence(kind.tier),
    since && others.length === 0 ? `Since release ${since}.` : undefined,
    kind.administrators && "Only for administrators of the instance.",
  ]);
}

/** What one key's shape is; `name` is what it is called in a configuration. */
export function shapeDescription(shape: Shape, key: string, name: string): string {
  return sentences([
    shape.description,
    key === name ? undefined : `In files it is called ${code(key)}.`,
    tierSentence(shape.tier),
    shape.until && `Gone since release ${shape.until}.`,
  ]);
}

/** The companion of a secret: a number that is raised to send it again. */
export function secretVersionName(name: string): string {
  return `${name}_version`;
}

/** The companion of an attribute that may hold credentials: its value, which no plan and no state holds. */
export function secretFormName(name: string): string {
  return `${name}_wo`;
}

/** The companion of a picture: the hash of its content. */
export function imageHashName(name: string): string {
  return `${name}_sha256`;
}

/** Text as code in Markdown. */
export function code(text: string): string {
  return `\`${text}\``;
}

function valueSentences(field: Field): (string | undefined)[] {
  const values = field.values ?? field.item?.values;
  const takes = values && field.pattern === undefined ? values.map((value) => code(written(value))).join(", ") : allowed(field);
  const { default: usual, defaultFrom } = field;
  return [
    takes && `Allowed: ${takes}`,
    defaultFrom && `While it is not set, it is taken from ${sourcesOf(defaultFrom)}`,
    usual === undefined || usual === null || usual === "" ? undefined : `Default: ${code(written(usual))}.`,
  ];
}

function availability(field: Field): (string | undefined)[] {
  return [
    field.dialect === "vendor" ? "Only real servers know it." : undefined,
    otherwiseInVendor(field),
    tierSentence(field.tier),
    sinceRelease(field),
    field.until && `Gone since release ${field.until}.`,
  ];
}

function sinceRelease(dates: Dates): string | undefined {
  const { since, notBefore } = dates;
  if (since !== undefined && since === notBefore) return `Since release ${since}.`;
  return sinceSentence(dates);
}

function tierSentence(tier: string | undefined): string | undefined {
  return tier === undefined || tier === "free" ? undefined : `Needs tier ${tier}.`;
}
