import { describe, expect, it } from "vitest";
import { company } from "./company.js";
import { constants, convert, plan, shown, specs, state } from "./states.js";

const at = { project: "acme/web" };

describe("what fewer people manage, of the provider's state", () => {
  it("becomes who may deploy to an environment of a project", () => {
    const converted = convert(
      state([
        ...company,
        shown("gitlab_project_protected_environment.production", {
          ...at,
          environment: "production",
          deploy_access_levels: [],
          deploy_access_levels_attribute: [
            { id: 1, access_level: "maintainer", access_level_description: "Maintainers", user_id: null, group_id: null },
            { id: 2, access_level: null, user_id: 101, group_id: null, group_inheritance_type: 0 },
            { id: 3, access_level: null, user_id: null, group_id: 8, group_inheritance_type: 1 },
          ],
          approval_rules: [{ id: 4, access_level: "developer", required_approvals: 2, user_id: null, group_id: null }],
        }),
      ]),
    );
    expect(specs(converted)["protected_environment:acme/web:production"]).toEqual({
      deploy_access_levels: [{ access_level: "maintainer" }, { user: "alice" }, { group: "acme/ops", group_inheritance_type: 1 }],
      approval_rules: [{ access_level: "developer", required_approvals: 2 }],
    });
  });

  it("becomes approval settings of a group, which the platform says the other way round", () => {
    const values = {
      group: "acme",
      allow_author_approval: false,
      allow_committer_approval: false,
      allow_overrides_to_approver_list_per_merge_request: true,
      retain_approvals_on_push: false,
      require_reauthentication_to_approve: true,
      selective_code_owner_removals: false,
      keep_settings_on_destroy: true,
    };
    const text = plan([...company, shown("gitlab_group_level_mr_approvals.acme", values)], {
      expressions: { "gitlab_group_level_mr_approvals.acme": constants(values) },
    });
    expect(specs(convert(text))["approval_settings:acme"]).toEqual({
      merge_requests_author_approval: false,
      merge_requests_disable_committers_approval: true,
      disable_overriding_approvers_per_merge_request: false,
      reset_approvals_on_push: true,
      require_reauthentication_to_approve: true,
      selective_code_owner_removals: false,
    });
  });

  it("becomes integrations of groups, and those that the platform calls otherwise", () => {
    const converted = convert(
      state([
        ...company,
        shown("gitlab_group_integration_jira.acme", {
          group: "acme",
          url: "https://jira.example.com",
          username: "bot",
          password: "hunter2-jira",
          active: true,
        }),
        shown("gitlab_project_integration_google_chat.web", {
          ...at,
          webhook: "https://chat.example.com/hunter2-chat",
          active: true,
        }),
      ]),
    );
    expect(specs(converted)).toMatchObject({
      "integration:acme:jira": {
        url: "https://jira.example.com",
        username: "bot",
        password: { $secret: "${env:ACME_JIRA_PASSWORD}" },
      },
      "integration:acme/web:hangouts-chat": { webhook: { $secret: "${env:ACME_WEB_HANGOUTS_CHAT_WEBHOOK}" } },
    });
    expect(JSON.stringify(converted)).not.toContain("hunter2");
  });

  it("becomes feature flags, lists of users by name, and domains of pages without their keys", () => {
    const converted = convert(
      state([
        ...company,
        shown("gitlab_project_feature_flag_user_list.beta", { ...at, name: "beta", list_id: 3, user_xids: "a,b" }),
        shown("gitlab_project_feature_flag.checkout", {
          ...at,
          name: "checkout",
          description: "The new one",
          active: false,
          created_at: "2026-01-01T00:00:00Z",
          strategies: [
            {
              name: "flexibleRollout",
              parameters: { group_id: "checkout", rollout: "25", stickiness: "default", percentage: null, user_ids: null },
              scopes: [{ environment_scope: "production" }],
              user_list_id: null,
            },
            { name: "userWithId", parameters: { user_ids: "1,2" }, scopes: [{ environment_scope: "*" }] },
            { name: "gitlabUserList", parameters: null, scopes: null, user_list_id: 3 },
          ],
        }),
        shown("gitlab_pages_domain.www", {
          ...at,
          domain: "www.example.com",
          auto_ssl_enabled: false,
          certificate: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
          key: "hunter2-key",
          url: "https://www.example.com",
          verified: true,
          verification_code: "hunter2-code",
        }),
      ]),
    );
    expect(specs(converted)).toMatchObject({
      "feature_flag:acme/web:checkout": {
        active: false,
        description: "The new one",
        strategies: [
          {
            name: "flexibleRollout",
            parameters: { groupId: "checkout", rollout: "25", stickiness: "default" },
            scopes: ["production"],
          },
          { name: "userWithId", parameters: { userIds: "1,2" } },
          { name: "gitlabUserList", user_list: "beta" },
        ],
      },
      "pages_domain:acme/web:www.example.com": {
        certificate_key: { $secret: expect.stringContaining("${env:") },
      },
    });
    expect(JSON.stringify(converted)).not.toContain("hunter2");
    expect(converted.remarks).toContainEqual(
      expect.stringContaining("gitlab_project_feature_flag_user_list (1): trueup does not manage lists of users"),
    );
  });
});
