import fc from "fast-check";

/** A project that is live before anybody writes a file. */
interface LiveProject {
  readonly path: string;
  readonly visibility: "private" | "internal" | "public";
  readonly topics: readonly string[];
  readonly merge_method: string;
  readonly description: string;
  readonly depth: number | undefined;
  readonly rule: number | undefined;
  readonly archived: boolean;
}

/** What is live. */
export interface Company {
  readonly projects: readonly LiveProject[];
  /** Shared runners are off for good in one group. */
  readonly locked: boolean;
}

/** Files, as JSON says them. */
export type Files = Readonly<Record<string, unknown>>;

const topicNames = ["shop", "service", "legacy"];
const topicSet = fc.subarray(topicNames);
const methods = ["merge", "rebase_merge", "ff"];
const method = fc.constantFrom(...methods);
const visibility = fc.constantFrom("private" as const, "internal" as const, "public" as const);
const paths = ["acme/p1", "acme/p2", "acme/p3", "acme/team/t1", "acme/team/t2"];
const sometimes = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined, freq: 3 });

/** A group with a group, and some projects in both. */
export const company: fc.Arbitrary<Company> = fc.record({
  locked: fc.boolean(),
  projects: fc
    .tuple(
      ...paths.map((path) =>
        fc.record({
          path: fc.constant(path),
          visibility,
          topics: topicSet,
          merge_method: method,
          description: fc.constantFrom("", "live"),
          depth: sometimes(fc.constantFrom(5, 20, 50)),
          rule: sometimes(fc.constantFrom(0, 1, 2)),
          archived: fc.nat(3).map((one) => one === 0),
        }),
      ),
    )
    .chain((all) => fc.subarray(all, { minLength: 2 })),
});

/** How an attribute is spoken of in one set of files: both at once is mostly an error. */
interface Manner {
  readonly depth: "bound" | "value";
  readonly topics: "where" | "set" | "bound" | "edit";
  readonly visibility: "where" | "set" | "bound";
  readonly rule: "bound" | "value";
  /** Whether anything is enforced. */
  readonly firm: boolean;
}

const manner: fc.Arbitrary<Manner> = fc.record({
  depth: fc.constantFrom("bound", "value"),
  topics: fc.constantFrom("where", "set", "bound", "edit"),
  visibility: fc.constantFrom("where", "set", "bound"),
  rule: fc.constantFrom("bound", "value"),
  firm: fc.nat(4).map((one) => one === 0),
});

const anybody = { rule_type: "any_approver" };
const boundedRule = fc.constantFrom<unknown>(
  { "Two eyes": { ...anybody, approvals_required: { at_least: 1 } } },
  { "Two eyes": { ...anybody, approvals_required: { at_most: 1 } } },
);

function body({ depth, topics, visibility: seen, rule }: Manner): fc.Arbitrary<Record<string, unknown>> {
  const topicsSaid = {
    where: fc.constant(undefined),
    set: topicSet,
    bound: fc.oneof(fc.constantFrom({ includes: ["shop"] }, { includes: "service" }), fc.constant({ excludes: ["legacy"] })),
    edit: fc.constantFrom({ add: ["shop"] }, { remove: ["legacy"] }, { add: ["service"], remove: ["legacy"] }),
  };
  const seenSaid = {
    where: fc.constant(undefined),
    set: visibility,
    bound: fc.constantFrom({ at_most: "internal" }, { at_least: "internal" }, { one_of: ["internal", "private"] }),
  };
  return fc.record({
    merge_method: sometimes(method),
    description: sometimes(fc.constantFrom("by a layer", "", "$default")),
    squash_option: sometimes(fc.constantFrom("default_on", "never")),
    shared_runners_enabled: sometimes(fc.boolean()),
    ci_default_git_depth: sometimes(
      depth === "bound"
        ? fc.constantFrom<unknown>({ at_least: 10 }, { at_most: 30 }, { one_of: [20, 25] })
        : fc.constantFrom<unknown>(5, 20),
    ),
    topics: fc.oneof(fc.constant(undefined), topicsSaid[topics]),
    visibility: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: seenSaid[seen] }),
    container_expiration_policy: sometimes(fc.constantFrom({ keep_n: 5 }, { cadence: "7d", keep_n: 10 })),
    approval_settings: sometimes(fc.constantFrom({ reset_approvals_on_push: false }, { merge_requests_author_approval: true })),
    approval_rules: sometimes(
      rule === "bound" ? boundedRule : fc.constant({ "Two eyes": { ...anybody, approvals_required: 2 } }),
    ),
    protected_branches: sometimes(fc.constantFrom({ main: { allow_force_push: true } }, { "release/*": {} })),
    integrations: sometimes(fc.constant({ "emails-on-push": { recipients: "team@example.com" } })),
  });
}

function condition({ topics, visibility: seen }: Manner): fc.Arbitrary<Record<string, unknown>> {
  return fc.record({
    archived: sometimes(fc.boolean()),
    lfs_enabled: fc.constantFrom(undefined, undefined, true),
    visibility:
      seen === "where" ? sometimes(fc.oneof(visibility, fc.constant({ at_least: "internal" }))) : fc.constant(undefined),
    topics:
      topics === "where"
        ? sometimes(fc.oneof(fc.constant({ includes: "service" }), fc.constant({ excludes: ["legacy"] }), topicSet))
        : fc.constant(undefined),
  });
}

const ignored = fc.constantFrom<unknown>(
  undefined,
  undefined,
  ["description"],
  ["approval_rules"],
  ["topics", "approval_settings"],
  ["integrations.emails-on-push", "protected_branches.main"],
);
const globs = [["**"], ["acme/**"], ["acme/*", "acme/team/*"], ["acme/team/**"], ["acme/p1", "acme/new"], ["acme/t*/**"]];

function policy(how: Manner, above: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  return fc.record({
    projects: fc.constantFrom(...globs),
    except: fc.constantFrom(undefined, undefined, ["acme/p2"]),
    undeclared: fc.constantFrom("include", "include", "ignore"),
    where: sometimes(condition(how)),
    rollout: fc.constantFrom(undefined, "0%", "30%", "60%"),
    over: fc.constant(above.length > 0 ? above : undefined),
    enforce: how.firm ? fc.constantFrom(undefined, ["merge_method"], ["approval_rules"]) : fc.constant(undefined),
    initial: fc.constantFrom(undefined, { description: "Ask" }, { issues_access_level: "disabled" }),
    ignore: ignored,
    set: body(how),
  });
}

function declared(how: Manner, { projects }: Company): fc.Arbitrary<Record<string, unknown>> {
  const own = (where: Manner) => body({ ...where, topics: where.topics === "where" ? "edit" : where.topics, visibility: "set" });
  const bodies = fc.record({
    own: fc.oneof(fc.constant({}), own(how)),
    extends: fc.constantFrom(undefined, undefined, "p", ["q", "p"]),
    inherit: fc.constantFrom(undefined, undefined, undefined, false),
    ignore: ignored,
    archived: fc.constantFrom(undefined, undefined, undefined, true, false),
  });
  const one = bodies.map(({ own: said, ...more }) => ({ ...said, ...more }));
  const [moved = ""] = projects.map(({ path }) => path);
  const names = [...projects.map(({ path }) => path), "acme/new", "acme/team/made"];
  const all = fc.subarray(names).chain((some) => fc.tuple(...some.map((name) => fc.tuple(fc.constant(name), one))));
  return fc.tuple(all, sometimes(one)).map(([entries, renamed]) => ({
    ...Object.fromEntries(entries.filter(([name]) => renamed === undefined || name !== moved)),
    ...(renamed ? { "acme/renamed": { moved_from: moved, ...renamed } } : {}),
  }));
}

const exception = (policies: readonly string[]) =>
  fc.record({
    policy: fc.constantFrom(...policies),
    match: fc.constantFrom("acme/*", "acme/team/t1", "acme/p1"),
    said: fc.constantFrom<Record<string, unknown>>(
      { attribute: "merge_method", value: "rebase_merge" },
      { attribute: "merge_method" },
      { attribute: "ci_default_git_depth" },
      { attribute: "approval_rules.Two eyes.approvals_required", value: 1 },
      { attribute: "squash_option", value: "always" },
    ),
    until: fc.constantFrom(undefined, "2020-01-01", "2999-12-31"),
  });

const groupPolicy = fc.record({
  groups: fc.constantFrom(["**"], ["acme/*"], ["acme"]),
  undeclared: fc.constant("include"),
  rollout: fc.constantFrom(undefined, "50%"),
  where: fc.constantFrom(undefined, { visibility: "public" }, { visibility: { at_most: "internal" } }),
  set: fc.record({
    description: sometimes(fc.constantFrom("by a policy", { one_of: ["one", "other"] })),
    project_creation_level: sometimes(fc.constantFrom("maintainer", { at_most: "maintainer" })),
    request_access_enabled: sometimes(fc.boolean()),
  }),
});

/** Policies are called otherwise from case to case: the share that a rollout takes goes by the name. */
function policyNames(suffix: number): readonly [string, string, string] {
  return [`a${suffix}`, `b${suffix}`, `c${suffix}`];
}

/** Random files about what is live: policies one over the other, presets, exceptions, and some projects that are declared. */
export function filesFor(live: Company): fc.Arbitrary<Files> {
  return fc.tuple(manner, fc.nat(99).map(policyNames)).chain(([how, [a, b, c]]) =>
    fc
      .record({
        first: policy(how, []),
        second: policy(how, [a]),
        third: sometimes(policy(how, [a, b])),
        p: body({ ...how, visibility: "set" }),
        q: body({ ...how, visibility: "set" }),
        projects: declared(how, live),
        groups: sometimes(groupPolicy),
        deleted: sometimes(
          fc.constantFrom({ projects: ["acme/team/**"] }, { approval_rules: ["acme/**"] }, { integrations: ["**"] }),
        ),
        exceptions: fc.array(exception([a, b]), { maxLength: 2 }),
      })
      .map(({ first, second, third, p, q, projects, exceptions, groups, deleted }) => ({
        policies: { [a]: first, [b]: second, ...(third === undefined ? {} : { [c]: third }), ...(groups ? { groups } : {}) },
        ...(deleted ? { delete_undeclared: deleted } : {}),
        presets: { p: { extends: "q", ...p }, q },
        projects,
        exceptions: exceptions.map(({ said, ...more }) => ({ ...more, ...said, reason: "because" })),
      })),
  );
}
