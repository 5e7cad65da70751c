import type { Shown, ShownBranch, ShownEntry, ShownMember, ShownRule, ShownShare } from "./shown.js";

/*
 * Who may do what, from what the API shows alone. A right is a text. Rights are made so that whoever may do more has more texts: a merge is one right for
 * each set of people whose approval is enough.
 */

const level = { guest: 10, reporter: 20, developer: 30, maintainer: 40, owner: 50, admin: 60 } as const;

/** Whoever is signed in, and who is not. */
const strangers = ["any user", "anonymous"];

/** What a repository and its logs showed earlier, and show whoever can read the code now. */
export interface History {
  readonly files: ReadonlySet<string>;
  readonly logs: ReadonlySet<string>;
}

export const noHistory: History = { files: new Set(), logs: new Set() };

/** What history holds of a moment: contents of files, and values that logs do not mask. */
export function historyOf(shown: Shown): History {
  const unmasked = [...shown.variables, ...shown.groupVariables].filter(({ masked }) => !masked);
  return { files: shown.files, logs: new Set(unmasked.map(({ key, value }) => `${key}=${value}`)) };
}

/** All rights of everybody but the administrator. */
export function rightsOf(shown: Shown, history: History = noHistory): Set<string> {
  const asked = new Rights(shown, history);
  const named = shown.users.map(({ username }) => username).filter((name) => name !== "root");
  return new Set([...named, ...strangers].flatMap((who) => asked.of(who)));
}

class Rights {
  private readonly named: readonly string[];

  constructor(
    private readonly shown: Shown,
    private readonly history: History,
  ) {
    this.named = shown.users.map(({ username }) => username).filter((name) => name !== "root");
  }

  of(who: string): string[] {
    const shared = [...this.reading(who), ...this.roles(who)];
    if (this.roleOf(who) < level.developer) return shared;
    return [...shared, ...this.branches(who), ...this.releases(who), ...this.secrets(who), ...this.approvals(who)];
  }

  private reading(who: string): string[] {
    const { project, groups } = this.shown;
    const role = this.roleOf(who);
    const [acme] = groups;
    const [readsGroup, reads] = [sees(who, acme?.visibility), sees(who, project.visibility)];
    const readsCode = reads || role >= level.reporter;
    const now = historyOf(this.shown);
    return [
      ...(readsGroup || role > 0 ? [`read ${who} acme`] : []),
      ...(reads || role > 0 ? [`read ${who} acme/web`] : []),
      ...(readsCode ? [`code ${who} acme/web`] : []),
      ...(readsCode ? [...this.history.files, ...now.files].map((file) => `file ${who} ${file}`) : []),
      ...(readsCode ? [...this.history.logs, ...now.logs].map((log) => `log ${who} ${log}`) : []),
    ];
  }

  private roles(who: string): string[] {
    const [role, inGroup] = [this.roleOf(who), this.roleInGroup(who, this.shown.project.namespace.id)];
    const names = Object.entries(level);
    return [
      ...names.flatMap(([name, least]) => (role >= least ? [`${name} ${who} acme/web`] : [])),
      ...names.flatMap(([name, least]) => (inGroup >= least ? [`${name} ${who} acme`] : [])),
    ];
  }

  private branches(who: string): string[] {
    const of = (name: string, shownAs: string): string[] => {
      const rules = this.rulesOver(name);
      const isOpen = rules.length === 0;
      const pushes = this.pushes(who, name);
      return [
        ...(pushes ? [`push ${who} ${shownAs}`] : []),
        ...(pushes && (isOpen || rules.some((rule) => rule.allow_force_push)) ? [`force-push ${who} ${shownAs}`] : []),
        ...(pushes && !rules.some((rule) => rule.code_owner_approval_required) ? [`push-owned-files ${who} ${shownAs}`] : []),
        ...(rules.some((rule) => this.unprotects(who, rule)) ? [`unprotect ${who} ${shownAs}`] : []),
        ...(this.merges(who, name)
          ? this.enough(who, name).map((people) => `merge ${who} ${shownAs} approved by ${people}`)
          : []),
      ];
    };
    const { default_branch } = this.shown.project;
    return [
      ...of("main", "main"),
      ...of("stable", "stable"),
      ...of("other", "other"),
      ...of(default_branch, "the default branch"),
    ];
  }

  private releases(who: string): string[] {
    const environment = this.shown.environments.find(({ name }) => name === "production");
    const deploys = environment === undefined || this.isAmong(who, environment.deploy_access_levels);
    const counts = [0, 1, 2, 3].filter((count) => count >= (environment?.required_approval_count ?? 0));
    return [
      ...(this.tags(who) ? [`tag ${who} v1`] : []),
      ...(deploys ? counts.map((count) => `deploy ${who} production with ${count}`) : []),
    ];
  }

  /** Variables that somebody sees in the settings, or in jobs of a branch or tag that they can run. */
  private secrets(who: string): string[] {
    const { variables, groupVariables, tags } = this.shown;
    const runs = (name: string) => this.pushes(who, name) || this.merges(who, name);
    const names = ["main", "stable", "other"].filter(runs);
    const runsProtected =
      names.some((name) => this.rulesOver(name).length > 0) || (this.tags(who) && tags.some(({ name }) => matches(name, "v1")));
    const runsAny = names.length > 0 || this.tags(who);
    const inJobs = [...variables, ...groupVariables].filter((one) => (one.protected ? runsProtected : runsAny));
    const inSettings = [
      ...(this.roleOf(who) >= level.maintainer ? variables : []),
      ...(this.roleInGroup(who, this.shown.project.namespace.id) >= level.maintainer ? groupVariables : []),
    ];
    return [...inJobs, ...inSettings].map(({ key, value }) => `secret ${who} ${key}=${value}`);
  }

  private approvals(who: string): string[] {
    const { settings } = this.shown;
    return [
      ...(settings.reset_approvals_on_push ? [] : [`push-after-approval ${who}`]),
      ...(settings.disable_overriding_approvers_per_merge_request ? [] : [`choose-approvers ${who}`]),
    ];
  }

  private pushes(who: string, branch: string): boolean {
    return this.mayBy(who, branch, ({ push_access_levels }) => push_access_levels);
  }

  /** Whoever may push may merge. */
  private merges(who: string, branch: string): boolean {
    return this.pushes(who, branch) || this.mayBy(who, branch, ({ merge_access_levels }) => merge_access_levels);
  }

  private mayBy(who: string, branch: string, listOf: (rule: ShownBranch) => readonly ShownEntry[]): boolean {
    const rules = this.rulesOver(branch);
    if (this.roleOf(who) < level.developer) return false;
    return rules.length === 0 || rules.some((rule) => this.isAmong(who, listOf(rule)));
  }

  private unprotects(who: string, { unprotect_access_levels: list }: ShownBranch): boolean {
    return list.length === 0 ? this.roleOf(who) >= level.maintainer : this.isAmong(who, list);
  }

  private tags(who: string): boolean {
    const rules = this.shown.tags.filter(({ name }) => matches(name, "v1"));
    if (this.roleOf(who) < level.developer) return false;
    return rules.length === 0 || rules.some(({ create_access_levels }) => this.isAmong(who, create_access_levels));
  }

  /** Each set of people whose approvals are enough for a merge request that somebody wrote and merges. */
  private enough(who: string, branch: string): string[] {
    const rules = this.shown.rules.filter((rule) => this.isAbout(rule, branch));
    const asked = rules.map((rule) => ({ rule, approvers: this.approversOf(rule, who) }));
    const isEnough = (people: readonly string[]) =>
      asked.every(({ rule: { approvals_required: count, rule_type }, approvers }) => {
        // The server takes a rule as fulfilled that its approvers cannot fulfil.
        if (rule_type !== "any_approver" && approvers.size < count) return true;
        return people.filter((one) => approvers.has(one)).length >= count;
      });
    return subsets(this.named)
      .filter(isEnough)
      .map((people) => (people.length === 0 ? "nobody" : people.join(" and ")));
  }

  private approversOf({ rule_type, eligible_approvers }: ShownRule, author: string): ReadonlySet<string> {
    const { merge_requests_author_approval, merge_requests_disable_committers_approval } = this.shown.settings;
    const people =
      rule_type === "any_approver"
        ? this.named.filter((who) => this.roleOf(who) >= level.developer)
        : eligible_approvers.map(({ username }) => username);
    const authorCounts = merge_requests_author_approval && !merge_requests_disable_committers_approval;
    return new Set(authorCounts ? people : people.filter((who) => who !== author));
  }

  private isAbout(rule: ShownRule, branch: string): boolean {
    if (rule.applies_to_all_protected_branches) return this.rulesOver(branch).length > 0;
    return rule.protected_branches.length === 0 || rule.protected_branches.some(({ name }) => matches(name, branch));
  }

  private rulesOver(branch: string): readonly ShownBranch[] {
    return this.shown.branches.filter(({ name }) => matches(name, branch));
  }

  /** Entries show a role beside the user or the group that they name. */
  private isAmong(who: string, entries: readonly ShownEntry[]): boolean {
    const role = this.roleOf(who);
    if (role < level.developer) return false;
    const id = this.shown.users.find(({ username }) => username === who)?.id;
    return entries.some(({ user_id, group_id, deploy_key_id, access_level }) => {
      if ((deploy_key_id ?? null) !== null) return false;
      if (user_id !== null) return user_id === id;
      if (group_id !== null) return this.roleInGroup(who, group_id) >= level.developer;
      return access_level !== null && access_level > 0 && role >= access_level;
    });
  }

  /** The highest of the direct, the inherited and the shared role. */
  private roleOf(who: string): number {
    const { members, project } = this.shown;
    return Math.max(
      directRole(members, who),
      this.roleInGroup(who, project.namespace.id),
      this.sharedRole(who, project.shared_with_groups),
    );
  }

  private roleInGroup(who: string, id: number): number {
    const group = this.shown.groups.find((one) => one.id === id);
    if (group === undefined) return 0;
    const above = group.parent_id === null ? 0 : this.roleInGroup(who, group.parent_id);
    return Math.max(directRole(group.members, who), above, this.sharedRole(who, group.shared_with_groups));
  }

  private sharedRole(who: string, shares: readonly ShownShare[]): number {
    return Math.max(
      0,
      ...shares.map(({ group_id, group_access_level }) => Math.min(group_access_level, this.roleInGroup(who, group_id))),
    );
  }
}

function directRole(members: readonly ShownMember[], who: string): number {
  return members.find(({ username }) => username === who)?.access_level ?? 0;
}

function sees(who: string, visibility: string | undefined): boolean {
  return visibility === "public" || (visibility === "internal" && who !== "anonymous");
}

/** True if a name or a wildcard is about a branch or tag. */
function matches(pattern: string, name: string): boolean {
  const [start = "", ...others] = pattern.split("*");
  if (others.length === 0) return pattern === name;
  return name.startsWith(start) && name.endsWith(others.at(-1) ?? "");
}

function subsets(names: readonly string[]): string[][] {
  return names.reduce<string[][]>((found, name) => [...found, ...found.map((one) => [...one, name])], [[]]);
}
