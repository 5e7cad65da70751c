import type { EmulatorOptions } from "../../src/emulator/index.js";
import type { Server } from "../e2e/subjects.js";
import { openEmulator, type RunningEmulator } from "../harness/emulator.js";
import { Secrets } from "./secrets.js";

/** A platform in this process, with all secrets that it was given. */
export interface Playground {
  readonly server: Server;
  readonly platform: RunningEmulator;
  readonly secrets: Secrets;
  /** A name that nothing has yet. */
  freshName(): string;
  close(): Promise<void>;
}

/** Both dialects on every tier, on releases old and new. */
export const servers: readonly Server[] = [
  { tier: "free", dialect: "neutral", version: "15.4.0" },
  { tier: "free", dialect: "vendor", version: "17.6.0" },
  { tier: "premium", dialect: "neutral", version: "17.6.0" },
  { tier: "premium", dialect: "vendor", version: "15.4.0" },
  { tier: "ultimate", dialect: "neutral", version: "15.4.0" },
  { tier: "ultimate", dialect: "vendor", version: "17.6.0" },
];

/** What changes by hand refer to and never take away: see `isFixed`. Alice, Bob and Carol are members of what lies at the top. */
export const seed = {
  users: ["alice", "bob", "carol"].map((username) => ({ username, token: `glpat-token-of-${username}-that-shows-nowhere` })),
  groups: [
    { full_path: "acme", visibility: "public", members: { alice: 40, bob: 40 } },
    { full_path: "acme/one", visibility: "public" },
    { full_path: "acme/two", visibility: "public" },
  ],
  projects: [
    {
      path_with_namespace: "acme/base",
      visibility: "public",
      branches: ["main", "release"],
      protected_branches: ["main", "release"],
      shared_with: ["acme/one", "acme/two"].map((group) => ({ group, access_level: 30 })),
    },
    { path_with_namespace: "acme/spare", visibility: "public", branches: ["main"] },
    { path_with_namespace: "acme/fork", visibility: "public", forked_from: "acme/base", branches: ["main"] },
    { path_with_namespace: "alice/own", visibility: "private", branches: ["main"] },
  ],
};

/** True for what must stay where it is, because values refer to it. */
export function isFixed(path: string): boolean {
  return /^acme(?:\/(?:one|two|base|spare|fork))?$/.test(path);
}

/** Starts a platform, with the seed above unless another is given. */
export async function openPlayground(server: Server, options: EmulatorOptions = {}): Promise<Playground> {
  const { tier, dialect, version } = server;
  const platform = await openEmulator({ seed, tier, dialect, serverVersion: version, workerDelay: 1, ...options });
  const secrets = new Secrets();
  secrets.keep(platform.token, ...seed.users.map(({ token }) => token));
  let made = 0;
  return {
    server,
    secrets,
    platform,
    freshName: () => `fresh-${++made}`,
    close: () => platform.close(),
  };
}
