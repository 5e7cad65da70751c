import { describe, expect, it } from "vitest";
import { converted, levels } from "./converted.js";

const label = (color: string) => ({ color });

describe("levels of gitlabform", () => {
  it("become policies of the same strength, and projects", () => {
    const { file } = levels({
      "*": { project_settings: { visibility: "internal" } },
      "acme/*": { project_settings: { visibility: "private" }, group_settings: { lfs_enabled: true } },
      "acme/web": { project_settings: { description: "Shop" } },
    });
    expect(file).toEqual({
      version: 1,
      policies: {
        "all-projects": { projects: ["**"], undeclared: "include", set: { visibility: "internal" } },
        "acme-projects": { projects: ["acme/**"], undeclared: "include", set: { visibility: "private" } },
        "acme-groups": { groups: ["acme/**"], undeclared: "include", set: { lfs_enabled: true } },
      },
      projects: { "acme/web": { description: "Shop" } },
    });
  });

  it("say only what they do not inherit", () => {
    const { file } = levels({
      "acme/*": { labels: { bug: label("red"), idea: label("blue") } },
      "acme/web": { labels: { bug: label("red"), idea: label("green") } },
    });
    expect(file["projects"]).toEqual({ "acme/web": { labels: { idea: { color: "green" } } } });
  });

  it("keep what inherit: false and skip cut off from reaching what lies below", () => {
    const { file } = levels({
      "*": {
        labels: { bug: label("red") },
        variables: { a: { key: "A", value: "x" } },
        project_settings: { merge_method: "ff" },
      },
      "acme/*": { labels: { inherit: false, idea: label("blue") } },
      "acme/web": { variables: { skip: true } },
    });
    expect(file["policies"]).toMatchObject({
      "all-projects": { set: { merge_method: "ff" } },
      "all-projects-labels": { except: ["acme/**"], set: { labels: { bug: { color: "red" } } } },
      "all-projects-variables": { except: ["acme/web"] },
      "acme-projects": { set: { labels: { idea: { color: "blue" } } } },
    });
  });

  it("go by what a label stands for: another key under one label is another variable", () => {
    const { file } = levels({
      "acme/*": { labels: { one: { name: "bug", color: "red" } } },
      "acme/web": { labels: { one: { name: "idea" } } },
    });
    expect(file["policies"]).toMatchObject({ "acme-projects-labels": { except: ["acme/web"] } });
    expect(file["projects"]).toEqual({ "acme/web": { labels: { idea: { color: "red" } } } });
  });

  it("say once, as a preset, what projects say alike and no level says for them", () => {
    const branches = {
      main: { protected: true, allowed_to_push: [{ access_level: 40 }], allowed_to_merge: [{ access_level: 30 }] },
      "v*": { protected: true, allowed_to_push: [{ access_level: 0 }] },
      old: { protected: true, allowed_to_push: [{ access_level: 40 }] },
    };
    const { file, additive } = levels({
      "acme/web": { branches, project_settings: { description: "Web" } },
      "depot/api": { branches, project_settings: { description: "API" } },
      "depot/other": { branches: { ...branches, old: { protected: false } } },
    });
    expect(file["projects"]).toMatchObject({
      "acme/web": { extends: "protected-branches", description: "Web" },
      "depot/api": { extends: "protected-branches", description: "API" },
      "depot/other": { protected_branches: { old: { ensure: "absent" } } },
    });
    expect(Object.keys(file["presets"] as object)).toEqual(["protected-branches"]);
    expect(additive).toContain("/presets/protected-branches/protected_branches/main/allowed_to_merge");
  });

  it("with wildcards in names come after their groups, and leave out what is named itself", () => {
    const { file } = levels({
      "acme/*": { project_settings: { merge_method: "ff" } },
      "acme/web-*": { project_settings: { merge_method: "merge" } },
      "acme/web-one": { project_settings: { description: "One" } },
    });
    expect(file["policies"]).toMatchObject({
      "acme-web-x-projects": { projects: ["acme/web-*"], over: ["acme-projects"], except: ["acme/web-one"] },
    });
  });

  it("enforce for exactly what is declared, and say so of the rest", () => {
    const { file, remarks } = levels({
      "acme/*": { labels: { enforce: true, bug: label("red") } },
      "acme/web": {},
    });
    expect(file["delete_undeclared"]).toEqual({ labels: ["acme/web"] });
    expect(remarks.join("\n")).toContain("declare others under acme/** to have theirs deleted");
  });

  it("delete under a project alone", () => {
    const { file, remarks } = levels({
      "acme/*": { hooks: { "https://a.example.com": { delete: true } } },
      "acme/web": { hooks: { "https://b.example.com": { delete: true } }, branches: { old: { protected: false } } },
    });
    expect(file["projects"]).toMatchObject({
      "acme/web": { hooks: { "https://b.example.com": { ensure: "absent" } }, protected_branches: { old: { ensure: "absent" } } },
    });
    expect(remarks.join("\n")).toContain("no policy deletes anything");
  });

  it("have no secret of an address in them, and headers by their names", () => {
    const { file, remarks } = levels({
      "acme/web": {
        hooks: {
          "https://me:hunter2@ci.example.com/hook?token=hunter2&job=a": {
            push_events: true,
            custom_headers: [{ key: "X-Team", value: "hunter2" }],
          },
          "https://old.example.com/?private_token=hunter2": { delete: true },
        },
      },
    });
    expect(JSON.stringify([file, remarks])).not.toContain("hunter2");
    const variable = (name: string) => ({
      $secret: expect.stringMatching(new RegExp(`^\\$\\{env:ACME_WEB_\\w+_${name}\\}$`)) as string,
    });
    expect(file["projects"]).toEqual({
      "acme/web": {
        hooks: {
          "https://{username}:{password}@ci.example.com/hook?token={token}&job=a": {
            push_events: true,
            custom_headers: { "X-Team": variable("X_TEAM") },
            url_variables: { username: variable("USERNAME"), password: variable("PASSWORD"), token: variable("TOKEN") },
          },
          "https://old.example.com/?private_token={private_token}": { ensure: "absent" },
        },
      },
    });
  });

  it("add where gitlabform adds", () => {
    const share = { users: { bob: { access_level: "developer" } }, groups: { ops: { group_access: 30 } } };
    const { file } = levels({
      "acme/web": {
        members: share,
        project_settings: { topics: [{ keep_existing: true }, "a", { b: { delete: true } }] },
        job_token_scope: { allowlist: { groups: ["acme"] } },
      },
      "acme/api": { members: { ...share, enforce: true } },
    });
    expect(file["projects"]).toMatchObject({
      "acme/web": {
        shared_with_groups: { add: [{ group: "ops", access_level: "developer" }] },
        topics: { add: ["a"], remove: ["b"] },
        job_token_scope: { enabled: true, groups: { add: ["acme"] } },
      },
      "acme/api": { shared_with_groups: [{ group: "ops", access_level: "developer" }] },
    });
  });
});

describe("what the files cannot say as it stands", () => {
  it("is not deleted by an enforce that they carry over", () => {
    const spread = { ref: "main", cron: "H H * * *" };
    const schedules = { enforce: true, Nightly: { ref: "main", cron: "0 3 * * *" } };
    const { file, remarks } = levels({ "acme/web": { schedules: { ...schedules, Spread: spread } }, "acme/api": { schedules } });
    expect(file["delete_undeclared"]).toEqual({ pipeline_schedules: ["acme/api"] });
    expect(remarks.join("\n")).toContain("/acme~1web/schedules/enforce:1:1: enforce is left out of acme/web");
    expect(remarks.join("\n")).toContain("would delete Spread, which the files do not say");
  });

  it("goes by its label where that is its name", () => {
    const { file } = levels({ "acme/web": { protected_environments: { prod: { name: "other", deploy_access_levels: [] } } } });
    expect(file["projects"]).toEqual({ "acme/web": { protected_environments: { prod: { deploy_access_levels: [] } } } });
  });

  it("is a membership that has ended", () => {
    const users = { bob: { access_level: 30 }, carol: { access_level: 30, expires_at: "2020-01-31" } };
    const { file, remarks } = levels({ "acme/web": { members: { users } } });
    expect(file["projects"]).toEqual({ "acme/web": { members: { bob: { access_level: "developer" } } } });
    expect(remarks.join("\n")).toContain("member carol is left out: the membership ended on 2020-01-31");
  });

  it("is a number, unless it is looked at what is live", () => {
    const value = {
      config_version: 4,
      projects_and_groups: {
        "acme/web": {
          members: { users: { bob: { access_level: 40, member_role_id: 7 } } },
          branches: { main: { protected: true, allowed_to_push: [{ user_id: 3 }, { group_id: 9 }] } },
        },
      },
    };
    const offline = converted(value);
    expect(offline.file["projects"]).toMatchObject({
      "acme/web": { protected_branches: { main: { allowed_to_push: [{ user: 3 }, { group: 9 }] } } },
    });
    expect(offline.remarks.join("\n")).toContain("user 3 stands by its number: write its name, or convert with --live");
    expect(offline.remarks.join("\n")).toContain("allowed_to_push is the whole list here");
    const live = converted(value, (target, id) => (id === 9 ? undefined : `${target}-${id}`));
    expect(live.file["projects"]).toMatchObject({
      "acme/web": {
        members: { bob: { member_role: "member_role-7" } },
        protected_branches: { main: { allowed_to_push: [{ user: "user-3" }, { group: 9 }] } },
      },
    });
    expect(live.remarks.map((remark) => remark.slice(remark.indexOf(":1:1: ") + 6))).toEqual([
      "there is no group 9 that this token may see: write the name in place of the number",
    ]);
    expect(live.additive).toEqual(["/projects/acme~1web/protected_branches/main/allowed_to_push"]);
  });
});

describe("what gitlabform would refuse", () => {
  it.each([
    [{ "*": { labels: { inherit: false } } }, "there is no level above"],
    [{ "acme/*": {}, "ACME/*": {} }, "differ in letter case only"],
    [{}, "there is nothing under projects_and_groups"],
    [{ "acme/web": { files: { a: { content: "x" } } } }, "does not say on which branches"],
    [{ "acme/web": { files: { a: { branches: ["main"], content: "x", file: "y" } } } }, "both content and file"],
    [{ "acme/web": { files: { a: { branches: ["main"], file: "missing" } } } }, "there is no text"],
  ])("is one error with its place: %j", (given, message) => {
    expect(() => levels(given)).toThrow(
      expect.objectContaining({
        code: "convert.input",
        message: expect.stringContaining(message),
        where: expect.stringMatching(/^\/projects_and_groups.*:1:1$/),
      }),
    );
  });

  it("is another version than 4", () => {
    expect(() => levels({ "*": {} }, { config_version: 3 })).toThrow("config_version is 3, and 4 is what is read");
  });
});
