import { expect, it } from "vitest";
import { problemsOf } from "../workspace.js";

const now = new Date("2026-11-23T01:00:00Z");
const things = "projects: { acme/web: {} }\n";

it.each<readonly [string, string, readonly string[]]>([
  [
    "a preset that is not there",
    "presets: { service: { merge_method: ff } }\nprojects: { acme/web: { extends: [servise] }, acme/api: { extends: service } }\n",
    ['a.yaml:2:35 | preset.unknown | project:acme/web.extends | there is no preset "servise" | did you mean service?'],
  ],
  [
    "a policy that is not there, in over",
    `policies: { a: { projects: ["acme/**"], over: [baselin], set: { merge_method: ff } }, baseline: { projects: ["**"], set: { squash_option: never } } }\n${things}`,
    ['a.yaml:1:48 | policy.unknown | policy a.over | there is no policy "baselin" | did you mean baseline?'],
  ],
  [
    "a policy that is not there, in an exception",
    `policies: { a: { projects: ["acme/**"], set: { merge_method: ff } } }\nexceptions: [{ policy: b, match: acme/web, attribute: merge_method, reason: r }]\n${things}`,
    ['a.yaml:2:24 | policy.unknown | exceptions.0.policy | there is no policy "b" | did you mean a?'],
  ],
  [
    "attributes that are called as every object of the language calls something",
    `presets: { a: { toString: 1 } }\npolicies: { a: { projects: ["acme/**"], set: { valueOf: { at_least: 1 } } } }\nprojects: { acme/web: { extends: a } }\n`,
    [
      'a.yaml:1:17 | schema.unknown | preset a.toString | there is no attribute "toString" | ',
      'a.yaml:2:48 | schema.unknown | policy a.valueOf | there is no attribute "valueOf" | ',
    ],
  ],
  [
    "a glob that matches nothing",
    `policies: { a: { projects: ["amce/**"], set: { merge_method: ff } } }\n${things}`,
    [
      "a.yaml:1:29 | warning policy.nothing | policy a | amce/** matches no declared project | a glob that matches one, or undeclared: include",
    ],
  ],
  [
    "projects and groups in one policy",
    `policies: { a: { projects: ["acme/**"], groups: ["acme/**"], set: {} } }\n${things}`,
    [
      "a.yaml:1:18 | policy.kind | policy a.projects | exactly one of groups, projects must be given: groups stands at a.yaml:1:41 | one policy for each kind of things",
    ],
  ],
  [
    "neither projects nor groups",
    `policies: { a: { set: {} } }\n${things}`,
    ["a.yaml:1:13 | policy.kind | policy a | exactly one of groups, projects must be given, as a list of globs of full paths | "],
  ],
  [
    "what is enforced and contradicted",
    `policies: { a: { projects: ["acme/**"], set: { merge_method: ff }, enforce: [merge_method] } }\nprojects: { acme/web: { merge_method: merge } }\n`,
    [
      "a.yaml:2:25 | policy.enforced | project:acme/web.merge_method | it says merge, but policy a enforces ff (a.yaml:1:48) | ff, or an exception of policy a",
    ],
  ],
  [
    "an exception without a reason",
    `policies: { a: { projects: ["acme/**"], set: { merge_method: ff } } }\nexceptions: [{ policy: a, match: acme/web, attribute: merge_method }]\n${things}`,
    [
      "a.yaml:2:14 | exception.reason | exceptions.0.reason | an exception needs a reason | reason: why it is so, and until when it has to be",
    ],
  ],
  [
    "an exception with a blank reason",
    `policies: { a: { projects: ["acme/**"], set: { merge_method: ff } } }\nexceptions: [{ policy: a, match: acme/web, attribute: merge_method, reason: " " }]\n${things}`,
    [
      "a.yaml:2:77 | exception.reason | exceptions.0.reason | an exception needs a reason | reason: why it is so, and until when it has to be",
    ],
  ],
  [
    "a day that there is not",
    `policies: { a: { projects: ["acme/**"], set: { merge_method: ff } } }\nexceptions: [{ policy: a, match: acme/web, attribute: merge_method, reason: r, until: 2027-02-30 }]\n${things}`,
    ["a.yaml:2:87 | schema.format | exceptions.0.until | must be a date such as 2026-01-31 | "],
  ],
  [
    "presets that extend each other",
    "presets: { a: { extends: b }, b: { extends: a } }\nprojects: { acme/web: { extends: a } }\n",
    [
      "a.yaml:1:26 | preset.cycle | preset a.extends | presets extend each other in a circle: a -> b -> a | an order without a circle: take one of these names away",
    ],
  ],
  [
    "a bound of what has no order",
    `policies: { a: { projects: ["acme/**"], set: { merge_method: { at_least: ff } } } }\n${things}`,
    ["a.yaml:1:64 | bound.order | policy a.merge_method.at_least | its values have no order of strictness | one_of"],
  ],
  [
    "a value that is none of the attribute's",
    `policies: { a: { projects: ["acme/**"], set: { merge_method: { one_of: [fast] } } } }\n${things}`,
    ["a.yaml:1:73 | schema.enum | policy a.merge_method | must be one of merge, rebase_merge, ff | "],
  ],
  [
    "a default that nobody knows",
    "projects: { acme/web: { name: $default } }\n",
    [
      "a.yaml:1:25 | default.unknown | project:acme/web.name | what it is while nobody sets it is not documented | the value itself",
    ],
  ],
  [
    "something that is no part of a policy",
    `policies: { a: { projects: ["acme/**"], set: { ensure: absent } } }\n${things}`,
    [
      "a.yaml:1:48 | policy.place | policy a.ensure | ensure has no part in a policy: which things there are, and where, only declarations say | ensure under the thing itself",
    ],
  ],
])("%s is one clear error at its place", async (_title, text, problems) => {
  expect(await problemsOf(text, { now })).toEqual(problems);
});
