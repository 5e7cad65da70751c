import type { PlatformState } from "../../core/context.js";
import { nextInternalId } from "../../core/internal-ids.js";
import { COUNT, FLAG, type Seeded, TEXT, TEXTS, seedObject, seedPart } from "../../core/seed-part.js";
import { SEED_DAY, SEED_TIME, seedDay, seedProject, seedTime, seedUser } from "../../core/seed.js";
import { seedNoteable } from "../award-emoji/seed.js";
import { type Issue, issueTable } from "../work-items/records.js";
import { seedEpic, seedIteration, seedLabels, seedMilestone } from "../work-items/seed.js";
import { FRESH, STEP } from "./writes.js";

/** An issue that stands earlier, as `group/project#1`. */
const ISSUE_REFERENCE = { type: "string", pattern: String.raw`^[^#]+#\d+$` } as const;

const ENTRY = seedObject(["project", "title", "author"], {
  project: TEXT,
  title: TEXT,
  description: TEXT,
  author: TEXT,
  state: { type: "string", enum: ["opened", "closed"] },
  issue_type: { type: "string", enum: ["issue", "incident", "test_case"] },
  severity: { type: "string", enum: ["UNKNOWN", "LOW", "MEDIUM", "HIGH", "CRITICAL"] },
  assignees: TEXTS,
  labels: TEXTS,
  milestone: TEXT,
  epic: TEXT,
  iteration: TEXT,
  weight: COUNT,
  health_status: { type: "string", enum: ["on_track", "needs_attention", "at_risk"] },
  due_date: SEED_DAY,
  confidential: FLAG,
  discussion_locked: FLAG,
  relative_position: { type: "integer" },
  time_estimate: COUNT,
  total_time_spent: COUNT,
  user_agent: TEXT,
  ip_address: TEXT,
  akismet_submitted: FLAG,
  created_at: SEED_TIME,
  updated_at: SEED_TIME,
  closed_at: SEED_TIME,
  closed_by: TEXT,
  moved_to: ISSUE_REFERENCE,
  duplicate_of: ISSUE_REFERENCE,
});

type SeedIssue = Seeded<typeof ENTRY>;

/** Issues of a seed, numbered in their projects in the order in which they stand. */
export const issueSeed = seedPart(
  "issues",
  "Issues of projects, in the order of their numbers; labels, milestones and people by name.",
  ENTRY,
  (world, seed) => {
    const project = seedProject(world, seed.project);
    const iid = nextInternalId(world.store, "issues", project.id, () => 0);
    const { project: _, author, assignees = [], labels = [], milestone, epic, iteration, due_date, ...rest } = seed;
    const { moved_to, duplicate_of, closed_by, ...columns } = rest;
    world.store.of(issueTable).insert({
      ...FRESH,
      relative_position: iid * STEP,
      user_agent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/104.0",
      ip_address: "203.0.113.7",
      akismet_submitted: false,
      ...columns,
      iid,
      project_id: project.id,
      author_id: seedUser(world, author).id,
      assignee_ids: assignees.map((username) => seedUser(world, username).id),
      label_ids: seedLabels(world, project, labels),
      milestone_id: seedMilestone(world, project, milestone),
      epic_id: seedEpic(world, project, epic),
      iteration_id: seedIteration(world, project, iteration),
      due_date: due_date === undefined ? null : seedDay(due_date),
      moved_to_id: issueId(world, moved_to),
      duplicated_to_id: issueId(world, duplicate_of),
      ...history(world, columns, closed_by ?? author),
    });
  },
);

function issueId(world: PlatformState, reference: string | undefined): number | null {
  return reference === undefined ? null : seedNoteable(world, reference).id;
}

type History = Pick<Issue, "state" | "created_at" | "updated_at" | "closed_at" | "closed_by_id">;

function history(world: PlatformState, seed: Partial<Omit<SeedIssue, "closed_by">>, closer: string): History {
  const { state = "opened" } = seed;
  const created_at = seedTime(seed.created_at ?? "-0d");
  const updated_at = seed.updated_at === undefined ? created_at : seedTime(seed.updated_at);
  if (state === "opened") return { state, created_at, updated_at, closed_at: null, closed_by_id: null };
  const closed_at = seed.closed_at === undefined ? updated_at : seedTime(seed.closed_at);
  return { state, created_at, updated_at, closed_at, closed_by_id: seedUser(world, closer).id };
}
