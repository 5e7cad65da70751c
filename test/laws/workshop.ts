import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import type { Plan, Result } from "../../src/core/plan.js";
import { createRedactor } from "../../src/core/redact.js";
import { type EmulatorOptions, startEmulator } from "../../src/emulator/index.js";
import { apply, plan, type PlanRequest, type RunContext } from "../../src/trueup.js";
import { type Administrator, administratorOf } from "../emulator/administrator.js";

/** A platform over HTTP, a directory for files, and the program between them, without a child process. */
export interface Workshop extends Omit<Administrator, "call"> {
  readonly url: string;
  readonly token: string;
  /** Calls the API as the administrator; throws for everything but a success. */
  call(method: string, path: string, body?: object): Promise<unknown>;
  /** Plans a desired state, which JSON can say as well as YAML. */
  plan(desired: object, request?: PlanRequest): Promise<Plan>;
  /** Carries out a plan: every change must be done and stick. */
  apply(planned: Plan): Promise<Result>;
  /** Plans, applies, and makes sure that the next plan is empty; answers the plan. */
  settle(desired: object, request?: PlanRequest): Promise<Plan>;
  close(): Promise<void>;
}

/** Opens a workshop with an empty platform; close it when done. */
export async function openWorkshop(options: EmulatorOptions = {}): Promise<Workshop> {
  const emulator = await startEmulator({ seed: "none", ...options });
  const cwd = await mkdtemp(join(tmpdir(), "trueup-laws-"));
  const env = { TRUEUP_URL: emulator.url, TRUEUP_TOKEN: emulator.token };
  const around = (): RunContext => ({ cwd, env, redactor: createRedactor() });
  const makePlan = async (desired: object, request: PlanRequest = {}): Promise<Plan> => {
    await writeFile(join(cwd, "trueup.json"), JSON.stringify(desired));
    return (await plan(["trueup.json"], request, {}, around())).plan;
  };
  const carryOut = async (planned: Plan): Promise<Result> => {
    const result = await apply(planned, {}, {}, around());
    expect(result.outcomes.filter(({ status }) => status !== "done")).toEqual([]);
    return result;
  };
  return {
    url: emulator.url,
    token: emulator.token,
    plan: makePlan,
    apply: carryOut,
    settle: async (desired, request) => {
      const planned = await makePlan(desired, request);
      expect(planned.refusals).toEqual([]);
      if (planned.changes.length > 0) await carryOut(planned);
      const next = await makePlan(desired, request);
      expect(next.changes.map(({ address, action, attributes }) => ({ address, action, attributes }))).toEqual([]);
      return planned;
    },
    ...administratorOf(emulator),
    close: async () => {
      await emulator.close();
      await rm(cwd, { recursive: true, force: true });
    },
  };
}

/** The first reply attribute of a thing by its path. */
export async function read(shop: Workshop, kind: "group" | "project", path: string): Promise<JsonObject> {
  return (await shop.call("GET", `/${kind}s/${encodeURIComponent(path)}`)) as JsonObject;
}
