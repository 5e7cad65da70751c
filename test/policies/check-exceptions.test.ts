import { describe, expect, it } from "vitest";
import { problemsOf } from "../desired/workspace.js";

const now = new Date("2026-11-23T01:00:00Z");

describe("exceptions", () => {
  it.each<readonly [string, string, readonly string[]]>([
    [
      "exceptions that have ended, end soon or change nothing",
      `policies:
  a: { projects: ["acme/**"], except: ["acme/spared"], set: { merge_method: ff, topics: { includes: [x] } } }
projects: { acme/web: {}, acme/spared: {}, other/web: {} }
exceptions:
  - { policy: a, match: acme/web, attribute: merge_method, value: merge, reason: r, until: 2026-11-22 }
  - { policy: a, match: acme/web, attribute: merge_method, value: merge, reason: r, until: 2026-12-07 }
  - { policy: a, match: acme/web, attribute: merge_method, value: merge, reason: r, until: 2026-12-08 }
  - { policy: a, match: acme/web, attribute: merge_method, value: merge, reason: r, until: 2026-11-23 }
  - { policy: a, match: acme/web, attribute: topics, reason: r, until: 2026-11-24 }
  - { policy: a, match: acme/*, attribute: merge_method, value: ff, reason: r }
  - { policy: a, match: other/web, attribute: merge_method, value: merge, reason: r }
  - { policy: a, match: acme/spared, attribute: merge_method, value: merge, reason: r }
  - { policy: a, match: acme/gone, attribute: merge_method, value: merge, reason: r }
  - { policy: a, match: acme/web, attribute: description, value: x, reason: r }
`,
      [
        "a.yaml:5:5 | warning exception.ended | exception of a.merge_method | it ended on 2026-11-22 and has no effect any more | take it away, or give it a later day",
        "a.yaml:6:5 | warning exception.ending | exception of a.merge_method | it ends on 2026-12-07: 14 days are left | make it true without the exception, or give it a later day",
        "a.yaml:8:5 | warning exception.ending | exception of a.merge_method | it ends on 2026-11-23: today is its last day | make it true without the exception, or give it a later day",
        "a.yaml:9:5 | warning exception.ending | exception of a.topics | it ends on 2026-11-24: 1 day is left | make it true without the exception, or give it a later day",
        "a.yaml:10:5 | warning exception.idle | exception of a.merge_method | it changes nothing: policy a says ff itself | take it away",
        "a.yaml:11:5 | warning exception.idle | exception of a.merge_method | it changes nothing: policy a is not for other/web | take it away",
        "a.yaml:12:5 | warning exception.idle | exception of a.merge_method | it changes nothing: policy a is not for acme/spared | take it away",
        "a.yaml:13:5 | warning exception.idle | exception of a.merge_method | it changes nothing: acme/gone matches nothing declared that policy a is for | take it away",
        "a.yaml:14:5 | warning exception.idle | exception of a.description | it changes nothing: policy a says nothing of description | take it away",
      ],
    ],
    [
      "exceptions that contradict each other, or other policies",
      `policies:
  a: { projects: ["acme/**"], undeclared: include, set: { merge_method: ff } }
  b: { projects: ["acme/web"], undeclared: include, set: { ci_default_git_depth: 30 } }
  c: { projects: ["acme/**"], undeclared: include, where: { visibility: public }, set: { ci_default_git_depth: { at_least: 20 } } }
exceptions:
  - { policy: a, match: acme/web, attribute: merge_method, value: merge, reason: r }
  - { policy: a, match: acme/*, attribute: merge_method, reason: r }
  - { policy: b, match: acme/web, attribute: ci_default_git_depth, value: 1, reason: r }
`,
      [
        "a.yaml:7:5 | exception.conflict | exception of a.merge_method | it says that the policy says nothing, but another exception of the policy says merge (a.yaml:6:5) for what acme/* and acme/web match | one exception for each thing and attribute",
        "a.yaml:8:68 | bound.weaker | exception of b.ci_default_git_depth | it says 1, but policy c asks for at_least 20 (a.yaml:4:114) for what acme/web matches | at_least 20, or an exception of policy c, too",
      ],
    ],
  ])("tells of %s", async (_title, text, problems) => {
    expect(await problemsOf(text, { now })).toEqual(problems);
  });
});
