import { type Provoked, inFile, inProject } from "./provoked.js";

const proposed = inFile(
  'projects:\n  acme/web: { repository_commit: { through: merge_request }, repository_files: { NOTICE: { content: "a" } } }\n',
);

/** Cases of the codes that the draw needs beside those of `cases.ts`. */
export const drawnCases: readonly Provoked[] = [
  {
    code: "parent.missing",
    files: inProject("archived: true"),
    words: ["plan", "--emulator"],
    text: [
      "Refused [parent.missing]  trueup.yaml:2:3",
      "  there is no group acme that this token may see, and no file declares it",
      "  project:acme/web",
    ].join("\n"),
  },
  {
    code: "yaml.number",
    files: inProject("archived: 12345678901234567890"),
    text: "trueup.yaml:3:15  the number is too large to be kept exactly  put it in quotes if it is a text  [yaml.number]",
  },
  {
    code: "exception.idle",
    files: inFile(
      'policies:\n  p: { projects: ["other/**"], set: { merge_method: ff } }\nexceptions:\n  - { policy: p, match: acme/web, attribute: merge_method, reason: x, until: 2026-12-20 }\nprojects:\n  acme/web: {}\n',
    ),
    text: "trueup.yaml:4:5  exception of p.merge_method  warning: it changes nothing: policy p is not for acme/web  take it away  [exception.idle]",
  },
  {
    code: "file.missing",
    files: inProject("avatar: nope.png"),
    text: "trueup.yaml:3:13  project:acme/web.avatar  there is no such file  a path relative to this file  [file.missing]",
  },
  {
    code: "secret.text",
    files: { ...inFile('application_settings:\n  spamfilter_api_key: "${file:key.txt}"\n'), "key.txt": "s3cr3t\0" },
    text: "trueup.yaml:2:23  application_settings.spamfilter_api_key  the file key.txt is no text that a server takes: it has a NUL  Save the file as UTF-8. What is no text can be written in base64 where the server takes that.  [secret.text]",
  },
  {
    code: "push-mirror.exclusive",
    files: inProject(
      'push_mirrors: { "https://m.example.com/a.git": { only_protected_branches: true, mirror_branch_regex: "^rel" } }',
    ),
    text: "trueup.yaml:3:85  push_mirror:acme/web:https://m.example.com/a.git.mirror_branch_regex  protected branches alone and those of a pattern exclude each other  [push-mirror.exclusive]",
  },
  {
    code: "this.place",
    files: inProject('description: "${this:path}"'),
    text: "trueup.yaml:3:18  ${this:path} cannot stand here  a text under set or initial of a policy, or in a preset; $${ is a literal ${  [this.place]",
  },
  {
    code: "file.outside",
    files: inProject("avatar: ../logo.png"),
    text: "trueup.yaml:3:13  project:acme/web.avatar  the path leads out of the directory  a path inside the directory of the desired state  [file.outside]",
  },
  {
    code: "pattern.unknown",
    files: inProject("ignore: [merge_metod]"),
    text: 'trueup.yaml:3:14  project:acme/web.ignore  "merge_metod" names no attribute of projects, and nothing that hangs on them  did you mean merge_method?  [pattern.unknown]',
  },
  {
    code: "duplicate.spelling",
    files: inFile("projects:\n  acme/web: { archived: true }\n  Acme/Web: { archived: true }\n"),
    text: "trueup.yaml:3:3  project:acme/web  Acme/Web is another spelling of project:acme/web, declared at trueup.yaml:2:3  one spelling  [duplicate.spelling]",
  },
  {
    code: "guard.allow-delete",
    before: [{ files: inFile("groups:\n  acme: { name: Acme }\n"), words: ["apply", "--emulator", "--yes"] }],
    files: inFile("groups:\n  acme: { ensure: absent }\n"),
    words: ["plan", "--emulator"],
    text: [
      "Refused [guard.allow-delete]  trueup.yaml:2:3",
      "  deleting a group destroys what it holds: say --allow-delete group",
      "  group:acme",
    ].join("\n"),
  },
  {
    code: "plan.server",
    before: [{ files: inFile("groups:\n  acme: { name: Acme }\n"), words: ["plan", "--emulator", "--out", "plan.json"] }],
    words: ["apply", "--plan", "plan.json", "--yes", "--url", "https://other.example.com"],
    text: [
      "Error: the plan was made for http://127.0.0.1:PORT, but --url is https://other.example.com [plan.server]",
      "  hint: Use the plan with http://127.0.0.1:PORT, or plan again for https://other.example.com.",
    ].join("\n"),
  },
  {
    code: "this.text",
    files: inFile(
      'policies:\n  p:\n    projects: ["acme/**"]\n    set: { description: "${this:name}${env:TEAM}" }\nprojects:\n  acme/web: { name: "Pay$" }\n',
    ),
    text: "trueup.yaml:4:25  policy p.description  the name ends with $ here, which would hide the reference behind it (for project:acme/web)  something between the two  [this.text]",
  },
  {
    code: "this.path",
    files: inFile(
      'policies:\n  p:\n    projects: ["acme/**"]\n    set: { repository_files: { CODEOWNERS: { from: "${this:name}/CODEOWNERS" } } }\nprojects:\n  acme/web: { name: "a/b" }\n',
    ),
    text: "trueup.yaml:4:52  policy p repository_files.CODEOWNERS.content  the name cannot be a part of a path (${this:name}/CODEOWNERS is a/b/CODEOWNERS for project:acme/web)  ${this:path} or ${this:full_path}  [this.path]",
  },
  {
    code: "move.absent",
    files: inFile("projects:\n  acme/new: { ensure: absent, moved_from: acme/old }\n"),
    text: "trueup.yaml:2:31  project:acme/new.moved_from  what is absent cannot be moved here  [move.absent]",
  },
  {
    code: "variable.unused",
    files: inFile("vars:\n  TEAM: { default: a }\nprojects:\n  acme/web: {}\n"),
    text: "trueup.yaml:2:3  vars.TEAM  nothing uses the variable TEAM  ${var:TEAM} in a value, or take it out  [variable.unused]",
  },
  {
    code: "export.unconfirmed",
    before: [{ files: inFile("groups:\n  acme: { name: Acme }\n"), words: ["apply", "--emulator", "--yes"] }],
    words: ["export", "--emulator", "--out", "."],
    text: [
      "Error: there is no terminal to ask on, so nothing was written [export.unconfirmed]",
      "  hint: Give --yes to write without a question.",
    ].join("\n"),
  },
  {
    code: "delete.inherited",
    before: [
      {
        files: inFile(
          'groups:\n  acme: { name: Acme, integrations: { emails-on-push: { recipients: "a@example.com" } } }\nprojects:\n  acme/web: {}\n',
        ),
        words: ["apply", "--emulator", "--yes"],
      },
    ],
    files: inFile("groups:\n  acme: { integrations: { emails-on-push: { ensure: absent } } }\nprojects:\n  acme/web: {}\n"),
    words: ["plan", "--emulator"],
    text: [
      "Warning [delete.inherited]  trueup.yaml:2:27",
      "  deleting it takes it from 1 more that inherit it: acme/web",
      "  integration:acme:emails-on-push",
    ].join("\n"),
  },
  {
    code: "requires",
    files: inProject('hooks: { "https://ci.example.com/{team}": { push_events: true } }'),
    words: ["plan", "--emulator"],
    text: [
      "Refused [requires]  trueup.yaml:3:14",
      '  its address has {team}, which nothing gives: say url_variables: { team: "${env:…}" }',
      "  hook:acme/web:https://ci.example.com/{team}",
    ].join("\n"),
  },
  {
    code: "value",
    files: inProject(
      "approval_rules: { R: { rule_type: report_approver, report_type: license_scanning, approvals_required: 1 } }",
    ),
    words: ["plan", "--emulator"],
    text: [
      "Refused [value]  trueup.yaml:3:56",
      '  report_type is "license_scanning", which this server does not take; allowed: code_coverage',
      "  approval_rule:acme/web:R",
    ].join("\n"),
  },
  {
    code: "release.unsure",
    files: inProject("merge_request_title_regex: x"),
    words: ["validate", "trueup.yaml", "--server-version", "18.0.0"],
    text: "trueup.yaml:3:5  project:acme/web.merge_request_title_regex  warning: merge_request_title_regex is known for certain from release 18.10 on: 18.0.0 may not know it  [release.unsure]",
  },
  {
    code: "person.unknown",
    files: inProject("archived: true"),
    words: ["report", "person", "vera", "--emulator"],
    text: [
      'Error: this server has no user "vera" that this token may see [person.unknown]',
      "  hint: Give the username, without @, not the name that people see.",
    ].join("\n"),
  },
  {
    code: "commit.proposed",
    before: [
      {
        files: inFile("groups:\n  acme: { name: Acme }\nprojects:\n  acme/web: { initialize_with_readme: true }\n"),
        words: ["apply", "--emulator", "--yes"],
      },
      { files: proposed, words: ["apply", "--emulator", "--yes"] },
    ],
    files: proposed,
    words: ["plan", "--emulator"],
    text: ["Warning [commit.proposed]  trueup.yaml:2:82", "  proposed in !1", "  repository_file:acme/web:NOTICE"].join("\n"),
  },
];
