import { userNamed } from "../../core/access.js";
import { textOf } from "../../core/collection/homes.js";
import { EMPTY_TREE, type Mode, type TreeEntry } from "../../core/git/format.js";
import { treeOf } from "../../core/git/history.js";
import { blobTable, branchTable, commitTable, tagTable, treeTable } from "../../core/git/records.js";
import { entriesOf } from "../../core/git/trees.js";
import { nextInternalId } from "../../core/internal-ids.js";
import {
  type Group,
  type Json,
  type JsonObject,
  type Project,
  type User,
  isObject,
  objectsIn,
  picked,
} from "../../core/records.js";
import type { Store } from "../../core/store.js";
import { addNote } from "../discussions/text.js";
import { groupsBelow } from "../groups/reach.js";
import { pathBelow } from "../groups/rules.js";
import {
  type Home,
  type Issue,
  homeKey,
  issueTable,
  labelTable,
  milestoneTable,
  noteTable,
  noteableKey,
} from "../work-items/records.js";
import { type Parts, linesOf, rowsIn } from "./archive.js";

const FOLDER = "tree/project";

/** Attributes that an imported project does not take from the archive. */
const OWN = new Set(["import_status", "import_error", "import_type", "import_url", "runners_token", "repository_storage"]);

/** A project as the parts of an archive: its attributes, labels, milestones, issues with their notes, and its repository. */
export function projectParts(store: Store, project: Project): Parts {
  const attributes = Object.fromEntries(Object.entries(project.attributes).filter(([name]) => !OWN.has(name)));
  const { visibility } = project;
  const issues = store.of(issueTable).where("project", project.id);
  return new Map([
    ["VERSION", "0.2.4"],
    ["tree/project.json", JSON.stringify({ visibility, attributes })],
    ...planningParts(store, { kind: "project", id: project.id }, FOLDER),
    [`${FOLDER}/issues.ndjson`, linesOf(issues.map((issue) => issueRow(store, issue)))],
    ...repositoryParts(store, project.id),
  ]);
}

function issueRow(store: Store, issue: Issue): JsonObject {
  const nameOf = (id: number | null): string | null => (id === null ? null : (store.users.get(id)?.username ?? null));
  const milestone = issue.milestone_id === null ? undefined : store.of(milestoneTable).get(issue.milestone_id);
  const notes = store.of(noteTable).where("noteable", noteableKey({ kind: "issue", id: issue.id }));
  return {
    ...picked(issue, "iid", "title", "description", "state", "issue_type", "confidential", "weight", "due_date"),
    ...picked(issue, "created_at", "updated_at", "closed_at"),
    author: nameOf(issue.author_id),
    assignees: issue.assignee_ids.map(nameOf),
    labels: issue.label_ids.flatMap((id) => store.of(labelTable).get(id)?.name ?? []),
    milestone: milestone?.title ?? null,
    notes: notes.map(({ body, author_id, system, created_at }) => ({ body, author: nameOf(author_id), system, created_at })),
  };
}

/** Gives a new project what an archive holds. Who is not known here by username is the importer. */
export function takeProject(store: Store, project: Project, parts: Parts, importer: User): void {
  const text = parts.get("tree/project.json");
  const answer = text === undefined ? null : (JSON.parse(text) as Json);
  if (!isObject(answer)) throw new Error("the archive is that of no project");
  store.projects.update(project.id, { attributes: { ...project.attributes, ...attributesIn(answer) } });
  const home = { kind: "project", id: project.id } as const;
  takePlanning(store, home, parts, FOLDER);
  takeRepository(store, project.id, parts);
  for (const row of rowsIn(parts, `${FOLDER}/issues.ndjson`)) takeIssue(store, project, row, importer);
}

function takeIssue(store: Store, project: Project, row: JsonObject, importer: User): void {
  const issue = insertIssue(store, project, row, importer);
  for (const { body, author, system, created_at: at } of objectsIn(row["notes"]))
    addNote(store, {
      noteable: { kind: "issue", id: issue.id },
      body: textOf(body),
      author_id: (userNamed(store, textOf(author)) ?? importer).id,
      system: system === true,
      at: nullable(at) ?? undefined,
    });
}

/** The attributes that an archive has for a project or group. */
function attributesIn({ attributes = null }: JsonObject): JsonObject {
  return isObject(attributes) ? attributes : {};
}

/** Columns of a row of an archive that are texts. */
function textsIn<N extends string>(row: JsonObject, ...names: readonly N[]): Record<N, string> {
  return Object.fromEntries(names.map((name) => [name, textOf(row[name])])) as Record<N, string>;
}

const namesIn = (value: Json | undefined): string[] => listOf(value).map((item) => textOf(item));

function insertIssue(store: Store, project: Project, row: JsonObject, importer: User): Issue {
  const key = homeKey({ kind: "project", id: project.id });
  const labels = store.of(labelTable).where("home", key);
  const milestone = store
    .of(milestoneTable)
    .where("home", key)
    .find(({ title }) => title === row["milestone"]);
  const iid = nextInternalId(
    store,
    "issues",
    project.id,
    () => store.of(issueTable).where("project", project.id).at(-1)?.iid ?? 0,
  );
  const created_at = nullable(row["created_at"]) ?? new Date().toISOString();
  const isClosed = row["state"] === "closed";
  return store.of(issueTable).insert({
    iid,
    project_id: project.id,
    ...textsIn(row, "title", "description"),
    state: isClosed ? "closed" : "opened",
    issue_type: row["issue_type"] === "incident" || row["issue_type"] === "test_case" ? row["issue_type"] : "issue",
    severity: "UNKNOWN",
    author_id: (userNamed(store, textOf(row["author"])) ?? importer).id,
    assignee_ids: namesIn(row["assignees"]).flatMap((name) => userNamed(store, name)?.id ?? []),
    label_ids: labels.filter(({ name }) => namesIn(row["labels"]).includes(name)).map(({ id }) => id),
    milestone_id: milestone?.id ?? null,
    epic_id: null,
    iteration_id: null,
    weight: typeof row["weight"] === "number" ? row["weight"] : null,
    health_status: null,
    due_date: nullable(row["due_date"]),
    confidential: row["confidential"] === true,
    discussion_locked: null,
    relative_position: iid * 513,
    moved_to_id: null,
    duplicated_to_id: null,
    closed_by_id: isClosed ? importer.id : null,
    time_estimate: 0,
    total_time_spent: 0,
    user_agent: "",
    ip_address: "",
    created_at,
    updated_at: nullable(row["updated_at"]) ?? created_at,
    closed_at: nullable(row["closed_at"]),
  });
}

/** A group as the parts of an archive: its attributes, labels and milestones, and those of the groups below it; no projects. */
export function groupParts(store: Store, group: Group): Parts {
  const groups = [group, ...groupsBelow(store, group.id)];
  return new Map([
    ["VERSION", "0.2.4"],
    ["tree/groups/_all.ndjson", groups.map(({ id }) => `${id}\n`).join("")],
    ...groups.flatMap((subgroup): [string, string][] => [
      [`tree/groups/${subgroup.id}.json`, JSON.stringify(rowOf(subgroup, subgroup.id === group.id))],
      ...planningParts(store, { kind: "group", id: subgroup.id }, `tree/groups/${subgroup.id}`),
    ]),
  ]);
}

function rowOf({ name, path, visibility, parent_id, attributes }: Group, isTop: boolean): JsonObject {
  return { name, path, visibility, parent: isTop ? null : parent_id, attributes };
}

/** Gives a new group what an archive holds, and makes the groups below it. */
export function takeGroup(store: Store, group: Group, parts: Parts): void {
  const ids = (parts.get("tree/groups/_all.ndjson") ?? "").split("\n").filter((line) => line !== "");
  if (ids.length === 0) throw new Error("the archive is that of no group");
  const made = new Map<string, Group>();
  for (const id of ids) {
    const row = JSON.parse(parts.get(`tree/groups/${id}.json`) ?? "null") as Json;
    if (!isObject(row)) continue;
    const parent = made.get(textOf(row["parent"]));
    const attributes = attributesIn(row);
    const filled =
      parent === undefined
        ? store.groups.update(group.id, { attributes: { ...group.attributes, ...attributes } })
        : insertBelow(store, parent, row, attributes);
    made.set(id, filled);
    takePlanning(store, { kind: "group", id: filled.id }, parts, `tree/groups/${id}`);
  }
}

function insertBelow(store: Store, parent: Group, row: JsonObject, attributes: JsonObject): Group {
  const path = textOf(row["path"]);
  return store.groups.insert({
    name: textOf(row["name"]),
    path,
    full_path: pathBelow(parent, path),
    parent_id: parent.id,
    visibility: parent.visibility,
    created_at: new Date().toISOString(),
    marked_for_deletion_on: null,
    avatar: null,
    attributes,
  });
}

const PLACES = new Set(["id", "home", "project_id"]);

/** A row without its number and the place that it hangs on. */
function bare(row: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !PLACES.has(name))) as JsonObject;
}

/** Labels and milestones of a project or group, as parts of an archive. */
function planningParts(store: Store, home: Home, folder: string): [string, string][] {
  return [
    [`${folder}/labels.ndjson`, linesOf(store.of(labelTable).where("home", homeKey(home)).map(bare))],
    [`${folder}/milestones.ndjson`, linesOf(store.of(milestoneTable).where("home", homeKey(home)).map(bare))],
  ];
}

/** Puts labels and milestones of an archive in a project or group; one that is there by its name stays. */
function takePlanning(store: Store, home: Home, parts: Parts, folder: string): void {
  const now = new Date().toISOString();
  const labels = store.of(labelTable);
  for (const row of rowsIn(parts, `${folder}/labels.ndjson`)) {
    if (labels.where("home", homeKey(home)).some(({ name }) => name === row["name"])) continue;
    labels.insert({
      home,
      ...textsIn(row, "name", "color", "text_color"),
      description: nullable(row["description"]),
      priority: typeof row["priority"] === "number" ? row["priority"] : null,
    });
  }
  const milestones = store.of(milestoneTable);
  for (const row of rowsIn(parts, `${folder}/milestones.ndjson`)) {
    const known = milestones.where("home", homeKey(home));
    if (known.some(({ title }) => title === row["title"])) continue;
    milestones.insert({
      home,
      iid: Math.max(0, ...known.map(({ iid }) => iid)) + 1,
      ...textsIn(row, "title", "description"),
      state: row["state"] === "closed" ? "closed" : "active",
      due_date: nullable(row["due_date"]),
      start_date: nullable(row["start_date"]),
      created_at: nullable(row["created_at"]) ?? now,
      updated_at: nullable(row["updated_at"]) ?? now,
    });
  }
}

function nullable(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}

const REPOSITORY_FOLDER = "repository";

/** Branches, tags, commits, and the trees and contents that these have, as parts of an archive. */
function repositoryParts(store: Store, projectId: number): [string, string][] {
  const commits = store.of(commitTable).where("project", projectId);
  const trees = new Map<string, JsonObject>();
  const blobs = new Map<string, JsonObject>();
  const waiting = commits.map((commit) => treeOf(store, commit));
  for (let tree = waiting.pop(); tree !== undefined; tree = waiting.pop()) {
    if (tree === EMPTY_TREE || trees.has(tree)) continue;
    const entries = entriesOf(store, tree);
    trees.set(tree, { sha: tree, entries: entries.map(({ mode, name, sha }) => ({ mode, name, sha })) });
    for (const { mode, sha } of entries) {
      const blob = mode === "040000" ? undefined : store.of(blobTable).first("sha", sha);
      if (mode === "040000") waiting.push(sha);
      else if (blob !== undefined) blobs.set(sha, bare(blob));
    }
  }
  return [
    [`${REPOSITORY_FOLDER}/branches.ndjson`, linesOf(store.of(branchTable).where("project", projectId).map(bare))],
    [`${REPOSITORY_FOLDER}/tags.ndjson`, linesOf(store.of(tagTable).where("project", projectId).map(bare))],
    [`${REPOSITORY_FOLDER}/commits.ndjson`, linesOf(commits.map((commit) => ({ ...bare(commit), tree: treeOf(store, commit) })))],
    [`${REPOSITORY_FOLDER}/trees.ndjson`, linesOf([...trees.values()])],
    [`${REPOSITORY_FOLDER}/blobs.ndjson`, linesOf([...blobs.values()])],
  ];
}

/** Gives a project the repository of an archive. */
function takeRepository(store: Store, projectId: number, parts: Parts): void {
  const rows = (name: string): JsonObject[] => rowsIn(parts, `${REPOSITORY_FOLDER}/${name}.ndjson`);
  for (const { sha, content, encoding } of rows("blobs"))
    if (store.of(blobTable).first("sha", textOf(sha)) === undefined)
      store
        .of(blobTable)
        .insert({ sha: textOf(sha), content: textOf(content), encoding: encoding === "text" ? "text" : "base64" });
  for (const { sha, entries } of rows("trees"))
    if (store.of(treeTable).first("sha", textOf(sha)) === undefined)
      store.of(treeTable).insert({ sha: textOf(sha), entries: listOf(entries).map(entryOf) });
  for (const row of rows("commits"))
    store.of(commitTable).insert({
      project_id: projectId,
      sha: textOf(row["sha"]),
      parent_ids: namesIn(row["parent_ids"]),
      ...textsIn(row, "message", "author_name", "author_email", "authored_date"),
      ...textsIn(row, "committer_name", "committer_email", "committed_date", "tree"),
    });
  for (const row of rows("branches")) store.of(branchTable).insert({ project_id: projectId, ...textsIn(row, "name", "sha") });
  for (const { message, object, tagged_at, ...row } of rows("tags"))
    store.of(tagTable).insert({
      project_id: projectId,
      ...textsIn(row, "name", "sha"),
      message: nullable(message),
      ...(typeof object === "string" ? { object } : {}),
      ...(typeof tagged_at === "string" ? { tagged_at } : {}),
    });
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

const MODES: readonly Mode[] = ["100644", "100755", "120000", "040000", "160000"];

function entryOf(value: Json): TreeEntry {
  const { mode, name, sha } = isObject(value) ? value : {};
  return { mode: MODES.find((candidate) => candidate === mode) ?? "100644", name: textOf(name), sha: textOf(sha) };
}
