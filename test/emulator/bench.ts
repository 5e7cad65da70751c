import { onTestFinished } from "vitest";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../src/emulator/index.js";
import { recordCoverage } from "./platform.js";

export type Body = Record<string, unknown>;

/** An emulator of a real server with one group, one project in it and people of every role, and short words for calling it. */
export interface Bench extends Pick<Emulator, "url" | "token" | "fetch" | "work"> {
  /** The status and the body of an answer. */
  readonly ask: (method: string, path: string, json?: unknown, as?: string) => Promise<[number, Body]>;
  readonly list: (path: string, as?: string) => Promise<Body[]>;
}

interface BenchOptions extends Pick<EmulatorOptions, "tier" | "serverVersion" | "workerDelay"> {
  readonly seed?: Body;
}

export const project = "/projects/acme%2Fweb";
export const group = "/groups/acme";

const levels = { guest: 10, reporter: 20, developer: 30, maintainer: 40, owner: 50 };

/** Starts one, whose background work waits for `work()`. Roles are users of that name: `maintainer` signs in with `token-of-maintainer`. */
export async function startBench({ seed = {}, ...options }: BenchOptions = {}): Promise<Bench> {
  const own = {
    users: [...Object.keys(levels), "stranger"].map((username) => ({ username })),
    groups: [{ full_path: "acme", members: levels }],
    projects: [{ path_with_namespace: "acme/web", branches: ["main"] }],
    ...seed,
  };
  const emulator = await startEmulator({
    dialect: "vendor",
    serverVersion: "19.0.0",
    tier: "ultimate",
    workerDelay: "stepped",
    seed: own,
    ...options,
  });
  const { url, token } = emulator;
  onTestFinished(() => emulator.close());
  const ask: Bench["ask"] = async (method, path, json, as) => {
    const isForm = json instanceof FormData;
    const headers = {
      ...(as === "" ? {} : { "PRIVATE-TOKEN": as === undefined ? token : `token-of-${as}` }),
      ...(json === undefined || isForm ? {} : { "Content-Type": "application/json" }),
    };
    const body = json === undefined ? {} : { body: isForm ? json : JSON.stringify(json) };
    const response = await emulator.fetch(new Request(`${url}/api/v4${path}`, { method, headers, ...body }));
    recordCoverage(method, path, response.status);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return [response.status, (isJson ? JSON.parse(text) : text) as Body];
  };
  const list = async (path: string, as?: string): Promise<Body[]> =>
    (await ask("GET", path, undefined, as))[1] as unknown as Body[];
  return { ...emulator, ask, list };
}
