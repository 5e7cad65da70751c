import type { Api } from "../../core/api.js";
import { defined } from "../../core/collections.js";
import { isObject, type JsonObject } from "../../core/json.js";
import { createApi } from "../../platform/index.js";
import type { RunContext } from "../server/run-context.js";
import { connectForge, isBy, keepNote, markedNote, noteWith, notTheForge, numberIn, seeLabel, textIn } from "./forge-parts.js";
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
} from "./forge.js";

/**
 * Opens a GitLab as a forge. The job's own token writes the deployment (docs.gitlab.com, "CI/CD job token", deployments: read and write), since that for notes may not. Throws what choosing a server
 * throws.
 */
export async function openGitlab(place: ForgePlace, tokens: ForgeTokens, context: RunContext): Promise<Forge> {
  const connection = await connectForge(place, tokens.notes, context);
  const job = { kind: "job", token: tokens.job ?? "", from: "CI_JOB_TOKEN" } as const;
  return {
    ...requestsOf(createApi(connection)),
    ...issuesOf(createApi(connection)),
    ...deploymentsOf(createApi({ ...connection, credential: { ...connection.credential, ...job } })),
    close: async () => connection.close(),
  };
}

function requestsOf(api: Api): ForgeRequests {
  const pathOf = (project: string, number: number) => `${projectPath(project)}/merge_requests/${number}`;
  const notesOf = async (project: string, number: number) => {
    const [self, all] = [await selfOf(api), await api.list(`${pathOf(project, number)}/notes`)];
    return { all, isOwn: ({ author }: JsonObject) => isBy(author, self) };
  };
  const ownNote = async (project: string, number: number, marker: string) => markedNote(await notesOf(project, number), marker);
  const changeNote = async (project: string, number: number, id: number, body: string) =>
    api.send({ method: "PUT", path: `${pathOf(project, number)}/notes/${id}`, body: { body } });
  return {
    request: async (project, number) => requestOf(await api.object(pathOf(project, number))),
    note: async (project, number, note) => {
      const path = `${pathOf(project, number)}/notes`;
      return keepNote(note, await notesOf(project, number), {
        make: async () => api.send({ method: "POST", path, body: { body: note.body } }),
        change: async (id) => changeNote(project, number, id, note.body),
      });
    },
    readNote: async (project, number, marker) => (await ownNote(project, number, marker))?.body,
    addToNote: async (project, number, marker, text) => {
      const note = await ownNote(project, number, marker);
      if (note) await changeNote(project, number, note.id, noteWith(note.body, text));
    },
    isApproved: async (project, number) => {
      const { approved_by: by } = await api.object(`${pathOf(project, number)}/approvals`);
      return Array.isArray(by) && by.length > 0;
    },
    merged: async (project, target, commit) => {
      const requests = await api.list(`${projectPath(project)}/repository/commits/${commit}/merge_requests`);
      const merged = requests.filter((item) => item["state"] === "merged" && item["target_branch"] === target);
      return merged.map((item) => ({ number: numberIn(item, "iid", "merge request"), head: textIn(item, "sha") }));
    },
  };
}

function issuesOf(api: Api): ForgeIssues {
  const pathOf = (project: string, number: number) => `${projectPath(project)}/issues/${number}`;
  const changeIssue = async (project: string, number: number, { title, body, isOpen }: IssueChange) => {
    const state = isOpen === undefined ? {} : { state_event: isOpen ? "reopen" : "close" };
    await api.send({
      method: "PUT",
      path: pathOf(project, number),
      body: { ...defined({ title, description: body }), ...state },
    });
  };
  return {
    issues: async (project, labelName) => {
      const self = await selfOf(api);
      const query = { labels: labelName, state: "all", scope: "all", order_by: "created_at", sort: "asc" };
      return (await api.list(`${projectPath(project)}/issues`, query)).map((item) => issueOf(item, self));
    },
    makeIssue: async (project, { title, body, labelName }) => {
      const self = await selfOf(api);
      const path = `${projectPath(project)}/issues`;
      const reply = await api.send({ method: "POST", path, body: { title, description: body, labels: labelName } });
      const made = isObject(reply.body) ? reply.body : {};
      const issue = issueOf(made, self);
      const { labels: given = [] } = made;
      const names = Array.isArray(given) ? given.filter((name) => typeof name === "string") : [];
      await seeLabel(names, labelName, issue, async () => changeIssue(project, issue.number, { isOpen: false }));
      return issue;
    },
    changeIssue,
    comment: async (project, number, body) =>
      void (await api.send({ method: "POST", path: `${pathOf(project, number)}/notes`, body: { body } })),
  };
}

function deploymentsOf(jobs: Api): ForgeDeployments {
  const pathOf = (project: string) => `${projectPath(project)}/deployments`;
  return {
    recorded: async (project, name) => {
      const query = { environment: name, status: "success", order_by: "id", sort: "desc" };
      const [last] = (await jobs.firstPage(pathOf(project), query)).items;
      return last && textIn(last, "sha");
    },
    record: async (project, name, sha, ref) => {
      const body = { environment: name, sha, ref, tag: false, status: "success" };
      await jobs.send({ method: "POST", path: pathOf(project), body });
    },
  };
}

/** The path of a project, by its number or full path. */
function projectPath(project: string): string {
  return `/projects/${encodeURIComponent(project)}`;
}

/** The number of the token's own user. */
async function selfOf(api: Api): Promise<number> {
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
