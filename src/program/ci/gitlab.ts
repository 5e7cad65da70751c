import type { Api } from "../../core/api.js";
import { defined } from "../../core/collections.js";
import { isObject, type JsonObject } from "../../core/json.js";
import { createApi } from "../../platform/index.js";
import type { RunContext } from "../server/run-context.js";
import { connectForge, isBy, keepNote, notTheForge, numberIn, seeLabel, textIn } from "./forge-parts.js";
import type { Forge, ForgeIssue, ForgePlace, ForgeRequest, IssueChange, NewIssue } from "./forge.js";

/** Opens a GitLab as a forge. Throws what choosing a server throws. */
export async function openGitlab(place: ForgePlace, token: string, context: RunContext): Promise<Forge> {
  const connection = await connectForge(place, token, context);
  const api = createApi(connection);
  const requestPath = (project: string, number: number) => `${projectPath(project)}/merge_requests/${number}`;
  const issuePath = (project: string, number: number) => `${projectPath(project)}/issues/${number}`;
  return {
    request: async (project, number) => requestOf(await api.object(requestPath(project, number))),
    note: async (project, number, note) => {
      const path = `${requestPath(project, number)}/notes`;
      const self = await selfOf(api);
      const body = { body: note.body };
      return keepNote(note, {
        all: await api.list(path),
        isOwn: ({ author }) => isBy(author, self),
        make: async () => api.send({ method: "POST", path, body }),
        change: async (id) => api.send({ method: "PUT", path: `${path}/${id}`, body }),
      });
    },
    issues: async (project, labelName) => {
      const self = await selfOf(api);
      const query = { labels: labelName, state: "all", scope: "all", order_by: "created_at", sort: "asc" };
      return (await api.list(`${projectPath(project)}/issues`, query)).map((item) => issueOf(item, self));
    },
    makeIssue: async (project, issue) => makeIssue(api, project, issue),
    changeIssue: async (project, number, change) =>
      void (await api.send({ method: "PUT", path: issuePath(project, number), body: changeBody(change) })),
    comment: async (project, number, body) =>
      void (await api.send({ method: "POST", path: `${issuePath(project, number)}/notes`, body: { body } })),
    close: async () => connection.close(),
  };
}

/** The path of a project, by its number or full path. */
export function projectPath(project: string): string {
  return `/projects/${encodeURIComponent(project)}`;
}

/** The number of the token's own user. */
export async function selfOf(api: Api): Promise<number> {
  return numberIn(await api.object("/user"), "id", "token's user");
}

function requestOf({ sha, state, source_project_id: source, target_project_id: target }: JsonObject): ForgeRequest {
  if (typeof sha !== "string" || typeof target !== "number") throw notTheForge("merge request");
  // The source may be gone: what nobody can name is nobody's own.
  return { head: sha, isOpen: state === "opened", isFork: source !== target };
}

function issueOf(issue: JsonObject, self: number): ForgeIssue {
  return {
    number: numberIn(issue, "iid", "issue"),
    title: textIn(issue, "title"),
    body: textIn(issue, "description"),
    isOpen: issue["state"] === "opened",
    isOwn: isBy(issue["author"], self),
    url: textIn(issue, "web_url"),
  };
}

async function makeIssue(api: Api, project: string, { title, body, labelName }: NewIssue): Promise<ForgeIssue> {
  const path = `${projectPath(project)}/issues`;
  const self = await selfOf(api);
  const reply = await api.send({ method: "POST", path, body: { title, description: body, labels: labelName } });
  const made = isObject(reply.body) ? reply.body : {};
  const issue = issueOf(made, self);
  const { labels: given = [] } = made;
  const names = Array.isArray(given) ? given.filter((name) => typeof name === "string") : [];
  const close = async () => api.send({ method: "PUT", path: `${path}/${issue.number}`, body: { state_event: "close" } });
  await seeLabel(names, labelName, issue, close);
  return issue;
}

function changeBody({ title, body, isOpen }: IssueChange): JsonObject {
  return {
    ...defined({ title, description: body }),
    ...(isOpen === undefined ? {} : { state_event: isOpen ? "reopen" : "close" }),
  };
}
