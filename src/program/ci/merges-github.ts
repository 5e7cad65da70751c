import { isObject, type JsonObject } from "../../core/json.js";
import type { RunContext } from "../server/run-context.js";
import { isBy, markedNote, notTheForge, numberIn, textIn } from "./forge-parts.js";
import type { ForgePlace } from "./forge.js";
import { objectOf, openGithubSend, pages, placeOf, type Send } from "./github-send.js";
import { commentsOf, selfOf } from "./github.js";
import { type Merges, type MergesTokens, noteWith } from "./merges.js";
import { hmacOf, isSameSeal } from "./seal.js";

/** So many deployments are looked at for the last one that trueup made. */
const mostDeployments = 100;

/**
 * Opens them of a GitHub. The token for notes is that of the job, with `deployments: write`. Every workflow of the repository writes as the same user, so each deployment has a seal by the key. Throws what
 * choosing a server throws.
 */
export async function openGithubMerges(place: ForgePlace, { notes, key }: MergesTokens, context: RunContext): Promise<Merges> {
  const { send, baseUrl, close } = await openGithubSend(place, notes, context);
  const ownNote = async (hosting: string, number: number, marker: string) => {
    const self = await selfOf(send, baseUrl);
    return markedNote(await commentsOf(send, hosting, number), marker, ({ user }) => isBy(user, self));
  };
  return {
    requests: async (hosting, target, commit) => {
      const asked = { ...placeOf(hosting), commit_sha: commit };
      const requests = await pages(async (page) =>
        send("GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls", { ...asked, ...page }),
      );
      return requests.filter((pull) => isMergedInto(pull, hosting, target)).map(mergedOf);
    },
    note: async (hosting, number, marker) => (await ownNote(hosting, number, marker))?.body,
    addTo: async (hosting, number, marker, text) => {
      const note = await ownNote(hosting, number, marker);
      if (!note) return;
      const about = { ...placeOf(hosting), comment_id: note.id, body: noteWith(note.body, text) };
      await send("PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", about);
    },
    isApproved: async (hosting, number, head) => isApproved(await reviewsOf(send, hosting, number), head),
    recorded: async (hosting, name) => lastRecorded(send, hosting, name, key),
    record: async (hosting, name, commit) => record(send, hosting, { name, commit, seal: sealOf(hosting, name, commit, key) }),
    close,
  };
}

/** A squash or rebase makes commits of its own, and the service still says which request they are of. It also lists requests that only contain the commit. */
function isMergedInto({ merged_at: at, base }: JsonObject, hosting: string, target: string): boolean {
  if (typeof at !== "string" || !isObject(base) || base["ref"] !== target) return false;
  const { repo } = base;
  return isObject(repo) && textIn(repo, "full_name").toLowerCase() === hosting.toLowerCase();
}

function mergedOf(pull: JsonObject) {
  const { head } = pull;
  if (!isObject(head)) throw notTheForge("pull request");
  return { number: numberIn(pull, "number", "pull request"), head: textIn(head, "sha") };
}

async function reviewsOf(send: Send, hosting: string, number: number): Promise<readonly JsonObject[]> {
  const asked = { ...placeOf(hosting), pull_number: number };
  return pages(async (page) => send("GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews", { ...asked, ...page }));
}

/** The last verdict of each reviewer counts; a mere comment is none. Reviews come in the order of their time. */
function isApproved(reviews: readonly JsonObject[], head: string): boolean {
  const verdicts = reviews.filter(({ state }) => state === "APPROVED" || state === "CHANGES_REQUESTED" || state === "DISMISSED");
  const last = new Map(verdicts.map((review) => [isObject(review["user"]) ? review["user"]["id"] : null, review]));
  return [...last.values()].some((review) => review["state"] === "APPROVED" && review["commit_id"] === head);
}

/** The seal of a deployment: a workflow of a branch can make deployments, too, and has no key. */
function sealOf(hosting: string, name: string, commit: string, key: string): string {
  return hmacOf(["recorded", hosting, name, commit], key).toString("base64url");
}

function hasSeal({ payload }: JsonObject, seal: string): boolean {
  const payloadSeal = isObject(payload) ? textIn(payload, "seal") : "";
  return isSameSeal(Buffer.from(payloadSeal), Buffer.from(seal));
}

/** Deployments come with the last one first. One whose run ended before it said that it is done has no such status. */
async function lastRecorded(send: Send, hosting: string, name: string, key: string): Promise<string | undefined> {
  const about = { ...placeOf(hosting), per_page: mostDeployments };
  const { data } = await send("GET /repos/{owner}/{repo}/deployments", { ...about, environment: name });
  if (!Array.isArray(data)) throw notTheForge("deployments");
  const sealed = (data as JsonObject[]).filter((made) => hasSeal(made, sealOf(hosting, name, textIn(made, "sha"), key)));
  for (const made of sealed) {
    const id = numberIn(made, "id", "deployment");
    const asked = { ...placeOf(hosting), per_page: mostDeployments, deployment_id: id };
    // oxlint-disable-next-line no-await-in-loop -- mostly the first one answers
    const statuses = await send("GET /repos/{owner}/{repo}/deployments/{deployment_id}/statuses", asked);
    if (!Array.isArray(statuses.data)) throw notTheForge("deployment");
    if ((statuses.data as JsonObject[]).some(({ state }) => state === "success")) return textIn(made, "sha");
  }
  return undefined;
}

async function record(
  send: Send,
  hosting: string,
  { name, commit, seal }: { readonly name: string; readonly commit: string; readonly seal: string },
): Promise<void> {
  const about = {
    ...placeOf(hosting),
    ref: commit,
    environment: name,
    auto_merge: false,
    required_contexts: [],
    payload: { seal },
  };
  const made = await objectOf(send("POST /repos/{owner}/{repo}/deployments", about));
  const status = { ...placeOf(hosting), deployment_id: numberIn(made, "id", "deployment"), state: "success" } as const;
  await send("POST /repos/{owner}/{repo}/deployments/{deployment_id}/statuses", status);
}
