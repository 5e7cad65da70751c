import { inFile, inProject, type Provoked } from "./provoked.js";

/** A sample of the codes that one run can provoke. */
export const cases: readonly Provoked[] = [
  {
    code: "schema.pattern",
    files: inProject('badges: { b: { link_url: zz, image_url: "https://a.example/b.svg" } }'),
    text: "trueup.yaml:3:30  badge:acme/web:b.link_url  does not have the right form  an address that begins with https:// or http://  [schema.pattern]",
  },
  {
    code: "parent.absent",
    files: inFile("groups:\n  acme: { ensure: absent }\nprojects:\n  acme/web: {}\n"),
    text: "trueup.yaml:4:3  project:acme/web  it is declared, but group:acme, which holds it, is absent  [parent.absent]",
  },
  {
    code: "schema.const",
    files: inFile("version: 2\n"),
    text: "trueup.yaml:1:10  version  must be 1  [schema.const]",
  },
  {
    code: "move.twice",
    files: inFile("projects:\n  acme/a: { moved_from: acme/old }\n  acme/b: { moved_from: acme/old }\n"),
    text: "trueup.yaml:3:13  project:acme/b.moved_from  project:acme/a at trueup.yaml:2:3 is moved from there too  [move.twice]",
  },
  {
    code: "preset.unknown",
    files: inProject("extends: [nightly]"),
    text: 'trueup.yaml:3:15  project:acme/web.extends  there is no preset "nightly"  [preset.unknown]',
  },
  {
    code: "variable.unknown",
    files: inProject('description: "${var:TEAM}"'),
    text: "trueup.yaml:3:18  no file declares the variable TEAM  declare it: vars: { TEAM: {} }  [variable.unknown]",
  },
  {
    code: "word.single",
    files: inFile('policies:\n  p:\n    projects: ["acme/**"]\n    set: { topics: { one_of: [a] } }\n'),
    text: "trueup.yaml:4:22  policy p.topics.one_of  one_of is for single values  includes, excludes  [word.single]",
  },
  {
    code: "word.unknown",
    files: inFile('policies:\n  p:\n    projects: ["acme/**"]\n    set: { merge_method: { one_off: [ff] } }\n'),
    text: 'trueup.yaml:4:28  policy p.merge_method.one_off  there is no word "one_off"  did you mean one_of?  [word.unknown]',
  },
  {
    code: "glob.form",
    files: inFile('policies:\n  p: { projects: ["a/***"], set: { merge_method: ff } }\n'),
    text: 'trueup.yaml:2:19  policy p.projects  "a/***" has the segment "***": ** is a whole segment  a full path, in which * is one segment or a part of one, and ** any number of segments  [glob.form]',
  },
  {
    code: "policy.initial",
    files: inFile('policies:\n  p:\n    projects: ["acme/**"]\n    initial: { members: { vera: developer } }\n'),
    text: "trueup.yaml:4:27  policy p.initial  initial is about the project itself, not about what hangs on it  attributes of its own  [policy.initial]",
  },
  {
    code: "acknowledge.match",
    files: inFile("acknowledge:\n  - { rule: weakening, match: web, reason: x, until: 2026-12-01 }\n"),
    text: 'trueup.yaml:2:31  acknowledge.0.match  "web" names too much: an acknowledgement is about some addresses  an address such as project:acme/web, or project:acme/web*  [acknowledge.match]',
  },
  {
    code: "acknowledge.until",
    files: inFile('acknowledge:\n  - { rule: weakening, match: "project:acme/web", reason: x, until: 2036-12-01 }\n'),
    text: "trueup.yaml:2:69  acknowledge.0.until  an acknowledgement holds for at most 90 days: until is 3656 days ahead  2027-02-26 or an earlier day  [acknowledge.until]",
  },
  {
    code: "yaml.tag",
    files: inProject("description: !secret x"),
    text: "trueup.yaml:3:26  custom tags are not allowed  plain values  [yaml.tag]",
  },
  {
    code: "move.declared",
    files: inFile("projects:\n  acme/old: {}\n  acme/new: { moved_from: acme/old }\n"),
    text: "trueup.yaml:3:15  project:acme/new.moved_from  project:acme/old at trueup.yaml:2:3 is itself declared  [move.declared]",
  },
  {
    code: "protected-branch.nobody",
    files: inProject(
      "protected_branches: { main: { allowed_to_push: [{ access_level: no_access }, { access_level: maintainer }] } }",
    ),
    text: "trueup.yaml:3:35  protected_branch:acme/web:main.allowed_to_push  no_access means nobody, and stands beside others  no_access alone, or the others without it  [protected-branch.nobody]",
  },
  {
    code: "schema.type",
    files: inProject("archived: 3"),
    text: "trueup.yaml:3:15  project:acme/web.archived  must be true or false  [schema.type]",
  },
  {
    code: "policy.over-cycle",
    files: inFile(
      'policies:\n  a: { projects: ["acme/**"], over: [b], set: { merge_method: ff } }\n  b: { projects: ["acme/**"], over: [a], set: { merge_method: merge } }\n',
    ),
    text: "trueup.yaml:2:38  policy a.over  policies are over each other in a circle: a -> b -> a  an order without a circle: take one of these names away  [policy.over-cycle]",
  },
  {
    code: "yaml.syntax",
    files: inProject('description: "open'),
    text: 'trueup.yaml:3:18  malformed YAML: the quote that begins here is never closed  a closing " at the end of the text  [yaml.syntax]',
  },
  {
    code: "enforce.idle",
    files: inFile('policies:\n  p: { projects: ["acme/**"], enforce: [archived], set: { merge_method: ff } }\n'),
    text: "trueup.yaml:2:41  policy p.enforce.archived  warning: it enforces archived, but says nothing of it  a value or a bound of it under set  [enforce.idle]",
  },
  {
    code: "schema.unknown",
    files: inProject("merge_metod: ff"),
    text: 'trueup.yaml:3:5  project:acme/web.merge_metod  there is no attribute "merge_metod"  did you mean merge_method?  [schema.unknown]',
  },
  {
    code: "policy.rollout",
    files: inFile('policies:\n  p: { projects: ["acme/**"], rollout: some, set: { merge_method: ff } }\n'),
    text: "trueup.yaml:2:40  policy p.rollout  must be a share in percent, such as 10%  0% to 100%  [policy.rollout]",
  },
  {
    code: "visibility.parent",
    files: inFile("groups:\n  acme: { visibility: private }\nprojects:\n  acme/web: { visibility: public }\n"),
    text: "trueup.yaml:4:15  project:acme/web.visibility  public is more visible than group:acme, which is private  at most private  [visibility.parent]",
  },
  {
    code: "project.merge-trains",
    files: inFile("projects:\n  acme/web:\n    merge_trains_enabled: true\n    merge_pipelines_enabled: false\n"),
    text: "trueup.yaml:3:5  project:acme/web.merge_trains_enabled  merge trains need pipelines on the merged result  merge_pipelines_enabled: true, or merge_trains_enabled: false  [project.merge-trains]",
  },
  {
    code: "date.past",
    files: inProject("members: { vera: { access_level: developer, expires_at: 2020-01-01 } }"),
    text: "trueup.yaml:3:49  member:acme/web:vera.expires_at  expires_at is 2020-01-01, which has passed  2026-11-28 or later, or null for no end  [date.past]",
  },
  {
    code: "protected-environment.approvals",
    files: inProject(
      "protected_environments: { prod: { deploy_access_levels: [{ access_level: maintainer }], required_approval_count: 1, approval_rules: [{ access_level: maintainer, required_approvals: 1 }] } }",
    ),
    text: "trueup.yaml:3:93  protected_environment:acme/web:prod.required_approval_count  it counts for nothing beside approval_rules  required_approval_count or approval_rules; each rule has its own required_approvals  [protected-environment.approvals]",
  },
  {
    code: "protected-environment.nobody",
    files: inProject("protected_environments: { prod: { deploy_access_levels: [] } }"),
    text: "trueup.yaml:3:39  protected_environment:acme/web:prod.deploy_access_levels  nobody may deploy  at least one entry with access_level, user or group  [protected-environment.nobody]",
  },
  {
    code: "unchecked.unknown",
    files: inProject("unchecked: { brand_new: true }"),
    text: "trueup.yaml:3:18  project:acme/web.unchecked.brand_new  warning: brand_new is sent as it stands: nothing about it is checked  [unchecked.unknown]",
  },
  {
    code: "policy.unknown",
    files: inFile('policies:\n  p: { projects: ["acme/**"], over: [q], set: { merge_method: ff } }\n'),
    text: 'trueup.yaml:2:38  policy p.over  there is no policy "q"  did you mean p?  [policy.unknown]',
  },
  {
    code: "bound.impossible",
    files: inFile(
      'policies:\n  a:\n    projects: ["acme/**"]\n    enforce: [visibility]\n    set: { visibility: { at_least: internal } }\n  b:\n    projects: ["acme/**"]\n    enforce: [visibility]\n    set: { visibility: { at_most: private } }\n',
    ),
    text: "trueup.yaml:9:26  policy b.visibility  it asks for at_most private, and policy a for at_least internal (trueup.yaml:5:26) for acme/**: no value is both  bounds that can be met together, or globs, except or where that tell the two policies apart  [bound.impossible]",
  },
  {
    code: "variable.syntax",
    files: inProject('description: "${var:}"'),
    text: "trueup.yaml:3:18  this begins like a reference to a variable and is none  ${var:NAME}, or $${ for a literal ${  [variable.syntax]",
  },
  {
    code: "this.unknown",
    files: inFile('policies:\n  p:\n    projects: ["acme/**"]\n    set: { description: "${this:colour}" }\n'),
    text: "trueup.yaml:4:25  there is no word ${this:colour}  ${this:full_path}, ${this:path}, ${this:name}, ${this:group}, or $${ for a literal ${  [this.unknown]",
  },
  {
    code: "variable.undeclared",
    files: inProject("description: x"),
    words: ["validate", "--var", "TEAM=a"],
    text: [
      "Error: --var TEAM: no file declares the variable TEAM [variable.undeclared]",
      "  hint: Declare it in a file of desired state: vars: { TEAM: {} }",
    ].join("\n"),
  },
  {
    code: "approval-rule.report",
    files: inProject("approval_rules: { R: { rule_type: report_approver, approvals_required: 1 } }"),
    text: "trueup.yaml:3:28  approval_rule:acme/web:R.rule_type  a report_approver rule needs report_type  report_type: license_scanning or code_coverage  [approval-rule.report]",
  },
  {
    code: "usage",
    words: ["plan", "--nope"],
    text: ["Error: unknown option '--nope' [usage]", "  hint: Did you mean --now?"].join("\n"),
  },
  {
    code: "kind.unknown",
    files: inProject("archived: true"),
    words: ["plan", "--emulator", "--allow-delete", "projet"],
    text: ['Error: there is no kind "projet" [kind.unknown]', "  hint: Did you mean project?"].join("\n"),
  },
  {
    code: "address.nothing",
    files: inProject("archived: true"),
    words: ["plan", "--emulator", "--target", "project:acme/wbe"],
    text: [
      "Error: --target project:acme/wbe matches nothing that the files declare [address.nothing]",
      "  hint: Did you mean project:acme/web?",
    ].join("\n"),
  },
  {
    code: "input.invalid",
    files: { "in.json": "3" },
    words: ["api", "POST", "/projects", "--input", "in.json", "--emulator"],
    text: [
      "Error: The input in.json is no JSON object or list. [input.invalid]",
      "  hint: Give parameters as JSON, or as fields with -F.",
    ].join("\n"),
  },
  {
    code: "server.none",
    files: inProject("archived: true"),
    words: ["plan"],
    text: [
      "Error: No server is chosen. [server.none]",
      "  hint: Give --url, or set TRUEUP_URL, GITLAB_URL or CI_SERVER_URL.",
    ].join("\n"),
  },
  {
    code: "attribute.unknown",
    words: ["explain", "project", "merge_metod"],
    text: ['Error: project has no attribute "merge_metod" [attribute.unknown]', "  hint: Did you mean merge_method?"].join("\n"),
  },
  {
    code: "instance.pinned",
    files: inFile("instance: { url: https://gitlab.example.com }\nprojects:\n  acme/web: {}\n"),
    words: ["plan", "--url", "https://other.example.com"],
    text: [
      "Error: The files belong to https://gitlab.example.com (trueup.yaml:1:13), but --url is https://other.example.com. [instance.pinned]",
      "  hint: Use https://gitlab.example.com, or change instance.url at trueup.yaml:1:13. To rehearse on another server, such as a twin: --ignore-pin.",
    ].join("\n"),
  },
  {
    code: "duplicate.attribute",
    files: { "a.yaml": "projects:\n  acme/web: { archived: true }\n", "b.yaml": "projects:\n  acme/web: { archived: true }\n" },
    words: ["validate", "."],
    text: "b.yaml:2:15  project:acme/web.archived  already given at a.yaml:2:15  one place for each attribute, even with equal values  [duplicate.attribute]",
  },
  {
    code: "files.none",
    words: ["validate"],
    text: [
      "Error: no *.yaml or *.yml file in this directory [files.none]",
      "  hint: Go to the directory of your files, name their path, or run `trueup init` to begin.",
    ].join("\n"),
  },
  {
    code: "files.missing",
    words: ["validate", "nowhere.yaml"],
    text: ["Error: there is no nowhere.yaml [files.missing]", "  hint: Give a file or a directory that exists."].join("\n"),
  },
  {
    code: "yaml.duplicate",
    files: inFile("projects:\n  acme/web: {}\n  acme/web: {}\n"),
    text: 'trueup.yaml:3:3  the key "acme/web" is in this mapping twice  [yaml.duplicate]',
  },
  {
    code: "schema.enum",
    files: inProject("merge_method: fast"),
    text: "trueup.yaml:3:19  project:acme/web.merge_method  must be one of merge, rebase_merge, ff  [schema.enum]",
  },
  {
    code: "init.trusted",
    words: ["init", "--trusted"],
    text: [
      "Error: --trusted says which pipeline to write, and --ci is missing [init.trusted]",
      "  hint: Give both: trueup init --ci gitlab --trusted.",
    ].join("\n"),
  },
  {
    code: "journal.none",
    words: ["status"],
    text: [
      "Error: there is no journal: nothing was applied from this directory, or all of it with --no-journal [journal.none]",
      "  at .trueup/journal",
      "  hint: Run it in the directory that `trueup apply` ran in, or name a journal: trueup status FILE",
    ].join("\n"),
  },
  {
    code: "exception.reason",
    files: inFile(
      'policies:\n  p: { projects: ["acme/**"], set: { merge_method: ff } }\nexceptions:\n  - { policy: p, match: acme/web, attribute: merge_method }\n',
    ),
    text: "trueup.yaml:4:5  exceptions.0.reason  an exception needs a reason  reason: why it is so, and until when it has to be  [exception.reason]",
  },
  {
    code: "preset.unused",
    files: inFile("presets:\n  nightly: { projects: { merge_method: ff } }\n"),
    text: "trueup.yaml:2:3  preset nightly  warning: nothing extends it  extends: [nightly] under a thing  [preset.unused]",
  },
  {
    code: "plan.read",
    words: ["show", "nowhere.json"],
    text: [
      "Error: nowhere.json cannot be read: there is no such file or directory [plan.read]",
      "  hint: Give a file that `trueup plan --out FILE` has written.",
    ].join("\n"),
  },
  {
    code: "plan.form",
    files: { "p.json": "{}" },
    words: ["show", "p.json"],
    text: [
      "Error: p.json is no plan of trueup: format is required [plan.form]",
      "  hint: Give a file that `trueup plan --out FILE` has written.",
    ].join("\n"),
  },
  {
    code: "reference.absent",
    files: inFile(
      "groups:\n  acme: {}\n  acme/gone: { ensure: absent }\nprojects:\n  acme/web: { shared_with_groups: [{ group: acme/gone, access_level: developer }] }\n",
    ),
    text: "trueup.yaml:5:38  project:acme/web.shared_with_groups.0.group  group:acme/gone is declared absent at trueup.yaml:3:3  [reference.absent]",
  },
  {
    code: "reference",
    files: inProject("members: { nobody-such: developer }"),
    words: ["plan", "--emulator"],
    text: [
      "Refused [reference]  trueup.yaml:3:16",
      "  username: there is no user nobody-such that this token may see",
      "  member:acme/web:nobody-such",
    ].join("\n"),
  },
  {
    code: "yaml.documents",
    files: inFile("projects: {}\n---\nprojects: {}\n"),
    text: "trueup.yaml:3:1  a second YAML document begins here  one document a file: take out the ---  [yaml.documents]",
  },
  {
    code: "scope.file",
    files: { "trueup.yaml": 'paths: [a.yaml]\nscopes: { "teams/**": ["acme/**"] }\n', "a.yaml": "projects:\n  acme/web: {}\n" },
    words: ["validate"],
    text: "a.yaml:1:1  no scope names this file  add an entry for it to scopes of the project file  [scope.file]",
  },
  {
    code: "freeze.from",
    files: {
      "trueup.yaml": "paths: [a.yaml]\nfreeze: [{ from: whenever, until: 2026-12-24T00:00 }]\n",
      "a.yaml": "projects:\n  acme/web: {}\n",
    },
    words: ["validate"],
    text: "trueup.yaml:2:18  freeze.0.from  this is neither a cron expression of 5 fields nor a date  a cron expression of 5 fields, or a date or time such as 2026-12-20 or 2026-12-20T08:00  [freeze.from]",
  },
  {
    code: "instance.unknown",
    files: inProject("archived: true"),
    words: ["plan", "--instance", "prod"],
    text: [
      'Error: there is no project file that could name the instance "prod" [instance.unknown]',
      "  hint: Add the instance to trueup.yaml (trueup init writes an example), or name another project file with --config.",
    ].join("\n"),
  },
  {
    code: "defaults.unknown",
    files: { "trueup.yaml": "paths: [a.yaml]\ndefaults: { plan: { colour: red } }\n", "a.yaml": "projects:\n  acme/web: {}\n" },
    words: ["plan"],
    text: 'trueup.yaml:2:21  defaults.plan.colour  there is no option "colour": trueup plan does not have it  [defaults.unknown]',
  },
];
