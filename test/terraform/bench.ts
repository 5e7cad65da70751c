import type { JsonObject } from "../../src/core/json.js";
import { addressIn } from "../../src/core/kind.js";
import { configOf } from "../../src/derive/terraform/config-of.js";
import { terraformResources } from "../../src/derive/terraform/resources.js";
import { kinds } from "../../src/program/kinds.js";
import type { ProviderService } from "../../src/terraform/plugin/service.js";
import { Hand } from "../e2e/by-hand.js";
import { makePrerequisites } from "../e2e/prerequisites.js";
import type { Server, Subject } from "../e2e/subjects.js";
import { secrets } from "../e2e/values.js";
import { type Directory, openDirectory } from "../harness/directory.js";
import { openEmulator, type RunningEmulator } from "../harness/emulator.js";
import { type MisbehavingServer, startMisbehaving } from "../harness/misbehaving-server.js";
import { configure, configuredProvider, Core } from "./core.js";

const pictures: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  "./assets/first.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]),
  "./assets/second.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 2]),
};

/** A platform with the world of the matrix, a directory with pictures, and a provider between them. */
export interface Bench {
  readonly provider: ProviderService;
  readonly hand: Hand;
  readonly call: RunningEmulator["call"];
  /** What stands between the provider and the platform, and can misbehave. */
  readonly server: MisbehavingServer;
  /** Writes a file below the directory that Terraform runs in. */
  readonly write: Directory["write"];
  /** Begins another command of Terraform: what the last one read counts no more. */
  again(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a bench; close it when done. */
export async function openBench(server: Server, bulk = true, more: JsonObject = {}): Promise<Bench> {
  const directory = openDirectory(pictures);
  const seed = { users: ["alice", "bob", "carol", "dave"].map((username) => ({ username })) };
  const { tier, dialect, version: serverVersion } = server;
  const emulator = await openEmulator({ seed, tier, dialect, serverVersion });
  await makePrerequisites(emulator);
  const front = await startMisbehaving(emulator.url);
  const block = { url: front.url, token: emulator.token, bulk_refresh: bulk, deletion_protection: false, ...more };
  const provider = await configuredProvider(block, { TRUEUP_BACKOFF_MS: "5", TRUEUP_SETTLE_MS: "20" }, directory.path);
  return {
    provider,
    write: directory.write,
    again: async () => configure(provider, block),
    hand: new Hand(emulator, server, pictures),
    call: emulator.call,
    server: front,
    close: async () => {
      await front.close();
      await emulator.close();
      directory.close();
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
