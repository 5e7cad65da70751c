import { requireUser } from "../../core/access.js";
import { textOf } from "../../core/collection/homes.js";
import type { Entry } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import { commitWith } from "../../core/git/history.js";
import { type Json, type Project, type User, picked } from "../../core/records.js";
import { type Reply, badParameters, created } from "../../core/replies.js";
import { headOf } from "../../core/repository.js";
import type { Row, TableDefinition } from "../../core/table.js";
import { presentCommitSummary } from "../commits/present.js";
import { projectsIn } from "../groups/reach.js";
import { presentIssue } from "../issues/present.js";
import { presentMergeRequest } from "../merge-requests/present.js";
import { presentPipeline } from "../pipelines/present.js";
import { jobTable, pipelineTable } from "../pipelines/records.js";
import { releaseTable } from "../releases/records.js";
import { type Note, issueTable, mergeRequestTable, noteTable } from "../work-items/records.js";
import { deliver } from "./deliveries.js";
import { unprocessable } from "./records.js";

/** What a try of a hook sends: the kind of event, and what it is about; undefined where the project has nothing like it. */
type Sample = (context: Context, project: Project) => Record<string, Json> | undefined;

/** Presents the last row of a project in a table. */
const last =
  <T extends Row>(table: TableDefinition<T, "project">, sample: (row: T, context: Context) => Record<string, Json>): Sample =>
  (context, project) => {
    const row = context.store.of(table).where("project", project.id).at(-1);
    return row === undefined ? undefined : sample(row, context);
  };

/** Triggers, what a project needs for a try, and what is sent. */
const TRIGGERS: Readonly<Record<string, readonly [needs: string, sample: Sample]>> = {
  push_events: ["commits", (context, project) => pushed(context, project, "push")],
  tag_push_events: ["commits", (context, project) => pushed(context, project, "tag_push")],
  issues_events: ["issues", (context, project) => issueOf(context, project, false)],
  confidential_issues_events: ["issues", (context, project) => issueOf(context, project, true)],
  note_events: ["notes", noted],
  confidential_note_events: ["notes", noted],
  merge_requests_events: [
    "merge requests",
    last(mergeRequestTable, (mergeRequest, context) => ({
      object_kind: "merge_request",
      event_type: "merge_request",
      object_attributes: presentMergeRequest(context, mergeRequest),
    })),
  ],
  job_events: [
    "CI jobs",
    last(jobTable, ({ id, name, stage, status, created_at }) => ({
      object_kind: "build",
      build_id: id,
      build_name: name,
      build_stage: stage,
      build_status: status,
      build_created_at: created_at,
    })),
  ],
  pipeline_events: [
    "CI pipelines",
    last(pipelineTable, (pipeline, context) => ({
      object_kind: "pipeline",
      object_attributes: presentPipeline(context, pipeline),
    })),
  ],
  releases_events: [
    "releases",
    last(releaseTable, ({ id, name, tag, description, created_at, released_at }) => {
      return { object_kind: "release", action: "create", id, name, tag, description, created_at, released_at };
    }),
  ],
};

/** Events whose tries need nothing of a project. */
const FREE: readonly string[] = [
  "wiki_page_events",
  "emoji_events",
  "resource_access_token_events",
  "member_events",
  "project_events",
];

/** Sends what the hook would be sent at an event of this kind. A request waits for nobody here: how it was answered the list of events tells. */
export function test(context: Context, hook: Entry): Reply {
  const trigger = context.params.requiredText("trigger");
  const user = requireUser(context);
  const known = TRIGGERS[trigger];
  if (known === undefined && !FREE.includes(trigger)) throw badParameters("trigger does not have a valid value");
  const name = trigger.replace(/_events$/, "");
  const [project] = projectsOf(context, hook);
  const sample = known === undefined ? { object_kind: name } : project === undefined ? undefined : known[1](context, project);
  if (sample === undefined) throw unprocessable(`Ensure the project has ${known?.[0] ?? "something to tell"}.`);
  deliver(context, hook, `${name.replace(/s$/, "")}_hooks`, { ...sample, ...placeOf(context, project, user) });
  return created({ message: "201 Created" });
}

/** The project of a hook, or those of its group. */
function projectsOf({ store }: Context, { home }: Entry): Project[] {
  const holder = (home.kind === "project" ? store.projects : store.groups).get(home.id);
  return holder === undefined ? [] : projectsIn(store, holder);
}

function placeOf({ instance }: Context, project: Project | undefined, user: User): Record<string, Json> {
  return {
    user: picked(user, "id", "name", "username", "email"),
    ...(project === undefined
      ? {}
      : {
          project: {
            ...picked(project, "id", "name", "path_with_namespace"),
            default_branch: project.attributes["default_branch"] ?? null,
            web_url: `${instance.url}/${project.path_with_namespace}`,
          },
        }),
  };
}

function pushed(context: Context, project: Project, object_kind: "push" | "tag_push"): Record<string, Json> | undefined {
  const { store } = context;
  const sha = headOf(store, project);
  const commit = sha === undefined ? undefined : commitWith(store, project.id, sha);
  if (commit === undefined) return undefined;
  const ref = textOf(project.attributes["default_branch"]);
  return {
    object_kind,
    event_name: object_kind,
    before: commit.parent_ids[0] ?? "0".repeat(40),
    after: commit.sha,
    checkout_sha: commit.sha,
    ref: object_kind === "push" ? `refs/heads/${ref}` : `refs/tags/${ref}`,
    project_id: project.id,
    commits: [presentCommitSummary(commit)],
    total_commits_count: 1,
  };
}

function issueOf(context: Context, project: Project, confidential: boolean): Record<string, Json> | undefined {
  const issues = context.store.of(issueTable).where("project", project.id);
  const issue = issues.findLast((candidate) => candidate.confidential === confidential) ?? issues.at(-1);
  return issue === undefined
    ? undefined
    : { object_kind: "issue", event_type: "issue", object_attributes: presentIssue(context, issue) };
}

function noted({ store }: Context, project: Project): Record<string, Json> | undefined {
  const tables = { issue: store.of(issueTable), merge_request: store.of(mergeRequestTable) } as const;
  const isHere = ({ noteable: { kind, id } }: Note): boolean =>
    (kind === "issue" || kind === "merge_request") && tables[kind].get(id)?.project_id === project.id;
  const note = store.of(noteTable).all().findLast(isHere);
  if (note === undefined) return undefined;
  const { id, body, noteable, created_at } = note;
  return { object_kind: "note", event_type: "note", object_attributes: { id, note: body, noteable_id: noteable.id, created_at } };
}
