import type { PlatformState, SeedPart } from "../../core/context.js";
import { nextInternalId } from "../../core/internal-ids.js";
import { SEED_DAY, SEED_TIME, seedDay, seedProject, seedTime, seedUser } from "../../core/seed.js";
import { seedNoteable } from "../award-emoji/seed.js";
import { type Issue, issueTable } from "../work-items/records.js";
import { seedEpic, seedIteration, seedLabels, seedMilestone } from "../work-items/seed.js";

const text = { type: "string" } as const;

const texts = { type: "array", items: text } as const;

const count = { type: "integer", minimum: 0 } as const;

/** An issue that stands earlier, as `group/project#1`. */
const ISSUE_REFERENCE = { type: "string", pattern: String.raw`^[^#]+#\d+$` } as const;

/** Issues of a seed, numbered in their projects in the order in which they stand. */
export const issueSeed: SeedPart = {
  key: "issues",
  about: "Issues of projects, in the order of their numbers; labels, milestones and people by name.",
  entry: {
    type: "object",
    required: ["project", "title", "author"],
    additionalProperties: false,
    properties: {
      project: text,
      title: text,
      description: text,
      author: text,
      state: { type: "string", enum: ["opened", "closed"] },
      issue_type: { type: "string", enum: ["issue", "incident", "test_case"] },
      severity: { type: "string", enum: ["UNKNOWN", "LOW", "MEDIUM", "HIGH", "CRITICAL"] },
      assignees: texts,
      labels: texts,
      milestone: text,
      epic: text,
      iteration: text,
      weight: count,
      health_status: { type: "string", enum: ["on_track", "needs_attention", "at_risk"] },
      due_date: SEED_DAY,
      confidential: { type: "boolean" },
      discussion_locked: { type: "boolean" },
      relative_position: { type: "integer" },
      time_estimate: count,
      total_time_spent: count,
      user_agent: text,
      ip_address: text,
      akismet_submitted: { type: "boolean" },
      created_at: SEED_TIME,
      updated_at: SEED_TIME,
      closed_at: SEED_TIME,
      closed_by: text,
      moved_to: ISSUE_REFERENCE,
      duplicate_of: ISSUE_REFERENCE,
    },
  },
  load: (world, entries) => {
    for (const entry of entries) addIssue(world, entry as SeedIssue);
  },
};

/** Room between neighbours that were never moved. */
const STEP = 513;

function addIssue(world: PlatformState, seed: SeedIssue): void {
  const issues = world.store.of(issueTable);
  const project = seedProject(world, seed.project);
  const iid = nextInternalId(world.store, "issues", project.id, () => 0);
  issues.insert({
    iid,
    project_id: project.id,
    title: seed.title,
    description: seed.description ?? "",
    issue_type: seed.issue_type ?? "issue",
    severity: seed.severity ?? "UNKNOWN",
    author_id: seedUser(world, seed.author).id,
    assignee_ids: (seed.assignees ?? []).map((username) => seedUser(world, username).id),
    label_ids: seedLabels(world, project, seed.labels ?? []),
    milestone_id: seedMilestone(world, project, seed.milestone),
    epic_id: seedEpic(world, project, seed.epic),
    iteration_id: seedIteration(world, project, seed.iteration),
    weight: seed.weight ?? null,
    health_status: seed.health_status ?? null,
    due_date: seed.due_date === undefined ? null : seedDay(seed.due_date),
    confidential: seed.confidential ?? false,
    discussion_locked: seed.discussion_locked ?? null,
    relative_position: seed.relative_position ?? iid * STEP,
    moved_to_id: issueId(world, seed.moved_to),
    duplicated_to_id: issueId(world, seed.duplicate_of),
    time_estimate: seed.time_estimate ?? 0,
    total_time_spent: seed.total_time_spent ?? 0,
    user_agent: seed.user_agent ?? "Mozilla/5.0 (X11; Linux x86_64) Firefox/104.0",
    ip_address: seed.ip_address ?? "203.0.113.7",
    akismet_submitted: seed.akismet_submitted ?? false,
    ...history(world, seed),
  });
}

function issueId(world: PlatformState, reference: string | undefined): number | null {
  return reference === undefined ? null : seedNoteable(world, reference).id;
}

type History = Pick<Issue, "state" | "created_at" | "updated_at" | "closed_at" | "closed_by_id">;

function history(world: PlatformState, seed: SeedIssue): History {
  const state = seed.state ?? "opened";
  const created_at = seedTime(seed.created_at ?? "-0d");
  const updated_at = seed.updated_at === undefined ? created_at : seedTime(seed.updated_at);
  if (state === "opened") return { state, created_at, updated_at, closed_at: null, closed_by_id: null };
  return {
    state,
    created_at,
    updated_at,
    closed_at: seed.closed_at === undefined ? updated_at : seedTime(seed.closed_at),
    closed_by_id: seedUser(world, seed.closed_by ?? seed.author).id,
  };
}

/** An issue of a seed; people by username, labels and the like by name. */
type SeedIssue = {
  project: string;
  title: string;
  description?: string;
  author: string;
  state?: Issue["state"];
  issue_type?: Issue["issue_type"];
  severity?: Issue["severity"];
  assignees?: readonly string[];
  labels?: readonly string[];
  milestone?: string;
  epic?: string;
  iteration?: string;
  weight?: number;
  health_status?: string;
  due_date?: string;
  confidential?: boolean;
  discussion_locked?: boolean;
  relative_position?: number;
  time_estimate?: number;
  total_time_spent?: number;
  user_agent?: string;
  ip_address?: string;
  akismet_submitted?: boolean;
  created_at?: string;
  updated_at?: string;
  closed_at?: string;
  closed_by?: string;
  /** An issue that stands earlier, as `group/project#1`. */
  moved_to?: string;
  duplicate_of?: string;
};
