import { describe, expect, it } from "vitest";
import { line, load, problemsOf } from "../workspace.js";

const words = "${this:full_path}, ${this:path}, ${this:name}, ${this:group}, or $${ for a literal ${";
const where = "a text under set or initial of a policy, or in a preset; $${ is a literal ${";

/** What files say wrongly of the group or project that a text is about, and all that is told of it. */
const cases: readonly (readonly [name: string, text: string, told: readonly string[]])[] = [
  [
    "stands in policies and presets alone",
    'projects: { acme/web: { description: "${this:path}" } }',
    [`a.yaml:1:38 | this.place |  | \${this:path} cannot stand here | ${where}`],
  ],
  [
    "stands in no condition",
    'policies: { p: { projects: ["**"], where: { description: "${this:name}" }, set: { merge_method: ff } } }',
    [`a.yaml:1:58 | this.place |  | \${this:name} cannot stand here | ${where}`],
  ],
  [
    "stands in no key",
    'policies: { p: { projects: ["**"], set: { variables: { "${this:path}": { value: x } } } } }',
    [
      'a.yaml:1:56 | name |  | "${this:path}": a key has letters, digits and _ only | ',
      "a.yaml:1:56 | this.place |  | a key cannot hold ${this:…} | the name itself",
    ],
  ],
  [
    "is one of four words",
    'policies: { p: { projects: ["**"], set: { description: "${this:id}" } } }',
    [`a.yaml:1:56 | this.unknown |  | there is no word \${this:id} | ${words}`],
  ],
  [
    "is one of four words in a template, too",
    'groups: { aa: { name: A } }\nprojects: { aa/bb: {}, aa/cc: {} }\npolicies: { p: { projects: ["**"], set: { repository_files: { X: { content: "${this:id}", template: true } } } } }',
    [
      `a.yaml:3:68 | this.unknown | policy p repository_files.X.content | there is no word \${this:id} (for project:aa/bb, and so for 1 more) | ${words}`,
    ],
  ],
  [
    "has no group at the top",
    'groups: { aa: { name: A } }\npolicies: { p: { groups: ["*"], set: { description: "${this:group}" } } }',
    [
      "a.yaml:2:53 | this.none | policy p.description | ${this:group} is the group that holds it, and none does (for group:aa) | globs of what lies in a group: acme/*",
    ],
  ],
  [
    "is checked as what it becomes",
    'groups: { aa: { name: A } }\nprojects: { aa/bb: {} }\npolicies: { p: { projects: ["**"], set: { merge_method: "${this:path}" } } }',
    [
      "a.yaml:3:57 | schema.enum | policy p.merge_method | must be one of merge, rebase_merge, ff (${this:path} is bb for project:aa/bb) | did you mean ff?",
    ],
  ],
  [
    "leads a path nowhere else",
    'groups: { aa: { name: A } }\nprojects: { aa/bb: { name: "../secret" } }\npolicies: { p: { projects: ["**"], set: { repository_files: { X: { from: "./x/${this:name}" } } } } }',
    [
      "a.yaml:3:74 | this.path | policy p repository_files.X.content | the name cannot be a part of a path (./x/${this:name} is ./x/../secret for project:aa/bb) | ${this:path} or ${this:full_path}",
    ],
  ],
  [
    "leads out of no directory",
    'groups: { aa: { name: A } }\nprojects: { aa/bb: {} }\npolicies: { p: { projects: ["**"], set: { repository_files: { X: { from: "../${this:path}" } } } } }',
    [
      "a.yaml:3:74 | file.outside | policy p repository_files.X.content | the path leads out of the directory (../${this:path} is ../bb for project:aa/bb) | a path inside the directory of the desired state",
    ],
  ],
  [
    "is no template where a thing speaks of itself",
    'projects: { acme/web: { repository_files: { X: { content: "x", template: true } } } }',
    [
      "a.yaml:1:64 | this.place | repository_file:acme/web:X.template | template cannot stand here | the content as it is, or template in a policy or a preset",
    ],
  ],
  [
    "is no template without a content",
    'policies: { p: { projects: ["**"], set: { repository_files: { X: { template: true } } } } }',
    [
      "a.yaml:1:68 | this.template | policy p repository_files.X.template | template needs a content beside it | content or from in the same body",
    ],
  ],
];

describe("${this:…}", () => {
  it.each(cases)("%s", async (_, text, told) => {
    const errors = (await problemsOf(text)).filter((one) => !one.includes(" | warning "));
    expect(errors).toEqual(told);
  });

  it("is no error for whom a condition leaves out", async () => {
    const files = {
      "a.yaml":
        'groups: { aa: { name: A } }\nprojects: { aa/bb: { archived: true } }\npolicies: { p: { projects: ["**"], set: { repository_files: { X: { from: "./${this:path}" } } } } }',
    };
    expect((await load(files)).diagnostics.filter(({ severity }) => severity === "error").map(line)).toEqual([]);
  });
});
