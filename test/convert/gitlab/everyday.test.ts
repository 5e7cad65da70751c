import { describe, expect, it } from "vitest";
import { company } from "./company.js";
import { convert, shown, specs, state } from "./states.js";

const at = { project: "acme/web" };
const inGroup = { group: "acme" };
const secret = (name: string) => ({ $secret: `\${env:${name}}` });

describe("what people manage every day, of the provider's state", () => {
  it("becomes members, by name", () => {
    const converted = convert(
      state([
        ...company,
        shown("gitlab_group_membership.alice", {
          group_id: "7",
          user_id: 101,
          access_level: "owner",
          expires_at: "",
          member_role_id: null,
          skip_subresources_on_destroy: false,
          unassign_issuables_on_destroy: false,
        }),
        shown("gitlab_project_membership.alice", { ...at, user_id: 101, access_level: "developer", expires_at: "2099-01-31" }),
        shown("gitlab_project_membership.nobody", { ...at, user_id: 999, access_level: "developer" }),
      ]),
    );
    expect(specs(converted)).toMatchObject({
      "member:acme:alice": { access_level: "owner" },
      "member:acme/web:alice": { access_level: "developer", expires_at: "2099-01-31" },
    });
    expect(converted.remarks).toContainEqual(expect.stringContaining("nothing in the document tells the name of user 999"));
  });

  it("becomes protections whose levels and entries are one list", () => {
    const { "protected_branch:acme/web:release/*": main, "protected_tag:acme/web:v*": tags } = specs(
      convert(
        state([
          ...company,
          shown("gitlab_branch_protection.main", {
            ...at,
            branch: "release/*",
            branch_protection_id: 32,
            push_access_level: "no one",
            merge_access_level: "developer",
            unprotect_access_level: "maintainer",
            allow_force_push: true,
            code_owner_approval_required: false,
            allowed_to_push: [{ access_level: "", access_level_description: "alice", user_id: 101, group_id: null }],
            allowed_to_merge: [],
            allowed_to_unprotect: [],
          }),
          shown("gitlab_tag_protection.v", { ...at, tag: "v*", create_access_level: "developer", allowed_to_create: [] }),
        ]),
      ),
    );
    expect(main).toEqual({
      allowed_to_push: [{ user: "alice" }],
      allowed_to_merge: [{ access_level: "developer" }],
      allow_force_push: true,
    });
    expect(tags).toEqual({ allowed_to_create: [{ access_level: "developer" }] });
  });

  it("becomes variables by key and scope, hooks and schedules, without a value of a secret", () => {
    const converted = convert(
      state([
        ...company,
        shown("gitlab_project_variable.a", { ...at, key: "A", environment_scope: "*", value: "hunter2-a", masked: true }),
        shown("gitlab_project_variable.b", { ...at, key: "A", environment_scope: "production", value: "hunter2-b" }),
        shown("gitlab_group_variable.c", { ...inGroup, key: "C", environment_scope: "*", value: "hunter2-c" }),
        shown("gitlab_instance_variable.d", { key: "D", value: "hunter2-d", protected: true }),
        shown("gitlab_project_hook.ci", {
          ...at,
          url: "https://ci.example.com/hook",
          token: "hunter2-e",
          push_events: true,
          issues_events: true,
          custom_headers: [{ key: "X-Team", value: "hunter2-f" }],
        }),
        shown("gitlab_pipeline_schedule.nightly", {
          ...at,
          id: "acme/web:5",
          pipeline_schedule_id: 5,
          description: "Nightly",
          ref: "refs/heads/main",
          cron: "0 3 * * *",
          active: true,
        }),
        shown("gitlab_pipeline_schedule_variable.scope", { ...at, pipeline_schedule_id: 5, key: "SCOPE", value: "hunter2-g" }),
        shown("gitlab_pipeline_schedule_variable.other", { ...at, pipeline_schedule_id: 5, key: "OTHER", value: "hunter2-h" }),
      ]),
    );
    expect(specs(converted)).toMatchObject({
      "variable:acme/web:A": { value: secret("ACME_WEB_A_VALUE"), masked: true },
      "variable:acme/web:A@production": { value: secret("ACME_WEB_A_PRODUCTION_VALUE") },
      "variable:acme:C": { value: secret("ACME_C_VALUE") },
      "variable:D": { value: secret("D_VALUE"), protected: true },
      "hook:acme/web:https://ci.example.com/hook": {
        token: secret("ACME_WEB_HTTPS_CI_EXAMPLE_COM_HOOK_TOKEN"),
        issues_events: true,
        custom_headers: { "X-Team": secret("ACME_WEB_HTTPS_CI_EXAMPLE_COM_HOOK_CUSTOM_HEADERS_X_TEAM") },
      },
      "pipeline_schedule:acme/web:Nightly": {
        cron: "0 3 * * *",
        variables: {
          SCOPE: secret("ACME_WEB_NIGHTLY_VARIABLES_SCOPE"),
          OTHER: secret("ACME_WEB_NIGHTLY_VARIABLES_OTHER"),
        },
      },
    });
    expect(JSON.stringify(converted)).not.toContain("hunter2");
  });

  it("becomes labels, badges, keys, environments, freezes, links, scopes, rules and files under the names that tell them apart", () => {
    const converted = convert(
      state([
        ...company,
        shown("gitlab_label.bug", { ...at, name: "bug", color: "#d9534f", color_hex: "#d9534f", label_id: 3 }),
        shown("gitlab_group_label.epic", { ...inGroup, name: "epic", color: "#112233" }),
        shown("gitlab_project_badge.ci", { ...at, name: "ci", link_url: "https://a", image_url: "https://b" }),
        shown("gitlab_deploy_key.ci", { ...at, title: "CI", key: "ssh-ed25519 AAAA ci", can_push: true }),
        shown("gitlab_project_environment.production", {
          ...at,
          name: "production",
          external_url: "https://w",
          tier: "production",
          cluster_agent_id: 77,
        }),
        shown("gitlab_project_freeze_period.night", { ...at, freeze_start: "0 23 * * 5", freeze_end: "0 7 * * 1" }),
        shown("gitlab_group_saml_link.devs", { ...inGroup, saml_group_name: "devs", access_level: "developer" }),
        shown("gitlab_group_ldap_link.ops", {
          ...inGroup,
          cn: "ops",
          filter: "",
          group_access: "developer",
          ldap_provider: "ldapmain",
        }),
        shown("gitlab_project_job_token_scopes.web", { ...at, enabled: false, target_project_ids: [], target_group_ids: [7] }),
        shown("gitlab_project_pages_settings.web", {
          ...at,
          is_unique_domain_enabled: false,
          force_https: true,
          deployments: [],
        }),
        shown("gitlab_cluster_agent.one", { ...at, agent_id: 77, name: "prod-agent" }),
        shown("gitlab_project_share_group.crew", { ...at, group_id: 7, group_access: "developer", member_role_id: 5 }),
        shown("gitlab_member_role.auditor", { id: 5, name: "Auditor" }),
        shown("gitlab_project_push_rules.web", { ...at, commit_message_regex: "^A", deny_delete_tag: true }),
        shown(
          "gitlab_project_mirror.one",
          { ...at, url: "https://me:hunter2@mirror.example.com/a.git", enabled: true },
          {
            sensitive_values: { url: true },
          },
        ),
        shown("gitlab_project_custom_attribute.cost", { project: 11, key: "cost", value: "4711" }),
        shown("gitlab_repository_file.owners", {
          ...at,
          file_path: "CODEOWNERS",
          branch: "main",
          content: Buffer.from("* @acme\n").toString("base64"),
          encoding: "base64",
          commit_message: "Owners",
        }),
        shown("gitlab_project_container_tag_protection.v", {
          ...at,
          tag_name_pattern: "v.*",
          minimum_access_level_for_push: "maintainer",
          minimum_access_level_for_delete: "owner",
        }),
      ]),
    );
    expect(specs(converted)).toMatchObject({
      "label:acme/web:bug": { color: "#d9534f" },
      "label:acme:epic": { color: "#112233" },
      "badge:acme/web:ci": { link_url: "https://a", image_url: "https://b" },
      "deploy_key:acme/web:CI": { key: "ssh-ed25519 AAAA ci", can_push: true },
      "environment:acme/web:production": { external_url: "https://w", tier: "production", agent: "prod-agent" },
      "pages_settings:acme/web": { unique_domain_enabled: false, https_only: true },
      "project:acme/web": { shared_with_groups: [{ group: "acme", access_level: "developer", member_role: "Auditor" }] },
      "freeze_period:acme/web:0 23 * * 5": { freeze_end: "0 7 * * 1" },
      "saml_group_link:acme:devs": { access_level: "developer" },
      "ldap_group_link:acme:cn=ops": { group_access: "developer", provider_name: "ldapmain" },
      "job_token_scope:acme/web": { enabled: false, groups: ["acme"] },
      "push_rules:acme/web": { commit_message_regex: "^A", deny_delete_tag: true },
      "push_mirror:acme/web:https://mirror.example.com/a.git": { enabled: true },
      "custom_attribute:acme/web:cost": { value: "4711" },
      "repository_file:acme/web:CODEOWNERS@main": { content: "* @acme\n", commit_message: "Owners" },
      "container_tag_protection_rule:acme/web:v.*": { minimum_access_level_for_delete: "owner" },
    });
    expect(JSON.stringify(converted)).not.toContain("hunter2");
  });
});
