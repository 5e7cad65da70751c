import type { Issue } from "../../records/work-items.js";

/** An issue of a seed; people by username, labels and the like by name. */
export type SeedIssue = {
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

const WEBSITE = { project: "acme-labs/website" } as const;
const API = { project: "acme-labs/platform/api" } as const;

/** What the little company still has to do; the website has more than one page of it. */
export const COMPANY_ISSUES: readonly SeedIssue[] = [
  {
    ...WEBSITE,
    title: "The start page is slow",
    description: "Loads for *seconds*.\n\n- [x] Measure\n- [ ] Shrink the pictures\n- [ ] Fewer fonts",
    author: "alice",
    assignees: ["dave"],
    labels: ["bug", "design"],
    milestone: "Summer release",
    epic: "A faster website",
    iteration: "Sprint 2",
    weight: 5,
    health_status: "at_risk",
    due_date: "+5d",
    time_estimate: 28_800,
    total_time_spent: 12_600,
    created_at: "-38d",
    updated_at: "-2d",
  },
  {
    ...WEBSITE,
    title: "Site is down",
    description: "502 since this morning. cc @bob",
    author: "bob",
    assignees: ["alice", "bob"],
    issue_type: "incident",
    severity: "HIGH",
    labels: ["bug"],
    created_at: "-36d",
    updated_at: "-35d",
    state: "closed",
    closed_by: "alice",
  },
  {
    ...WEBSITE,
    title: "Search the site",
    description: "People ask for it.",
    author: "dave",
    assignees: ["dave"],
    labels: ["feature"],
    milestone: "Summer release",
    epic: "A faster website",
    iteration: "Sprint 2",
    weight: 3,
    health_status: "on_track",
    due_date: "+12d",
    created_at: "-30d",
    updated_at: "-7d",
  },
  {
    ...WEBSITE,
    title: "The newsletter form leaks addresses",
    description: "Not to be told before it is fixed.",
    author: "dave",
    assignees: ["alice"],
    labels: ["bug"],
    confidential: true,
    due_date: "-3d",
    created_at: "-20d",
    updated_at: "-5d",
  },
  {
    ...WEBSITE,
    title: "Tell how to reach us",
    author: "carol",
    labels: ["docs"],
    milestone: "Launch",
    discussion_locked: true,
    created_at: "-80d",
    updated_at: "-45d",
    state: "closed",
  },
  ...[
    "Colours for the night",
    "A page for the team",
    "Pictures without a text",
    "The footer covers the last line",
    "Jobs page",
    "Feed of the news",
    "Cookies in plain words",
    "Translate into French",
    "Print style",
    "Say which browsers work",
    "Broken link to the handbook",
    "Press kit",
    "Larger text on phones",
    "Sitemap",
    "Breadcrumbs",
    "Icons for bookmarks",
    "Forms by keyboard alone",
    "Show the opening hours",
  ].map((title, place): SeedIssue => ({
    ...WEBSITE,
    title,
    author: "carol",
    labels: ["feature"],
    created_at: `-${19 - place}d`,
  })),
  {
    ...API,
    title: "Calls fail when the store restarts",
    description: "Seen with acme-labs/website!2",
    author: "erin",
    assignees: ["erin"],
    labels: ["bug"],
    milestone: "1.0",
    epic: "Self-healing platform",
    weight: 8,
    due_date: "+30d",
    created_at: "-18d",
    updated_at: "-1d",
  },
  {
    ...API,
    title: "Sign in with a passkey",
    author: "bob",
    assignees: ["carol"],
    labels: ["feature"],
    milestone: "Autumn release",
    epic: "Accounts",
    iteration: "Sprint 3",
    weight: 13,
    created_at: "-16d",
  },
  {
    ...API,
    title: "Describe every error",
    author: "carol",
    labels: ["docs"],
    created_at: "-12d",
    updated_at: "-4d",
    state: "closed",
    closed_by: "bob",
  },
  { project: "acme-labs/mobile/app", title: "Crash on rotation", author: "erin", assignees: ["dave"], created_at: "-9d" },
  { project: "acme-labs/mobile/prototype", title: "Decide what stays", author: "dave", created_at: "-70d" },
  {
    project: "open-source/toolkit",
    title: "Explain the flags",
    author: "dave",
    labels: ["good first issue"],
    created_at: "-11d",
  },
  {
    project: "acme-labs/mobile/app",
    title: "Pages take very long",
    author: "erin",
    created_at: "-10d",
    updated_at: "-8d",
    state: "closed",
    closed_by: "dave",
    duplicate_of: "acme-labs/website#1",
  },
  {
    project: "acme-labs/handbook",
    title: "Say when we are there",
    author: "bob",
    created_at: "-6d",
    updated_at: "-2d",
    state: "closed",
    closed_by: "alice",
    moved_to: "acme-labs/website#23",
  },
  {
    ...API,
    title: "The store comes back after a restart",
    description: "1. Stop the store\n2. Call `/health`\n3. Start the store\n4. Call again",
    author: "carol",
    issue_type: "test_case",
    created_at: "-5d",
  },
  { project: "alice/notes", title: "Sort the drawer", author: "alice", due_date: "+1d", created_at: "-3d" },
];
