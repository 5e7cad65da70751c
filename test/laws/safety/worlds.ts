import fc from "fast-check";

/*
 * The worlds of the law of safe moments: one project, its children and its group, in few values each, so that two random worlds often differ in one attribute
 * alone. `filesOf` writes a world in the format of the files.
 */

export const users = ["alice", "bob", "carol", "dave", "erin", "frank"] as const;
export type User = (typeof users)[number];

/** Groups that the project can be shared with, and their only member. Nobody changes these groups. */
export const sharedGroups = { outside: "erin", "acme/crew": "frank" } as const satisfies Readonly<Record<string, User>>;
export type SharedGroup = keyof typeof sharedGroups;

const roles = ["guest", "reporter", "developer", "maintainer"] as const;
export type Role = (typeof roles)[number];
const visibilities = ["private", "internal", "public"] as const;
export type Visibility = (typeof visibilities)[number];

/** An entry of a list of a protection. */
export type Entry =
  | { readonly access_level: "no_access" | "developer" | "maintainer" | "admin" }
  | { readonly user: User }
  | { readonly group: SharedGroup };

export interface BranchProtection {
  readonly push: readonly Entry[];
  readonly merge: readonly Entry[];
  readonly unprotect?: readonly Entry[];
  readonly force?: boolean;
  readonly codeOwners?: boolean;
}

export interface Variable {
  readonly value: string;
  readonly protected?: boolean;
  readonly masked?: boolean;
}

export interface ApprovalRule {
  readonly required: number;
  /** Empty in the rule that anybody may fulfil. */
  readonly users: readonly User[];
  readonly branches?: readonly "main"[];
}

const branchNames = ["main", "stable", "*"] as const;
const settingNames = [
  "reset_approvals_on_push",
  "disable_overriding_approvers_per_merge_request",
  "merge_requests_author_approval",
  "merge_requests_disable_committers_approval",
] as const;

/** All that varies. A name that a record lacks does not exist. */
export interface World {
  readonly groupVisibility: Visibility;
  readonly visibility: Visibility;
  readonly defaultBranch: "main" | "stable";
  readonly groupMembers: Readonly<Partial<Record<User, Role>>>;
  readonly members: Readonly<Partial<Record<User, Role>>>;
  readonly shares: Readonly<Partial<Record<SharedGroup, Role>>>;
  readonly branches: Readonly<Partial<Record<(typeof branchNames)[number], BranchProtection>>>;
  readonly tags: Readonly<Partial<Record<"v*", readonly Entry[]>>>;
  readonly environments: Readonly<
    Partial<Record<"production", { readonly deploy: readonly Entry[]; readonly approvals: number }>>
  >;
  readonly variables: Readonly<Partial<Record<"KEY" | "OTHER", Variable>>>;
  readonly groupVariables: Readonly<Partial<Record<"GROUP_KEY", Variable>>>;
  /** Contents of files in main. */
  readonly files: Readonly<Partial<Record<"README.md" | "secret.txt", string>>>;
  readonly rules: Readonly<Partial<Record<"Anybody" | "Named", ApprovalRule>>>;
  readonly settings: Readonly<Record<(typeof settingNames)[number], boolean>>;
}

/** A closed world without anything in it. */
export const empty: World = {
  groupVisibility: "private",
  visibility: "private",
  defaultBranch: "main",
  groupMembers: {},
  members: {},
  shares: {},
  branches: {},
  tags: {},
  environments: {},
  variables: {},
  groupVariables: {},
  files: {},
  rules: {},
  settings: {
    reset_approvals_on_push: true,
    disable_overriding_approvers_per_merge_request: true,
    merge_requests_author_approval: false,
    merge_requests_disable_committers_approval: true,
  },
};

/** A world as files declare it. Each name that the world lacks is declared absent, so that its plan leads there from any other world. */
export function filesOf(world: World): object {
  const key = ({ value, ...flags }: Variable) => ({ value, protected: false, masked: false, ...flags });
  return {
    groups: {
      acme: {
        name: "Acme",
        visibility: world.groupVisibility,
        members: all(users, world.groupMembers, (access_level) => ({ access_level })),
        variables: all(["GROUP_KEY"], world.groupVariables, key),
      },
    },
    projects: {
      "acme/web": {
        visibility: world.visibility,
        default_branch: world.defaultBranch,
        shared_with_groups: Object.entries(world.shares).map(([group, access_level]) => ({ group, access_level })),
        members: all(users, world.members, (access_level) => ({ access_level })),
        variables: all(["KEY", "OTHER"], world.variables, key),
        protected_branches: all(branchNames, world.branches, ({ push, merge, unprotect, force, codeOwners }) => ({
          allowed_to_push: push,
          allowed_to_merge: merge,
          allowed_to_unprotect: unprotect ?? [{ access_level: "maintainer" }],
          allow_force_push: force ?? false,
          code_owner_approval_required: codeOwners ?? false,
        })),
        protected_tags: all(["v*"], world.tags, (allowed_to_create) => ({ allowed_to_create })),
        protected_environments: all(["production"], world.environments, ({ deploy, approvals }) => ({
          deploy_access_levels: deploy,
          required_approval_count: approvals,
        })),
        repository_files: Object.fromEntries(
          Object.entries(all(["README.md", "secret.txt"], world.files, (content) => ({ content }))).map(([path, file]) => [
            `${path}@main`,
            file,
          ]),
        ),
        approval_rules: all(["Anybody", "Named"], world.rules, ({ required, users: named, branches }) => ({
          approvals_required: required,
          ...(named.length === 0 ? { rule_type: "any_approver" } : { users: named, protected_branches: branches ?? [] }),
        })),
        approval_settings: world.settings,
      },
    },
  };
}

function all<Name extends string, Value>(
  names: readonly Name[],
  values: Readonly<Partial<Record<Name, Value>>>,
  write: (value: Value) => object,
): Record<string, object> {
  return Object.fromEntries(
    names.map((name) => {
      const value = values[name];
      return [name, value === undefined ? { ensure: "absent" } : write(value)];
    }),
  );
}

/** The same world without anything that a server would refuse or ignore: projects more open than their group, roles below inherited ones, names without access. */
export function valid(world: World): World {
  const { groupMembers, shares, branches } = world;
  const members = Object.fromEntries(
    Object.entries(world.members).filter(
      ([user, role]) => roles.indexOf(role) >= roles.indexOf(groupMembers[user as User] ?? "guest"),
    ),
  ) as World["members"];
  const isNameable = (entry: Entry) => mayBeNamed({ members, groupMembers, shares }, entry);
  const list = (entries: readonly Entry[]): readonly Entry[] => {
    const named = entries.filter(isNameable);
    return named.length === 0 ? [{ access_level: "maintainer" }] : named;
  };
  return {
    ...world,
    members,
    visibility: visibilities[
      Math.min(visibilities.indexOf(world.visibility), visibilities.indexOf(world.groupVisibility))
    ] as Visibility,
    branches: mapped(branches, (one) => ({ ...one, push: list(one.push), merge: list(one.merge) })),
    tags: mapped(world.tags, list),
    environments: mapped(world.environments, (one) => ({ ...one, deploy: list(one.deploy) })),
    rules: mapped(world.rules, (rule, name) =>
      validRule(rule, name, (user) => isNameable({ user }), branches.main !== undefined),
    ),
  };
}

/** True for who may stand in a list of a protection: roles, developers, and groups that are shared in as such. */
export function mayBeNamed(
  { members, groupMembers, shares }: Pick<World, "members" | "groupMembers" | "shares">,
  entry: Entry,
): boolean {
  const isDeveloper = (role: Role | undefined) => role === "developer" || role === "maintainer";
  if ("user" in entry) return isDeveloper(members[entry.user]) || isDeveloper(groupMembers[entry.user]);
  return !("group" in entry) || isDeveloper(shares[entry.group]);
}

function validRule(rule: ApprovalRule, name: string, mayApprove: (user: User) => boolean, isProtected: boolean) {
  const named = rule.users.filter(mayApprove);
  // Without approvers the rule would be the one for anybody, of which there can be one only.
  if (name === "Named" && named.length === 0) return undefined;
  const { branches = [] } = rule;
  // Servers take for approved what more people would have to approve than may, the author left out.
  const required = name === "Named" ? Math.min(rule.required, named.length - 1) : rule.required;
  return { required, users: name === "Named" ? named : [], branches: isProtected ? branches : [] };
}

function mapped<Name extends string, Value>(
  values: Readonly<Partial<Record<Name, Value>>>,
  change: (value: Value, name: Name) => Value | undefined,
): Partial<Record<Name, Value>> {
  const changed = (Object.entries(values) as [Name, Value][]).map(([name, value]) => [name, change(value, name)] as const);
  return Object.fromEntries(changed.filter(([, value]) => value !== undefined)) as Partial<Record<Name, Value>>;
}

const entry: fc.Arbitrary<Entry> = fc.oneof(
  fc.constantFrom<Entry>({ access_level: "developer" }, { access_level: "maintainer" }),
  fc.constantFrom<Entry>({ user: "alice" }, { user: "bob" }, { group: "outside" }, { group: "acme/crew" }),
);
const entries = fc.uniqueArray(entry, { minLength: 1, maxLength: 2, selector: (one) => JSON.stringify(one) });
const role = fc.constantFrom(...roles);

const members = fc.record({ alice: role, bob: role, carol: role, dave: role }, { requiredKeys: [] });
const variable: fc.Arbitrary<Variable> = fc.record(
  { value: fc.constantFrom("first-value", "second-value"), protected: fc.boolean(), masked: fc.boolean() },
  { requiredKeys: ["value"] },
);
const protectionFor = (push: fc.Arbitrary<readonly Entry[]>): fc.Arbitrary<BranchProtection> =>
  fc.record(
    {
      push,
      merge: entries,
      unprotect: fc.constantFrom<readonly Entry[]>([{ access_level: "admin" }], [{ access_level: "developer" }]),
      force: fc.boolean(),
      codeOwners: fc.boolean(),
    },
    { requiredKeys: ["push", "merge"] },
  );
const protection = protectionFor(entries);
const closed = fc.constant<readonly Entry[]>([{ access_level: "no_access" }]);
/** Nobody can commit files to a branch that nobody may push to, so that only the branch without files is closed. */
const closedAtTimes = protectionFor(fc.oneof({ weight: 3, arbitrary: entries }, { weight: 1, arbitrary: closed }));
const rule: fc.Arbitrary<ApprovalRule> = fc.record({
  required: fc.integer({ min: 0, max: 2 }),
  users: fc.uniqueArray(fc.constantFrom<User>("alice", "bob", "carol"), { minLength: 1 }),
  branches: fc.constantFrom<readonly "main"[]>([], ["main"]),
});

/** Any valid world. */
export const worlds: fc.Arbitrary<World> = fc
  .record<World>({
    groupVisibility: fc.constantFrom(...visibilities),
    visibility: fc.constantFrom(...visibilities),
    defaultBranch: fc.constantFrom("main", "stable"),
    groupMembers: fc.record({ alice: role, dave: role }, { requiredKeys: [] }),
    members,
    shares: fc.record({ outside: role, "acme/crew": role }, { requiredKeys: [] }),
    branches: fc.record({ main: protection, stable: closedAtTimes, "*": protection }, { requiredKeys: [] }),
    tags: fc.record({ "v*": entries }, { requiredKeys: [] }),
    environments: fc.record(
      { production: fc.record({ deploy: entries, approvals: fc.integer({ min: 0, max: 2 }) }) },
      { requiredKeys: [] },
    ),
    variables: fc.record({ KEY: variable, OTHER: variable }, { requiredKeys: [] }),
    groupVariables: fc.record({ GROUP_KEY: variable }, { requiredKeys: [] }),
    files: fc.record(
      { "README.md": fc.constantFrom("one\n", "two\n"), "secret.txt": fc.constantFrom("old secret\n", "new secret\n") },
      { requiredKeys: ["README.md"] },
    ),
    rules: fc.record({ Anybody: rule, Named: rule }, { requiredKeys: [] }),
    settings: fc.record({
      reset_approvals_on_push: fc.boolean(),
      disable_overriding_approvers_per_merge_request: fc.boolean(),
      merge_requests_author_approval: fc.boolean(),
      merge_requests_disable_committers_approval: fc.boolean(),
    }),
  })
  .map(valid);

/** Pairs of worlds that differ in one to four attributes. */
export const pairs: fc.Arbitrary<readonly [World, World]> = fc
  .tuple(worlds, worlds, fc.subarray(Object.keys(empty) as (keyof World)[], { minLength: 1, maxLength: 4 }))
  .map(([before, other, changed]) => [
    before,
    valid({ ...before, ...Object.fromEntries(changed.map((name) => [name, other[name]])) }),
  ]);
