import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { JsonObject } from "../../src/core/json.js";
import { addressIn } from "../../src/core/kind.js";
import { configOf } from "../../src/derive/terraform/config-of.js";
import { terraformResources } from "../../src/derive/terraform/resources.js";
import { startEmulator } from "../../src/emulator/index.js";
import { kinds } from "../../src/kinds/index.gen.js";
import type { ProviderService } from "../../src/terraform/plugin/service.js";
import { Hand } from "../e2e/by-hand.js";
import { type MisbehavingServer, startMisbehaving } from "../e2e/misbehaving-server.js";
import type { Platform } from "../e2e/program.js";
import type { Server, Subject } from "../e2e/subjects.js";
import { secrets } from "../e2e/values.js";
import { buildWorld } from "../e2e/world.js";
import { configure, configuredProvider, Core } from "./core.js";

const pictures: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  "./assets/first.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]),
  "./assets/second.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 2]),
};

/** A platform with the world of the matrix, a directory with pictures, and a provider between them. */
export interface Bench {
  readonly provider: ProviderService;
  readonly hand: Hand;
  readonly call: Platform["call"];
  /** What stands between the provider and the platform, and can misbehave. */
  readonly server: MisbehavingServer;
  /** Writes a file below the directory that Terraform runs in. */
  write(file: string, text: string): Promise<void>;
  /** Begins another command of Terraform: what the last one read counts no more. */
  again(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a bench; close it when done. */
export async function openBench(server: Server, bulk = true): Promise<Bench> {
  const directory = await mkdtemp(join(tmpdir(), "trueup-terraform-"));
  for (const [path, bytes] of Object.entries(pictures)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), bytes);
  }
  const seed = { users: [{ username: "alice" }, { username: "bob" }] };
  const { tier, dialect, version: serverVersion } = server;
  const emulator = await startEmulator({ seed, tier, dialect, serverVersion });
  const platform = { call: async (method: string, path: string, body?: object) => callPlatform(emulator, method, path, body) };
  await buildWorld(platform);
  const front = await startMisbehaving(emulator.url);
  const block = { url: front.url, token: emulator.token, bulk_refresh: bulk };
  const provider = await configuredProvider(block, { TRUEUP_BACKOFF_MS: "5" }, directory);
  return {
    provider,
    write: async (file, text) => {
      await mkdir(dirname(join(directory, file)), { recursive: true });
      await writeFile(join(directory, file), text);
    },
    again: async () => configure(provider, block),
    hand: new Hand(platform, server, pictures),
    call: platform.call,
    server: front,
    close: async () => {
      await front.close();
      await emulator.close();
      await rm(directory, { recursive: true });
    },
  };
}

/** What asks a provider about things of a subject's kind. */
export function coreOf({ provider }: Bench, subject: Subject): Core {
  return new Core(provider, `trueup_${subject.kind.name}`);
}

/** The configuration that says this of a subject. */
export function configurationOf({ kind, path, key }: Subject, spec: JsonObject): JsonObject {
  const resource = terraformResources(kinds).find((one) => one.kind.name === kind.name);
  if (!resource) throw new Error(`there is no resource of ${kind.name}`);
  const parts = addressIn(kind, path, key);
  const text = JSON.stringify(configOf(resource, { ...parts, parent: kind.parent }, spec));
  return JSON.parse(text.replaceAll(/\$\{env:(\w+)\}/g, (_, name: string) => secrets[name] ?? "")) as JsonObject;
}

async function callPlatform(
  { url, token }: { readonly url: string; readonly token: string },
  method: string,
  path: string,
  body: object | undefined,
): Promise<unknown> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${url}/api/v4${path}`, {
    method,
    headers: { "PRIVATE-TOKEN": token, ...(body && !isForm ? { "Content-Type": "application/json" } : {}) },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}
