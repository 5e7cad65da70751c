import { describe, expect, it } from "vitest";
import { convert, constants, plan, shown, specs } from "./states.js";

describe("a plan of the provider for the platform", () => {
  it("gives what the configuration sets, also where it is the default, and nothing else", () => {
    const values = {
      path_with_namespace: "acme/web",
      name: "web",
      merge_method: "merge",
      squash_option: "always",
      lfs_enabled: false,
      ci_default_git_depth: 0,
      build_timeout: 7200,
      container_expiration_policy: [{ cadence: "1d", enabled: true, keep_n: 5, next_run_at: "2026-01-01" }],
    };
    const text = plan([shown("gitlab_project.web", values)], {
      expressions: {
        "gitlab_project.web": {
          ...constants({ name: "web", merge_method: "merge", lfs_enabled: false, ci_default_git_depth: 0 }),
          container_expiration_policy: [{ enabled: { constant_value: true }, keep_n: { references: ["var.keep"] } }],
        },
      },
    });
    expect(specs(convert(text))).toEqual({
      "project:acme/web": {
        name: "web",
        merge_method: "merge",
        lfs_enabled: false,
        ci_default_git_depth: 0,
        container_expiration_policy: { enabled: true, keep_n: 5 },
      },
    });
  });

  it("finds the places of what is still to be made, by what the configuration refers to", () => {
    const resources = [
      shown("gitlab_group.acme", { name: "Acme", path: "acme" }),
      shown("gitlab_group.ops", { name: "Ops", path: "ops" }),
      shown("gitlab_project.web", { name: "Web Shop", visibility_level: "internal" }),
      shown("gitlab_project_approval_rule.r", { name: "R", approvals_required: 1 }),
      shown("gitlab_project_share_group.s", { group_access: "developer" }),
      shown("gitlab_project_integration_github.g", { repository_url: "https://example.com/a" }),
    ];
    const refersTo = (...references: string[]) => ({ references });
    const converted = convert(
      plan(resources, {
        expressions: {
          "gitlab_group.ops": {
            ...constants({ name: 0, path: 0 }),
            parent_id: refersTo("gitlab_group.acme.id", "gitlab_group.acme"),
          },
          "gitlab_project.web": {
            ...constants({ name: 0, visibility_level: 0 }),
            namespace_id: refersTo("gitlab_group.ops.id", "gitlab_group.ops"),
            default_branch: refersTo("random_pet.branch.id", "random_pet.branch"),
          },
          "gitlab_project_approval_rule.r": {
            ...constants({ name: 0, approvals_required: 0 }),
            project: refersTo("gitlab_project.web.id", "gitlab_project.web"),
            group_ids: refersTo("gitlab_group.ops.id", "gitlab_group.ops", "gitlab_group.acme.id", "gitlab_group.acme"),
          },
          "gitlab_project_share_group.s": {
            ...constants({ group_access: 0 }),
            project: refersTo("gitlab_project.web"),
            group_id: refersTo("gitlab_group.acme"),
          },
          "gitlab_project_integration_github.g": {
            ...constants({ repository_url: 0 }),
            project: refersTo("gitlab_project.web"),
            token: refersTo("var.token"),
          },
        },
      }),
    );
    expect(specs(converted)).toEqual({
      "group:acme": { name: "Acme" },
      "group:acme/ops": { name: "Ops" },
      "project:acme/ops/web-shop": {
        name: "Web Shop",
        visibility: "internal",
        shared_with_groups: [{ group: "acme", access_level: "developer" }],
      },
      "approval_rule:acme/ops/web-shop:R": { approvals_required: 1, groups: ["acme/ops", "acme"] },
      "integration:acme/ops/web-shop:github": {
        token: { $secret: "${env:ACME_OPS_WEB_SHOP_GITHUB_TOKEN}" },
        repository_url: "https://example.com/a",
      },
    });
    expect(converted.remarks).toEqual(
      expect.arrayContaining([
        "project:acme/ops/web-shop: web-shop is what the platform should make of its name: it has no path",
        "project:acme/ops/web-shop: default_branch is left out: its value is not known before the apply",
      ]),
    );
  });

  it("finds what count and for_each, in modules too, refer to", () => {
    const inModule = (address: string, values: object, index?: string) =>
      shown(address, { ...values }, { address: `module.team["a.b"].${address}`, ...(index === undefined ? {} : { index }) });
    const group = { path: "acme", full_path: "acme", id: "7", name: "Acme" };
    const resources = [
      inModule('gitlab_project.p["x"]', { name: "Xenon", path: "xenon", namespace_id: 7 }, "x"),
      inModule('gitlab_project.p["y.z"]', { name: "Yew", path: "yew", namespace_id: 7 }, "y.z"),
      inModule('gitlab_project_level_mr_approvals.p["y.z"]', { merge_requests_author_approval: true }, "y.z"),
    ];
    const document = JSON.stringify({
      format_version: "1.2",
      planned_values: {
        root_module: {
          resources: [shown("gitlab_group.acme", group)],
          child_modules: [{ address: 'module.team["a.b"]', resources }],
        },
      },
      configuration: {
        root_module: {
          resources: [],
          module_calls: {
            team: {
              module: {
                resources: [
                  {
                    mode: "managed",
                    type: "gitlab_project",
                    name: "p",
                    expressions: constants({ name: 0, path: 0, namespace_id: 0 }),
                  },
                  {
                    mode: "managed",
                    type: "gitlab_project_level_mr_approvals",
                    name: "p",
                    expressions: {
                      project_id: { references: ["gitlab_project.p", "each.key"] },
                      ...constants({ merge_requests_author_approval: 0 }),
                    },
                  },
                ],
              },
            },
          },
        },
      },
    });
    expect(specs(convert(document))).toEqual({
      "project:acme/xenon": { name: "Xenon" },
      "project:acme/yew": { name: "Yew" },
      "approval_settings:acme/yew": { merge_requests_author_approval: true },
      // Nothing of it stands in the configuration any more but that it is there.
      "group:acme": { name: "Acme" },
    });
  });

  it("gives what trueup does not know to the platform as it is, and says so", () => {
    const settings = shown("gitlab_application_settings.this", {
      lantern_enabled: false,
      signup_enabled: true,
      plantuml_url: null,
    });
    const converted = convert(plan([settings]));
    expect(specs(converted)).toEqual({ application_settings: { signup_enabled: true, lantern_enabled: false } });
    expect(converted.remarks).toEqual([
      "application_settings: lantern_enabled stands under unchecked, because trueup does not know it",
    ]);
  });

  it("does not run in circles where a configuration does", () => {
    const circle = { parent_id: { references: ["gitlab_group.b"] }, path: {}, name: {} };
    const { declarations, remarks } = convert(
      plan([shown("gitlab_group.a", { path: "a", name: "A" }), shown("gitlab_group.b", { path: "b", name: "B" })], {
        expressions: { "gitlab_group.a": circle, "gitlab_group.b": { ...circle, parent_id: { references: ["gitlab_group.a"] } } },
      }),
    );
    expect(declarations).toEqual([]);
    expect(remarks).toEqual([
      "gitlab_group.a is not converted: nothing in the document tells which group it is in",
      "gitlab_group.b is not converted: nothing in the document tells which group it is in",
    ]);
  });
});
