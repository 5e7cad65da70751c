import { describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";

/** The first line of each error that validate has for a file, without the name of the file and the code. */
async function errorsOf(text: string): Promise<readonly string[]> {
  const { code, stdout, stderr } = await inProcess(["validate", "trueup.yaml"], { cwd: directory({ "trueup.yaml": text }) });
  expect(code, stdout + stderr).toBe(1);
  return [...(stdout + stderr).matchAll(/^trueup\.yaml:(.*)$/gm)].map(([, line = ""]) => line.replace(/ {2}\[[\w.-]+\]$/, ""));
}

const inProject = (body: string) => `projects:\n  acme/web:\n    ${body}\n`;

describe("a value that the server would take in silence or refuse late", () => {
  it.each([
    [
      'pipeline_schedules: { N: { ref: main, cron: "99 * * * *" } }',
      "3:43  pipeline_schedule:acme/web:N.cron  cron cannot be read: it is no cron expression: Invalid value for minute: 99  five parts such as 0 3 * * 1",
    ],
    [
      'freeze_periods: { "0 23 * * 5": { freeze_end: "0 7 * *" } }',
      "3:39  freeze_period:acme/web:0 23 * * 5.freeze_end  freeze_end cannot be read: a cron expression has five parts, and this has 4  five parts such as 0 3 * * 1",
    ],
    [
      'freeze_periods: { "99 0 * * *": { freeze_end: "0 7 * * 1" } }',
      '3:23  "99 0 * * *": it is no cron expression: Invalid value for minute: 99  five parts such as 0 3 * * 1',
    ],
    [
      'freeze_periods: { "0 23 * *": { freeze_end: "0 7 * * 1" } }',
      '3:23  "0 23 * *": a cron expression has five parts, and this has 4  five parts such as 0 3 * * 1',
    ],
    [
      'badges: { b: { link_url: zz, image_url: "https://%{project_path}/b.svg" } }',
      "3:30  badge:acme/web:b.link_url  does not have the right form  an address that begins with https:// or http://",
    ],
    [
      'topics: ["a,b"]',
      '3:5  project:acme/web.topics  the server makes several topics of "a,b", one for each part between commas  a topic for each item of the list',
    ],
  ])("is an error of the files: %s", async (body, error) => {
    expect(await errorsOf(inProject(body))).toEqual([error]);
  });

  it.each(["@daily", "0 0 * * mon%2+1", "0 0 L * *", "*/5 8-18 * * 1-5"])("is not what GitLab reads: cron %s", async (cron) => {
    const text = inProject(`pipeline_schedules: { N: { ref: main, cron: "${cron}" } }`);
    const { code, stderr } = await inProcess(["validate", "trueup.yaml"], { cwd: directory({ "trueup.yaml": text }) });
    expect(code, stderr).toBe(0);
  });

  it("is an error of the files: a glob with three stars", async () => {
    const error =
      '"a/***" has the segment "***": ** is a whole segment  a full path, in which * is one segment or a part of one, and ** any number of segments';
    const policy = 'policies:\n  p: { projects: ["a/***"], set: { merge_method: ff } }\n';
    expect(await errorsOf(`${policy}delete_undeclared: { projects: ["a/***"] }\n`)).toEqual([
      `2:19  policy p.projects  ${error}`,
      `3:33  delete_undeclared.projects.0  ${error}`,
    ]);
  });
});

describe("a hint", () => {
  it.each([
    ["0.1", "write 10%"],
    ["0.075", "write 7.5%"],
    ["25", "write 25%"],
    ["250", "0% to 100%"],
  ])("of a share without % says what is meant: rollout: %s", async (rollout, hint) => {
    const text = `policies:\n  p: { projects: ["a/**"], set: { merge_method: ff }, rollout: ${rollout} }\n`;
    expect(await errorsOf(text)).toEqual([`2:64  policy p.rollout  must be a share in percent, such as 10%  ${hint}`]);
  });

  it("says where a quote begins that is never closed, and nothing of what follows from it", async () => {
    expect(await errorsOf('projects:\n  acme/web: { description: "Storefront\n    x: 1\ngroups:\n  a: {}\n')).toEqual([
      '2:28  malformed YAML: the quote that begins here is never closed  a closing " at the end of the text',
    ]);
    expect(await errorsOf(inProject("description: 'Storefront\n    name: Web"))).toEqual([
      "3:18  malformed YAML: the quote that begins here is never closed  a closing ' at the end of the text",
    ]);
  });
});

describe("a plain value in place of an entry", () => {
  it.each([
    [
      "protected_branches: { main: { allowed_to_push: [40] } }",
      "protected_branch:acme/web:main.allowed_to_push.0",
      "must be a mapping",
      "allowed_to_push: [{ access_level: maintainer }]",
    ],
    [
      "protected_branches: { main: { allowed_to_merge: [developer] } }",
      "protected_branch:acme/web:main.allowed_to_merge.0",
      "must be a mapping",
      "allowed_to_merge: [{ access_level: developer }]",
    ],
    [
      "protected_branches: { main: { allowed_to_push: [alice] } }",
      "protected_branch:acme/web:main.allowed_to_push.0",
      "must be a mapping",
      "allowed_to_push: [{ user: … }]",
    ],
    [
      "protected_branches: { main: { allowed_to_push: maintainer } }",
      "protected_branch:acme/web:main.allowed_to_push",
      "must be a list",
      "allowed_to_push: [{ access_level: maintainer }]",
    ],
    [
      "protected_tags: { v1: { allowed_to_create: [0] } }",
      "protected_tag:acme/web:v1.allowed_to_create.0",
      "must be a mapping",
      "allowed_to_create: [{ access_level: no_access }]",
    ],
    [
      "protected_environments: { production: { deploy_access_levels: [30] } }",
      "protected_environment:acme/web:production.deploy_access_levels.0",
      "must be a mapping",
      "deploy_access_levels: [{ access_level: developer }]",
    ],
    [
      "shared_with_groups: [acme]",
      "project:acme/web.shared_with_groups.0",
      "must be a mapping",
      "shared_with_groups: [{ group: …, access_level: … }]",
    ],
  ])("is one error that says what to write: %s", async (body, attribute, message, write) => {
    expect((await errorsOf(inProject(body))).map((line) => line.replace(/^\d+:\d+ {2}/, ""))).toEqual([
      `${attribute}  ${message}  write ${write}`,
    ]);
  });

  it("leaves the error of a list in a list as it is", async () => {
    expect(await errorsOf(inProject("protected_branches: { main: { allowed_to_push: [[40]] } }"))).toEqual([
      "3:53  protected_branch:acme/web:main.allowed_to_push.0  must be a mapping",
    ]);
  });
});

describe("a name that the API or another tool has", () => {
  const named = (body: string) => errorsOf(inProject(body));

  it.each([
    [
      "protected_branches: { main: { push_access_level: 40 } }",
      'protected_branch:acme/web:main.push_access_level  there is no attribute "push_access_level"  write allowed_to_push, such as allowed_to_push: [{ access_level: no_access }]',
    ],
    [
      "protected_branches: { main: { merge_access_level: 40 } }",
      'protected_branch:acme/web:main.merge_access_level  there is no attribute "merge_access_level"  write allowed_to_merge, such as allowed_to_merge: [{ access_level: maintainer }, { access_level: developer }]',
    ],
    [
      "protected_branches: { main: { allowed_to_push: [{ user: alice, group_ids: [4] }] } }",
      'protected_branch:acme/web:main.allowed_to_push.0.group_ids  there is no attribute "group_ids"  write group',
    ],
    [
      "protected_branches: { main: { allowed_to_merge: [{ access_level: maintainer, role: maintainer }] } }",
      'protected_branch:acme/web:main.allowed_to_merge.0.role  there is no attribute "role"  write access_level',
    ],
    [
      "protected_tags: { v: { create_access_level: 40 } }",
      'protected_tag:acme/web:v.create_access_level  there is no attribute "create_access_level"  write allowed_to_create, such as allowed_to_create: [{ access_level: maintainer }]',
    ],
    [
      "approval_rules: { A: { approvals_required: 1, user_ids: [1] } }",
      'approval_rule:acme/web:A.user_ids  there is no attribute "user_ids"  write users, such as users: [alice]',
    ],
    [
      "approval_rules: { A: { approvals_required: 1, group_ids: [1] } }",
      'approval_rule:acme/web:A.group_ids  there is no attribute "group_ids"  write groups, such as groups: [acme/platform]',
    ],
    [
      "members: { alice: { access_level: developer, role: developer } }",
      'member:acme/web:alice.role  there is no attribute "role"  write access_level',
    ],
    [
      "variables: { A: { value: x, environment: production } }",
      'variable:acme/web:A.environment  there is no attribute "environment"  write it in the key, after @',
    ],
    [
      "variables: { A: { value: x, environment_scope: production } }",
      'variable:acme/web:A.environment_scope  there is no attribute "environment_scope"  write it in the key, after @',
    ],
    [
      'hooks: { "https://ci.example.com": { url: "https://ci.example.com" } }',
      'hook:acme/web:https://ci.example.com.url  there is no attribute "url"  write it as the key',
    ],
    ["tags: [web]", 'project:acme/web.tags  there is no attribute "tags"  write topics, such as topics: [typescript]'],
    [
      "protected_branches: { main: { pushh_access_levels: [] } }",
      'protected_branch:acme/web:main.pushh_access_levels  there is no attribute "pushh_access_levels"  write allowed_to_push, such as allowed_to_push: [{ access_level: no_access }]',
    ],
  ])("is answered with what to write: %s", async (body, error) => {
    expect((await named(body)).map((line) => line.replace(/^\d+:\d+ {2}/, ""))).toEqual([error]);
  });

  it("is answered by plan, too", async () => {
    const { env } = await platform();
    const cwd = directory({ "trueup.yaml": inProject("tags: [web]") });
    const { code, stderr } = await inProcess(["plan", "trueup.yaml"], { cwd, env });
    expect(code).toBe(1);
    expect(stderr).toContain("write topics, such as topics: [typescript]");
  });
});

describe("a group that moves", () => {
  const moving = "groups:\n  acme/new: { moved_from: acme/old, name: New }\n";

  it("takes along what is declared below its old path: an error that names it, and where it belongs", async () => {
    const files = `${moving}  acme/old/sub: { name: Sub }\nprojects:\n  acme/new/app: {}\n  acme/old/sub/web: {}\n`;
    expect(await errorsOf(files)).toEqual([
      "3:3  group:acme/old/sub  acme/old moves to acme/new with all that it holds, and declared below acme/old are still group:acme/old/sub, project:acme/old/sub/web  declare it as acme/new/sub",
    ]);
  });

  it("says that once for a thousand projects", async () => {
    const projects = Array.from({ length: 1000 }, (_, index) => `  acme/old/p${index}: {}\n`).join("");
    const [error = "", ...others] = await errorsOf(`${moving}projects:\n${projects}`);
    expect(others).toEqual([]);
    expect(error).toContain("project:acme/old/p4 and 995 more  declare it as acme/new/p0");
  });

  it("leaves alone what is absent there, and what comes from there", async () => {
    const text = `${moving}projects:\n  acme/old/gone: { ensure: absent }\n  acme/keep/web: { moved_from: acme/old/web }\n`;
    const { code, stderr } = await inProcess(["validate", "trueup.yaml"], { cwd: directory({ "trueup.yaml": text }) });
    expect(code, stderr).toBe(0);
  });
});
