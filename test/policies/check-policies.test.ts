import { describe, expect, it } from "vitest";
import { problemsOf } from "../desired/workspace.js";

const now = new Date("2026-11-23T01:00:00Z");

describe("policies of one set of files", () => {
  it.each<readonly [string, string, readonly string[]]>([
    [
      "two policies of equal depth that say different things, unless no glob of the one shares a path with one of the other",
      `policies:
  a: { projects: ["acme/**"], undeclared: include, set: { merge_method: ff, approval_rules: { Two: { rule_type: any_approver, approvals_required: 2 } } } }
  b: { projects: ["*/web"], undeclared: include, set: { merge_method: merge } }
  c: { projects: ["acme/*"], undeclared: include, set: { merge_method: merge, approval_rules: { Two: { approvals_required: 1 } } } }
`,
      [
        "a.yaml:4:58 | policy.conflict | policy c.merge_method | it says merge, but policy a says ff (a.yaml:2:59) for what is under acme/* and acme/**, and neither is over the other | over: [a] in policy c or the other way round, or globs, except or where that tell them apart",
        "a.yaml:4:104 | policy.conflict | policy c.approval_rules.Two.approvals_required | it says 1, but policy a says 2 (a.yaml:2:127) for what is under acme/* and acme/**, and neither is over the other | over: [a] in policy c or the other way round, or globs, except or where that tell them apart",
      ],
    ],
    [
      "an item that one policy adds and another removes",
      `policies:
  a: { projects: ["acme/**"], undeclared: include, set: { topics: { add: [shop] } } }
  b: { projects: ["acme/*"], undeclared: include, set: { topics: { remove: [Shop] } } }
`,
      [
        'a.yaml:3:68 | policy.conflict | policy b.topics | it says remove ["Shop"], but policy a says add ["shop"] (a.yaml:2:69) for what is under acme/* and acme/**, and neither is over the other | over: [a] in policy b or the other way round, or globs, except or where that tell them apart',
      ],
    ],
    [
      "a list of one policy and an edit of another",
      `policies:
  a: { projects: ["acme/**"], undeclared: include, set: { topics: [web] } }
  b: { projects: ["acme/*"], undeclared: include, set: { topics: { add: [shop] } } }
`,
      [
        'a.yaml:3:68 | policy.conflict | policy b.topics | it says add ["shop"], but policy a says ["web"] (a.yaml:2:59) for what is under acme/* and acme/**, and neither is over the other | over: [a] in policy b or the other way round, or globs, except or where that tell them apart',
      ],
    ],
    [
      "one part of a record in two policies, and not another part",
      `policies:
  a: { groups: ["acme/**"], undeclared: include, set: { default_branch_protection_defaults: { allow_force_push: true } } }
  b: { groups: ["acme/*"], undeclared: include, set: { default_branch_protection_defaults: { allow_force_push: false, developer_can_initial_push: true } } }
`,
      [
        "a.yaml:3:94 | policy.conflict | policy b.default_branch_protection_defaults.allow_force_push | it says false, but policy a says true (a.yaml:2:95) for what is under acme/* and acme/**, and neither is over the other | over: [a] in policy b or the other way round, or globs, except or where that tell them apart",
      ],
    ],
    [
      "circles of over and of extends, each named once",
      `policies:
  a: { projects: ["acme/**"], undeclared: include, over: [c], set: { merge_method: ff } }
  b: { projects: ["acme/**"], undeclared: include, over: [a], set: { merge_method: ff } }
  c: { projects: ["acme/**"], undeclared: include, over: [b], set: { merge_method: ff } }
presets:
  p: { extends: [q], merge_method: ff }
  q: { extends: [p], merge_method: ff }
  r: { extends: [r], merge_method: ff }
projects: { acme/web: { extends: [p, r] } }
`,
      [
        "a.yaml:2:59 | policy.over-cycle | policy a.over | policies are over each other in a circle: a -> c -> b -> a | an order without a circle: take one of these names away",
        "a.yaml:6:18 | preset.cycle | preset p.extends | presets extend each other in a circle: p -> q -> p | an order without a circle: take one of these names away",
        "a.yaml:8:18 | preset.cycle | preset r.extends | presets extend each other in a circle: r -> r | an order without a circle: take one of these names away",
      ],
    ],
    [
      "a more specific policy that says otherwise than an enforced attribute",
      `policies:
  base: { projects: ["**"], undeclared: include, enforce: [merge_method, topics], set: { merge_method: ff, topics: { add: [shop] } } }
  team: { projects: ["acme/**"], undeclared: include, set: { merge_method: merge, topics: { remove: [shop] } } }
`,
      [
        "a.yaml:3:62 | policy.enforced | policy team.merge_method | it says merge, but policy base enforces ff (a.yaml:2:90) for what is under acme/** and ** | ff, or an exception of policy base",
        'a.yaml:3:93 | policy.enforced | policy team.topics | it says remove ["shop"], but policy base enforces add ["shop"] (a.yaml:2:118) for what is under acme/** and ** | add ["shop"], or an exception of policy base',
      ],
    ],
    [
      "an ignore of what is enforced, also in the same policy",
      `policies:
  base: { projects: ["**"], undeclared: include, enforce: [merge_method], ignore: [merge_method], set: { merge_method: ff } }
  team: { projects: ["acme/**"], undeclared: include, ignore: [merge_method] }
`,
      [
        "a.yaml:2:84 | policy.enforced | policy base.ignore.merge_method | it ignores what policy base enforces at a.yaml:2:106 for ** | no ignore of it, or an exception of policy base",
        "a.yaml:3:64 | policy.enforced | policy team.ignore.merge_method | it ignores what policy base enforces at a.yaml:2:106 for what is under acme/** and ** | no ignore of it, or an exception of policy base",
      ],
    ],
    [
      "a policy's value that a bound of another forbids",
      `policies:
  base: { projects: ["**"], undeclared: include, set: { ci_default_git_depth: 5, visibility: private, topics: [web] } }
  bound: { projects: ["acme/**"], undeclared: include, set: { ci_default_git_depth: { at_least: 20 }, visibility: { one_of: [internal, public] }, topics: { includes: shop } } }
`,
      [
        "a.yaml:2:57 | bound.weaker | policy base.ci_default_git_depth | it says 5, but policy bound asks for at_least 20 (a.yaml:3:87) for what is under ** and acme/** | at_least 20, or an exception of policy bound",
        'a.yaml:2:82 | bound.weaker | policy base.visibility | it says private, but policy bound asks for one_of ["internal","public"] (a.yaml:3:117) for what is under ** and acme/** | one_of ["internal","public"], or an exception of policy bound',
        'a.yaml:2:103 | bound.weaker | policy base.topics | it says ["web"], but policy bound asks for includes ["shop"] (a.yaml:3:157) for what is under ** and acme/** | includes ["shop"], or an exception of policy bound',
      ],
    ],
    [
      "bounds that no value meets together",
      `policies:
  a: { projects: ["acme/**"], undeclared: include, set: { ci_default_git_depth: { at_least: 20 } } }
  b: { projects: ["acme/web"], undeclared: include, set: { ci_default_git_depth: { at_most: 10 } } }
`,
      [
        "a.yaml:3:84 | bound.impossible | policy b.ci_default_git_depth | it asks for at_most 10, and policy a for at_least 20 (a.yaml:2:83) for what is under acme/web and acme/**: no value is both | bounds that can be met together, or globs, except or where that tell the two policies apart",
      ],
    ],
    [
      "what a where goes by in the set of an overlapping policy",
      `policies:
  a: { projects: ["acme/**"], undeclared: include, where: { visibility: public, topics: { includes: service } }, set: { merge_method: ff } }
  b: { projects: ["acme/web"], undeclared: include, set: { visibility: public, topics: { add: [service] } } }
  c: { projects: ["other/*"], undeclared: include, set: { visibility: public } }
`,
      [
        "a.yaml:3:60 | where.set | policy b.visibility | it sets what the where of policy a goes by (a.yaml:2:61) | say visibility in the bodies of things and in presets, or let where go by something else",
        "a.yaml:3:90 | where.set | policy b.topics | it sets what the where of policy a goes by (a.yaml:2:91) | say topics in the bodies of things and in presets, or let where go by something else",
      ],
    ],
    [
      "a policy that enforces and can be left; archiving is no way to leave",
      `policies:
  a: { projects: ["acme/**"], undeclared: include, where: { visibility: public, topics: { includes: service }, archived: false }, enforce: [merge_method], set: { merge_method: ff } }
  b: { projects: ["acme/**"], undeclared: include, where: { archived: true }, enforce: [merge_method], set: { merge_method: merge } }
`,
      [
        "a.yaml:2:91 | warning policy.leavable | policy a.where.topics | it enforces (a.yaml:2:141), but whoever maintains what it is for can leave it by changing topics, visibility | globs in place of where, or no enforce",
      ],
    ],
    [
      "an attribute that a policy enforces and says nothing of",
      `policies:
  a: { projects: ["acme/**"], undeclared: include, enforce: [merge_method, description], set: { merge_method: ff } }
`,
      [
        "a.yaml:2:76 | warning enforce.idle | policy a.enforce.description | it enforces description, but says nothing of it | a value or a bound of it under set",
      ],
    ],
  ])("tells of %s", async (_title, text, problems) => {
    expect(await problemsOf(text, { now })).toEqual(problems);
  });
});
