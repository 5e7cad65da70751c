import { startEmulator } from "../../src/emulator/index.js";

/** A reply; its body is bytes where it is no JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

type Body = Record<string, unknown>;

/** A project on a real server with nothing in it, and short ways to what a repository has. */
export interface Repository {
  /** Calls /api/v4, as the administrator or somebody else. The background work of earlier calls is done. */
  readonly api: (method: string, path: string, json?: unknown, as?: string) => Promise<Answer>;
  readonly at: string;
  readonly close: () => Promise<void>;
  /** Calls below the project's repository. */
  readonly call: (method: string, path: string, json?: unknown, as?: string) => Promise<Answer>;
  /** Commits actions; throws unless that is done. */
  readonly commit: (branch: string, actions: readonly Body[], more?: Body) => Promise<Body>;
}

const people = { mia: 40, dev: 30, rita: 20, gus: 10 };

/** Starts a vendor instance of 19.0 with a private project `acme/code` that has no commit; `mia` is its maintainer, `dev` a developer, `rita` reporter, `gus` guest. */
export async function startRepository(seed: Body = {}): Promise<Repository> {
  const emulator = await startEmulator({
    dialect: "vendor",
    serverVersion: "19.0.0",
    tier: "ultimate",
    workerDelay: "stepped",
    seed: {
      users: ["olga", ...Object.keys(people)].map((username) => ({ username, name: `${username} of acme` })),
      groups: [{ full_path: "acme", members: { olga: 50, ...people } }],
      projects: [{ path_with_namespace: "acme/code", creator: "olga" }],
      ...seed,
    },
  });
  const at = "/projects/acme%2Fcode";
  const api: Repository["api"] = async (method, path, json, as) => {
    emulator.work();
    const response = await emulator.fetch(
      new Request(`${emulator.url}/api/v4${path}`, {
        method,
        headers: {
          "Private-Token": emulator.token,
          ...(as === undefined ? {} : { Sudo: as }),
          ...(json === undefined ? {} : { "Content-Type": "application/json" }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      }),
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true && bytes.length > 0;
    const body: unknown = isJson ? JSON.parse(bytes.toString("utf8")) : bytes;
    return { status: response.status, body, headers: response.headers };
  };
  const call: Repository["call"] = (method, path, json, as) => api(method, `${at}/repository${path}`, json, as);
  const commit: Repository["commit"] = async (branch, actions, more = {}) => {
    const { status, body } = await call("POST", "/commits", { branch, commit_message: "A commit\n", actions, ...more });
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body as Body;
  };
  return { api, at, call, commit, close: () => emulator.close() };
}
