import { isObject, type JsonObject } from "../../core/json.js";
import type { RunContext } from "../server/run-context.js";
import { isBy, keepNote, markedNote, noteWith, notTheForge, numberIn, seeLabel, textIn } from "./forge-parts.js";
import type {
  Forge,
  ForgeDeployments,
  ForgeIssue,
  ForgeIssues,
  ForgePlace,
  ForgeRequest,
  ForgeRequests,
  ForgeTokens,
  IssueChange,
  MergedRequest,
} from "./forge.js";
import { objectOf, openGithubSend, pages, placeOf, type Send } from "./github-send.js";
import { hmacOf, isSameSeal } from "./seal.js";

/** So many deployments are looked at for the last one that trueup made. */
const mostDeployments = 100;

/**
 * Opens a GitHub as a forge: github.com, or a server of its own whose API is below `/api/v3`. The token for notes also writes the deployments, with `deployments: write`. Every workflow of the repository
 * writes as the same user, so each deployment has a seal by the key. Throws what choosing a server throws.
 */
export async function openGithub(place: ForgePlace, { notes, key }: ForgeTokens, context: RunContext): Promise<Forge> {
  const { send, baseUrl, close } = await openGithubSend(place, notes, context);
  const self = async () => selfOf(send, baseUrl);
  return { ...requestsOf(send, self), ...issuesOf(send, self), ...deploymentsOf(send, key), close };
}

function requestsOf(send: Send, self: () => Promise<number>): ForgeRequests {
  const notesOf = async (hosting: string, number: number) => {
    const id = await self();
    const asked = { ...placeOf(hosting), issue_number: number };
    const all = await pages(async (page) =>
      send("GET /repos/{owner}/{repo}/issues/{issue_number}/comments", { ...asked, ...page }),
    );
    return { all, isOwn: ({ user }: JsonObject) => isBy(user, id) };
  };
  const ownNote = async (hosting: string, number: number, marker: string) => markedNote(await notesOf(hosting, number), marker);
  const changeNote = async (hosting: string, id: number, body: string) =>
    send("PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", { ...placeOf(hosting), comment_id: id, body });
  return {
    request: async (hosting, number) =>
      requestOf(
        await objectOf(send("GET /repos/{owner}/{repo}/pulls/{pull_number}", { ...placeOf(hosting), pull_number: number })),
      ),
    note: async (hosting, number, note) =>
      keepNote(note, await notesOf(hosting, number), {
        make: async () => addComment(send, hosting, number, note.body),
        change: async (id) => changeNote(hosting, id, note.body),
      }),
    readNote: async (hosting, number, marker) => (await ownNote(hosting, number, marker))?.body,
    addToNote: async (hosting, number, marker, text) => {
      const note = await ownNote(hosting, number, marker);
      if (note) await changeNote(hosting, note.id, noteWith(note.body, text));
    },
    isApproved: async (hosting, number, head) => {
      const asked = { ...placeOf(hosting), pull_number: number };
      const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews";
      return isApproved(await pages(async (page) => send(route, { ...asked, ...page })), head);
    },
    merged: async (hosting, target, commit) => {
      const asked = { ...placeOf(hosting), commit_sha: commit };
      const requests = await pages(async (page) =>
        send("GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls", { ...asked, ...page }),
      );
      return requests.filter((pull) => isMergedInto(pull, hosting, target)).map(mergedOf);
    },
  };
}

function issuesOf(send: Send, self: () => Promise<number>): ForgeIssues {
  return {
    issues: async (hosting, labelName) => {
      const id = await self();
      const asked = { ...placeOf(hosting), labels: labelName, state: "all", sort: "created", direction: "asc" } as const;
      const all = await pages(async (page) => send("GET /repos/{owner}/{repo}/issues", { ...asked, ...page }));
      return all.filter((issue) => !Object.hasOwn(issue, "pull_request")).map((issue) => issueOf(issue, id));
    },
    makeIssue: async (hosting, { title, body, labelName }) => {
      const id = await self();
      const about = { ...placeOf(hosting), title, body, labels: [labelName] };
      const made = await objectOf(send("POST /repos/{owner}/{repo}/issues", about));
      const issue = issueOf(made, id);
      const { labels: given = [] } = made;
      const names = (Array.isArray(given) ? given : []).flatMap((label) => (isObject(label) ? [textIn(label, "name")] : []));
      await seeLabel(names, labelName, issue, async () => changeIssue(send, hosting, issue.number, { isOpen: false }));
      return issue;
    },
    changeIssue: async (hosting, number, change) => changeIssue(send, hosting, number, change),
    comment: async (hosting, number, body) => addComment(send, hosting, number, body),
  };
}

function deploymentsOf(send: Send, key: string | undefined): ForgeDeployments {
  return {
    recorded: async (hosting, name) => lastRecorded(send, hosting, name, key),
    record: async (hosting, name, commit) => record(send, hosting, { name, commit, seal: sealOf(hosting, name, commit, key) }),
  };
}

/**
 * The number of the token's own user. `GET /user` refuses the token of a job, and any other token of an app, with 403 "Resource not accessible by integration"; GraphQL's
 * `viewer` answers for each token, and its `databaseId` is the `id` of the REST API.
 */
async function selfOf(send: Send, baseUrl: string): Promise<number> {
  const query = "query { viewer { databaseId } }";
  const { data } = await objectOf(send("POST /graphql", { baseUrl: baseUrl.replace(/\/api\/v3$/, "/api"), query }));
  const viewer = isObject(data) ? data["viewer"] : undefined;
  if (!isObject(viewer)) throw notTheForge("token's user");
  return numberIn(viewer, "databaseId", "token's user");
}

function requestOf({ head, base, state }: JsonObject): ForgeRequest {
  const [from, into] = [head, base].map((end) => (isObject(end) && isObject(end["repo"]) ? end["repo"]["id"] : undefined));
  if (!isObject(head) || typeof head["sha"] !== "string" || typeof into !== "number") throw notTheForge("pull request");
  // The source may be gone: what nobody can name is nobody's own.
  return { head: head["sha"], isOpen: state === "open", isFork: from !== into };
}

async function addComment(send: Send, hosting: string, number: number, body: string): Promise<void> {
  const route = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
  await send(route, { ...placeOf(hosting), issue_number: number, body });
}

function issueOf(issue: JsonObject, self: number): ForgeIssue {
  return {
    number: numberIn(issue, "number", "issue"),
    title: textIn(issue, "title"),
    body: textIn(issue, "body"),
    isOpen: issue["state"] === "open",
    isOwn: isBy(issue["user"], self),
    url: textIn(issue, "html_url"),
  };
}

async function changeIssue(send: Send, hosting: string, number: number, { isOpen, ...texts }: IssueChange): Promise<void> {
  const state = isOpen === undefined ? {} : ({ state: isOpen ? "open" : "closed" } as const);
  const route = "PATCH /repos/{owner}/{repo}/issues/{issue_number}";
  await send(route, { ...placeOf(hosting), issue_number: number, ...texts, ...state });
}

/** A squash or rebase makes commits of its own, and the service still says which request they are of. It also lists requests that only contain the commit. */
function isMergedInto({ merged_at: at, base }: JsonObject, hosting: string, target: string): boolean {
  if (typeof at !== "string" || !isObject(base) || base["ref"] !== target) return false;
  const { repo } = base;
  return isObject(repo) && textIn(repo, "full_name").toLowerCase() === hosting.toLowerCase();
}

function mergedOf(pull: JsonObject): MergedRequest {
  const { head } = pull;
  if (!isObject(head)) throw notTheForge("pull request");
  return { number: numberIn(pull, "number", "pull request"), head: textIn(head, "sha") };
}

/** The last verdict of each reviewer counts; a mere comment is none. Reviews come in the order of their time. */
function isApproved(reviews: readonly JsonObject[], head: string): boolean {
  const verdicts = reviews.filter(({ state }) => state === "APPROVED" || state === "CHANGES_REQUESTED" || state === "DISMISSED");
  const last = new Map(verdicts.map((review) => [isObject(review["user"]) ? review["user"]["id"] : null, review]));
  return [...last.values()].some((review) => review["state"] === "APPROVED" && review["commit_id"] === head);
}

/** The seal of a deployment: a workflow of a branch can make deployments, too, and has no key. */
function sealOf(hosting: string, name: string, commit: string, key: string | undefined): string {
  // By an empty key anybody could make one.
  if (!key) throw new Error("deployments of GitHub are sealed by a key");
  return hmacOf(["recorded", hosting, name, commit], key).toString("base64url");
}

function hasSeal({ payload }: JsonObject, seal: string): boolean {
  const payloadSeal = isObject(payload) ? textIn(payload, "seal") : "";
  return isSameSeal(Buffer.from(payloadSeal), Buffer.from(seal));
}

/** Deployments come with the last one first. One whose run ended before it said that it is done has no such status. */
async function lastRecorded(send: Send, hosting: string, name: string, key: string | undefined): Promise<string | undefined> {
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
