// @module-tag slow
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultValueOf, escapeDefaultWord, isDefaultWord, unescapeDefaultWord } from "../../src/core/default-value.js";
import { integer, record, text } from "../../src/core/fields.js";
import { schemaCompiler } from "../../src/core/schema-compiler.js";
import { fieldSchema } from "../../src/core/schema.js";
import { approvalSettings } from "../../src/kinds/approval-settings.js";
import { group } from "../../src/kinds/group.js";
import { project } from "../../src/kinds/project.js";
import { protectedBranch } from "../../src/kinds/protected-branch.js";
import { attributes } from "../kinds/kinds.js";

describe("the default that a file may name", () => {
  it("is to inherit, where null says so", () => {
    expect(defaultValueOf(group.fields.emails_disabled)).toEqual({ value: null });
    expect(defaultValueOf(group.fields.auto_devops_enabled)).toEqual({ value: null });
    expect(defaultValueOf(project.fields.ci_config_path)).toEqual({ value: null });
    expect(defaultValueOf(project.fields.max_artifacts_size)).toEqual({ value: null });
  });

  it("is the documented one, where null would say something else or nothing", () => {
    expect(defaultValueOf(project.fields.merge_method)).toEqual({ value: "merge" });
    expect(defaultValueOf(project.fields.ci_default_git_depth)).toEqual({ value: 20 });
    expect(defaultValueOf(group.fields.description)).toEqual({ value: "" });
    expect(defaultValueOf(project.fields.topics)).toEqual({ value: [] });
    expect(defaultValueOf(approvalSettings.fields.reset_approvals_on_push)).toEqual({ value: true });
    expect(defaultValueOf(protectedBranch.fields.allowed_to_push)).toEqual({ value: [{ access_level: "maintainer" }] });
  });

  it("is nothing, where a text or a picture has none", () => {
    expect(defaultValueOf(project.fields.description)).toEqual({ value: null });
    expect(defaultValueOf(project.fields.avatar)).toEqual({ value: null });
  });

  it("of a record is that of all its parts, and none where one has none", () => {
    expect(defaultValueOf(project.fields.container_expiration_policy)).toEqual({
      value: {
        enabled: false,
        cadence: "1d",
        keep_n: 10,
        older_than: "90d",
        name_regex: ".*",
        name_regex_keep: null,
      },
    });
    expect(defaultValueOf(group.fields.default_branch_protection_defaults)).toBeUndefined();
    expect(defaultValueOf(record("Both.", { one: integer("1.", { default: 1 }), other: text("2.") }))).toBeUndefined();
  });

  it("is a value that the files could say themselves", () => {
    const ajv = schemaCompiler("first", "once");
    for (const { at, field } of attributes()) {
      const found = defaultValueOf(field);
      if (found) expect(ajv.validate(fieldSchema(field), found.value), at).toBe(true);
    }
  });

  it("is not known of what everybody says", () => {
    expect(defaultValueOf(project.fields.visibility)).toBeUndefined();
    expect(defaultValueOf(group.fields.name)).toBeUndefined();
  });
});

describe("the word for the default", () => {
  it("is a text where a file spells it with one dollar more", () => {
    expect(unescapeDefaultWord("$$default")).toBe("$default");
    expect(escapeDefaultWord("$default")).toBe("$$default");
    for (const other of ["default", "$defaults", "a $default", "$$", "", "$ default", "$$default\n"]) {
      expect(escapeDefaultWord(other)).toBe(other);
      expect(unescapeDefaultWord(other)).toBe(other);
    }
  });

  it("never comes of a text that is written: what is read again is the text", () => {
    const texts = fc.oneof(fc.stringMatching(/^\$*default$/), fc.string());
    fc.assert(
      fc.property(texts, (said) => {
        const spelled = escapeDefaultWord(said);
        expect(isDefaultWord(spelled)).toBe(false);
        expect(unescapeDefaultWord(spelled)).toBe(said);
      }),
    );
  });
});
