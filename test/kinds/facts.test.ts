import { describe, expect, test } from "vitest";
import { type Field, type Fields, formed } from "../../src/core/fields.js";
import { fieldsOf, kindOf } from "../../src/core/kind.js";
import { applicationSettings } from "../../src/kinds/application-settings.js";
import { integration } from "../../src/kinds/integration.js";
import { project } from "../../src/kinds/project.js";
import { kinds } from "../../src/program/kinds.js";
import { facts, type Fact } from "./kinds.js";

/** What servers of the documents have: no attribute that only real servers know, and no other name of one. */
function documented(fields: Fields): string[] {
  const isDocumented = (name: string): boolean => fields[name]?.dialect !== "vendor" && !vendorNames.has(name);
  return Object.keys(fields).filter(isDocumented).sort();
}

/** Second names that only real servers have. */
const vendorNames = new Set([
  "signin_enabled",
  "password_authentication_enabled",
  "domain_denylist_raw",
  "domain_allowlist_raw",
  "iframe_rendering_allowlist_raw",
  "ci_cd_catalog_projects_allowlist_raw",
  "bulk_import_max_download_file",
]);

const aliases = (fields: Fields) => Object.keys(fields).filter((name) => fields[name]?.deprecated?.alias);

function fieldOf(fields: Fields, name: string): Field {
  const field = fields[name];
  if (!field) throw new Error(`${name} is missing`);
  return field;
}

describe("application settings", () => {
  const settings = facts("settings") as readonly Fact[];
  const fields: Fields = applicationSettings.fields;

  test("all 125 names can be declared, and of others only what real servers have", () => {
    expect(settings).toHaveLength(125);
    expect(documented(fields)).toEqual(settings.map(({ name }) => name).sort());
  });

  test.each(settings)("$name has the type, tier, secrecy, other name and default of the reference", (fact) => {
    const field = fieldOf(fields, fact.name);
    const types: Readonly<Record<string, readonly string[]>> = { integer: ["enum", "reference"], text: ["enum"] };
    expect([fact.type, ...(types[fact.type] ?? [])]).toContain(field.type);
    expect(field.tier ?? "free").toBe(fact.tier);
    expect(field.secret).toBe(fact.secret);
    expect(field.unreadable).toBe(fact.unreadable);
    expect(field.vendor).toBe(fact.vendor);
    if (fact.default === undefined) expect(field.default).toBeUndefined();
    else if (fact.default === null) expect([field.default, field.nullable !== undefined]).toEqual([undefined, true]);
    else expect(field.default).toEqual(fact.default);
  });

  test("the three deprecated names are read as their replacements, and the fourth only warns", () => {
    expect(
      aliases(fields)
        .filter((name) => !vendorNames.has(name))
        .sort(),
    ).toEqual(["admin_notification_email", "allow_local_requests_from_hooks_and_services", "asset_proxy_whitelist"]);
    expect(fieldOf(fields, "repository_storages").deprecated).toEqual({ replacement: "repository_storages_weighted" });
  });
});

describe("integrations", () => {
  interface ShapeFacts {
    readonly shape: string;
    readonly tier?: string;
    readonly parameters: readonly Fact[];
  }
  const slugs = facts("integrations") as Readonly<Record<string, ShapeFacts>>;

  test("all 16 shapes can be declared under their 19 slugs", () => {
    expect(Object.keys(slugs)).toHaveLength(19);
    expect(new Set(Object.values(slugs).map(({ shape }) => shape)).size).toBe(16);
    expect([...(integration.key?.values ?? [])].sort()).toEqual(Object.keys(slugs).sort());
  });

  test.each(Object.entries(slugs))("%s takes the parameters of the reference, and no others", (slug, { parameters, tier }) => {
    const fields = fieldsOf(integration, { key: slug });
    const own = Object.keys(fields).filter((name) => !Object.hasOwn(integration.fields, name));
    expect(own.sort()).toEqual(parameters.map(({ name }) => name).sort());
    expect(integration.shapes?.[slug]?.tier).toBe(tier);
    for (const fact of parameters) {
      const field = fieldOf(fields, fact.name);
      expect(field.type, fact.name).toBe(fact.type);
      expect(field.required, fact.name).toBe(fact.required);
      expect(field.carried, `${fact.name} must be repeated on every write`).toBe(fact.required);
      expect([field.secret, field.unreadable], fact.name).toEqual([fact.secret, fact.unreadable ?? fact.secret]);
      expect(field.vendor, fact.name).toBe(fact.vendor);
      expect(field.default, fact.name).toEqual(fact.default);
      if (fact.values) expect(field.values, fact.name).toEqual(fact.values);
    }
  });
});

/** Types of the reference as types of fields; references are numbers on the wire. */
const fieldTypes: Readonly<Record<string, readonly string[]>> = {
  string: ["text", "enum"],
  integer: ["integer", "enum", "level", "reference"],
  boolean: ["flag"],
  file: ["image"],
  hash: ["record"],
  "array of string": ["set", "list"],
  "array of integer": ["set"],
  "array of object": ["entries"],
};

/** Attributes that go by the reply's name in files, by another name in requests. */
const renamed: Readonly<Record<string, string>> = { container_expiration_policy_attributes: "container_expiration_policy" };

describe.each([
  { kind: kindOf(kinds, "group"), file: "groups", beyond: ["shared_with_groups"] },
  { kind: kindOf(kinds, "project"), file: "projects", beyond: ["archived", "shared_with_groups"] },
])("$kind.name", ({ kind, file, beyond }) => {
  const writable = facts(file) as readonly Fact[];

  test("every writable attribute can be declared, and no others", () => {
    const names = [...writable.map(({ name }) => renamed[name] ?? name), ...beyond];
    expect(documented(kind.fields)).toEqual(names.sort());
  });

  test.each(writable)("$name has the type, values, tier and release of the reference", (fact) => {
    const field = fieldOf(kind.fields, renamed[fact.name] ?? fact.name);
    expect(fieldTypes[fact.type]).toContain(field.type);
    if (fact.values) expect(field.values?.map(String).sort()).toEqual([...fact.values].map(String).sort());
    expect(field.tier ?? "free").toBe(fact.tier);
    expect(field.unreadable).toBe(fact.unreadable);
    expect(field.on).toBe(fact.on);
    if (fact.newer && field.write === undefined) expect(field.since).toMatch(/^1[6-9]\./);
    if (fact.read !== undefined && field.type === "image") expect(field.read).toBe(fact.read);
    if (renamed[fact.name] !== undefined) expect(field.write).toBe(fact.name);
  });
});

test("the old switches of a project are read as access levels", () => {
  const fields: Fields = project.fields;
  const expected = {
    issues_enabled: "issues_access_level",
    merge_requests_enabled: "merge_requests_access_level",
    wiki_enabled: "wiki_access_level",
    jobs_enabled: "builds_access_level",
    snippets_enabled: "snippets_access_level",
    container_registry_enabled: "container_registry_access_level",
  };
  for (const [name, replacement] of Object.entries(expected)) {
    const deprecated = fieldOf(fields, name).deprecated;
    expect(deprecated?.replacement).toBe(replacement);
    expect([formed(deprecated?.convert, true), formed(deprecated?.convert, false)]).toEqual(["enabled", "disabled"]);
  }
  expect(aliases(fields).sort()).toEqual([...Object.keys(expected), "emails_disabled", "public_builds", "tag_list"].sort());
});
