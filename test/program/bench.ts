import type { Address } from "../../src/core/address.js";
import type { Spec } from "../../src/core/json.js";
import { createRedactor } from "../../src/core/redact.js";
import type { EmulatorOptions } from "../../src/emulator/index.js";
import { openResources, type Resources, type ServerOptions, type DesiredResource } from "../../src/trueup.js";
import { openDirectory } from "../harness/directory.js";
import { openEmulator, type RunningEmulator } from "../harness/emulator.js";

/** A platform over HTTP, and its things one at a time. */
export interface Bench extends RunningEmulator {
  readonly resources: Resources;
  readonly cwd: string;
  /** Opens another way to the same platform, for example with another token. */
  open(options?: ServerOptions & { readonly bulk?: boolean }, token?: string): Promise<Resources>;
}

/** Opens a bench with an empty platform; close it when done. */
export async function openBench(
  options: EmulatorOptions = {},
  server: ServerOptions & { readonly bulk?: boolean } = {},
): Promise<Bench> {
  const emulator = await openEmulator(options);
  const directory = openDirectory();
  const cwd = directory.path;
  const opened: Resources[] = [];
  const open: Bench["open"] = async (more = {}, token = emulator.token) => {
    const env = { TRUEUP_URL: emulator.url, TRUEUP_TOKEN: token };
    const resources = await openResources(
      { settle: 20, ...server, ...more },
      { cwd, env, redactor: createRedactor(), now: new Date() },
    );
    opened.push(resources);
    return resources;
  };
  return {
    ...emulator,
    resources: await open(),
    cwd,
    open,
    close: async () => {
      for (const one of opened) await one.close();
      await emulator.close();
      directory.close();
    },
  };
}

/** A desired resource without secrets. */
export function resource(parts: Address, spec: Spec, more: Partial<DesiredResource> = {}): DesiredResource {
  return { ...parts, spec, secrets: {}, ...more };
}
