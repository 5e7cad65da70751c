import { onTestFinished } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import type { Server } from "../e2e/subjects.js";
import { type Bench, openBench } from "./bench.js";
import type { Core, Managed } from "./core.js";

const server: Server = { tier: "ultimate", dialect: "vendor", version: "17.5.0" };

/** A provider beside an emulator, for one test; `more` stands in its block. */
export async function open(more: JsonObject = {}): Promise<Bench> {
  const bench = await openBench(server, true, more);
  onTestFinished(() => bench.close());
  return bench;
}

/** What there is once a configuration is applied. */
export async function made(core: Core, config: JsonObject, prior?: Managed): Promise<Managed> {
  const managed = await core.apply(config, prior);
  if (!managed) throw new Error("it is not there");
  return managed;
}

/** What a plan says of a configuration, with the top attribute of each diagnostic. */
export async function told(core: Core, config: JsonObject, prior?: Managed) {
  const { action, diagnostics } = await core.plan(core.config(config), prior);
  return {
    action,
    told: diagnostics.map(({ severity, summary, attribute }) => [severity, summary, ...(attribute?.steps ?? [])]),
  };
}
