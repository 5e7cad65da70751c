import type { EmulatorOptions } from "../../src/emulator/index.js";
import { each } from "./answers.js";
import { type Answer, type Platform, startPlatform } from "./platform.js";

/** Paths of one thing of each kind that can be discussed, each with a single comment of dora; the issue with a system note too. */
export const NOTEABLES = {
  issue: "/projects/acme%2Fweb/issues/1",
  snippet: "/projects/acme%2Fweb/snippets/1",
  epic: "/groups/acme/epics/1",
  merge_request: "/projects/acme%2Fweb/merge_requests/1",
} as const;

const author = "dora";
const notes = [{ author, body: "A comment", created_at: "-1d" }];

const SEED = {
  users: ["root", "olivia", "mike", "dora", "rita", "gina", "otto"].map((username) => ({
    username,
    token: `token-of-${username}`,
  })),
  groups: [{ full_path: "acme", visibility: "public", members: { olivia: 50, mike: 40, dora: 30, rita: 20, gina: 10 } }],
  projects: [
    { path_with_namespace: "acme/web", visibility: "public", creator: "olivia", branches: ["main", "next"] },
    { path_with_namespace: "acme/secret", creator: "olivia", branches: ["main"] },
    { path_with_namespace: "dora/own", visibility: "public", creator: "dora", branches: ["main"] },
  ],
  epics: [
    { group: "acme", title: "A plan", author },
    { group: "acme", title: "A secret plan", author: "olivia", confidential: true },
  ],
  snippets: [
    { project: "acme/web", title: "Open", file_name: "open.md", visibility: "public", author },
    { project: "acme/web", title: "Closed", file_name: "closed.md", visibility: "private", author: "olivia" },
  ],
  issues: [
    { project: "acme/web", title: "It is slow", author, created_at: "-2d" },
    { project: "acme/web", title: "Locked", author, discussion_locked: true },
    { project: "acme/web", title: "It is down", author: "gina", issue_type: "incident", akismet_submitted: true },
    { project: "acme/web", title: "Hush", author: "olivia", confidential: true, user_agent: "" },
    { project: "acme/secret", title: "Hidden", author },
    { project: "dora/own", title: "Mine", author },
  ],
  merge_requests: [
    { project: "acme/web", title: "Faster", description: "Closes #1", source_branch: "next", target_branch: "main", author },
  ],
  discussions: [
    { on: "acme/web#1", notes },
    { on: "acme/web#1", notes: [{ author: "olivia", body: "assigned to @dora", system: true, created_at: "-5h" }] },
    { on: "acme/web$1", notes },
    { on: "acme&1", notes },
    { on: "acme/web!1", notes },
  ],
};

/**
 * Starts an emulator where people talk: in the public group `acme` olivia is owner, mike maintainer, dora developer, rita reporter and gina guest; otto is no
 * member. The token of a user is `token-of-<username>`.
 */
export async function startForum(options: EmulatorOptions = {}): Promise<Platform> {
  return startPlatform({ seed: SEED, ...options });
}

/** Calls as a user of the forum. */
export const as = (username: string): { token: string } => ({ token: `token-of-${username}` });

/** Status and body of an answer. */
export const outcome = ({ status, body }: Answer): unknown[] => [status, body];

/** First text of each discussion of a list. */
export function texts(answer: Answer): unknown[] {
  return each(answer, "notes").map((notes) => (notes as { body: string }[])[0]?.body);
}
