import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Group, Project, User } from "../../src/emulator/core/records.js";
import { Store } from "../../src/emulator/core/store.js";
import type { EmulatorOptions } from "../../src/emulator/index.js";
import { protectedBranchTable } from "../../src/emulator/resources/protected-branches/access.js";
import { type Platform, startPlatform } from "./platform.js";

/** What a company has: rows by short names, and who is what in them. */
export interface Company extends Platform {
  readonly users: Readonly<Record<"root" | "olivia" | "mike" | "dora" | "stranger", User>>;
  readonly groups: Readonly<Record<"acme" | "team" | "guests" | "secret", Group>>;
  readonly projects: Readonly<Record<"web" | "old" | "other", Project>>;
  /** Ids of protected branches: two of `acme/web`, one of `acme/other`. */
  readonly branches: Readonly<Record<"main" | "release" | "other", number>>;
}

const now = "2024-01-01T00:00:00.000Z";

/**
 * Starts an emulator on a data file with a little company: `acme` (private) with `acme/team` and the projects `acme/web`, `acme/other` and `acme/old`
 * (archived); `guests`, with which `acme` is shared; `secret`, which only its member `stranger` sees. In acme, olivia is owner, mike maintainer
 * and dora developer; dora is in guests too. The token of a user is `token-of-<username>`.
 */
export async function startCompany(options: EmulatorOptions = {}): Promise<Company> {
  const folder = mkdtempSync(join(tmpdir(), "company-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const data = join(folder, "data");
  const store = Store.open(data);
  const rows = store.transaction(() => fill(store));
  await store.close();
  return { ...(await startPlatform({ ...options, data })), ...rows };
}

function fill(store: Store): Pick<Company, "users" | "groups" | "projects" | "branches"> {
  const user = (username: string): User => addUser(store, username);
  const users = {
    root: user("root"),
    olivia: user("olivia"),
    mike: user("mike"),
    dora: user("dora"),
    stranger: user("stranger"),
  };
  const group = (full_path: string, parent?: Group): Group => addGroup(store, full_path, parent);
  const acme = group("acme");
  const groups = { acme, team: group("acme/team", acme), guests: group("guests"), secret: group("secret") };
  const project = (path: string, archived = false): Project => addProject(store, acme, users.root, path, archived);
  const projects = { web: project("web"), old: project("old", true), other: project("other") };
  const members: [Group, User, number][] = [
    [acme, users.olivia, 50],
    [acme, users.mike, 40],
    [acme, users.dora, 30],
    [groups.guests, users.dora, 30],
    [groups.secret, users.stranger, 50],
  ];
  for (const [{ id }, { id: user_id }, access_level] of members) {
    store.members.insert({ source: { kind: "group", id }, user_id, access_level, expires_at: null, created_at: now });
  }
  store.groupShares.insert({ group_id: acme.id, shared_with_group_id: groups.guests.id, group_access: 30, expires_at: null });
  const branch = (of: Project, name: string): number => addBranch(store, of, name);
  const branches = {
    main: branch(projects.web, "main"),
    release: branch(projects.web, "release/*"),
    other: branch(projects.other, "main"),
  };
  return { users, groups, projects, branches };
}

function addUser(store: Store, username: string): User {
  const user = store.users.insert({
    username,
    name: username,
    email: `${username}@example.com`,
    state: "active",
    is_admin: username === "root",
    private_profile: false,
    namespace_id: store.groups.allocate(),
    created_at: now,
  });
  const token = { value: `token-of-${username}`, kind: "personal", scopes: ["api"], expires_at: null, revoked: false } as const;
  store.tokens.insert({ user_id: user.id, ...token });
  return user;
}

function addGroup(store: Store, full_path: string, parent: Group | undefined): Group {
  const path = full_path.split("/").at(-1) ?? "";
  return store.groups.insert({
    name: path,
    path,
    full_path,
    parent_id: parent?.id ?? null,
    visibility: "private",
    created_at: now,
    marked_for_deletion_on: null,
    avatar: null,
    attributes: {},
  });
}

function addProject(store: Store, group: Group, creator: User, path: string, archived: boolean): Project {
  return store.projects.insert({
    name: path,
    path,
    path_with_namespace: `${group.full_path}/${path}`,
    namespace_id: group.id,
    creator_id: creator.id,
    visibility: "private",
    created_at: now,
    last_activity_at: now,
    archived,
    marked_for_deletion_on: null,
    avatar: null,
    topic_ids: [],
    attributes: {},
  });
}

function addBranch(store: Store, project: Project, name: string): number {
  return store.of(protectedBranchTable).insert({
    project_id: project.id,
    name,
    push_access_levels: [40],
    merge_access_levels: [40],
    unprotect_access_levels: [],
    allow_force_push: false,
    code_owner_approval_required: false,
  }).id;
}
