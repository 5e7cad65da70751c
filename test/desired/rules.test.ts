import { describe, expect, it } from "vitest";
import { load, problemsOf } from "./workspace.js";

describe("rules about several objects", () => {
  it.each([
    [
      "a declared child under an absent parent",
      "groups:\n  acme: { ensure: absent }\n  acme/sub: { name: Sub }\nprojects:\n  acme/sub/web: {}\n",
      [
        "a.yaml:3:3 | parent.absent | group:acme/sub | it is declared, but group:acme, which holds it, is absent | ",
        "a.yaml:5:3 | parent.absent | project:acme/sub/web | it is declared, but group:acme, which holds it, is absent | ",
      ],
    ],
    [
      "something inside the body of an absent project",
      "projects:\n  acme/web:\n    ensure: absent\n    approval_rules: { R: { approvals_required: 1, users: [a] } }\n",
      [
        "a.yaml:4:23 | parent.absent | approval_rule:acme/web:R | it is declared, but project:acme/web, which holds it, is absent | ",
      ],
    ],
    [
      "a project more visible than its group",
      "groups:\n  acme: { name: A, visibility: internal }\n  acme/sub: { name: S }\nprojects:\n  acme/sub/web: { visibility: public }\n",
      [
        "a.yaml:5:19 | visibility.parent | project:acme/sub/web.visibility | public is more visible than group:acme, which is internal | at most internal",
      ],
    ],
    [
      "a group more visible than its parent",
      "groups: { acme: { name: A, visibility: private }, ACME/sub: { name: S, visibility: internal } }\n",
      [
        "a.yaml:1:72 | visibility.parent | group:ACME/sub.visibility | internal is more visible than group:acme, which is private | at most private",
      ],
    ],
    [
      "an absent topic that a project names",
      "topics: { old: { ensure: absent } }\nprojects: { acme/web: { topics: [new, Old] } }\n",
      ["a.yaml:2:39 | reference.absent | project:acme/web.topics.1 | topic:old is declared absent at a.yaml:1:11 | "],
    ],
    [
      "an absent group that a rule names",
      "groups: { acme/qa: { ensure: absent } }\nprojects: { acme/web: { approval_rules: { R: { approvals_required: 1, groups: [acme/qa] } } } }\n",
      ["a.yaml:2:80 | reference.absent | approval_rule:acme/web:R.groups.0 | group:acme/qa is declared absent at a.yaml:1:11 | "],
    ],
    [
      "one path for a group and a project",
      "groups: { acme: { name: A }, acme/web: { name: W } }\nprojects: { acme/Web: {} }\n",
      ["a.yaml:2:13 | path.taken | project:acme/Web | group:acme/web at a.yaml:1:30 has the same path | "],
    ],
    [
      "a move from something that is declared",
      "projects: { acme/new: { moved_from: acme/old }, acme/old: {} }\n",
      ["a.yaml:1:25 | move.declared | project:acme/new.moved_from | project:acme/old at a.yaml:1:49 is itself declared | "],
    ],
    [
      "moves in a circle",
      "groups: { aa: { moved_from: bb }, bb: { moved_from: aa } }\n",
      [
        "a.yaml:1:17 | move.cycle | group:aa.moved_from | group:bb at a.yaml:1:35 is moved from here: the moves form a circle | ",
        "a.yaml:1:41 | move.cycle | group:bb.moved_from | group:aa at a.yaml:1:11 is moved from here: the moves form a circle | ",
      ],
    ],
    [
      "a move to where it is",
      "groups: { aa: { moved_from: AA } }\n",
      ["a.yaml:1:17 | move.cycle | group:aa.moved_from | this is where it already is | "],
    ],
    [
      "a move below itself",
      "groups: { aa/bb: { moved_from: aa } }\n",
      ["a.yaml:1:20 | move.cycle | group:aa/bb.moved_from | aa cannot be moved below itself | "],
    ],
    [
      "two moves from one place",
      "groups: { aa: { moved_from: old }, bb: { moved_from: OLD } }\n",
      ["a.yaml:1:42 | move.twice | group:bb.moved_from | group:aa at a.yaml:1:11 is moved from there too | "],
    ],
    [
      "a move of what is absent",
      "groups: { aa: { moved_from: bb, ensure: absent } }\n",
      ["a.yaml:1:17 | move.absent | group:aa.moved_from | what is absent cannot be moved here | "],
    ],
    [
      "a move from a path that cannot be",
      "projects: { acme/web: { moved_from: web } }\n",
      [
        'a.yaml:1:25 | name.path | project:acme/web.moved_from | "web": the full path must begin with a namespace, as in acme/web | ',
      ],
    ],
    [
      "two rules for any approver",
      "projects: { acme/web: { approval_rules: { A: { rule_type: any_approver, approvals_required: 1 }, B: { rule_type: any_approver, approvals_required: 2 } } } }\n",
      [
        "a.yaml:1:103 | duplicate.alone | approval_rule:acme/web:B.rule_type | approval_rule:acme/web:A at a.yaml:1:43 is already the one with rule_type any_approver | ",
      ],
    ],
  ])("refuse %s", async (_, text, expected) => {
    expect(await problemsOf(text)).toEqual(expected);
  });

  it("hold across files", async () => {
    const { diagnostics } = await load({
      "a/groups.yaml": "groups: { acme: { visibility: private } }",
      "b/projects.yaml": "projects: { acme/web: { visibility: public } }",
    });
    expect(diagnostics.map((diagnostic) => [diagnostic.origin.file, diagnostic.related?.[0]?.file, diagnostic.rule])).toEqual([
      ["b/projects.yaml", "a/groups.yaml", "visibility.parent"],
    ]);
  });

  it("let an absent parent have absent children, and a closed child an open parent", async () => {
    expect(
      await problemsOf(
        "groups: { acme: { ensure: absent }, acme/sub: { ensure: absent } }\nprojects: { acme/web: { ensure: absent } }",
      ),
    ).toEqual([]);
    expect(await problemsOf("groups: { acme: { visibility: public }, acme/sub: { visibility: private } }")).toEqual([]);
  });
});

describe("what several attributes say together", () => {
  it("is checked although another attribute is wrong, and what only misses that one is not told twice", async () => {
    const diagnostics = await problemsOf(
      "application_settings:\n  deletion_adjourned_period: 91\n  archive_builds_in_human_readable: 3 hours\n  spamfilter_enabled: true\n  spamfilter_api_key: literal\n",
    );
    expect(diagnostics.map((diagnostic) => diagnostic.split(" | ")[2])).toEqual([
      "application_settings.deletion_adjourned_period",
      "application_settings.archive_builds_in_human_readable",
      "application_settings.spamfilter_api_key",
    ]);
  });
});
