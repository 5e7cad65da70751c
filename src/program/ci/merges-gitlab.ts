import { createApi } from "../../platform/index.js";
import type { RunContext } from "../server/run-context.js";
import { connectForge, isBy, markedNote, numberIn, textIn } from "./forge-parts.js";
import type { ForgePlace } from "./forge.js";
import { projectPath, selfOf } from "./gitlab.js";
import { type Merges, type MergesTokens, noteWith } from "./merges.js";

/**
 * Opens them of a GitLab. The job's own token writes the deployment (docs.gitlab.com, "CI/CD job token", deployments: read and write), since that for notes may not. Throws what choosing a server
 * throws.
 */
export async function openGitlabMerges(place: ForgePlace, tokens: MergesTokens, context: RunContext): Promise<Merges> {
  const connection = await connectForge(place, tokens.notes, context);
  const api = createApi(connection);
  const job = { kind: "job", token: tokens.job ?? "", from: "CI_JOB_TOKEN" } as const;
  const jobs = createApi({ ...connection, credential: { ...connection.credential, ...job } });
  const ownNote = async (hosting: string, number: number, marker: string) => {
    const self = await selfOf(api);
    const notes = await api.list(`${projectPath(hosting)}/merge_requests/${number}/notes`);
    return markedNote(notes, marker, ({ author }) => isBy(author, self));
  };
  return {
    requests: async (hosting, target, commit) => {
      const requests = await api.list(`${projectPath(hosting)}/repository/commits/${commit}/merge_requests`);
      const merged = requests.filter((item) => item["state"] === "merged" && item["target_branch"] === target);
      return merged.map((item) => ({ number: numberIn(item, "iid", "merge request"), head: textIn(item, "sha") }));
    },
    note: async (hosting, number, marker) => (await ownNote(hosting, number, marker))?.body,
    addTo: async (hosting, number, marker, text) => {
      const note = await ownNote(hosting, number, marker);
      if (!note) return;
      const path = `${projectPath(hosting)}/merge_requests/${number}/notes/${note.id}`;
      await api.send({ method: "PUT", path, body: { body: noteWith(note.body, text) } });
    },
    isApproved: async (hosting, number) => {
      const { approved_by: by } = await api.object(`${projectPath(hosting)}/merge_requests/${number}/approvals`);
      return Array.isArray(by) && by.length > 0;
    },
    recorded: async (hosting, name) => {
      const query = { environment: name, status: "success", order_by: "id", sort: "desc" };
      const [last] = (await jobs.firstPage(`${projectPath(hosting)}/deployments`, query)).items;
      return last && textIn(last, "sha");
    },
    record: async (hosting, name, sha, ref) => {
      const body = { environment: name, sha, ref, tag: false, status: "success" };
      await jobs.send({ method: "POST", path: `${projectPath(hosting)}/deployments`, body });
    },
    close: async () => connection.close(),
  };
}
