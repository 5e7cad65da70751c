import { formatAddress } from "../../src/core/address.js";
import type { Field, Fields } from "../../src/core/fields.js";
import type { Json, JsonObject } from "../../src/core/json.js";
import { addressIn, fieldsOf, kindAt, type Kind, type PlacedKind, placesOf } from "../../src/core/kind.js";
import { goesByOlderName } from "../../src/core/kinds-on.js";
import { compareVersions, type Tier, tierIncludes } from "../../src/core/names.js";
import { kinds } from "../../src/program/kinds.js";
import { choices, others } from "./choices.js";
import { hasValues, twoValues, unsetValue } from "./values.js";

/** One server that the matrix visits. */
export interface Server {
  readonly tier: Tier;
  readonly dialect: "neutral" | "vendor";
  readonly version: string;
}

/** One thing whose attributes are taken through all steps. */
export interface Subject {
  readonly kind: PlacedKind;
  readonly address: string;
  readonly path: string | undefined;
  readonly key: string | undefined;
  readonly fields: Fields;
  /** Attributes that every step writes as they are. */
  readonly fixed: JsonObject;
  /** Attributes that are taken through the steps. */
  readonly names: readonly string[];
  /** Subjects of one turn fit into one set of files. */
  readonly turn: 1 | 2;
}

/** Attributes that the matrix cannot set freely, each with its reason; a test of its own covers each. */
export const elsewhere: Readonly<Record<string, string>> = {
  "integration.mock-ci": "only servers for development have it",
  "integration.mock-monitoring": "only servers for development have it",
  "integration.use_inherited_settings": "there must be one above to inherit, and then it says all that is said",
  "environment.force": "it is about a removal alone",
  "environment.flux_resource_path": "it needs a namespace, and that an agent",
  "environment.kubernetes_namespace": "it needs an agent, and agents are no kind",
  "pages_domain.certificate": "it comes with its key and stands in for auto_ssl_enabled",
  "pages_domain.certificate_key": "it comes with its certificate",
  "push_mirror.username": "it stands in the address that makes it, which is never shown",
  "push_mirror.password": "it stands in the address that makes it, which is never shown",
  "resource_group.production": "only jobs make them",
  "resource_group.process_mode": "only jobs make them",
  "variable.hidden": "what is hidden is never shown again",
  "project.mr_default_target_self": "only forks have it, and forks are no kind",
};

/** Attributes that servers of before a release take and do not show. */
const shownSince: Readonly<Record<string, string>> = {
  "project.show_diff_preview_in_email": "16.0",
  "project.warn_about_potentially_unwanted_characters": "16.0",
};

/** All subjects; those kinds and attributes that `takes` accepts. */
export function subjects(takes: (field: Field | undefined, kind: Kind, key: string | undefined) => boolean): Subject[] {
  return [...choices, ...others].flatMap((choice): Subject[] => {
    const kind = kindAt(kinds, choice);
    if (elsewhere[`${kind.name}.${choice.key}`] !== undefined) return [];
    if (!takes(undefined, kind, choice.key)) return [];
    const fields = fieldsOf(kind, { key: choice.key });
    const claimed = new Set(
      choices.flatMap((one) =>
        one !== choice && one.kind === choice.kind && one.parent === choice.parent && one.key === choice.key
          ? (one.only ?? [])
          : [],
      ),
    );
    const names = (choice.only ?? Object.keys(fields).filter((name) => !claimed.has(name))).filter((name) => {
      const field = fields[name];
      if (!field || !hasValues(field) || field.deprecated?.alias || elsewhere[`${kind.name}.${name}`] !== undefined) return false;
      return choice.fixed?.[name] === undefined && takes(field, kind, choice.key);
    });
    const { path, key, fixed = {}, turn = 1 } = choice;
    return [{ kind, address: formatAddress(addressIn(kind, path, key)), path, key, fields, fixed, names, turn }];
  });
}

/** True if a server has an attribute that documents tell of, or (without one) a kind with its shape. */
export function offers(server: Server, field: Field | undefined, kind: Kind, key: string | undefined): boolean {
  const { dialect } = field ?? kind.shapes?.[key ?? ""] ?? {};
  return dialect !== "vendor" && has(server, field, kind, key);
}

/** True if a server is known to have an attribute, or (without one) a kind with its shape, of which facts of releases alone may tell. */
export function has(server: Server, field: Field | undefined, kind: Kind, key: string | undefined): boolean {
  return standsOn(server, { field, kind, key }, ({ since, unproven }) => (unproven ? "999.0" : since));
}

/** True if a server may have it, as far as anybody knows: what it surely lacks is refused. */
export function mayHave(server: Server, field: Field | undefined, kind: Kind, key: string | undefined): boolean {
  return standsOn(server, { field, kind, key }, ({ notBefore }) => notBefore);
}

type Fact = Pick<Field, "tier" | "since" | "notBefore" | "unproven" | "until" | "dialect">;

function standsOn(
  server: Server,
  { field, kind, key }: { readonly field: Field | undefined; readonly kind: Kind; readonly key: string | undefined },
  beginOf: (fact: Fact) => string | undefined,
): boolean {
  const shape = key === undefined ? undefined : kind.shapes?.[key];
  // A kind's release is said by hand, where it is certain.
  const since = ("parent" in kind ? (kind as PlacedKind) : placesOf(kind)[0])?.since;
  const facts: (Fact | undefined)[] = field
    ? [field]
    : [{ ...kind, ...(since === undefined ? {} : { since, notBefore: since }) }, shape];
  return facts.every((one) => {
    const fact: Fact = one ?? {};
    if (fact.dialect === "vendor" && server.dialect !== "vendor" && !field?.older) return false;
    if (fact.tier && !tierIncludes(server.tier, fact.tier)) return false;
    if (field && goesByOlderName(field, server)) return true;
    const begin = beginOf(fact);
    if (begin !== undefined && compareVersions(server.version, begin) < 0) return false;
    return fact.until === undefined || compareVersions(server.version, fact.until) < 0;
  });
}

/** False for a subject that every step writes with an attribute or a word which the server does not have. */
export function takesFixed(server: Server, { kind, key, fields, fixed }: Subject): boolean {
  const { dialect } = server;
  return Object.entries(fixed).every(([name, value]) => {
    if (!has(server, fields[name], kind, key)) return false;
    const words = dialect === "vendor" ? fields[name]?.inVendor?.values : undefined;
    return words === undefined || words.some((word) => word === value);
  });
}

/** One of the two values of an attribute of a subject. */
export function valueOf(subject: Subject, name: string, which: 0 | 1): Json {
  const field = subject.fields[name];
  if (!field) throw new Error(`${subject.address} has no ${name}`);
  return twoValues(field, placeOf(subject, name))[which];
}

/** Kind (and slug) and name of an attribute, with dots between. */
export function placeOf({ kind, key }: Subject, name: string): string {
  return [kind.name, ...(kind.shapes ? [key] : []), name].join(".");
}

/** All attributes of a subject at their first or second value. */
export function specAt(subject: Subject, which: 0 | 1): JsonObject {
  const values = subject.names.map((name) => [name, valueOf(subject, name, which)] as const);
  return { ...subject.fixed, ...Object.fromEntries(values) };
}

/** Attributes of a subject that can be unset, with their unset form. */
export function unsets(subject: Subject): JsonObject {
  const spec: Record<string, Json> = {};
  for (const name of subject.names) {
    const field = subject.fields[name];
    const value = field && field.on !== "create" ? unsetValue(field) : undefined;
    if (value !== undefined) spec[name] = value;
  }
  return spec;
}

/** True if a plan can show that an attribute differs: it is written after creation and read back. */
export function isCompared({ kind, fields }: Subject, name: string, { version }: Server): boolean {
  const field = fields[name];
  const since = shownSince[`${kind.name}.${name}`];
  if (since !== undefined && compareVersions(version, since) < 0) return false;
  return field !== undefined && field.on !== "create" && !field.unreadable;
}
