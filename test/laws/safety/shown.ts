/** Asks the API of a platform as its administrator: the path below `/api/v4`. Answers with the parsed body, and a text where it is none of JSON. */
export type Ask = (path: string) => Promise<unknown>;

export interface ShownMember {
  readonly username: string;
  readonly access_level: number;
}

export interface ShownShare {
  readonly group_id: number;
  readonly group_access_level: number;
}

/** An entry of a list of a protection, as the API shows it. */
export interface ShownEntry {
  readonly access_level: number | null;
  readonly user_id: number | null;
  readonly group_id: number | null;
  readonly deploy_key_id?: number | null;
}

export interface ShownBranch {
  readonly name: string;
  readonly push_access_levels: readonly ShownEntry[];
  readonly merge_access_levels: readonly ShownEntry[];
  readonly unprotect_access_levels: readonly ShownEntry[];
  readonly allow_force_push: boolean;
  readonly code_owner_approval_required: boolean;
}

export interface ShownVariable {
  readonly key: string;
  readonly value: string;
  readonly protected: boolean;
  readonly masked: boolean;
}

export interface ShownRule {
  readonly rule_type: string;
  readonly approvals_required: number;
  readonly eligible_approvers: readonly { readonly username: string }[];
  readonly protected_branches: readonly { readonly name: string }[];
  readonly applies_to_all_protected_branches: boolean;
}

export interface ShownSettings {
  readonly reset_approvals_on_push: boolean;
  readonly disable_overriding_approvers_per_merge_request: boolean;
  readonly merge_requests_author_approval: boolean;
  readonly merge_requests_disable_committers_approval: boolean;
}

/** A group with its direct members. */
export interface ShownGroup {
  readonly id: number;
  readonly parent_id: number | null;
  readonly full_path: string;
  readonly visibility: string;
  readonly shared_with_groups: readonly ShownShare[];
  readonly members: readonly ShownMember[];
}

/** All that decides about rights in the project `acme/web`, as the API shows it. */
export interface Shown {
  readonly users: readonly { readonly id: number; readonly username: string }[];
  readonly groups: readonly ShownGroup[];
  readonly project: {
    readonly visibility: string;
    readonly default_branch: string;
    readonly namespace: { readonly id: number };
    readonly shared_with_groups: readonly ShownShare[];
  };
  readonly members: readonly ShownMember[];
  readonly branches: readonly ShownBranch[];
  readonly tags: readonly { readonly name: string; readonly create_access_levels: readonly ShownEntry[] }[];
  readonly environments: readonly {
    readonly name: string;
    readonly deploy_access_levels: readonly ShownEntry[];
    readonly required_approval_count: number;
  }[];
  readonly variables: readonly ShownVariable[];
  readonly groupVariables: readonly ShownVariable[];
  /** `path=content` of each file of each branch. */
  readonly files: ReadonlySet<string>;
  readonly rules: readonly ShownRule[];
  readonly settings: ShownSettings;
}

const web = "/projects/acme%2Fweb";
/** Groups that nobody changes. */
const others = ["acme%2Fcrew", "outside"];

/** Reads all that decides about rights. Nothing that cannot change is read twice: users, the other groups, and contents, which have the hash of what they are. */
export function reader(ask: Ask): () => Promise<Shown> {
  const contents = new Map<string, string>();
  const list = async (path: string) => ask(`${path}${path.includes("?") ? "&" : "?"}per_page=100`);
  const group = async (path: string): Promise<ShownGroup> => ({
    ...((await ask(`/groups/${path}?with_projects=false`)) as Omit<ShownGroup, "members">),
    members: (await list(`/groups/${path}/members`)) as ShownGroup["members"],
  });
  const filesOf = async (ref: string): Promise<string[]> => {
    const tree = (await list(`${web}/repository/tree?ref=${ref}&recursive=true`)) as { type: string; id: string; path: string }[];
    return Promise.all(
      tree
        .filter(({ type }) => type === "blob")
        .map(async ({ id, path }) => {
          const content = contents.get(id) ?? String(await ask(`${web}/repository/blobs/${id}/raw`));
          contents.set(id, content);
          return `${path}=${content.trim()}`;
        }),
    );
  };
  const still = Promise.all([list("/users"), ...others.map(group)]);
  return async () => {
    const [shownUsers, ...shownOthers] = await still;
    const shown = {
      users: shownUsers,
      project: ask(web),
      members: list(`${web}/members`),
      branches: list(`${web}/protected_branches`),
      tags: list(`${web}/protected_tags`),
      environments: list(`${web}/protected_environments`),
      variables: list(`${web}/variables`),
      groupVariables: list("/groups/acme/variables"),
      rules: list(`${web}/approval_rules`),
      settings: ask(`${web}/approvals`),
      groups: group("acme").then((acme) => [acme, ...shownOthers]),
      files: Promise.all(["main", "stable"].map(filesOf)).then((lists) => new Set(lists.flat())),
    };
    const read = await Promise.all(Object.entries(shown).map(async ([name, value]) => [name, await value] as const));
    return Object.fromEntries(read) as unknown as Shown;
  };
}
