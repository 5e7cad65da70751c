import { describe, expect, it } from "vitest";
import { type Field, typeOf } from "../../src/core/fields.js";
import type { Value } from "../../src/core/json.js";
import { everyFieldsOf, fieldsOf, type Kind, kindOf, placedKinds, placesOf } from "../../src/core/kind.js";
import { isOrdered } from "../../src/core/strictness.js";
import { directionOf } from "../../src/core/weakening.js";
import { kinds } from "../../src/program/kinds.js";

/** What a new value of an attribute does, the attribute said as `kind.attribute` or `kind@parent.attribute`. */
function direction(at: string, before: Value | undefined, after: Value | undefined) {
  const [, name = "", parent, path = ""] = /^([a-z_]+)(?:@([a-z]+))?\.([a-z_]+)$/.exec(at) ?? [];
  const kind = placesOf(kindOf(kinds, name)).find((place) => parent === undefined || place.parent === parent);
  const field = kind && fieldsOf(kind)[path];
  if (!field) throw new Error(`there is no attribute ${at}`);
  return directionOf(kind.weakens, path, field, before, after);
}

const roles = (...names: string[]) => names.map((access_level) => ({ access_level }));

/** The field of a dotted name in any place of a kind. */
function fieldAt(kind: Kind, path: string): Field | undefined {
  const [first = "", ...rest] = path.split(".");
  const tops = everyFieldsOf(kind).flatMap((fields) => fields[first] ?? []);
  return rest.reduce<Field | undefined>((field, part) => field?.fields?.[part], tops[0]);
}

describe("what a change does to protection", () => {
  it.each([
    ["project.visibility", "private", "public", "loosens"],
    ["project.visibility", "public", "internal", "tightens"],
    ["project.description", "a", "b", undefined],
    ["group.ip_restriction_ranges", "10.0.0.0/8", "10.0.0.0/8, 192.0.2.0/24", "loosens"],
    ["group.ip_restriction_ranges", "10.0.0.0/8,192.0.2.0/24", "192.0.2.0/24", "tightens"],
    ["group.ip_restriction_ranges", undefined, "10.0.0.0/8", "tightens"],
    ["group.ip_restriction_ranges", "10.0.0.0/8", "", "loosens"],
    ["group.allowed_email_domains_list", "a.example", "b.example", "either"],
    ["group.allowed_email_domains_list", "A.example, b.example", "b.example,a.example", undefined],
    ["application_settings.domain_allowlist", ["a.example"], [], "loosens"],
    ["application_settings.domain_allowlist", ["a.example"], ["a.example", "b.example"], "loosens"],
    ["project.default_branch", "main", "stable", "either"],
    ["project.only_allow_merge_if_pipeline_succeeds", true, false, "loosens"],
    ["project.only_allow_merge_if_pipeline_succeeds", undefined, true, "tightens"],
    ["approval_settings@project.merge_requests_author_approval", false, true, "loosens"],
    ["approval_rule.approvals_required", 2, 1, "loosens"],
    ["approval_rule.approvals_required", 1, 2, "tightens"],
    ["approval_rule.protected_branches", ["main"], [], "tightens"],
    ["approval_rule.protected_branches", [], ["main"], "loosens"],
    ["approval_rule.protected_branches", ["main", "stable"], ["main"], "loosens"],
    ["approval_rule.protected_branches", ["main"], ["stable"], "either"],
    ["push_rules@project.branch_name_regex", "^a", "", "loosens"],
    ["push_rules@project.branch_name_regex", "", "^a", "tightens"],
    ["push_rules@project.branch_name_regex", "^a", "^b", "either"],
    ["member@project.access_level", "developer", "maintainer", "loosens"],
    ["member@project.access_level", "developer", 10, "tightens"],
    ["variable@project.value", "a", "b", "either"],
    ["variable@project.masked", true, false, "loosens"],
    ["hook@project.token", "a", null, "loosens"],
    ["job_token_scope.projects", ["acme/a"], ["acme/a", "acme/b"], "loosens"],
    ["job_token_scope.projects", ["acme/a"], ["acme/b"], "either"],
  ] as const)("%s from %s to %s: %s", (at, before, after, expected) => {
    expect(direction(at, before, after)).toBe(expected);
  });

  it.each([
    ["a lower role lets more people in", roles("maintainer"), roles("developer"), "loosens"],
    ["a higher role lets fewer in", roles("developer"), roles("maintainer"), "tightens"],
    ["somebody beside the role", roles("maintainer"), [...roles("maintainer"), { user: "bob" }], "loosens"],
    ["nobody", roles("maintainer"), roles("no_access"), "tightens"],
    ["maintainers where nobody was", roles("no_access"), roles("maintainer"), "loosens"],
    ["one user in place of another", [{ user: "alice" }], [{ user: "bob" }], "either"],
    ["the same in another order", [{ user: "alice" }, { user: "bob" }], [{ user: "Bob" }, { user: "alice" }], undefined],
  ])("of who may push: %s", (_name, before, after, expected) => {
    expect(direction("protected_branch@project.allowed_to_push", before, after)).toBe(expected);
  });

  it("a rule of approval that goes, or that needs fewer, protects less", () => {
    const rules = (...counts: number[]) => counts.map((required_approvals, at) => ({ user: `user${at}`, required_approvals }));
    const at = "protected_environment@project.approval_rules";
    expect(direction(at, rules(1, 1), rules(1))).toBe("loosens");
    expect(direction(at, rules(2), rules(1))).toBe("loosens");
    expect(direction(at, rules(1), rules(2, 1))).toBe("tightens");
    expect(direction(at, rules(1, 2), rules(2, 1))).toBe("either");
  });

  it("of a record only what is said of it counts", () => {
    const at = "group.default_branch_protection_defaults";
    expect(direction(at, { allow_force_push: false }, { allow_force_push: true })).toBe("loosens");
    expect(direction(at, { allow_force_push: true, developer_can_initial_push: true }, { allow_force_push: false })).toBe(
      "tightens",
    );
  });
});

it("every attribute that a kind names there is one, of which one value can be more than another", () => {
  const wrong = [...kinds.values()].flatMap((kind) => {
    const { more = [], less = [], other = [] } = kind.weakens ?? {};
    const isComparable = (field: Field) =>
      ["flag", "text", "document"].includes(field.type) || isOrdered(field) || typeOf(field).unordered !== undefined;
    const measured = [...more, ...less].filter((path) => {
      const field = fieldAt(kind, path);
      return field === undefined || !isComparable(field);
    });
    const unknown = other.filter((path) => fieldAt(kind, path) === undefined);
    return [...measured, ...unknown].map((path) => `${kind.name}.${path}`);
  });
  expect(wrong).toEqual([]);
});

it("what protects, and what lets people in, is said of each kind whose name says so", () => {
  const named = placedKinds(kinds).filter(({ name }) => /^protected_|protection_rule$|^approval_rule$|^push_rules$/.test(name));
  expect(named.filter(({ weakens }) => weakens?.itself !== "less")).toEqual([]);
});
