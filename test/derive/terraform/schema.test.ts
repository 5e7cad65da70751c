import { describe, expect, it } from "vitest";
import type { Fields } from "../../../src/core/fields.js";
import { allFields, topParent, parentsOf } from "../../../src/core/kind.js";
import { apiData, desiredState, providerAttributes } from "../../../src/derive/terraform/own.js";
import { shapeAttributeName, terraformResources } from "../../../src/derive/terraform/resources.js";
import { terraformTypeOf } from "../../../src/derive/terraform/type-of.js";
import type { TerraformAttribute, TerraformAttributes } from "../../../src/derive/terraform/types.js";
import { kinds } from "../../../src/program/kinds.js";

const resources = terraformResources(kinds);
const own = [
  { type: "provider", attributes: providerAttributes },
  { type: desiredState.type, attributes: desiredState.attributes },
  { type: apiData.type, attributes: apiData.attributes },
];
const tops = [
  ...own,
  ...resources.flatMap(({ type, attributes, data }) => [
    { type, attributes },
    { type: `data.${type}`, attributes: data },
  ]),
];

/** Attributes with the names that lead to them, and whether a set is on the way. */
function walk(
  attributes: TerraformAttributes,
  prefix: string,
  inSet = false,
): { at: string; attribute: TerraformAttribute; inSet: boolean }[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => [
    { at: `${prefix}.${name}`, attribute, inSet },
    ...(attribute.nested ? walk(attribute.nested.attributes, `${prefix}.${name}`, inSet || attribute.nested.mode === "set") : []),
  ]);
}
const all = tops.flatMap(({ type, attributes }) => walk(attributes, type));

/** Every attribute of a kind by its dotted path. */
function paths(fields: Fields, prefix: string): string[] {
  return Object.entries(fields).flatMap(([name, field]) => [
    `${prefix}${name}`,
    ...paths(field.fields ?? field.item?.fields ?? {}, `${prefix}${name}.`),
  ]);
}

describe("the Terraform schema", () => {
  it("has every attribute of every kind exactly once", () => {
    for (const { type, kind, attributes } of resources) {
      const desired = [
        ...paths(allFields(kind), ""),
        ...Object.entries(kind.shapes ?? {}).flatMap(([key, shape]) => paths(shape.fields, `${shapeAttributeName(key)}.`)),
      ];
      const given = walk(attributes, "").flatMap(({ at, attribute }) => (attribute.field ? [at.slice(1)] : []));
      expect(given.sort(), type).toEqual(desired.sort());
    }
  });

  it("gives nothing two meanings: what it adds to the attributes of a kind has names of its own", () => {
    for (const { kind, attributes } of resources) {
      const added = Object.entries(attributes).filter(([, { field }]) => field === undefined);
      expect(added.filter(([name]) => Object.hasOwn(kind.fields, name))).toEqual([]);
      const keys = Object.keys(kind.shapes ?? {});
      expect(new Set(keys.map(shapeAttributeName)).size).toBe(keys.length);
    }
  });

  it("uses no name at the top that Terraform has taken, and only names that it accepts", () => {
    const taken = ["count", "for_each", "depends_on", "provider", "lifecycle", "connection", "provisioner"];
    const ofProvider = ["alias", "version"];
    for (const { type, attributes } of tops) {
      const reserved = type === "provider" ? [...taken, ...ofProvider] : taken;
      expect(Object.keys(attributes).filter((name) => reserved.includes(name))).toEqual([]);
    }
    expect(all.filter(({ at }) => !/^[a-z][a-z0-9_]*$/.test(at.slice(at.lastIndexOf(".") + 1)))).toEqual([]);
  });

  it("keeps every secret out of plans and states: write-only, sensitive, outside of sets, with a number beside it that sends it again", () => {
    const secrets = resources.flatMap(({ type, attributes }) =>
      walk(attributes, type).filter(({ attribute }) => attribute.field?.secret),
    );
    expect(secrets.length).toBeGreaterThan(20);
    for (const { at, attribute, inSet } of secrets) {
      expect({ at, ...attribute, inSet }).toMatchObject({ writeOnly: true, sensitive: true, use: "optional", inSet: false });
      const companion = all.find((one) => one.at === `${at}_version`);
      expect(companion?.attribute).toMatchObject({ role: "secret_version", type: "number", of: attribute.name });
    }
    const read = resources.flatMap(({ type, data }) => walk(data, type).filter(({ attribute }) => attribute.field?.secret));
    expect(read).toEqual([]);
  });

  it("describes every attribute in sentences, and gives it one type", () => {
    for (const { at, attribute } of all) {
      expect(attribute.description, at).toMatch(/^\S.*[.!?]$/s);
      expect((attribute.type === undefined) !== (attribute.nested === undefined), at).toBe(true);
      expect(JSON.stringify(terraformTypeOf(attribute)), at).toMatch(
        /^(?:"(?:string|number|bool|dynamic)"|\["(?:list|set|map|object|tuple)",.+\])$/,
      );
    }
  });

  it("computes all of a data source but what finds the thing", () => {
    for (const { type, kind, data } of resources) {
      for (const { at, attribute } of walk(data, type)) {
        const finds = attribute.role === "path" || attribute.role === "key";
        // Of several things that it may hang on, one is said.
        const isChoice = attribute.role === "path" && parentsOf(kind).length > 1;
        expect(attribute.use, at).toBe(isChoice ? "optional" : finds ? "required" : "computed");
      }
    }
  });

  it("finds groups and projects by full path, and what hangs on them by that path and its own key", () => {
    for (const { type, kind, attributes } of resources) {
      const required = Object.entries(attributes).flatMap(([name, { use }]) => (use === "required" ? [name] : []));
      const [holder = topParent, ...others] = parentsOf(kind);
      expect(required, type).toEqual([
        ...(kind.tree ? ["full_path"] : others.length === 0 && holder !== topParent ? [holder] : []),
        // What stands under a key each with attributes of its own is one attribute for each key.
        ...(kind.key && !kind.shapes ? [kind.key.read] : []),
        ...Object.entries(allFields(kind)).flatMap(([name, field]) => (field.required && !field.secret ? [name] : [])),
      ]);
    }
  });
});
