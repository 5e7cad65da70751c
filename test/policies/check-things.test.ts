import { describe, expect, it } from "vitest";
import { problemsOf } from "../desired/workspace.js";

const now = new Date("2026-11-23T01:00:00Z");

describe("what is declared, beside its policies", () => {
  it.each<readonly [string, string, readonly string[]]>([
    [
      "globs that match nothing declared, or nothing but what is spared",
      `policies:
  a: { projects: ["acme/**", "amce/**"], except: ["acme/*"], set: { merge_method: ff } }
  b: { groups: ["acme"], set: { description: x } }
  c: { projects: ["nowhere/**"], undeclared: include, set: { merge_method: ff } }
projects: { acme/web: {}, acme/gone/x: { ensure: absent } }
`,
      [
        "a.yaml:2:19 | warning policy.nothing | policy a | except takes away all that acme/** matches | a glob or an except that leaves something",
        "a.yaml:2:30 | warning policy.nothing | policy a | amce/** matches no declared project | a glob that matches one, or undeclared: include",
        "a.yaml:3:17 | warning policy.nothing | policy b | acme matches no declared group | a glob that matches one, or undeclared: include",
      ],
    ],
    [
      "things and presets that say otherwise than an enforced attribute, unless an exception is made; one that has ended only warns",
      `policies:
  base: { projects: ["**"], enforce: [merge_method, approval_rules.*.approvals_required], set: { merge_method: ff, approval_rules: { Two: { rule_type: any_approver, approvals_required: 2 } } } }
presets:
  loose: { merge_method: rebase_merge }
projects:
  acme/web: { merge_method: merge, ignore: [merge_method], approval_rules: { Two: { approvals_required: 1 } } }
  acme/api: { extends: loose }
  acme/shop: { extends: loose }
  acme/own: { extends: loose, merge_method: ff }
  acme/free: { inherit: false, merge_method: merge }
  acme/gone: { ensure: absent }
  acme/legacy: { merge_method: merge }
  acme/old: { merge_method: merge }
exceptions:
  - { policy: base, match: acme/legacy, attribute: merge_method, value: merge, reason: moves, until: 2027-05-31 }
  - { policy: base, match: acme/old, attribute: merge_method, reason: moves, until: 2026-01-31 }
`,
      [
        "a.yaml:4:12 | policy.enforced | preset loose.merge_method | it says rebase_merge, but policy base enforces ff (a.yaml:2:98) | ff, or an exception of policy base",
        "a.yaml:6:15 | policy.enforced | project:acme/web.merge_method | it says merge, but policy base enforces ff (a.yaml:2:98) | ff, or an exception of policy base",
        "a.yaml:6:45 | policy.enforced | project:acme/web.ignore.merge_method | it ignores what policy base enforces at a.yaml:2:98 | no ignore of it, or an exception of policy base",
        "a.yaml:6:85 | policy.enforced | approval_rule:acme/web:Two.approvals_required | it says 1, but policy base enforces 2 (a.yaml:2:166) | 2, or an exception of policy base",
        "a.yaml:10:32 | policy.enforced | project:acme/free.merge_method | it says merge, but policy base enforces ff (a.yaml:2:98) | ff, or an exception of policy base",
        "a.yaml:13:15 | warning policy.enforced | project:acme/old.merge_method | it says merge, but policy base enforces ff (a.yaml:2:98); the exception for it at a.yaml:16:5 ended on 2026-01-31 | ff, or an exception of policy base",
        "a.yaml:16:5 | warning exception.ended | exception of base.merge_method | it ended on 2026-01-31 and has no effect any more | take it away, or give it a later day",
      ],
    ],
    [
      "things whose values or bounds are weaker than a bound that may hold for them",
      `policies:
  bound: { projects: ["acme/**"], set: { ci_default_git_depth: { at_least: 20 }, topics: { includes: shop, excludes: secret } } }
  public: { projects: ["acme/**"], where: { visibility: public }, set: { ci_default_git_depth: { at_least: 30 } } }
presets:
  few: { ci_default_git_depth: { at_most: 50 } }
projects:
  acme/web: { visibility: public, ci_default_git_depth: 25, topics: [web] }
  acme/may: { ci_default_git_depth: 25 }
  acme/private: { visibility: private, ci_default_git_depth: 25 }
  acme/api: { visibility: private, ci_default_git_depth: 10, topics: { add: [Secret] } }
  acme/sub: { topics: { remove: [shop] }, ci_default_git_depth: { at_most: 3 } }
  acme/few: { extends: few, visibility: private, ci_default_git_depth: 60 }
`,
      [
        "a.yaml:7:35 | bound.weaker | project:acme/web.ci_default_git_depth | it says 25, but policy public asks for at_least 30 (a.yaml:3:98) | at_least 30, or an exception of policy public",
        'a.yaml:7:61 | bound.weaker | project:acme/web.topics | it says ["web"], but policy bound asks for includes ["shop"] (a.yaml:2:92) | includes ["shop"], or an exception of policy bound',
        "a.yaml:8:15 | bound.weaker | project:acme/may.ci_default_git_depth | it says 25, but policy public asks for at_least 30 (a.yaml:3:98) | at_least 30, or an exception of policy public",
        "a.yaml:10:36 | bound.weaker | project:acme/api.ci_default_git_depth | it says 10, but policy bound asks for at_least 20 (a.yaml:2:66) | at_least 20, or an exception of policy bound",
        'a.yaml:10:72 | bound.weaker | project:acme/api.topics | it says add ["Secret"], but policy bound asks for excludes ["secret"] (a.yaml:2:108) | excludes ["secret"], or an exception of policy bound',
        'a.yaml:11:25 | bound.weaker | project:acme/sub.topics | it says remove ["shop"], but policy bound asks for includes ["shop"] (a.yaml:2:92) | includes ["shop"], or an exception of policy bound',
        "a.yaml:11:67 | bound.impossible | project:acme/sub.ci_default_git_depth | it asks for at_most 3, and policy bound for at_least 20 (a.yaml:2:66): no value is both | at_least 20, or an exception of policy bound",
        "a.yaml:12:50 | bound.weaker | project:acme/few.ci_default_git_depth | it says 60, but preset few asks for at_most 50 (a.yaml:5:34) | at_most 50",
      ],
    ],
    [
      "a policy's value below a bound of the thing itself",
      `policies:
  base: { projects: ["acme/**"], set: { ci_default_git_depth: 5 } }
projects:
  acme/web: { ci_default_git_depth: { at_least: 20 } }
  acme/own: { ci_default_git_depth: { at_least: 20 }, extends: deep }
  acme/free: { ci_default_git_depth: { at_least: 20 }, inherit: false }
presets: { deep: { ci_default_git_depth: 25 } }
`,
      [
        "a.yaml:4:39 | bound.weaker | project:acme/web.ci_default_git_depth | it asks for at_least 20, but policy base says 5 (a.yaml:2:41) | a value of its own (at_least 20), or an exception of policy base",
      ],
    ],
    [
      "what a thing declares although it is ignored",
      `policies:
  a: { projects: ["acme/**"], set: { merge_method: ff }, ignore: [topics, integrations.asana, approval_rules.*.users] }
projects:
  acme/web:
    topics: [a]
    integrations: { asana: { restrict_to_branch: main } }
    approval_rules: { R: { approvals_required: 1, users: [al] } }
    ignore: [description]
    description: hello
  acme/free: { inherit: false, topics: [a] }
`,
      [
        "a.yaml:5:5 | warning ignore.declared | project:acme/web.topics | it has no effect: policy a ignores it (topics, a.yaml:2:67) | no ignore of it, or no such line",
        "a.yaml:6:21 | warning ignore.declared | integration:acme/web:asana | it has no effect: policy a ignores it (integrations.asana, a.yaml:2:75) | no ignore of it, or no such line",
        "a.yaml:7:51 | warning ignore.declared | approval_rule:acme/web:R.users | it has no effect: policy a ignores it (approval_rules.*.users, a.yaml:2:95) | no ignore of it, or no such line",
        "a.yaml:9:5 | warning ignore.declared | project:acme/web.description | it has no effect: it ignores it itself (description, a.yaml:8:14) | no ignore of it, or no such line",
      ],
    ],
  ])("tells of %s", async (_title, text, problems) => {
    expect(await problemsOf(text, { now })).toEqual(problems);
  });
});
