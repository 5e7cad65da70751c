/** A discussion of a seed; without `thread` a single comment. */
export type SeedDiscussion = {
  readonly on: string;
  readonly thread?: boolean;
  readonly notes: readonly {
    readonly author: string;
    readonly body: string;
    readonly created_at?: string;
    readonly system?: boolean;
    readonly resolved_by?: string;
  }[];
};

/** What the little company says: threads, single comments and notes of the platform, on all four kinds. */
export const COMPANY: readonly SeedDiscussion[] = [
  {
    on: "acme-labs/website#1",
    thread: true,
    notes: [
      { author: "alice", body: "It takes six seconds from home. @dave, can you look?", created_at: "-37d" },
      { author: "dave", body: "The pictures alone are four megabytes.", created_at: "-36d" },
      { author: "alice", body: "Then let us begin with them.", created_at: "-36d" },
    ],
  },
  { on: "acme-labs/website#1", notes: [{ author: "alice", body: "assigned to @dave", system: true, created_at: "-36d" }] },
  {
    on: "acme-labs/website#1",
    notes: [{ author: "dave", body: "changed time estimate to 1d", system: true, created_at: "-10d" }],
  },
  { on: "acme-labs/website#1", notes: [{ author: "carol", body: "The fonts could wait for the text.", created_at: "-2d" }] },
  { on: "acme-labs/website#2", notes: [{ author: "bob", body: "The proxy has no certificate any more.", created_at: "-36d" }] },
  { on: "acme-labs/website#2", notes: [{ author: "alice", body: "closed", system: true, created_at: "-35d" }] },
  { on: "acme-labs/website#4", notes: [{ author: "alice", body: "Fix is in review, do not link it here.", created_at: "-5d" }] },
  {
    on: "acme-labs/website!2",
    thread: true,
    notes: [
      { author: "bob", body: "Does the index hold drafts?", created_at: "-6d", resolved_by: "dave" },
      { author: "dave", body: "No more.", created_at: "-6d", resolved_by: "dave" },
    ],
  },
  {
    on: "acme-labs/website!2",
    thread: true,
    notes: [{ author: "alice", body: "Please say in the help how to search for a phrase.", created_at: "-6d" }],
  },
  { on: "acme-labs/website!2", notes: [{ author: "bob", body: "Works for me.", created_at: "-6d" }] },
  {
    on: "acme-labs/website!2",
    notes: [{ author: "dave", body: "requested review from @alice and @bob", system: true, created_at: "-7d" }],
  },
  {
    on: "acme-labs/website$1",
    thread: true,
    notes: [
      { author: "carol", body: "Is the grey dark enough to read?", created_at: "-24d" },
      { author: "dave", body: "4.6 to 1.", created_at: "-24d" },
    ],
  },
  { on: "acme-labs/platform/api$2", notes: [{ author: "bob", body: "Goes into the runbook.", created_at: "-14d" }] },
  {
    on: "acme-labs&1",
    thread: true,
    notes: [
      { author: "bob", body: "Under a second on which line?", created_at: "-49d" },
      { author: "alice", body: "On the train.", created_at: "-48d" },
    ],
  },
  { on: "acme-labs&1", notes: [{ author: "alice", body: "Pictures first.", created_at: "-36d" }] },
];
