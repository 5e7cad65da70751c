import { startPlatform } from "../platform.js";
import type { CallOptions, Platform } from "../platform.js";

export type Body = Record<string, unknown>;

/** An emulator of a real server with one group, one project in it and people of every role, and short words for calling it. */
export interface Bench extends Platform {
  /** The status and the body of an answer. */
  readonly ask: (method: string, path: string, json?: unknown, as?: string) => Promise<[number, Body]>;
  readonly list: (path: string, as?: string) => Promise<Body[]>;
}

interface BenchOptions {
  readonly tier?: "free" | "premium" | "ultimate";
  readonly serverVersion?: string;
  readonly seed?: Body;
}

export const project = "/projects/acme%2Fweb";
export const group = "/groups/acme";

const levels = { guest: 10, reporter: 20, developer: 30, maintainer: 40, owner: 50 };

/** Starts one. Roles are users of that name: `maintainer` signs in with `token-of-maintainer`. */
export async function startBench({ seed = {}, ...options }: BenchOptions = {}): Promise<Bench> {
  const own = {
    users: [...Object.keys(levels), "stranger"].map((username) => ({ username })),
    groups: [{ full_path: "acme", members: levels }],
    projects: [{ path_with_namespace: "acme/web", branches: ["main"] }],
    ...seed,
  };
  const platform = await startPlatform({ dialect: "vendor", serverVersion: "19.0.0", tier: "ultimate", seed: own, ...options });
  const ask = async (method: string, path: string, json?: unknown, as?: string): Promise<[number, Body]> => {
    const given: CallOptions = {
      ...(json === undefined ? {} : { json }),
      ...(as === undefined ? {} : { token: `token-of-${as}` }),
    };
    const { status, body } = await platform.call(method, path, given);
    return [status, body as Body];
  };
  const list = async (path: string, as?: string): Promise<Body[]> =>
    (await ask("GET", path, undefined, as))[1] as unknown as Body[];
  return { ...platform, ask, list };
}
