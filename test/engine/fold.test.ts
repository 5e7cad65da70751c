// @module-tag slow
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressKey } from "../../src/core/address-key.js";
import { formatAddress } from "../../src/core/address.js";
import { append } from "../../src/core/collections.js";
import type { Declaration } from "../../src/core/declaration.js";
import type { Spec } from "../../src/core/json.js";
import { masked, secret } from "../../src/core/placeholders.js";
import { SecretVariables } from "../../src/core/secret-variables.js";
import { loadDesired } from "../../src/desired/index.js";
import { writeFiles } from "../../src/desired/write/files.js";
import type { Defaults } from "../../src/engine/export/fold-units.js";
import { foldDeclarations, foldingFault } from "../../src/engine/export/index.js";
import { nameSecrets } from "../../src/engine/export/shared-secrets.js";
import { expand } from "../../src/policies/holding.js";
import { kinds } from "../../src/program/kinds.js";

function declared(kind: string, full: string, spec: Spec, key?: string): Declaration {
  const place = { kind, path: full, ...(key === undefined ? {} : { key }) };
  return { ...place, address: formatAddress(place), spec, remarks: [] };
}

/** The files of folded declarations, as texts. */
function written(declarations: readonly Declaration[], defaults: Defaults = new Map()): Readonly<Record<string, string>> {
  const folded = foldDeclarations(declarations, kinds, defaults);
  const files = writeFiles(folded.declarations, { kinds, layout: "per-group", shared: folded.shared });
  return Object.fromEntries(files.map(({ path: name, text }) => [name, text]));
}

/** What is wrong with files, or what they say otherwise than the declarations. */
async function faultOf(
  files: Readonly<Record<string, string>>,
  declarations: readonly Declaration[],
  defaults: Defaults = new Map(),
): Promise<unknown> {
  const cwd = path.resolve("/nowhere/folded");
  const overlay = new Map(Object.entries(files).map(([name, text]) => [path.join(cwd, name), text]));
  const { state, diagnostics } = await loadDesired(["."], { kinds, cwd, env: {}, overlay, now: new Date(0) });
  const wrong = diagnostics.filter(({ severity, rule }) => severity === "error" || rule.startsWith("policy"));
  return wrong.length > 0 ? wrong : foldingFault(declarations, expand(state, kinds), kinds, defaults);
}

/** What each of these leaves out because it is at its default. */
function defaultsOf(declarations: readonly Declaration[]): Defaults {
  const atDefault: Readonly<Record<string, Spec>> = {
    project: { merge_method: "merge", squash_option: "default_off", container_expiration_policy: { cadence: "1d", keep_n: 10 } },
    approval_settings: { reset_approvals_on_push: true, merge_requests_author_approval: false },
  };
  return new Map(declarations.map((one) => [addressKey(one, kinds), atDefault[one.kind] ?? {}]));
}

const many = (count: number, make: (index: number) => readonly Declaration[]): Declaration[] =>
  Array.from({ length: count }, (_, index) => make(index)).flat();

const settings = { reset_approvals_on_push: true, merge_requests_author_approval: false };
const policy = (name: string, spec: Spec = {}): readonly Declaration[] => [
  declared("project", name, { visibility: "private", merge_method: "ff", squash_option: "default_on", ...spec }),
  declared("approval_settings", name, settings),
  declared("approval_rule", name, { rule_type: "any_approver", approvals_required: 1 }, "Two eyes"),
];

describe("the proof", () => {
  const declarations = policy("acme/web");
  const desired = declarations.map((one) => ({
    ...one,
    ensure: "present" as const,
    origins: {},
    origin: { file: "a.yaml", line: 1, column: 1 },
  }));

  test("finds what is said otherwise, no more, or too much, and tells no value", () => {
    expect(foldingFault(declarations, desired, kinds)).toBeUndefined();
    const [project, ...others] = desired;
    const changed = [{ ...project!, spec: { ...project!.spec, merge_method: "hidden-value" } }, ...others];
    expect(foldingFault(declarations, changed, kinds)).toBe("project:acme/web merge_method is not what was declared");
    expect(foldingFault(declarations, desired.slice(0, 2), kinds)).toBe("approval_rule:acme/web:Two eyes is not said any more");
    expect(foldingFault(declarations, changed, kinds, new Map([[addressKey(project!, kinds), { merge_method: "merge" }]]))).toBe(
      "project:acme/web merge_method is not what was declared",
    );
    expect(foldingFault(declarations.slice(0, 2), desired, kinds)).toBe(
      "approval_rule:acme/web:Two eyes is said, and was not declared",
    );
  });

  test("lets files say what was left out as a default, and nothing else that was left out", () => {
    const [project, ...others] = desired;
    const own = addressKey(project!, kinds);
    const more = (merge_method: string) => [{ ...project!, spec: { ...project!.spec, merge_method } }, ...others];
    const { merge_method: _, ...spec } = declarations[0]!.spec;
    const short = [{ ...declarations[0]!, spec }, ...declarations.slice(1)];
    const defaults = new Map([[own, { merge_method: "merge" }]]);
    expect(foldingFault(short, more("merge"), kinds, defaults)).toBeUndefined();
    expect(foldingFault(short, others, kinds, defaults)).toBe("project:acme/web is not said any more");
    for (const wrong of [foldingFault(short, more("ff"), kinds, defaults), foldingFault(short, more("merge"), kinds)])
      expect(wrong).toBe("project:acme/web merge_method is not what was declared");
  });
});

describe("folding declarations", () => {
  test("says once what most projects below a group share, and of others what differs", async () => {
    const declarations = [
      ...many(9, (index) => policy(`acme/p${index}`)),
      ...policy("acme/odd", { merge_method: "merge" }),
      declared("group", "acme", { visibility: "private" }),
    ];
    const files = written(declarations);
    expect(files["policies.yaml"]).toBe(`# yaml-language-server: $schema=./trueup.schema.json
#
# What many groups and projects have in common, as \`trueup export --fold\` found it.
version: 1

policies:
  visibility-private-and-merge-ff-and-more:
    projects: [acme/**]
    set:
      visibility: private
      merge_method: ff
      squash_option: default_on
      approval_settings:
        reset_approvals_on_push: true
        merge_requests_author_approval: false
      approval_rules:
        Two eyes:
          approvals_required: 1
          rule_type: any_approver
`);
    expect(files["acme.yaml"]).toContain("  acme/odd:\n    merge_method: merge\n");
    expect(files["acme.yaml"]).toContain("  acme/p1: {}\n");
    expect(await faultOf(files, declarations)).toBeUndefined();
  });

  test("never gives an attribute to what has not got it: it is excepted, a group of such at once", async () => {
    const plain = (name: string) => [declared("project", name, { visibility: "private" })];
    const declarations = [
      ...many(20, (index) => policy(`acme/p${index}`)),
      ...many(2, (index) => plain(`acme/sandbox/s${index}`)),
      ...plain("acme/lone"),
    ];
    const files = written(declarations);
    expect(files["policies.yaml"]).toContain("except: [acme/lone, acme/sandbox/**]");
    expect(await faultOf(files, declarations)).toBeUndefined();
  });

  test("lets a few things say what is at their default, so that one policy says all; what lacks the child is excepted", async () => {
    const { merge_method: _, ...rest } = { visibility: "private", merge_method: "ff", squash_option: "default_on" };
    const declarations = [
      ...many(9, (index) => policy(`acme/p${index}`)),
      declared("project", "acme/odd", rest),
      declared("approval_settings", "acme/odd", settings),
    ];
    const defaults = new Map([[addressKey(declared("project", "acme/odd", {}), kinds), { merge_method: "merge" }]]);
    const files = written(declarations, defaults);
    expect(files["policies.yaml"]).toContain("visibility: private\n      merge_method: ff\n      squash_option: default_on\n");
    expect(files["policies.yaml"]?.match(/except: .*/g)).toEqual(["except: [acme/odd]"]);
    expect(files["acme.yaml"]).toContain("  acme/odd:\n    merge_method: merge\n\n");
    expect(await faultOf(files, declarations, defaults)).toBeUndefined();
    expect(await faultOf(files, declarations)).toBe("project:acme/odd merge_method is not what was declared");
  });

  test("excepts what is at the default of many attributes, since that takes fewer lines", async () => {
    const plain = declared("project", "acme/plain", { visibility: "private" });
    const whole = { merge_method: "ff", squash_option: "default_on", lfs_enabled: false, wiki_access_level: "disabled" };
    const more = { ...whole, packages_enabled: false, request_access_enabled: false };
    const declarations = [...many(9, (index) => [declared("project", `acme/p${index}`, more)]), plain];
    const defaults = new Map([[addressKey(plain, kinds), Object.fromEntries(Object.keys(more).map((name) => [name, "other"]))]]);
    const files = written(declarations, defaults);
    expect(files["policies.yaml"]).toContain("except: [acme/plain]");
    expect(files["acme.yaml"]).toContain("  acme/plain:\n    visibility: private\n");
    expect(await faultOf(files, declarations, defaults)).toBeUndefined();
  });

  test("gives a child that most have to all, and says once what a few have beside it", async () => {
    const tag = (name: string, spec: Spec = {}) => [declared("project", name, {}), declared("protected_tag", name, spec, "v*")];
    const odd = { allowed_to_create: [{ access_level: "developer" }] };
    const declarations = [...many(8, (index) => tag(`acme/p${index}`)), ...many(2, (index) => tag(`acme/odd${index}`, odd))];
    const files = written(declarations);
    expect(files["policies.yaml"]).toContain("    projects: [acme/**]\n    set:\n      protected_tags:\n        v*: {}\n");
    expect(files["acme.yaml"]).toContain("  acme/odd1:\n    protected_tags:\n      v*: developer\n");
    expect(files["acme.yaml"]).toContain("  acme/p0: {}\n");
    expect(await faultOf(files, declarations)).toBeUndefined();
  });

  test("makes a preset of what some share wherever they lie, and has them extend it", async () => {
    const declarations = many(12, (index) => [
      declared("project", `g${index}/p`, { visibility: "private", description: `No ${index}` }),
      ...(index % 3 === 0
        ? [
            declared(
              "integration",
              `g${index}/p`,
              { recipients: "team@acme.example", send_from_committer_email: true, disable_diffs: true },
              "emails-on-push",
            ),
          ]
        : []),
    ]);
    const files = written(declarations);
    expect(files["policies.yaml"]).toMatch(
      /^presets:\n {2}emails-on-push:\n {4}integrations:\n {6}emails-on-push:\n {8}recipients: /m,
    );
    expect(files["g3.yaml"]).toContain("extends: [emails-on-push]");
    expect(files["g4.yaml"]).not.toContain("extends");
    expect(await faultOf(files, declarations)).toBeUndefined();
  });

  test("leaves archived projects to themselves: no policy holds for them", async () => {
    const declarations = [...many(8, (index) => policy(`acme/p${index}`)), ...policy("acme/old", { archived: true })];
    const files = written(declarations);
    expect(files["acme.yaml"]).toMatch(/acme\/old:\n {4}visibility: private\n/);
    expect(await faultOf(files, declarations)).toBeUndefined();
  });

  test("folds nothing where that would take more lines", () => {
    const declarations = many(2, (index) => policy(`acme/p${index}`));
    expect(foldDeclarations(declarations, kinds)).toMatchObject({ shared: [] });
  });
});

const anyPath = fc
  .tuple(fc.constantFrom("acme", "acme/shop", "acme/shop/web", "other"), fc.nat(9))
  .map(([group, index]) => `${group}/p${index}`);
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined, freq: 6 });
const mostly = <T>(first: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(first) }, { weight: 2, arbitrary: fc.constantFrom(first, ...others) });

const anyProject = fc.record({
  full: anyPath,
  own: fc.record({
    merge_method: maybe(mostly("ff", "merge")),
    topics: maybe(mostly(["go"], ["go", "web"], [])),
    archived: fc.option(fc.constant(true), { nil: undefined, freq: 1 }),
    squash_option: maybe(mostly("default_on", "never")),
    container_expiration_policy: maybe(
      fc.record({ enabled: mostly(true, false), cadence: maybe(mostly("1d", "7d")), keep_n: maybe(mostly(10, 5)) }),
    ),
  }),
  settings: maybe(
    fc.record({
      reset_approvals_on_push: maybe(mostly(true, false)),
      merge_requests_author_approval: maybe(mostly(false, true)),
    }),
  ),
  rule: maybe(fc.record({ rule_type: fc.constant("any_approver"), approvals_required: mostly(1, 2) })),
  users: maybe(fc.record({ users: mostly(["alice"], ["bob"]), approvals_required: mostly(1, 2) })),
  hook: maybe(mostly("${env:ONE}", "${env:TWO}")),
});

type AnyProject = typeof anyProject extends fc.Arbitrary<infer T> ? T : never;

/** Without what is undefined. */
function cleaned(spec: object): Spec {
  return Object.fromEntries(
    Object.entries(spec).flatMap(([name, value]: [string, unknown]) =>
      value === undefined
        ? []
        : [[name, typeof value === "object" && value !== null && !Array.isArray(value) ? cleaned(value) : (value as string)]],
    ),
  );
}

function declarationsOf({ full, own, settings: said, rule, users, hook }: AnyProject): readonly Declaration[] {
  return [
    declared("project", full, cleaned(own)),
    ...(said ? [declared("approval_settings", full, cleaned(said))] : []),
    ...(rule ? [declared("approval_rule", full, cleaned(rule), "Two eyes")] : []),
    ...(users ? [declared("approval_rule", full, cleaned(users), "Owners")] : []),
    ...(hook ? [declared("integration", full, { ciserver_url: "https://ci.example", token: secret(hook) }, "drone-ci")] : []),
  ];
}

test("folding, and merging all layers again, gives what was declared; in any order the same text", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyProject, { selector: ({ full }) => full, minLength: 3, maxLength: 30 }),
      async (projects) => {
        const declarations = projects.flatMap(declarationsOf);
        for (const defaults of [new Map(), defaultsOf(declarations)]) {
          const files = written(declarations, defaults);
          expect(await faultOf(files, declarations, defaults)).toBeUndefined();
          expect(written(declarations.toReversed(), defaults)).toEqual(files);
        }
      },
    ),
    { numRuns: 30 },
  );
});

describe("references of an export with shared secrets", () => {
  const instance = fc.uniqueArray(
    fc.record({
      path: fc.constantFrom("acme", "acme/web", "acme/web_api", "acme/web/api", "shop"),
      key: fc.constantFrom("DEPLOY", "API_DEPLOY", "https://ci.example/hook"),
      kind: fc.constantFrom("variable", "hook"),
      value: fc.constantFrom("short", "other", "a-secret-that-is-long", "b-secret-that-is-long"),
      isShown: fc.boolean(),
    }),
    { selector: ({ path: place, key, kind }) => `${kind}:${place}:${key}`, maxLength: 30 },
  );

  test("no two different live secrets share one, one that nobody shows shares its own with none, and long equal ones have one", () => {
    const law = fc.property(instance, (things) => {
      const live = new Map(things.map((one) => [formatAddress(one), one]));
      const masks = things.map((one) => declared(one.kind, one.path, { value: masked() }, one.key));
      const shownOf = ({ address }: Declaration) => (live.get(address)?.isShown ? live.get(address)?.value : undefined);
      const { declarations } = nameSecrets(masks, shownOf, new SecretVariables(), true);
      const sharing = new Map<string, Declaration[]>();
      for (const one of declarations) append(sharing, JSON.stringify(one.spec["value"]), one);
      for (const group of sharing.values()) {
        const secrets = group.map(({ address }) => live.get(address));
        expect(new Set(secrets.map((one) => one?.value)).size).toBe(1);
        if (group.length > 1) expect(secrets.every((one) => one?.isShown)).toBe(true);
      }
      const long = things.filter(({ isShown, value }) => isShown && value.length > 16);
      const different = new Set(long.map(({ kind, value }) => `${kind} ${value}`)).size;
      expect(sharing.size).toBeLessThanOrEqual(things.length - long.length + different);
    });
    fc.assert(law, { numRuns: 200 });
  });
});
