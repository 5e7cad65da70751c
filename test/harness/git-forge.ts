import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator/index.js";
import { directory } from "./directory.js";
import { serveGit } from "./git-http.js";
import { git } from "./repository.js";

/** Users of the forge, and their tokens. */
export const people = ["alice", "bot", "mallory"] as const;
const seedWith = (path_with_namespace: string) => ({
  users: people.map((username) => ({ username, token: `token-of-${username}` })),
  groups: [{ full_path: "platform", members: { alice: 50, bot: 40, mallory: 30 } }],
  projects: [{ path_with_namespace, branches: ["main", "change"] }],
});
const jobToken = "job-token-0123456789";

/** A service that holds a merge request and serves its commits to real git, by the emulator and git's own server program. */
export interface GitForge {
  readonly url: string;
  /** The bare repository behind it, to push to. */
  readonly repository: string;
  readonly request: number;
  /** What a job of the merge request has in its environment. */
  variables(head: string): Readonly<Record<string, string>>;
  /** What the request's head is now, whichever commit that is; of another request by its number. */
  setHead(sha: string, request?: number): void;
  /** Makes another request, and answers its number. */
  openRequest(): Promise<number>;
  /** Lets the service say that a request was merged by this commit. */
  setMerged(request: number, commit: string): void;
  /** Lets somebody approve a request. */
  approve(request: number): void;
  /** Commits that jobs recorded by deployments, the last one first. */
  readonly deployments: { readonly environment: string; readonly sha: string; readonly created_at: string }[];
  /** Headers that git came with. */
  readonly credentials: readonly (string | undefined)[];
  /** The requests to the API: method, path, and the token. */
  readonly arrived: readonly { readonly method: string; readonly path: string; readonly token: string | undefined }[];
  /** Asks the API as somebody. */
  call(who: (typeof people)[number], method: string, path: string, body?: object): Promise<unknown>;
}

/** Starts one that ends with the test, for one project. */
export async function gitForge(hosting = "platform/desired"): Promise<GitForge> {
  const seed = seedWith(hosting);
  const emulator = await startEmulator({ dialect: "vendor", serverVersion: "19.0.0-ee", tier: "ultimate", seed });
  const repository = join(directory(), `${hosting}.git`);
  git(directory(), "init", "-q", "--bare", "-b", "main", repository);
  const real: RealState = { heads: new Map(), merged: new Map(), approved: new Set(), deployments: [] };
  const credentials: (string | undefined)[] = [];
  const arrived: GitForge["arrived"][number][] = [];
  const server = createServer((request, response) => {
    const { url: path = "", method = "GET", headers } = request;
    if (path.includes(".git/")) {
      credentials.push(headers.authorization);
      serveGit(request, response, join(repository, "../.."));
      return;
    }
    arrived.push({ method, path, token: headers["private-token"]?.toString() });
    void forward(request, response, emulator, real);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await emulator.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call: GitForge["call"] = async (who, method, path, body) => {
    const init = { method, headers: { "PRIVATE-TOKEN": `token-of-${who}`, "content-type": "application/json" } };
    const reply = await emulator.fetch(
      new Request(`${emulator.url}/api/v4${path}`, { ...init, ...(body ? { body: JSON.stringify(body) } : {}) }),
    );
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  };
  const project = `/projects/${encodeURIComponent(hosting)}`;
  const commit = { branch: "change", commit_message: "A change", actions: [{ action: "create", file_path: "a", content: "a" }] };
  await call("alice", "POST", `${project}/repository/commits`, commit);
  const { iid, target_project_id: id } = (await call("alice", "POST", `${project}/merge_requests`, {
    source_branch: "change",
    target_branch: "main",
    title: "A change",
  })) as { readonly iid: number; readonly target_project_id: number };
  const variables = (sha: string) => ({
    CI_API_V4_URL: `${url}/api/v4`,
    CI_SERVER_URL: url,
    CI_JOB_TOKEN: jobToken,
    CI_COMMIT_SHA: sha,
    CI_PROJECT_ID: String(id),
    CI_PIPELINE_SOURCE: "merge_request_event",
    CI_MERGE_REQUEST_IID: String(iid),
    CI_MERGE_REQUEST_PROJECT_ID: String(id),
    CI_MERGE_REQUEST_PROJECT_URL: `${url}/${hosting}`,
    CI_MERGE_REQUEST_SOURCE_PROJECT_ID: String(id),
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
    TRUEUP_NOTES_TOKEN: "token-of-bot",
  });
  const openRequest = async () => {
    const name = `change-${real.heads.size + 2}`;
    await call("alice", "POST", `${project}/repository/branches?branch=${name}&ref=change`);
    const asked = { source_branch: name, target_branch: "main", title: "Another change" };
    return ((await call("alice", "POST", `${project}/merge_requests`, asked)) as { readonly iid: number }).iid;
  };
  return {
    url,
    repository,
    request: iid,
    variables,
    setHead: (sha, number = iid) => void real.heads.set(number, sha),
    openRequest,
    setMerged: (number, commit) => void real.merged.set(number, commit),
    approve: (number) => void real.approved.add(number),
    deployments: real.deployments,
    credentials,
    arrived,
    call,
  };
}

/** What the service says by real git, and by what jobs did there. */
interface RealState {
  readonly heads: Map<number, string>;
  readonly merged: Map<number, string>;
  readonly approved: Set<number>;
  readonly deployments: { readonly environment: string; readonly sha: string; readonly created_at: string }[];
}

/** The replies that real git decides; a deployment is for the token of a job alone. Undefined for all others. */
function realReply(
  method: string,
  path: string,
  body: string,
  isJob: boolean,
  real: RealState,
): readonly [number, object] | undefined {
  const { pathname, searchParams } = new URL(path, "http://forge.invalid");
  if (pathname.endsWith("/deployments")) {
    if (!isJob) return [403, { message: "403 Forbidden" }];
    if (method === "GET")
      return [200, real.deployments.filter(({ environment }) => environment === searchParams.get("environment"))];
    real.deployments.unshift({
      ...(JSON.parse(body) as RealState["deployments"][number]),
      created_at: new Date(0).toISOString(),
    });
    return [201, real.deployments[0] ?? {}];
  }
  const [, commit] = /\/repository\/commits\/([0-9a-f]+)\/merge_requests$/.exec(pathname) ?? [];
  if (commit !== undefined) {
    const brought = [...real.merged].filter(([, by]) => by === commit);
    return [200, brought.map(([iid]) => ({ iid, sha: real.heads.get(iid), state: "merged", target_branch: "main" }))];
  }
  const [, number = ""] = /\/merge_requests\/(\d+)\/approvals$/.exec(pathname) ?? [];
  return number === "" ? undefined : [200, { approved_by: real.approved.has(Number(number)) ? [{ user: { id: 1 } }] : [] }];
}

/** The emulator's reply; what real git decides comes from there. */
async function forward(request: IncomingMessage, response: ServerResponse, emulator: Emulator, real: RealState): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = "GET", url: path = "", headers } = request;
  const own = realReply(method, path, Buffer.concat(chunks).toString(), headers["job-token"] === jobToken, real);
  if (own) {
    response.writeHead(own[0], { "content-type": "application/json" }).end(JSON.stringify(own[1]));
    return;
  }
  const body = ["GET", "HEAD"].includes(method) ? {} : { body: Buffer.concat(chunks) };
  const kept = Object.entries(headers).filter(([name]) => ["private-token", "content-type"].includes(name));
  const init = { method, headers: Object.fromEntries(kept) as Record<string, string>, ...body };
  const reply = await emulator.fetch(new Request(`${emulator.url}${path}`, init));
  const text = await reply.text();
  const [, number = ""] = /\/merge_requests\/(\d+)$/.exec(path) ?? [];
  const isRequest = method === "GET" && number !== "" && reply.ok;
  const told = isRequest ? JSON.stringify({ ...(JSON.parse(text) as object), sha: real.heads.get(Number(number)) ?? "" }) : text;
  const shown = [...reply.headers].filter(([name]) => name !== "content-length");
  response.writeHead(reply.status, Object.fromEntries(shown)).end(told);
}
