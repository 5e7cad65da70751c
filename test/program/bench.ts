import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Address } from "../../src/core/address.js";
import type { Spec } from "../../src/core/json.js";
import { createRedactor } from "../../src/core/redact.js";
import { type EmulatorOptions, startEmulator } from "../../src/emulator/index.js";
import { openResources, type Resources, type ServerOptions, type DesiredResource } from "../../src/trueup.js";
import { type Administrator, administratorOf } from "../emulator/administrator.js";

/** A platform over HTTP, and its things one at a time. */
export interface Bench extends Administrator {
  readonly resources: Resources;
  readonly cwd: string;
  /** Opens another way to the same platform, for example with another token. */
  open(options?: ServerOptions & { readonly bulk?: boolean }, token?: string): Promise<Resources>;
  close(): Promise<void>;
}

/** Opens a bench with an empty platform; close it when done. */
export async function openBench(
  options: EmulatorOptions = {},
  server: ServerOptions & { readonly bulk?: boolean } = {},
): Promise<Bench> {
  const emulator = await startEmulator({ seed: "none", ...options });
  const cwd = await mkdtemp(join(tmpdir(), "trueup-program-"));
  const opened: Resources[] = [];
  const open: Bench["open"] = async (more = {}, token = emulator.token) => {
    const env = { TRUEUP_URL: emulator.url, TRUEUP_TOKEN: token };
    const resources = await openResources({ ...server, ...more }, { cwd, env, redactor: createRedactor() });
    opened.push(resources);
    return resources;
  };
  return {
    resources: await open(),
    cwd,
    open,
    ...administratorOf(emulator),
    close: async () => {
      for (const one of opened) await one.close();
      await emulator.close();
      await rm(cwd, { recursive: true, force: true });
    },
  };
}

/** A desired resource without secrets. */
export function resource(parts: Address, spec: Spec, more: Partial<DesiredResource> = {}): DesiredResource {
  return { ...parts, spec, secrets: {}, ...more };
}
