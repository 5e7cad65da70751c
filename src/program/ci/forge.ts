import type { Api } from "../../core/api.js";
import { TrueupError } from "../../core/errors.js";
import { isObject, type JsonObject } from "../../core/json.js";
import { createApi } from "../../platform/index.js";
import { connect } from "../server/link.js";
import type { RunContext, ServerOptions } from "../server/run-context.js";

/** A merge request, as far as a plan of it goes by it. */
export interface ForgeRequest {
  /** The commit that it would merge now. */
  readonly head: string;
  readonly isOpen: boolean;
  /** True where it comes from another project. */
  readonly isFork: boolean;
}

/** What became of a note. */
export interface WrittenNote {
  readonly end: "made" | "updated" | "unchanged";
  /** Notes with the marker that somebody else wrote. */
  readonly ignored: number;
}

/** The service that holds merge requests: notes are its only writes. */
export interface Forge {
  request(project: string, number: number): Promise<ForgeRequest>;
  /** Writes the one note with a marker that its own user has on a request: makes it or updates it in place. */
  note(project: string, number: number, note: { readonly marker: string; readonly body: string }): Promise<WrittenNote>;
  close(): Promise<void>;
}

/** Opens the forge with a token of its own, which no other server gets. */
export async function openForge(
  server: ServerOptions & { readonly url: string },
  token: string,
  context: RunContext,
): Promise<Forge> {
  const env = { TRUEUP_TOKEN: token, TRUEUP_URL: server.url };
  const connection = await connect(server, { ...context, env, knownServer: (url) => ({ ca: context.knownServer?.(url)?.ca }) });
  const api = createApi(connection);
  return {
    request: async (project, number) => requestOf(await api.object(requestPath(project, number))),
    note: async (project, number, note) => writeNote(api, `${requestPath(project, number)}/notes`, note),
    close: async () => connection.close(),
  };
}

function requestPath(project: string, number: number): string {
  return `/projects/${encodeURIComponent(project)}/merge_requests/${number}`;
}

function requestOf({ sha, state, source_project_id: source, target_project_id: target }: JsonObject): ForgeRequest {
  if (typeof sha !== "string" || typeof target !== "number")
    throw new TrueupError({
      code: "api.not_the_api",
      message: "the reply for the merge request has no commit",
      hint: "Check --forge, and that the token of TRUEUP_NOTES_TOKEN may read the project.",
    });
  // The source may be gone: what nobody can name is nobody's own.
  return { head: sha, isOpen: state === "opened", isFork: source !== target };
}

async function writeNote(
  api: Api,
  path: string,
  { marker, body }: { readonly marker: string; readonly body: string },
): Promise<WrittenNote> {
  const { id: self } = await api.object("/user");
  const number = ({ id }: JsonObject) => (typeof id === "number" ? id : 0);
  const marked = (await api.list(path)).filter((note) => typeof note["body"] === "string" && note["body"].startsWith(marker));
  const isOwn = ({ author }: JsonObject) => isObject(author) && author["id"] === self;
  const own = marked.find(isOwn);
  const ignored = marked.filter((note) => !isOwn(note)).length;
  if (own === undefined) {
    await api.send({ method: "POST", path, body: { body } });
    return { end: "made", ignored };
  }
  if (own["body"] === body) return { end: "unchanged", ignored };
  await api.send({ method: "PUT", path: `${path}/${number(own)}`, body: { body } });
  return { end: "updated", ignored };
}
