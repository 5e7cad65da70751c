import { describe, expect, it } from "vitest";
import { problemsOf } from "../desired/workspace.js";

describe("what layers make together", () => {
  it("must have what has to be given, and be sound, wherever each part of it comes from", async () => {
    const problems = await problemsOf(`policies:
  base:
    projects: ["acme/**"]
    set:
      approval_rules:
        Two: { rule_type: any_approver, approvals_required: { at_least: 2 } }
        Bad: { rule_type: any_approver }
  users:
    projects: [acme/web]
    where: { visibility: public }
    set: { approval_rules: { Maybe: { users: [al], approvals_required: 1 } } }
projects:
  acme/web: { approval_rules: { Two: {}, Own: { users: [al] }, Maybe: { rule_type: any_approver }, Bad: { approvals_required: 1 } } }
  acme/api: { approval_rules: { Two: { users: [al] }, Bad: { ensure: absent } } }
  acme/shop: { approval_rules: { Bad: { approvals_required: oops } } }
  acme/free: { inherit: false }
  acme/left: { ignore: [approval_rules.Bad] }
`);
    expect(problems).toEqual([
      "a.yaml:13:42 | schema.required | approval_rule:acme/web:Own | approvals_required is required | ",
      "a.yaml:14:40 | approval-rule.any-approver | approval_rule:acme/api:Two.users | an any_approver rule takes no users | rule_type: regular, or no users",
      "a.yaml:15:61 | schema.type | approval_rule:acme/shop:Bad.approvals_required | must be a whole number | ",
    ]);
  });

  it("is told once where a policy or a preset is to blame, and also where nothing is declared", async () => {
    const problems = await problemsOf(`policies:
  base:
    projects: ["acme/**"]
    undeclared: include
    set:
      approval_rules:
        A: { rule_type: report_approver }
        B: { approvals_required: 1, rule_type: any_approver, users: [x] }
        C: { users: [x] }
  more:
    projects: ["acme/*"]
    undeclared: include
    set: { approval_rules: { A: { report_type: code_coverage, approvals_required: 1 } } }
projects:
  acme/sub/web: {}
  acme/sub/api: {}
  acme/web: {}
`);
    expect(problems).toEqual([
      "a.yaml:7:9 | schema.required | approval_rule:acme/sub/api:A | approvals_required is required | ",
      "a.yaml:7:14 | approval-rule.report | approval_rule:acme/sub/api:A.rule_type | a report_approver rule needs report_type | report_type: license_scanning or code_coverage",
      "a.yaml:8:62 | approval-rule.any-approver | approval_rule:acme/sub/api:B.users | an any_approver rule takes no users | rule_type: regular, or no users",
      "a.yaml:9:9 | schema.required | approval_rule:acme/sub/api:C | approvals_required is required | ",
    ]);
    expect(
      await problemsOf(`policies:
  base: { projects: ["acme/**"], undeclared: include, set: { approval_rules: { C: { users: [x] } } } }
`),
    ).toEqual(["a.yaml:2:80 | schema.required | policy base.approval_rules.C | approvals_required is required | "]);
  });

  it("is judged where the files decide a condition, as plan decides it, and left to plan where only what is live tells", async () => {
    const problems = (visibility: string) =>
      problemsOf(`policies:
  users:
    projects: [acme/web]
    where: { visibility: public }
    set: { approval_rules: { Two: { rule_type: any_approver, approvals_required: 1 } } }
projects:
  acme/web: {${visibility} approval_rules: { Two: { users: [al] } } }
`);
    const wrong = "approval-rule.any-approver | approval_rule:acme/web:Two.users | an any_approver rule takes no users";
    expect(await problems(" visibility: public,")).toEqual([expect.stringContaining(wrong)]);
    expect(await problems(" visibility: private,")).toEqual([expect.stringContaining("approvals_required is required")]);
    expect(await problems("")).toEqual([]);
  });

  it("is judged as ever where the files have no layers", async () => {
    const body = "projects: { acme/web: { approval_rules: { R: { users: [al] } } } }\n";
    const required = "approval_rule:acme/web:R | approvals_required is required | ";
    expect(await problemsOf(body)).toEqual([`a.yaml:1:43 | schema.required | ${required}`]);
    expect(await problemsOf(`${body}presets: { p: { merge_method: ff } }\n`)).toContain(
      `a.yaml:1:43 | schema.required | ${required}`,
    );
  });
});
