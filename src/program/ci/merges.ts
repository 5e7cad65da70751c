import type { JsonObject } from "../../core/json.js";
import { createApi } from "../../platform/index.js";
import type { RunContext } from "../server/run-context.js";
import { connectForge, isBy, numberIn, textIn } from "./forge-parts.js";
import type { ForgePlace } from "./forge.js";

/** A request that was merged. */
export interface MergedRequest {
  readonly number: number;
  /** The commit that it had then. */
  readonly head: string;
  /** Commits by which a branch shows that it has it: of the merge, of the squash, its own last one. */
  readonly commits: readonly string[];
}

/** What was applied last: a deployment that trueup made. */
export interface RecordedCommit {
  readonly commit: string;
  readonly at: string;
}

/** What an apply asks of the service that holds the requests. Its one write is a deployment, which says how far everything was made or offered. */
export interface Merges {
  /** Requests that were merged into a branch, by what changed since an instant. */
  requests(hosting: string, target: string, since: string | undefined): Promise<readonly MergedRequest[]>;
  /** The note with a marker that the token's own user has on a request. */
  note(hosting: string, number: number, marker: string): Promise<string | undefined>;
  /** True where somebody approved the request. */
  isApproved(hosting: string, number: number): Promise<boolean>;
  recorded(hosting: string, place: string): Promise<RecordedCommit | undefined>;
  record(hosting: string, place: string, commit: string, ref: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens them of a GitLab. The job's own token writes the deployment (docs.gitlab.com, "CI/CD job token", deployments: read and write), since that for notes may not. Throws what choosing a server
 * throws.
 */
export async function openMerges(
  place: ForgePlace,
  tokens: { readonly notes: string; readonly job: string | undefined },
  context: RunContext,
): Promise<Merges> {
  const connection = await connectForge(place, tokens.notes, context);
  const api = createApi(connection);
  const jobs = createApi({ ...connection, credential: { ...connection.credential, token: tokens.job ?? "", kind: "job" } });
  const at = (hosting: string) => `/projects/${encodeURIComponent(hosting)}`;
  return {
    requests: async (hosting, target, since) => {
      const query = { state: "merged", target_branch: target, ...(since === undefined ? {} : { updated_after: since }) };
      return (await api.list(`${at(hosting)}/merge_requests`, query)).map(mergedOf);
    },
    note: async (hosting, number, marker) => {
      const self = numberIn(await api.object("/user"), "id", "token's user");
      const notes = await api.list(`${at(hosting)}/merge_requests/${number}/notes`);
      const own = notes.filter(({ author }) => isBy(author, self)).map((note) => textIn(note, "body"));
      return own.find((body) => body.startsWith(marker));
    },
    isApproved: async (hosting, number) => {
      const { approved_by: by } = await api.object(`${at(hosting)}/merge_requests/${number}/approvals`);
      return Array.isArray(by) && by.length > 0;
    },
    recorded: async (hosting, name) => {
      const query = { environment: name, status: "success", order_by: "id", sort: "desc" };
      const [last] = (await jobs.firstPage(`${at(hosting)}/deployments`, query)).items;
      return last && { commit: textIn(last, "sha"), at: textIn(last, "created_at") };
    },
    record: async (hosting, name, sha, ref) => {
      const body = { environment: name, sha, ref, tag: false, status: "success" };
      await jobs.send({ method: "POST", path: `${at(hosting)}/deployments`, body });
    },
    close: async () => connection.close(),
  };
}

function mergedOf(request: JsonObject): MergedRequest {
  const names = ["merge_commit_sha", "squash_commit_sha", "sha"].map((name) => textIn(request, name));
  return {
    number: numberIn(request, "iid", "merge request"),
    head: textIn(request, "sha"),
    commits: names.filter((one) => one !== ""),
  };
}
