import { expect, test } from "vitest";

import { startPlatform } from "./platform.js";

test("an issue tells its people, plan, times, tasks, votes and references", async () => {
  const platform = await startPlatform();
  const answer = await platform.call("GET", "/projects/acme-labs%2Fwebsite/issues/1");
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    iid: 1,
    state: "opened",
    closed_at: null,
    type: "ISSUE",
    issue_type: "issue",
    labels: ["bug", "design"],
    author: { username: "alice" },
    assignees: [{ username: "dave" }],
    assignee: { username: "dave" },
    milestone: { title: "Summer release" },
    upvotes: 2,
    time_stats: { time_estimate: 28_800, human_time_estimate: "1d", total_time_spent: 12_600, human_total_time_spent: "3h 30m" },
    has_tasks: true,
    task_status: "1 of 3 tasks completed",
    task_completion_status: { count: 3, completed_count: 1 },
    references: { short: "#1", relative: "#1", full: "acme-labs/website#1" },
    epic: { title: "A faster website" },
    epic_iid: 1,
    iteration: { title: "Sprint 2", state: 2 },
    weight: 5,
    health_status: "at_risk",
    severity: "UNKNOWN",
  });
});
