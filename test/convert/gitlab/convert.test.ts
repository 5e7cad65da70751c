import { describe, expect, it } from "vitest";
import { acme, company, web } from "./company.js";
import { convert, shown, specs, state } from "./states.js";

describe("a state of the provider for the platform", () => {
  it("gives groups and projects under their full paths, without what is the default", () => {
    expect(specs(convert(state([acme, web])))).toEqual({
      "group:acme": { name: "Acme", visibility: "private" },
      "project:acme/web": {
        visibility: "internal",
        topics: ["typescript"],
        issues_access_level: "private",
        builds_access_level: "disabled",
        container_expiration_policy: { cadence: "7d", enabled: true, keep_n: 5 },
        merge_method: "ff",
        only_allow_merge_if_pipeline_succeeds: true,
      },
    });
  });
});

describe("numbers in a state", () => {
  it("become the names that resources and data sources of the document tell", () => {
    const rule = shown("gitlab_project_approval_rule.security", {
      project: "11",
      name: "Security",
      approvals_required: 2,
      rule_type: "regular",
      user_ids: [101],
      group_ids: [8],
      protected_branch_ids: [31],
    });
    const personal = shown("gitlab_project.own", {
      id: "12",
      name: "Own",
      path: "own",
      path_with_namespace: "alice/own",
      namespace_id: 201,
    });
    const environment = shown("gitlab_group_protected_environment.production", {
      group: "acme",
      environment: "production",
      deploy_access_levels: [
        {
          access_level: "maintainer",
          access_level_description: "Maintainers",
          group_id: null,
          user_id: null,
          id: 1,
          group_inheritance_type: 0,
        },
        { access_level: null, group_id: 8, user_id: null, id: 2, group_inheritance_type: 1 },
        { access_level: null, group_id: null, user_id: 101, id: 3, group_inheritance_type: 0 },
      ],
      approval_rules: [{ access_level: "developer", required_approvals: 2, group_id: null, user_id: null }],
    });
    const converted = convert(state([...company, rule, personal, environment]));
    expect(specs(converted)).toMatchObject({
      "approval_rule:acme/web:Security": {
        approvals_required: 2,
        users: ["alice"],
        groups: ["acme/ops"],
        protected_branches: ["main"],
      },
      "project:alice/own": { name: "Own" },
      "protected_environment:acme:production": {
        deploy_access_levels: [
          { access_level: "maintainer" },
          { group: "acme/ops", group_inheritance_type: 1 },
          { user: "alice" },
        ],
        approval_rules: [{ access_level: "developer", required_approvals: 2 }],
      },
    });
  });

  it("stay numbers where nothing tells the name, which is told", () => {
    const rule = { project: "11", name: "R", approvals_required: 1, user_ids: [101, 555], group_ids: [99] };
    const converted = convert(state([...company, shown("gitlab_project_approval_rule.r", rule)]));
    expect(specs(converted)["approval_rule:acme/web:R"]).toMatchObject({ users: ["alice", 555], groups: [99] });
    expect(converted.remarks).toContain(
      "approval_rule:acme/web:R: users holds a number, because nothing in the document tells the name of user 555",
    );
    expect(converted.remarks).toContainEqual(expect.stringContaining("the name of group 99"));
  });

  it("that say where a thing is, and that nothing explains, leave it out by name", () => {
    const { declarations, remarks } = convert(
      state([shown('gitlab_project_level_mr_approvals.all["x"]', { project_id: 4711, reset_approvals_on_push: false })]),
    );
    expect(declarations).toEqual([]);
    expect(remarks).toContain(
      'gitlab_project_level_mr_approvals.all["x"] is not converted: nothing in the document tells which project it is in',
    );
  });
});

describe("resources that speak of one thing", () => {
  it("are put together: shares, the project of templates, a pull mirror", () => {
    const converted = convert(
      state([
        ...company,
        shown("gitlab_project_share_group.ops", { project: "11", group_id: 8, group_access: "maintainer" }),
        shown("gitlab_group_share_group.ops", {
          group_id: "7",
          share_group_id: 8,
          group_access: "no one",
          expires_at: "2030-01-31",
        }),
        shown("gitlab_group_project_file_template.web", { group_id: 7, file_template_project_id: 11 }),
        shown("gitlab_project_pull_mirror.web", {
          project: "11",
          url: "https://git.example.com/web.git",
          enabled: true,
          mirror_id: 3,
        }),
      ]),
    );
    expect(specs(converted)).toMatchObject({
      "group:acme": { name: "Acme", file_template_project_id: "acme/web" },
      "project:acme/web": {
        merge_method: "ff",
        mirror: true,
        import_url: "https://git.example.com/web.git",
        shared_with_groups: [{ group: "acme/ops", access_level: "maintainer" }],
      },
    });
    expect(converted.remarks).toContainEqual(
      expect.stringMatching(/^group:acme: shared_with_groups is left out: must be one of (?:minimal, )?guest/),
    );
    expect(converted.remarks).toContainEqual(expect.stringMatching(/^shared_with_groups is the whole list/));
  });

  it("count once where they say the same thing twice", () => {
    const { declarations, remarks } = convert(
      state([acme, shown("gitlab_group.again", { ...acme.values, description: "Again" })]),
    );
    expect(declarations).toHaveLength(1);
    expect(remarks).toContain("gitlab_group.again is not converted: gitlab_group.acme says what group:acme is already");
  });

  it("may be the set of all approval rules of a project", () => {
    const converted = convert(
      state([
        ...company,
        shown("gitlab_project_approval_rules.web", {
          project: "acme/web",
          approval_rules: [
            { id: 1, name: "All", rule_type: "any_approver", approvals_required: 1, user_ids: [], group_ids: [] },
            {
              id: 2,
              name: "Release",
              rule_type: "regular",
              approvals_required: 2,
              group_ids: [8],
              applies_to_all_protected_branches: true,
            },
          ],
        }),
      ]),
    );
    expect(specs(converted)).toMatchObject({
      "approval_rule:acme/web:All": { approvals_required: 1, rule_type: "any_approver" },
      "approval_rule:acme/web:Release": { approvals_required: 2, groups: ["acme/ops"], applies_to_all_protected_branches: true },
    });
    expect(converted.remarks).toContainEqual(expect.stringContaining("delete_undeclared"));
  });
});

describe("integrations", () => {
  it("go by their slug under all names that the provider has had for them", () => {
    for (const prefix of ["service", "integration", "project_integration"]) {
      const converted = convert(
        state([web, shown(`gitlab_${prefix}_external_wiki.w`, { project: "11", external_wiki_url: "https://wiki.example.com" })]),
      );
      expect(specs(converted)["integration:acme/web:external-wiki"]).toEqual({ external_wiki_url: "https://wiki.example.com" });
    }
  });

  it("of the state's own tracker get the address that the provider does not know", () => {
    const tracker = {
      project: "11",
      project_url: "https://t.example.com",
      issues_url: "https://t.example.com/:id",
      active: true,
    };
    const converted = convert(state([web, shown("gitlab_project_integration_custom_issue_tracker.t", tracker)]));
    expect(specs(converted)["integration:acme/web:custom-issue-tracker"]).toMatchObject({
      new_issue_url: "https://t.example.com",
    });
    expect(converted.remarks).toContainEqual(expect.stringContaining("new_issue_url is that of project_url"));
  });

  it("that are switched off, or unknown, are told", () => {
    const { declarations, remarks } = convert(
      state([
        shown("gitlab_project_integration_external_wiki.off", { project: "acme/web", active: false }),
        shown("gitlab_group_integration_mimosa.all", { group: "acme", api_key: "hunter2-hunter2" }),
        shown("gitlab_integration_mimosa.web", { project: "acme/web", password: "hunter2-hunter2" }),
      ]),
    );
    expect(declarations).toEqual([]);
    expect(remarks.slice(0, 3)).toEqual([
      "gitlab_project_integration_external_wiki.off is not converted: it is switched off",
      "gitlab_group_integration_mimosa (1): trueup does not manage this integration. Left out: gitlab_group_integration_mimosa.all",
      "gitlab_integration_mimosa (1): trueup does not manage this integration. Left out: gitlab_integration_mimosa.web",
    ]);
  });
});
