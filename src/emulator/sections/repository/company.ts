/** A commit of a seed; its branch begins with it when it is not there. */
export type SeedCommit = {
  project: string;
  branch: string;
  /** Where a new branch begins; the default branch when left out. */
  from?: string;
  /** Branch, tag or hash that it merges. */
  merges?: string;
  message: string;
  author: string;
  at?: string;
  changes?: Readonly<Record<string, string | null>>;
};

/** A tag of a seed, on the head of the default branch when `ref` is left out. */
export type SeedTag = { project: string; name: string; ref?: string; message?: string };

const WEBSITE = { project: "acme-labs/website", branch: "main" };
const API = { project: "acme-labs/platform/api", branch: "main" };
const TOOLKIT = { project: "open-source/toolkit", branch: "main" };
const HANDBOOK = { project: "acme-labs/handbook", branch: "main" };

/** What the little company has written. */
export const COMMITS: readonly SeedCommit[] = [
  { ...WEBSITE, message: "Start page", author: "alice", at: "-40d", changes: { "index.html": "<h1>Acme</h1>" } },
  {
    ...WEBSITE,
    branch: "imprint",
    from: "main",
    message: "Add the imprint",
    author: "dave",
    at: "-31d",
    changes: { "imprint.html": "<p>Acme Labs</p>" },
  },
  { ...WEBSITE, message: "Merge branch 'imprint' into 'main'", merges: "imprint", author: "alice", at: "-30d" },
  { ...API, message: "Health check", author: "bob", at: "-35d", changes: { "src/health.ts": "export const health = 1;" } },
  { ...API, message: "Read the configuration", author: "erin", at: "-20d", changes: { "src/config.ts": "export {};" } },
  { ...TOOLKIT, message: "First tools", author: "carol", at: "-60d", changes: { "tools.ts": "export {};" } },
  {
    ...WEBSITE,
    branch: "search",
    from: "main",
    message: "Search the site",
    author: "dave",
    at: "-8d",
    changes: { "search.html": "<form>" },
  },
  {
    ...WEBSITE,
    branch: "search",
    message: "Rank what is found",
    author: "dave",
    at: "-7d",
    changes: { "rank.js": "export {};" },
  },
  {
    ...WEBSITE,
    branch: "dark-mode",
    from: "main",
    message: "Colours for the night",
    author: "carol",
    at: "-5d",
    changes: { "night.css": "body {}" },
  },
  {
    ...API,
    branch: "retry",
    from: "main",
    message: "Try again",
    author: "erin",
    at: "-4d",
    changes: { "src/retry.ts": "export {};" },
  },
  {
    ...TOOLKIT,
    branch: "sharper",
    from: "main",
    message: "Sharper",
    author: "dave",
    at: "-2d",
    changes: { "knife.ts": "export {};" },
  },
  {
    ...HANDBOOK,
    branch: "short-hours",
    from: "main",
    message: "Open from ten to four",
    author: "bob",
    at: "-12d",
    changes: { "hours.md": "10-16" },
  },
  { ...HANDBOOK, message: "Open from eight to six", author: "alice", at: "-11d", changes: { "hours.md": "8-18" } },
  {
    ...HANDBOOK,
    branch: "travel",
    from: "main",
    message: "Who pays for trains",
    author: "bob",
    at: "-3d",
    changes: { "travel.md": "We do." },
  },
  {
    project: "alice/notes",
    branch: "spelling",
    from: "main",
    message: "Mend the spelling",
    author: "alice",
    at: "-1d",
    changes: { "README.md": "# Release notes" },
  },
];

/** What the little company has tagged. */
export const TAGS: readonly SeedTag[] = [
  { project: "acme-labs/website", name: "v1.0.0", message: "First release" },
  { project: "acme-labs/platform/api", name: "v0.9.0" },
  { project: "open-source/toolkit", name: "v2.1.0", message: "Faster tools" },
];
