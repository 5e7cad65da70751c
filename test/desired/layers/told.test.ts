import { describe, expect, it } from "vitest";
import { problemsOf } from "../workspace.js";

/** What files say wrongly of layers, and all that is told of it. */
const cases: readonly (readonly [name: string, text: string, told: readonly string[]])[] = [
  [
    "says for which kind it is",
    "policies: { p: { set: { merge_method: ff } } }",
    ["a.yaml:1:13 | policy.kind | policy p | exactly one of groups, projects must be given, as a list of globs of full paths | "],
  ],
  [
    "is for one kind only, and both places are named",
    'policies: { p: { projects: ["**"], groups: ["**"], set: { merge_method: ff } } }',
    [
      "a.yaml:1:18 | policy.kind | policy p.projects | exactly one of groups, projects must be given: groups stands at a.yaml:1:36 | one policy for each kind of things",
    ],
  ],
  [
    "names things by at least one glob, and only attributes that there are",
    "policies: { p: { projects: [], set: { merge_metod: ff } } }",
    [
      "a.yaml:1:28 | schema.minItems | policies.p.projects | must have at least 1 item | ",
      'a.yaml:1:39 | schema.unknown | policy p.merge_metod | there is no attribute "merge_metod" | did you mean merge_method?',
    ],
  ],
  [
    "matches by globs that can match something",
    'policies: { p: { projects: ["a/{b,c}", "/x", "${env:A}"], set: { merge_method: fff } } }',
    [
      'a.yaml:1:29 | glob.form | policy p.projects | "a/{b,c}" matches nothing: no path has the segment "{b,c}" | a full path, in which * is one segment or a part of one, and ** any number of segments',
      'a.yaml:1:40 | glob.form | policy p.projects | "/x" has an empty segment, so it matches nothing | a full path, in which * is one segment or a part of one, and ** any number of segments',
      "a.yaml:1:46 | secret.place | policy p.projects | a glob cannot hold ${env:…} or ${file:…} | the path itself",
      "a.yaml:1:80 | schema.enum | policy p.merge_method | must be one of merge, rebase_merge, ff | did you mean ff?",
    ],
  ],
  [
    "has a rollout in percent, and says how to write one",
    'policies: { p: { projects: ["**"], rollout: 10, set: { merge_method: ff } } }',
    ["a.yaml:1:45 | policy.rollout | policy p.rollout | must be a share in percent, such as 10% | write 10%"],
  ],
  [
    "has a rollout of at most 100 %",
    'policies: { p: { projects: ["**"], rollout: 101%, set: { merge_method: ff } } }',
    ["a.yaml:1:45 | policy.rollout | policy p.rollout | must be a share in percent, such as 10% | 0% to 100%"],
  ],
  [
    "comes after policies that there are, of its own kind",
    'policies: { p: { projects: ["**"], over: [q], set: { merge_method: ff } }, qq: { groups: ["**"], over: [p], ignore: [name] } }',
    [
      'a.yaml:1:43 | policy.unknown | policy p.over | there is no policy "q" | did you mean p?',
      "a.yaml:1:105 | policy.over | policy qq.over | p is for another kind of things (project) than this one (group) | ",
    ],
  ],
  [
    "says nothing of which things there are",
    'policies: { p: { projects: ["**"], set: { ensure: absent, moved_from: a/b, extends: x, ignore: [topics] } } }',
    [
      "a.yaml:1:43 | policy.place | policy p.ensure | ensure has no part in a policy: which things there are, and where, only declarations say | ensure under the thing itself",
      "a.yaml:1:59 | policy.place | policy p.moved_from | moved_from has no part in a policy: which things there are, and where, only declarations say | moved_from under the thing itself",
      "a.yaml:1:76 | policy.place | policy p.extends | extends has no part in what a policy says | extends under the thing itself",
      "a.yaml:1:88 | policy.place | policy p.ignore | ignore has no part in what a policy says | ignore beside set, or under the thing itself",
    ],
  ],
  [
    "asks only for what can be compared, and that belongs to the thing itself",
    'policies: { p: { projects: ["**"], where: { scheduled_for_deletion: true, import_url: "https://x.example.com", avatar: a.png, approval_settings: {}, description: "${env:X}", topics: { add: x } }, set: { merge_method: ff } } }',
    [
      'a.yaml:1:45 | schema.unknown | where of policy p.scheduled_for_deletion | there is no attribute "scheduled_for_deletion" | ',
      "a.yaml:1:112 | where.unreadable | where of policy p.avatar | avatar is a file, so it cannot be asked for | attributes that replies show",
      "a.yaml:1:127 | where.unreadable | policy p.where | what hangs on a thing cannot be asked for | attributes of the thing itself",
      "a.yaml:1:150 | secret.place | where of policy p.description | a condition cannot hold ${env:…} or ${file:…} | the value itself",
      "a.yaml:1:163 | warning secret.missing | where of policy p.description | the variable X is not set | Set X in the environment.",
      "a.yaml:1:185 | word.place | where of policy p.topics.add | add cannot stand here | the value itself, or at_least, at_most, one_of, includes, excludes",
    ],
  ],
  [
    "gives new things plain attributes of their own",
    'policies: { p: { projects: ["**"], initial: { approval_rules: { R: { approvals_required: 1 } }, visibility: { at_least: private } } } }',
    [
      "a.yaml:1:65 | policy.initial | policy p.initial | initial is about the project itself, not about what hangs on it | attributes of its own",
      "a.yaml:1:111 | word.place | initial of policy p.visibility.at_least | at_least cannot stand here | the value itself",
    ],
  ],
  [
    "enforces and ignores attributes that there are, or tells what may have been meant",
    'policies: { p: { projects: ["**"], enforce: [merge_methd, approval_rule, approval_rules.Two eyes.approvals_requird, container_expiration_policy.enabld], ignore: [integrations.mimosa, integrations.assana, unchecked.foo] } }',
    [
      'a.yaml:1:46 | pattern.unknown | policy p.enforce | "merge_methd" names no attribute of projects, and nothing that hangs on them | did you mean merge_method?',
      'a.yaml:1:59 | pattern.unknown | policy p.enforce | "approval_rule" names no attribute of projects, and nothing that hangs on them | did you mean approval_rules?',
      'a.yaml:1:74 | pattern.unknown | policy p.enforce | "approval_rules.Two eyes.approvals_requird" names no attribute of approval_rules, and nothing that hangs on them | did you mean approval_rules.Two eyes.approvals_required?',
      'a.yaml:1:117 | pattern.unknown | policy p.enforce | "container_expiration_policy.enabld" names no attribute of projects, and nothing that hangs on them | did you mean container_expiration_policy.enabled?',
      "a.yaml:1:163 | warning pattern.unknown | policy p.ignore | mimosa is none that this release knows, so it is left alone in any case | ",
      'a.yaml:1:184 | pattern.unknown | policy p.ignore | "integrations.assana" names no attribute of integrations, and nothing that hangs on them | did you mean integrations.asana?',
    ],
  ],
  [
    "does not stand for nothing",
    "policies: { p: {} }",
    ["a.yaml:1:13 | policy.kind | policy p | exactly one of groups, projects must be given, as a list of globs of full paths | "],
  ],
  [
    "has a name that messages and options can say, and a mapping as its body",
    'policies: { p: , "a:b": { projects: ["**"], set: [] } }',
    [
      "a.yaml:1:16 | schema.type | policies.p | cannot be unset | a mapping, or leave the attribute out",
      'a.yaml:1:18 | name | policy a:b | "a:b" cannot be a name | letters, digits and signs other than : , $ { }, and single spaces between them',
      "a.yaml:1:50 | schema.type | policies.a:b.set | must be a mapping | ",
    ],
  ],
  [
    "has bounds and edits only where they mean something",
    'policies: { p: { projects: ["**"], set: { merge_method: { at_least: ff }, topics: { at_most: x }, visibility: { at_lest: private }, description: { one_of: a, add: 1 }, approval_rules: { R: { approvals_required: { at_least: x, at_most: [1] }, users: { includes: [] } } } } } }',
    [
      "a.yaml:1:59 | bound.order | policy p.merge_method.at_least | its values have no order of strictness | one_of",
      "a.yaml:1:85 | bound.order | policy p.topics.at_most | its values have no order of strictness | includes, excludes",
      'a.yaml:1:113 | word.unknown | policy p.visibility.at_lest | there is no word "at_lest" | did you mean at_least?',
      "a.yaml:1:148 | word.mixed | policy p.description.one_of | add and one_of cannot stand together | one of the two",
      "a.yaml:1:224 | schema.type | policy p approval_rules.R.approvals_required | must be a whole number | ",
      "a.yaml:1:236 | schema.type | policy p approval_rules.R.approvals_required | must be a whole number | ",
      "a.yaml:1:252 | word.operand | policy p approval_rules.R.users.includes | includes says nothing without an item | ",
    ],
  ],
  [
    "says words of single attributes, each operand as the attribute takes it",
    'policies: { p: { projects: ["**"], set: { container_expiration_policy: { at_least: 1 }, import_url: { one_of: [a] }, lfs_enabled: { on: true }, visibility: { one_of: [public, publik] } } } }',
    [
      "a.yaml:1:43 | word.place | policy p.container_expiration_policy | a word stands for one attribute, and this is a mapping of several | say it of one of its parts",
      "a.yaml:1:112 | schema.format | policy p.import_url | must be a URL such as https://example.com | ",
      "a.yaml:1:131 | schema.type | policy p.lfs_enabled | must be true or false | ",
      "a.yaml:1:176 | schema.enum | policy p.visibility | must be one of private, internal, public | did you mean public?",
    ],
  ],
  [
    "takes $default only where it is known, and $$default as the text",
    'policies: { p: { projects: ["**"], set: { public_jobs: $default, description: $default, name: $default, path: $$default, topics: $default } } }',
    [
      "a.yaml:1:89 | default.unknown | policy p.name | what it is while nobody sets it is not documented | the value itself",
      'a.yaml:1:105 | schema.unknown | policy p.path | there is no attribute "path" | ',
    ],
  ],
  [
    "is cut off, extended and left alone by the words for it",
    "projects: { acme/web: { extends: service, ignore: [], inherit: no } }",
    [
      'a.yaml:1:34 | preset.unknown | project:acme/web.extends | there is no preset "service" | ',
      "a.yaml:1:51 | schema.minItems | project:acme/web.ignore | must have at least 1 item | ",
      "a.yaml:1:64 | schema.type | project:acme/web.inherit | must be true or false | write false",
    ],
  ],
  [
    "is extended by name, and by what there is",
    "presets: { service: { merge_method: ff }, other: { merge_method: fff, approval_rules: {} }, third: { extends: [servce, service, service] } }\nprojects: { acme/web: { extends: service, approval_rules: { R: {} } } }",
    [
      "a.yaml:1:43 | warning preset.unused | preset other | nothing extends it | extends: [other] under a thing",
      "a.yaml:1:66 | schema.enum | preset other.merge_method | must be one of merge, rebase_merge, ff | did you mean ff?",
      "a.yaml:1:93 | warning preset.unused | preset third | nothing extends it | extends: [third] under a thing",
      'a.yaml:1:112 | preset.unknown | preset third.extends | there is no preset "servce" | did you mean service?',
      "a.yaml:1:129 | duplicate.item | preset third.extends | service stands here twice | ",
    ],
  ],
  [
    "needs a policy, one attribute and a reason",
    'exceptions: [{ policy: q, match: a, attribute: x, reason: " " }, { policy: p, match: "a/{b}", attribute: approval_rules, reason: x }, { policy: p, match: "**", attribute: merge_methd, reason: x, until: 2027-02-30 }, { policy: p, match: "**", attribute: merge_method, value: fff, reason: x }, { match: x }]\npolicies: { p: { projects: ["**"], set: { merge_method: ff } } }',
    [
      'a.yaml:1:24 | policy.unknown | exceptions.0.policy | there is no policy "q" | did you mean p?',
      "a.yaml:1:59 | exception.reason | exceptions.0.reason | an exception needs a reason | reason: why it is so, and until when it has to be",
      'a.yaml:1:86 | glob.form | exceptions.1.match | "a/{b}" matches nothing: no path has the segment "{b}" | a full path, in which * is one segment or a part of one, and ** any number of segments',
      "a.yaml:1:106 | exception.attribute | exceptions.1.attribute | approval_rules is more than one attribute | one exception for each attribute, as in approval_rules.Two eyes.approvals_required",
      'a.yaml:1:172 | pattern.unknown | exceptions.2.attribute | "merge_methd" names no attribute of projects, and nothing that hangs on them | did you mean merge_method?',
      "a.yaml:1:203 | schema.format | exceptions.2.until | must be a date such as 2026-01-31 | ",
      "a.yaml:1:275 | schema.enum | exception of policy p.merge_method | must be one of merge, rebase_merge, ff | did you mean ff?",
      "a.yaml:1:293 | exception.reason | exceptions.4.reason | an exception needs a reason | reason: why it is so, and until when it has to be",
      "a.yaml:1:293 | schema.required | exceptions.4 | attribute is required | ",
      "a.yaml:1:293 | schema.required | exceptions.4 | policy is required | ",
    ],
  ],
  [
    "stands for exactly one attribute",
    'exceptions: [{ policy: p, match: a, attribute: container_expiration_policy, value: { enabled: true, cadence: 1d }, reason: x }, { policy: p, match: a, attribute: approval_rules.R.approvals_required, value: { at_least: no }, reason: x }, { policy: p, match: a, attribute: approval_rules.*.users, reason: x }, 3]\npolicies: { p: { projects: ["**"], set: { merge_method: ff } } }',
    [
      "a.yaml:1:84 | exception.attribute | exceptions.0.value | the value says more than one thing of container_expiration_policy | one exception for each part, and for each word",
      "a.yaml:1:219 | schema.type | exception of policy p.approvals_required | must be a whole number | ",
      "a.yaml:1:272 | exception.attribute | exceptions.2.attribute | approval_rules.*.users is more than one attribute | one exception for each attribute, as in approval_rules.Two eyes.approvals_required",
      "a.yaml:1:309 | schema.type | exceptions.3 | must be a mapping | ",
    ],
  ],
  [
    "takes words in the bodies of things, also of the instance, with operands that are right",
    "application_settings: { default_branch_protection: { at_least: 1 }, default_project_visibility: { at_most: internal }, unchecked: { x: { at_least: 1 } } }\nprojects: { acme/web: { approval_rules: { R: { approvals_required: { at_least: 1 }, users: { add: alice, remove: [bob, bob] } } } } }",
    [
      "a.yaml:1:133 | warning unchecked.unknown | application_settings.unchecked.x | x is sent as it stands: nothing about it is checked | ",
      "a.yaml:2:115 | schema.uniqueItems | approval_rule:acme/web:R.users.0 | the same item stands here twice | ",
    ],
  ],
];

describe("what is said for many is told of unless it", () => {
  it.each(cases)("%s", async (_name, text, told) => {
    expect(await problemsOf(text, { now: new Date("2027-01-01T00:00:00Z") })).toEqual(told);
  });
});
