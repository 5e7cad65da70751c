// @module-tag slow
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TrueupError } from "../../../src/core/errors.js";
import { convert, shown, specs, state } from "./states.js";

function errorOf(text: string): { code: string; where: string | undefined; message: string } {
  try {
    convert(text);
  } catch (error) {
    if (error instanceof TrueupError) return { code: error.code, where: error.where, message: error.message };
    throw error;
  }
  throw new Error("it was taken");
}

const root = (values: unknown) => JSON.stringify({ format_version: "1.0", values });

describe("a document that is none", () => {
  it.each([
    ["", undefined, /no JSON/],
    ["null", undefined, /no JSON object/],
    ['{"format_version":"1.0","values":{"token":"hunter2', undefined, /^this is no JSON$/],
    ["\uFEFF{\0}\0", undefined, /UTF-8/],
    ['{"version":4,"resources":[]}', undefined, /state file itself/],
    ["{}", "/format_version", /no format_version/],
    ['{"format_version":"2.0","values":{}}', "/format_version", /"2\.0" is not known/],
    ['{"format_version":"1.0"}', undefined, /nothing in this state/],
    [root([]), "/values", /no object/],
    [root({ root_module: { resources: {} } }), "/values/root_module/resources", /no list/],
    [root({ root_module: { resources: [7] } }), "/values/root_module/resources/0", /no object/],
    [
      root({ root_module: { resources: [{ address: "a.b", mode: "managed", name: "b" }] } }),
      "/values/root_module/resources/0/type",
      /without type/,
    ],
    [root({ root_module: { child_modules: [{}] } }), "/values/root_module/child_modules/0/address", /without an address/],
    ["[".repeat(300), undefined, /nested/],
  ])("%j is refused with the place", (text, where, message) => {
    expect(errorOf(text)).toEqual({ code: "convert.input", where, message: expect.stringMatching(message) });
  });

  it("may begin with a byte order mark", () => {
    expect(specs(convert(`\uFEFF${state([shown("gitlab_topic.a", { name: "a", title: "A" })])}`))).toEqual({
      "topic:a": { title: "A" },
    });
  });
});

describe("a hostile document", () => {
  it("has no power over what objects inherit", () => {
    const values = '{"name":"a","title":"A","__proto__":{"description":"x"},"constructor":{"y":1},"toString":"z"}';
    const text = state([shown("gitlab_topic.a", {})]).replace('"values":{}', `"values":${values}`);
    const converted = convert(text);
    expect(specs(converted)).toEqual({ "topic:a": { title: "A" } });
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(converted.remarks).toContainEqual(expect.stringContaining("__proto__, constructor, toString"));
  });

  it("of types and places that are no own ones is told, and gives nothing", () => {
    for (const type of ["constructor", "__proto__", "gitlab___proto__", "gitlab_service_constructor"]) {
      const { declarations, remarks } = convert(state([shown("gitlab_topic.a", {}, { type, address: `${type}.a` })]));
      expect(declarations).toEqual([]);
      expect(remarks.join("\n")).toContain(type);
    }
    expect(convert(state([shown("gitlab_topic.a", { name: "__proto__", title: "A" })])).declarations).toEqual([]);
  });

  it("of any values gives sound declarations or remarks, and never fails", () => {
    const names = [
      "id",
      "name",
      "title",
      "path",
      "full_path",
      "path_with_namespace",
      "project",
      "group",
      "user_ids",
      "topics",
      "description",
    ];
    const types = [
      "gitlab_group",
      "gitlab_project",
      "gitlab_topic",
      "gitlab_project_approval_rule",
      "gitlab_group_protected_environment",
    ];
    const others = [
      "container_expiration_policy",
      "deploy_access_levels",
      "approval_rules",
      "default_branch_protection_defaults",
      "environment",
    ];
    const anyValues = fc.dictionary(fc.constantFrom(...names, ...others), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 12 });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...types), anyValues, fc.jsonValue()), { maxLength: 6 }), (things) => {
        const resources = things.map(([type, values, marks], index) =>
          shown(`${type}.r${index}`, JSON.parse(JSON.stringify(values)), { sensitive_values: JSON.parse(JSON.stringify(marks)) }),
        );
        const { declarations, remarks } = convert(state(resources));
        const told = remarks.filter((remark) => /gitlab_\w+\.r\d/.test(remark)).length;
        expect(declarations.length + told + remarks.length).toBeGreaterThanOrEqual(Math.min(1, things.length));
      }),
      { numRuns: 300 },
    );
  });

  it("with ten thousand projects is converted whole", () => {
    const group = shown("gitlab_group.g", { id: "1", name: "Acme", path: "acme", full_path: "acme" });
    const many = Array.from({ length: 10_000 }, (_, index) =>
      shown(`gitlab_project.p[${index}]`, {
        id: String(index + 10),
        name: `p${index}`,
        path: `p${index}`,
        path_with_namespace: `acme/project-${index}`,
        namespace_id: 1,
      }),
    );
    expect(convert(state([group, ...many])).declarations).toHaveLength(10_001);
  });
});
