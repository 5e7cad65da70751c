import { describe, expect, it } from "vitest";
import { acme, company, web } from "./company.js";
import { convert, shown, specs, state } from "./states.js";

describe("secrets", () => {
  const secret = "hunter2-hunter2";

  it("become variables, also where only the state marks them, and stand nowhere", () => {
    const converted = convert(
      state([
        ...company,
        shown("gitlab_application_settings.this", {
          akismet_enabled: true,
          akismet_api_key: secret,
          recaptcha_private_key: secret,
        }),
        shown("gitlab_project_integration_github.g", { project: "11", token: secret, repository_url: "https://example.com/a/b" }),
        shown(
          "gitlab_project.marked",
          {
            id: "13",
            path_with_namespace: "acme/marked",
            name: "marked",
            description: secret,
            topics: [secret],
            import_url: `https://somebody:${secret}@git.example.com/a.git`,
            import_url_password: secret,
            mirror: true,
            runners_token: secret,
          },
          { sensitive_values: { description: true, topics: [true] } },
        ),
        shown("gitlab_topic.marked", { name: secret, title: "T" }, { sensitive_values: { name: true } }),
        shown("gitlab_user.bob", { id: "9", username: "bob", password: secret }),
      ]),
    );
    expect(JSON.stringify(converted)).not.toContain(secret);
    expect(specs(converted)).toMatchObject({
      application_settings: { spamfilter_enabled: true, spamfilter_api_key: { $secret: "${env:SPAMFILTER_API_KEY}" } },
      "integration:acme/web:github": { token: { $secret: "${env:ACME_WEB_GITHUB_TOKEN}" } },
      "project:acme/marked": {
        description: { $secret: "${env:ACME_MARKED_DESCRIPTION}" },
        import_url: "https://git.example.com/a.git",
      },
    });
    expect(converted.remarks).toEqual(
      expect.arrayContaining([
        "project:acme/marked: topics is left out: it is marked as sensitive",
        expect.stringContaining("import_url is without its credentials"),
        "gitlab_topic.marked is not converted: its name is marked as sensitive",
      ]),
    );
  });

  it("in the addresses of hooks stand under their names", () => {
    const converted = convert(
      state([
        ...company,
        shown("gitlab_project_hook.ci", { project: "11", url: `https://ci.example.com/?token=${secret}`, push_events: true }),
        shown("gitlab_system_hook.all", { url: `https://me:${secret}@ci.example.com/`, push_events: true }),
      ]),
    );
    expect(JSON.stringify(converted)).not.toContain(secret);
    const named = { $secret: expect.stringContaining("URL_VARIABLES") as string };
    expect(specs(converted)).toMatchObject({
      "hook:acme/web:https://ci.example.com/?token={token}": { url_variables: { token: named } },
      "hook::https://{username}:{password}@ci.example.com/": { url_variables: { username: named, password: named } },
    });
  });

  it("that name a thing, or say where it is, leave it out", () => {
    const rule = { name: secret, rule_type: "any_approver", approvals_required: 1 };
    for (const marks of [true, [{ name: true }], [true]]) {
      const converted = convert(
        state([
          web,
          shown(
            "gitlab_project_approval_rules.all",
            { project: "11", approval_rules: [rule] },
            { sensitive_values: { approval_rules: marks } },
          ),
          shown(
            "gitlab_project_approval_rule.one",
            { ...rule, name: "R", project: `acme/${secret}` },
            { sensitive_values: { project: true } },
          ),
        ]),
      );
      expect(JSON.stringify(converted)).not.toContain(secret);
      expect(Object.keys(specs(converted))).toEqual(["project:acme/web"]);
      expect(converted.remarks).toEqual(
        expect.arrayContaining([
          "gitlab_project_approval_rules.all is not converted: its name is marked as sensitive",
          "gitlab_project_approval_rule.one is not converted: nothing in the document tells which project it is in",
        ]),
      );
    }
  });

  it("that a thing must have and no state holds are asked for", () => {
    const imported = { project: "11", token: null, repository_url: "https://example.com/a/b" };
    const converted = convert(state([web, shown("gitlab_project_integration_github.g", imported)]));
    expect(specs(converted)["integration:acme/web:github"]?.["token"]).toEqual({ $secret: "${env:ACME_WEB_GITHUB_TOKEN}" });
  });
});

describe("what goes without saying", () => {
  it("is told by the group that holds a thing, where the document has it", () => {
    const lfs = (value: boolean) => shown("gitlab_group.acme", { ...acme.values, lfs_enabled: value });
    const project = shown("gitlab_project.web", { ...web.values, lfs_enabled: true });
    expect(specs(convert(state([lfs(false), project])))["project:acme/web"]).toMatchObject({ lfs_enabled: true });
    expect(specs(convert(state([lfs(true), project])))["project:acme/web"]).not.toHaveProperty("lfs_enabled");
    // Nobody knows what a group that is not there hands down.
    expect(specs(convert(state([project])))["project:acme/web"]).toMatchObject({ lfs_enabled: true });
  });

  it("is what no licence shows, which is told where it may matter", () => {
    const settings = shown("gitlab_application_settings.this", {
      npm_package_requests_forwarding: false,
      check_namespace_plan: false,
    });
    const converted = convert(state([settings]));
    expect(converted.declarations.map(({ spec }) => spec)).toEqual([{}]);
    expect(converted.remarks).toEqual(
      expect.arrayContaining([expect.stringMatching(/npm_package_requests_forwarding is left out/)]),
    );
  });
});
