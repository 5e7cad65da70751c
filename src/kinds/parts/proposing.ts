import type { CommitRules, Proposing } from "../../core/behaviour.js";
import { isObject, type Spec, type Value } from "../../core/json.js";

const prefix = "trueup/files/";
const trailer = "Trueup-Files";
const otherAuthor = " (another author)";
const signature = new RegExp(String.raw`^${trailer}: ([0-9a-f]{32})( \(another author\)|)\s*$`, "m");
const ofProject = "/projects/{project}/merge_requests";
const query = "?scope=all&source_branch={from}&state";

/** How merge requests propose files: GitLab doc/api/merge_requests.md, doc/api/commits.md. */
export const proposing: Proposing = {
  people: "user",
  branchFor: (target) => `${prefix}${target}`,
  commit: ({ commit_message, author_email }, { into, again, digest }) => {
    const message = typeof commit_message === "string" ? commit_message : defaultMessage;
    const signed = `${message}\n\n${trailer}: ${digest}${author_email === undefined ? "" : otherAuthor}`;
    return { start_branch: into, ...(again ? { force: true } : {}), commit_message: signed };
  },
  // Who amends a commit becomes its committer, and its author stays.
  digestIn: ({ message, author_email, committer_email }) => {
    const [, digest, other] = signature.exec(typeof message === "string" ? message : "") ?? [];
    return other === "" && author_email !== committer_email ? undefined : digest;
  },
  last: { in: "commit", id: "id" },
  lists: {
    open: `GET ${ofProject}${query}=opened`,
    openBelow: `GET /groups/{group}/merge_requests${query}=opened`,
    closed: `GET ${ofProject}${query}=closed`,
  },
  shown: { number: "iid", head: "sha", from: "source_project_id", into: "target_project_id" },
  open: {
    route: `POST ${ofProject}`,
    body: ({ title, labels }, branch, into, reviewers) => ({
      source_branch: branch,
      target_branch: into,
      title,
      ...(labels.length === 0 ? {} : { labels: labels.join() }),
      ...(reviewers.length === 0 ? {} : { reviewer_ids: reviewers }),
      remove_source_branch: true,
    }),
  },
  close: { route: `PUT ${ofProject}/{number}`, body: { state_event: "close" } },
};

/** What a `repository_commit` says of each file, and of the merge request for all of them. */
export function commitRules({ message, author_name, author_email, through, title, labels, reviewers }: Spec): CommitRules {
  const given = { commit_message: message, author_name, author_email };
  const beside = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (through !== "merge_request") return { beside };
  const named = (value: Value | undefined) =>
    (Array.isArray(value) ? (value as readonly Value[]) : []).filter((item) => !isObject(item));
  const firstLine = typeof message === "string" ? message.split("\n", 1)[0] : undefined;
  const proposal = {
    title: typeof title === "string" ? title : (firstLine ?? defaultMessage),
    labels: named(labels).map(String),
    reviewers: named(reviewers).filter((item) => typeof item === "string" || typeof item === "number"),
  };
  return { beside, proposal };
}

/** What commits say where nobody says anything else. */
export const defaultMessage = "Bring files to their declared state";
