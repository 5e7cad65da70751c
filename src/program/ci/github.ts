import { isObject, type JsonObject } from "../../core/json.js";
import type { RunContext } from "../server/run-context.js";
import { isBy, keepNote, notTheForge, numberIn, seeLabel, textIn } from "./forge-parts.js";
import type { Forge, ForgeIssue, ForgePlace, ForgeRequest, IssueChange, NewIssue } from "./forge.js";
import { objectOf, openGithubSend, pages, placeOf, type Send } from "./github-send.js";

/** Opens a GitHub as a forge: github.com, or a server of its own whose API is below `/api/v3`. Throws what choosing a server throws. */
export async function openGithub(place: ForgePlace, token: string, context: RunContext): Promise<Forge> {
  const { send, baseUrl, close } = await openGithubSend(place, token, context);
  return {
    request: async (hosting, number) =>
      requestOf(
        await objectOf(send("GET /repos/{owner}/{repo}/pulls/{pull_number}", { ...placeOf(hosting), pull_number: number })),
      ),
    note: async (hosting, number, note) => {
      const [about, { body }] = [placeOf(hosting), note];
      const [self, all] = [await selfOf(send, baseUrl), await commentsOf(send, hosting, number)];
      return keepNote(note, {
        all,
        isOwn: ({ user }) => isBy(user, self),
        make: async () => addComment(send, hosting, number, body),
        change: async (id) =>
          send("PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", { ...about, comment_id: id, body }),
      });
    },
    issues: async (hosting, labelName) => {
      const self = await selfOf(send, baseUrl);
      const asked = { ...placeOf(hosting), labels: labelName, state: "all", sort: "created", direction: "asc" } as const;
      const all = await pages(async (page) => send("GET /repos/{owner}/{repo}/issues", { ...asked, ...page }));
      return all.filter((issue) => !Object.hasOwn(issue, "pull_request")).map((issue) => issueOf(issue, self));
    },
    makeIssue: async (hosting, issue) => makeIssue(send, hosting, issue, await selfOf(send, baseUrl)),
    changeIssue: async (hosting, number, change) => changeIssue(send, hosting, number, change),
    comment: async (hosting, number, body) => addComment(send, hosting, number, body),
    close,
  };
}

/**
 * The number of the token's own user. `GET /user` refuses the token of a job, and any other token of an app, with 403 "Resource not accessible by integration"; GraphQL's
 * `viewer` answers for each token, and its `databaseId` is the `id` of the REST API.
 */
export async function selfOf(send: Send, baseUrl: string): Promise<number> {
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

/** The comments of a pull request, as the API has them. */
export async function commentsOf(send: Send, hosting: string, number: number): Promise<readonly JsonObject[]> {
  const asked = { ...placeOf(hosting), issue_number: number };
  return pages(async (page) => send("GET /repos/{owner}/{repo}/issues/{issue_number}/comments", { ...asked, ...page }));
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

async function makeIssue(send: Send, hosting: string, { title, body, labelName }: NewIssue, self: number): Promise<ForgeIssue> {
  const about = { ...placeOf(hosting), title, body, labels: [labelName] };
  const made = await objectOf(send("POST /repos/{owner}/{repo}/issues", about));
  const issue = issueOf(made, self);
  const { labels: given = [] } = made;
  const names = (Array.isArray(given) ? given : []).flatMap((label) => (isObject(label) ? [textIn(label, "name")] : []));
  await seeLabel(names, labelName, issue, async () => changeIssue(send, hosting, issue.number, { isOpen: false }));
  return issue;
}

async function changeIssue(send: Send, hosting: string, number: number, { isOpen, ...texts }: IssueChange): Promise<void> {
  const state = isOpen === undefined ? {} : ({ state: isOpen ? "open" : "closed" } as const);
  const route = "PATCH /repos/{owner}/{repo}/issues/{issue_number}";
  await send(route, { ...placeOf(hosting), issue_number: number, ...texts, ...state });
}
