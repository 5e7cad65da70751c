import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { line, load, loadText, problemsOf, resource } from "./workspace.js";

describe("what validate says", () => {
  it.each([
    ["topcs: {}", 'a.yaml:1:1 | schema.unknown | topcs | there is no "topcs" at the top of a file | did you mean topics?'],
    ["version: 2", "a.yaml:1:10 | schema.const | version | must be 1 | "],
    ["topics: [one]", "a.yaml:1:9 | schema.type |  | topics must be a mapping from names to attributes, not a list or a text | "],
    [
      "topics: { one: title }",
      "a.yaml:1:16 | schema.type | topic:one | the body of topic:one must be a mapping of attributes | ",
    ],
    [
      "topics: { one: { titel: x } }",
      'a.yaml:1:18 | schema.unknown | topic:one.titel | there is no attribute "titel" | did you mean title?',
    ],
    ["topics: { one: { title: 5 } }", "a.yaml:1:25 | schema.type | topic:one.title | must be text | put it in quotes"],
    [
      "topics: { one: { title: null } }",
      "a.yaml:1:25 | schema.type | topic:one.title | cannot be unset | text, or leave the attribute out",
    ],
    ["topics: { one: { title: '' } }", "a.yaml:1:25 | schema.minLength | topic:one.title | must not be empty | "],
    [
      "groups: { acme: { visibility: interal } }",
      "a.yaml:1:31 | schema.enum | group:acme.visibility | must be one of private, internal, public | did you mean internal?",
    ],
    [
      "groups: { acme: { visibility: '${env:V}' } }",
      "a.yaml:1:31 | schema.enum | group:acme.visibility | must be one of private, internal, public | ${env:…} and ${file:…} can only stand in a text",
    ],
    [
      "groups: { acme: { lfs_enabled: 'true' } }",
      "a.yaml:1:32 | schema.type | group:acme.lfs_enabled | must be true or false | take the quotes away",
    ],
    [
      "groups: { acme: { lfs_enabled: yes } }",
      "a.yaml:1:32 | schema.type | group:acme.lfs_enabled | must be true or false | write true",
    ],
    [
      "groups: { acme: { lfs_enabled: Off } }",
      "a.yaml:1:32 | schema.type | group:acme.lfs_enabled | must be true or false | write false",
    ],
    [
      "projects: { acme/a: { topics: web } }",
      "a.yaml:1:31 | schema.type | project:acme/a.topics | must be a list | put it in brackets",
    ],
    [
      "projects: { acme/a: { webhooks: {} } }",
      'a.yaml:1:23 | schema.unknown | project:acme/a.webhooks | there is no attribute "webhooks" | did you mean hooks?',
    ],
    ["groups: { acme: { ensure: gone } }", "a.yaml:1:27 | schema.enum | group:acme.ensure | must be one of present, absent | "],
    [
      "application_settings: { deletion_adjourned_period: 91 }",
      "a.yaml:1:52 | schema.maximum | application_settings.deletion_adjourned_period | must be at most 90 | ",
    ],
    [
      "application_settings: { default_branch_protection: '2' }",
      "a.yaml:1:52 | schema.enum | application_settings.default_branch_protection | must be one of 0, 1, 2, 3, 4 | take the quotes away",
    ],
    [
      "appearance: { message_font_color: red }",
      "a.yaml:1:35 | schema.pattern | appearance.message_font_color | does not have the right form | a colour such as #E75E40",
    ],
    ["groups: { a/b: {} }", 'a.yaml:1:11 | name.path |  | "a/b": the segment "a" is too short: at least 2 characters | '],
    ["projects: { web: {} }", 'a.yaml:1:13 | name.path |  | "web": the full path must begin with a namespace, as in acme/web | '],
    [
      'delete_undeclared: { projects: ["acme/*", "${env:TEAM}/*"] }',
      "a.yaml:1:43 | secret.place | delete_undeclared.projects.1 | a glob cannot hold ${env:…} or ${file:…} | the path itself",
    ],
    [
      "delete_undeclared: { topics: false }",
      "a.yaml:1:30 | schema.oneOf | delete_undeclared.topics | must be true or a list of globs | ",
    ],
    [
      "delete_undeclared: { appearance: true }",
      'a.yaml:1:22 | schema.unknown | delete_undeclared.appearance | there is no attribute "appearance" | ',
    ],
    ["instance: { url: platform }", "a.yaml:1:18 | schema.format | instance.url | must be a URL such as https://example.com | "],
  ])("of %s", async (text, expected) => {
    expect(await problemsOf(text)).toContain(expected);
  });

  it.each([
    "acme/-x",
    "acme/x-",
    "acme/a b",
    "acme/ab.",
    "acme/ab.git",
    "acme/ab.atom",
    "acme//ab",
    "/acme",
    "acme/",
    "acme/a",
    `acme/${"x".repeat(256)}`,
    Array.from({ length: 21 }, () => "ab").join("/"),
    "acme/ä1",
    "acme/..",
  ])("of the group path %j whether the platform takes it", async (path) => {
    const found = await problemsOf(JSON.stringify({ groups: { [path]: { name: "x" } } }));
    expect(found.length).toBe(path === "acme/x-" ? 0 : 1);
  });

  it("takes an address with letters of any alphabet, and none that is no address", async () => {
    const page = (url: string) => `application_settings: { home_page_url: ${JSON.stringify(url)} }`;
    expect(await problemsOf(page("https://münchen.example/straße?a=ü"))).toEqual([]);
    expect(await problemsOf(page("münchen.example/straße"))).toEqual([
      "a.yaml:1:40 | schema.format | application_settings.home_page_url | must be a URL such as https://example.com | ",
    ]);
  });

  it("knows which attributes must stand in a file: those that every call carries", async () => {
    expect(await problemsOf("projects: { acme/web: { integrations: { emails-on-push: {} } } }")).toEqual([
      "a.yaml:1:41 | schema.required | integration:acme/web:emails-on-push | recipients is required | ",
    ]);
    expect(await problemsOf("projects: { acme/web: { integrations: { emails-on-push: { ensure: absent } } } }")).toEqual([]);
    expect(await problemsOf("groups: { acme: { lfs_enabled: true } }")).toEqual([]);
  });

  it("takes a required attribute under the vendor's name too", async () => {
    const bamboo = "build_key: K, username: u, password: '${env:P}'";
    const under = (body: string) => `projects: { acme/web: { integrations: { bamboo: { ${body} } } } }`;
    expect((await loadText(under(`bamboo_url: https://b.example.com, ${bamboo}`), { env: { P: "x" } })).diagnostics).toEqual([]);
    expect(await problemsOf(under(bamboo), { env: { P: "x" } })).toEqual([
      "a.yaml:1:41 | schema.anyOf | integration:acme/web:bamboo | buildserver_url or bamboo_url is required | ",
    ]);
  });

  it("wants exactly one of user, group and access_level in an entry, and each only once", async () => {
    const entries = (text: string) =>
      `groups: { acme: { protected_environments: { production: { deploy_access_levels: [${text}] } } } }`;
    expect(await problemsOf(entries("{ user: alice }, { access_level: 40 }, { group: acme/qa }"))).toEqual([]);
    const where = "protected_environment:acme:production.deploy_access_levels";
    for (const wrong of ["{}", "{ user: alice, access_level: maintainer }"]) {
      const [diagnostic] = await problemsOf(entries(wrong));
      expect(diagnostic).toMatch(new RegExp(`schema.oneOf \\| ${where}.0 \\| exactly one of .*user.* must be given`));
    }
    expect(await problemsOf(entries("{ user: alice }, { user: Alice }"))).toEqual([
      `a.yaml:1:99 | duplicate.item | ${where}.1 | names the same as the item at a.yaml:1:82 | `,
    ]);
    expect((await problemsOf(entries("{ access_level: owner }")))[0]).toContain(
      "must be one of reporter, developer, maintainer, admin, or their numbers",
    );
  });

  it("refuses unknown keys and tiers of maps by what is allowed there", async () => {
    const [diagnostic] = await problemsOf("groups: { acme: { protected_environments: { produktion: {} } } }");
    expect(diagnostic).toBe(
      'a.yaml:1:45 | schema.key |  | "produktion" is no protected environment: must be one of production, staging, testing, development, other | did you mean production?',
    );
  });

  it("asks the kind for what needs several attributes", async () => {
    const found = await problemsOf("application_settings: { spamfilter_enabled: true }");
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^a\.yaml:1:25 \| .* application_settings\.spamfilter_enabled \| .*spamfilter_api_key/);
  });
});

describe("canonical form", () => {
  it("reads vendor and deprecated names as the documents' names, with a warning for the deprecated ones", async () => {
    const loaded = await loadText("application_settings: { gravatar_enabled: true, admin_notification_email: a@example.com }");
    expect(resource(loaded, "application_settings").spec).toEqual({
      avatarservice_enabled: true,
      abuse_notification_email: "a@example.com",
    });
    expect(loaded.diagnostics.map(line)).toEqual([
      "a.yaml:1:49 | warning deprecated | application_settings.admin_notification_email | admin_notification_email is deprecated | use abuse_notification_email",
    ]);
    expect(resource(loaded, "application_settings").origins["avatarservice_enabled"]).toEqual({
      file: "a.yaml",
      line: 1,
      column: 25,
    });
  });

  it("converts what a deprecated name meant", async () => {
    const loaded = await loadText("projects: { acme/web: { issues_enabled: false, tag_list: [one] } }");
    expect(resource(loaded, "project:acme/web").spec).toEqual({ topics: ["one"], issues_access_level: "disabled" });
  });

  it.each([
    [
      "application_settings: { avatarservice_enabled: true, gravatar_enabled: true }",
      "gravatar_enabled and avatarservice_enabled (at a.yaml:1:25)",
    ],
    ["projects: { acme/web: { topics: [a], tag_list: [a] } }", "tag_list and topics (at a.yaml:1:25)"],
  ])("refuses two spellings of one attribute in %s, naming both places", async (text, message) => {
    expect((await problemsOf(text)).join("\n")).toContain(`${message} are the same attribute`);
  });

  it("knows unchecked names from those that the schema has", async () => {
    const loaded = await loadText(
      "application_settings: { unchecked: { new_one: [1, { a: b }], signup_enabled: true, gravatar_enabled: true } }",
    );
    expect(resource(loaded, "application_settings").spec).toEqual({ new_one: [1, { a: "b" }] });
    expect(loaded.diagnostics.map((diagnostic) => [diagnostic.severity, diagnostic.rule, diagnostic.attribute])).toEqual([
      ["warning", "unchecked.unknown", "unchecked.new_one"],
      ["error", "unchecked.known", "unchecked.signup_enabled"],
      ["error", "unchecked.known", "unchecked.gravatar_enabled"],
    ]);
    const { diagnostics, ...topics } = await loadText("topics: { one: { unchecked: { a: 1 } } }");
    expect(resource({ diagnostics, ...topics }, "topic:one").spec).toEqual({ a: 1 });
    expect(diagnostics.map(({ rule, attribute }) => [rule, attribute])).toEqual([["unchecked.unknown", "unchecked.a"]]);
  });

  it("takes under unchecked what a newer release has added to the words of an attribute, at any depth", async () => {
    const loaded = await loadText(
      "projects:\n  acme/web:\n    unchecked: { merge_method: newest, wiki_access_level: private }\n    protected_branches:\n      main:\n        unchecked:\n          allowed_to_push: [access_level: maintainer, access_level: 35]\n",
    );
    expect(resource(loaded, "project:acme/web").spec).toEqual({ merge_method: "newest" });
    expect(resource(loaded, "protected_branch:acme/web:main").spec["allowed_to_push"]).toContainEqual({ access_level: 35 });
    expect(loaded.diagnostics.map(({ rule, attribute, origin, allowed }) => [rule, attribute, origin.line, allowed])).toEqual([
      ["unchecked.unknown", "unchecked.merge_method", 3, undefined],
      ["unchecked.known", "unchecked.wiki_access_level", 3, "wiki_access_level, outside of unchecked"],
      ["unchecked.unknown", "unchecked.allowed_to_push", 7, undefined],
    ]);
  });

  it("tells of both places where an attribute stands under unchecked too", async () => {
    expect(await problemsOf("projects:\n  acme/web:\n    merge_method: ff\n    unchecked: { merge_method: newest }\n")).toEqual([
      expect.stringMatching(/^a\.yaml:4:18 \| duplicate\.attribute .*merge_method.*a\.yaml:3:5/),
      expect.stringContaining("unchecked.unknown"),
    ]);
    // What may hold a secret is no word that a release has added.
    expect(await problemsOf('projects: { acme/web: { unchecked: { merge_method: "${env:METHOD}" } } }')).toEqual([
      expect.stringContaining("unchecked.known"),
    ]);
  });

  it("gives levels by name and keeps the origin of every part", async () => {
    const loaded = await loadText(
      "groups:\n  acme:\n    protected_environments:\n      production:\n        deploy_access_levels:\n          - access_level: 40\n          - user: alice\n",
    );
    const found = resource(loaded, "protected_environment:acme:production");
    expect(found.spec).toEqual({ deploy_access_levels: [{ access_level: "maintainer" }, { user: "alice" }] });
    expect(found.origins).toEqual({
      deploy_access_levels: { file: "a.yaml", line: 5, column: 9 },
      "deploy_access_levels.0": { file: "a.yaml", line: 6, column: 13 },
      "deploy_access_levels.0.access_level": { file: "a.yaml", line: 6, column: 13 },
      "deploy_access_levels.1": { file: "a.yaml", line: 7, column: 13 },
      "deploy_access_levels.1.user": { file: "a.yaml", line: 7, column: 13 },
    });
    expect(found.origin).toEqual({ file: "a.yaml", line: 4, column: 7 });
  });

  it("takes anchors and merge keys, and points at where a merged value stands", async () => {
    const loaded = await loadText(
      "projects:\n  acme/base: &base\n    visibility: private\n    description: base\n  acme/web:\n    <<: *base\n    description: web\n",
    );
    expect(loaded.diagnostics).toEqual([]);
    const web = resource(loaded, "project:acme/web");
    expect(web.spec).toEqual({ visibility: "private", description: "web" });
    expect(web.origins).toEqual({
      description: { file: "a.yaml", line: 7, column: 5 },
      visibility: { file: "a.yaml", line: 3, column: 5 },
    });
  });
});

describe("tier and release lint", () => {
  it("names what the tier lacks: kinds, shapes and attributes", async () => {
    const text =
      "projects:\n  acme/web:\n    issues_template: Hello\n    approval_settings: {}\n    integrations: { github: { token: '${env:T}', repository_url: https://x.example.com/a/b } }\n";
    const rules = async (tier: "free" | "premium") =>
      (await loadText(text, { tier, env: { T: "x" } })).diagnostics.map(
        (diagnostic) => `${diagnostic.rule} ${diagnostic.address ?? ""} ${diagnostic.message}`,
      );
    expect(await rules("premium")).toEqual([]);
    expect(await rules("free")).toEqual([
      "tier project:acme/web issues_template needs tier premium, not free",
      "tier approval_settings:acme/web Approval settings needs tier premium, not free",
      "tier integration:acme/web:github Integration github needs tier premium, not free",
    ]);
  });

  it("names what a release does not have yet, or no longer", async () => {
    const text = "projects:\n  acme/web:\n    emails_enabled: true\n    integrations: { flowdock: { token: '${env:T}' } }\n";
    const rules = async (serverVersion: string) =>
      (await loadText(text, { serverVersion, env: { T: "x" } })).diagnostics.map((diagnostic) => [
        diagnostic.rule,
        diagnostic.attribute ?? diagnostic.address,
      ]);
    expect(await rules("15.4.0-ee")).toEqual([["version", "emails_enabled"]]);
    expect(await rules("16.6.0")).toEqual([["version", "integration:acme/web:flowdock"]]);
  });
});

describe("positions", () => {
  const words = fc.constantFrom("titel", "descriptoin", "avater", "nonsense", "x-y");
  const note = fc.constantFrom("", "# note\n", "\n\n", "version: 1\n");

  it("point at the offending text, whatever stands before it", async () => {
    await fc.assert(
      fc.asyncProperty(words, note, fc.nat(4), fc.boolean(), async (word, before, indent, flow) => {
        const space = " ".repeat(indent + 1);
        const text = flow
          ? `${before}topics: { one: { ${word}: 1 } }\n`
          : `${before}topics:\n${space}one:\n${space}${space}title: A\n${space}${space}${word}: 1\n`;
        const { diagnostics } = await load({ "a.yaml": text });
        expect(diagnostics).toHaveLength(1);
        const { line: row = 0, column = 0 } = diagnostics[0]?.origin ?? {};
        const rows = text.split("\n");
        expect(rows[row - 1]?.slice(column - 1, column + word.length)).toBe(`${word}:`);
      }),
      { numRuns: 60 },
    );
  });
});
