import { describe, expect, test } from "vitest";
import { type Fields, formed, whyInapplicable } from "../../src/core/fields.js";
import type { Json, Spec } from "../../src/core/json.js";
import { kindDiagnostics } from "../../src/core/kind-check.js";
import { allFields, isAbsent, isInherent, isKeptUndeclared, type Kind } from "../../src/core/kind.js";
import { secret } from "../../src/core/placeholders.js";
import { durationSeconds } from "../../src/core/types/duration.js";
import { appearance } from "../../src/kinds/appearance.js";
import { applicationSettings } from "../../src/kinds/application-settings.js";
import { approvalRule } from "../../src/kinds/approval-rule.js";
import { group } from "../../src/kinds/group.js";
import { integration } from "../../src/kinds/integration.js";
import { project } from "../../src/kinds/project.js";
import { protectedEnvironment } from "../../src/kinds/protected-environment.js";

/** What the kind's check finds; each diagnostic says as data which attributes its text names. */
function rules(kind: Kind, spec: Spec): string[] {
  const names = Object.keys(allFields(kind)).filter((name) => name.includes("_"));
  return (kind.check?.(spec, undefined) ?? []).map(({ rule, attribute, about = [], message, allowed = "" }) => {
    const named = names.filter((name) => new RegExp(String.raw`\b${name}\b`).test(`${message} ${allowed}`));
    expect([attribute, ...about], rule).toEqual(expect.arrayContaining(named));
    return `${rule} ${attribute}`;
  });
}

test("what rests on an attribute of which nobody knows the value is not told", () => {
  const found = (unsure: readonly string[]) =>
    kindDiagnostics(applicationSettings, { spamfilter_enabled: true }, new Set(unsure), undefined).map(({ rule }) => rule);
  expect(found([])).toEqual(["settings.requires"]);
  expect(found(["spamfilter_api_key"])).toEqual([]);
  expect(found(["terms"])).toEqual(["settings.requires"]);
});

describe("settings that need others", () => {
  test.each([
    ["spamfilter_enabled", { spamfilter_api_key: secret("${env:KEY}") }],
    ["asset_proxy_enabled", { asset_proxy_url: "https://proxy.example.com" }],
    ["domain_denylist_enabled", { domain_denylist: ["example.org"] }],
    ["enforce_terms", { terms: "Be kind." }],
  ])("%s is refused without what the document requires, and accepted with it", (name, companion) => {
    expect(rules(applicationSettings, { [name]: true })).toEqual([`settings.requires ${name}`]);
    expect(rules(applicationSettings, { [name]: true, ...companion })).toEqual([]);
    expect(rules(applicationSettings, { [name]: false })).toEqual([]);
  });

  test("delayed deletion of projects is refused where that of groups is off", () => {
    const spec = { delayed_project_deletion: true, delayed_group_deletion: false };
    expect(rules(applicationSettings, spec)).toEqual(["settings.delayed-deletion delayed_project_deletion"]);
    expect(rules(applicationSettings, { ...spec, delayed_group_deletion: true })).toEqual([]);
  });

  test("a deletion period of 0 switches both delayed deletions off, and neither can be on beside it", () => {
    const field = (applicationSettings.fields as Fields)["deletion_adjourned_period"];
    const switchedOff = { delayed_group_deletion: false, delayed_project_deletion: false };
    expect(applicationSettings.implied?.({ deletion_adjourned_period: 0 })).toEqual(switchedOff);
    expect(applicationSettings.implied?.({ deletion_adjourned_period: 7 })).toEqual({});
    expect(formed(field?.normalise, 0)).toBe(formed(field?.normalise, 1));
    expect(rules(applicationSettings, { deletion_adjourned_period: 0, delayed_group_deletion: true })).toEqual([
      "settings.deletion-period delayed_group_deletion",
    ]);
    expect(rules(applicationSettings, { deletion_adjourned_period: 0 })).toEqual([]);
  });

  test("jobs are archived after a day at the earliest", () => {
    for (const text of ["1 day", "24 hours", "15 days", "1 month", "2 years", ""]) {
      expect(rules(applicationSettings, { archive_builds_in_human_readable: text }), text).toEqual([]);
    }
    for (const text of ["23 hours", "0", "soon", "3 moons"]) {
      expect(rules(applicationSettings, { archive_builds_in_human_readable: text }), text).toEqual([
        "settings.archive-builds archive_builds_in_human_readable",
      ]);
    }
  });

  test("one type of SSH key must stay allowed, and dormant users get 90 days", () => {
    const off = Object.fromEntries(
      ["dsa", "ecdsa", "ecdsa_sk", "ed25519", "ed25519_sk"].map((type) => [`${type}_key_restriction`, -1]),
    );
    expect(rules(applicationSettings, off)).toEqual([]);
    expect(rules(applicationSettings, { ...off, rsa_key_restriction: -1 })).toHaveLength(1);
    expect(rules(applicationSettings, { deactivate_dormant_users: true, deactivate_dormant_users_period: 30 })).toHaveLength(1);
  });
});

describe("settings whose forms differ", () => {
  const fields: Fields = applicationSettings.fields;
  test.each([
    ["searchengine_url", "http://a:9200/, http://b:9200", ["http://a:9200", "http://b:9200"]],
    ["asset_proxy_allowlist", "a.example.com, *.example.org", ["a.example.com", "*.example.org"]],
    ["domain_denylist", null, []],
    ["enabled_git_access_protocol", "nil", ""],
    ["enabled_git_access_protocol", null, "all"],
    ["polling_interval_multiplier", 1, "1.0"],
  ])("%s as written equals what the server answers", (name, written, answered) => {
    const field = fields[name];
    const decoded = formed(field?.decode, answered);
    const normal = (value: Json) => formed(field?.normalise, value);
    expect(normal(decoded)).toEqual(normal(written));
  });

  test("lengths of time are equal whatever their words", () => {
    expect(durationSeconds("1 week")).toBe(durationSeconds("7 days"));
    expect(durationSeconds("1 month and 2 days")).toBe(32 * 86_400);
    expect(durationSeconds("tomorrow")).toBeUndefined();
  });
});

describe("approval rules", () => {
  test.each([
    [{ users: [], groups: [] }, "approval-rule.nobody rule_type"],
    [{ rule_type: "any_approver", users: ["alice"] }, "approval-rule.any-approver users"],
    [{ rule_type: "report_approver", users: ["alice"] }, "approval-rule.report rule_type"],
    [{ users: ["alice"], report_type: "code_coverage" }, "approval-rule.report report_type"],
    [
      { users: ["alice"], applies_to_all_protected_branches: true, protected_branches: ["main"] },
      "approval-rule.branches protected_branches",
    ],
  ])("%j is refused", (spec, finding) => {
    expect(rules(approvalRule, { approvals_required: 1, ...spec })).toEqual([finding]);
  });

  test.each([
    { users: ["alice"] },
    { groups: ["acme"], protected_branches: ["main"] },
    { rule_type: "any_approver" },
    { rule_type: "report_approver", report_type: "code_coverage", groups: ["acme"] },
  ])("%j is accepted", (spec) => {
    expect(rules(approvalRule, { approvals_required: 1, ...spec })).toEqual([]);
  });

  test("rules that the platform made are never strays", () => {
    expect(isKeptUndeclared(approvalRule, { spec: {}, marks: { rule_type: "report_approver", approvals_required: 1 } })).toBe(
      true,
    );
    expect(isInherent(approvalRule, { rule_type: "any_approver", approvals_required: 0 })).toBe(true);
    expect(isInherent(approvalRule, { rule_type: "any_approver", approvals_required: 1 })).toBe(false);
    expect(isKeptUndeclared(approvalRule, { spec: {}, marks: { rule_type: "regular", approvals_required: 0 } })).toBe(false);
  });
});

describe("other kinds", () => {
  test("an inactive integration counts as absent, an inherited one is never a stray", () => {
    expect([isAbsent(integration, { active: false }), isAbsent(integration, { active: true })]).toEqual([true, false]);
    expect([isInherent(integration, { inherited: true }), isInherent(integration, {})]).toEqual([true, false]);
  });

  test("a monitoring integration has a site or an address", () => {
    expect(rules(integration, { monitoring_site: "" })).toHaveLength(1);
    expect(rules(integration, { monitoring_site: null, api_url: "https://api.example.com" })).toEqual([]);
    expect(rules(integration, { recipients: "a@example.com" })).toEqual([]);
  });

  test("a protected environment lets somebody deploy", () => {
    expect(rules(protectedEnvironment, { deploy_access_levels: [] })).toHaveLength(1);
    expect(rules(protectedEnvironment, { required_approval_count: 1 })).toEqual([]);
  });

  test("an LDAP link is whole", () => {
    expect(rules(group, { ldap_cn: "eng" })).toHaveLength(1);
    expect(rules(group, { ldap_cn: "eng", ldap_access: "developer" })).toEqual([]);
  });

  test("a project starts from one thing, and merge trains have their pipelines", () => {
    expect(rules(project, { initialize_with_readme: true, template_name: "rails" })).toHaveLength(1);
    expect(rules(project, { merge_trains_enabled: true, merge_pipelines_enabled: false })).toHaveLength(1);
    expect(rules(project, { merge_trains_enabled: true })).toEqual([]);
  });

  test("a default branch does not apply to an empty repository", () => {
    const branch = (project.fields as Fields)["default_branch"];
    expect(whyInapplicable(branch?.inapplicable, { empty_repo: true }, {})).toMatch(/empty/);
    expect(whyInapplicable(branch?.inapplicable, { empty_repo: false }, {})).toBeUndefined();
    expect(whyInapplicable(branch?.inapplicable, undefined, {})).toMatch(/empty/);
    expect(whyInapplicable(branch?.inapplicable, undefined, { initialize_with_readme: true })).toBeUndefined();
  });

  test("the address of an import compares without its credentials", () => {
    const form = (project.fields as Fields)["import_url"]?.normalise;
    expect(formed(form, "https://user:token@host.example.com/a.git")).toBe("https://host.example.com/a.git");
    expect(formed(form, "https://host.example.com/a@b.git")).toBe("https://host.example.com/a@b.git");
  });

  test("colours and icons are checked by their form", () => {
    const fields: Fields = appearance.fields;
    const accepts = (name: string, value: string) => new RegExp(fields[name]?.pattern?.like ?? "^$", "u").test(value);
    expect(["#E75E40", "#fff", "red", "#12345"].map((one) => accepts("message_font_color", one))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(["a.ico", "b.PNG", "c.jpg"].map((one) => accepts("favicon", one))).toEqual([true, true, false]);
  });
});
