import { nextInternalId } from "../../internal-ids.js";
import { isObject } from "../../json.js";
import type { Json, JsonObject } from "../../json.js";
import { userNamed } from "../../lookup.js";
import { addNote } from "../../notes.js";
import type { Project, User } from "../../records.js";
import { homeKey, issueTable, labelTable, milestoneTable, noteTable, noteableKey } from "../../records/work-items.js";
import type { Issue } from "../../records/work-items.js";
import { textOf } from "../../row/text.js";
import type { Store } from "../../store.js";
import { linesOf, rowsIn } from "./archive.js";
import type { Parts } from "./archive.js";
import { nullable, planningParts, takePlanning } from "./planning.js";
import { repositoryParts, takeRepository } from "./repository.js";

const FOLDER = "tree/project";

/** What never goes to another project with the rest of the attributes. */
const OWN = new Set(["import_status", "import_error", "import_type", "import_url", "runners_token", "repository_storage"]);

/** A project as the parts of an archive: its attributes, labels, milestones, issues with their notes, and its repository. */
export function projectParts(store: Store, project: Project): Parts {
  const attributes = Object.fromEntries(Object.entries(project.attributes).filter(([name]) => !OWN.has(name)));
  const { visibility } = project;
  return new Map([
    ["VERSION", "0.2.4"],
    ["tree/project.json", JSON.stringify({ visibility, attributes })],
    ...planningParts(store, { kind: "project", id: project.id }, FOLDER),
    [
      `${FOLDER}/issues.ndjson`,
      linesOf(
        store
          .of(issueTable)
          .where("project", project.id)
          .map((issue) => issueRow(store, issue)),
      ),
    ],
    ...repositoryParts(store, project.id),
  ]);
}

function issueRow(store: Store, issue: Issue): JsonObject {
  const nameOf = (id: number | null): string | null => (id === null ? null : (store.users.get(id)?.username ?? null));
  const { iid, title, description, state, issue_type, confidential, weight, due_date, created_at, updated_at, closed_at } = issue;
  const milestone = issue.milestone_id === null ? undefined : store.of(milestoneTable).get(issue.milestone_id);
  const notes = store.of(noteTable).where("noteable", noteableKey({ kind: "issue", id: issue.id }));
  return {
    iid,
    title,
    description,
    state,
    issue_type,
    confidential,
    weight,
    due_date,
    created_at,
    updated_at,
    closed_at,
    author: nameOf(issue.author_id),
    assignees: issue.assignee_ids.map(nameOf),
    labels: issue.label_ids.flatMap((id) => store.of(labelTable).get(id)?.name ?? []),
    milestone: milestone?.title ?? null,
    notes: notes.map(({ body, author_id, system, created_at: at }) => ({
      body,
      author: nameOf(author_id),
      system,
      created_at: at,
    })),
  };
}

/** Gives a new project what an archive holds. Who is not known here by username is the importer. */
export function takeProject(store: Store, project: Project, parts: Parts, importer: User): void {
  const text = parts.get("tree/project.json");
  const said = text === undefined ? null : (JSON.parse(text) as Json);
  if (!isObject(said)) throw new Error("the archive is that of no project");
  const attributes = isObject(said["attributes"] ?? null) ? (said["attributes"] as JsonObject) : {};
  store.projects.update(project.id, { attributes: { ...project.attributes, ...attributes } });
  const home = { kind: "project", id: project.id } as const;
  takePlanning(store, home, parts, FOLDER);
  takeRepository(store, project.id, parts);
  for (const row of rowsIn(parts, `${FOLDER}/issues.ndjson`)) takeIssue(store, project, row, importer);
}

function takeIssue(store: Store, project: Project, row: JsonObject, importer: User): void {
  const issue = insertIssue(store, project, row, importer);
  const userOf = (name: Json | undefined): User => userNamed(store, textOf(name)) ?? importer;
  const notes = row["notes"];
  for (const note of Array.isArray(notes) ? (notes as readonly Json[]) : []) {
    if (!isObject(note)) continue;
    const { body, author, system, created_at: at } = note;
    const noteable = { kind: "issue", id: issue.id } as const;
    addNote(store, {
      noteable,
      body: textOf(body),
      author_id: userOf(author).id,
      system: system === true,
      at: nullable(at) ?? undefined,
    });
  }
}

const namesIn = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map((one: Json) => textOf(one)) : []);

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
    title: textOf(row["title"]),
    description: textOf(row["description"]),
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
