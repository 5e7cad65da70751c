import { startEmulator, type Emulator, type State } from "../../src/emulator/index.js";
import type { RunningEmulator } from "./emulator.js";

/** What stands beside a platform and shows it as it was. */
export interface Follower {
  /** The address that serves a request of this method now: that of the platform, or of a copy of what it held. */
  behind(method: string): Promise<string>;
  close(): Promise<void>;
}

/** Follows a platform of this process at a distance: reads see what it held that many milliseconds ago, with the defaults of an emulator else. */
export function lagBehind(platform: RunningEmulator, milliseconds: number): Follower {
  /** What it held until then, oldest first. */
  const past: { readonly until: number; readonly state: State; copy?: Promise<Emulator> }[] = [];
  return {
    behind: async (method) => {
      const now = Date.now();
      if (!["GET", "HEAD"].includes(method)) {
        past.push({ until: now, state: platform.state() });
        return platform.url;
      }
      const seen = past.find(({ until }) => until > now - milliseconds);
      if (!seen) return platform.url;
      seen.copy ??= startEmulator({ ...platform.options, state: seen.state, token: platform.token });
      return (await seen.copy).url;
    },
    close: async () => {
      await Promise.all(past.map(async ({ copy }) => (await copy)?.close()));
    },
  };
}
