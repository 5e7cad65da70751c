import { Gitlab } from "@gitbeaker/rest";
import { describe } from "vitest";
import type { Dialect, EmulatorOptions } from "../../src/emulator/index.js";
import { type Platform, startPlatform } from "../emulator/platform.js";

export interface Connection {
  readonly platform: Platform;
  readonly client: InstanceType<typeof Gitlab>;
}

/** An emulator with the default seed, and a client that this project did not write, signed in as its administrator or as a user. */
export async function connect(options: EmulatorOptions = {}, username?: string): Promise<Connection> {
  const platform = await startPlatform(options);
  const token = username === undefined ? platform.token : `token-of-${username}`;
  return { platform, client: new Gitlab({ host: platform.url, token }) };
}

/** Tests that hold in both dialects. */
export function inBothDialects(what: string, tests: (dialect: Dialect) => void): void {
  describe.each(["neutral", "vendor"] as const)(`@gitbeaker/rest, %s: ${what}`, tests);
}
