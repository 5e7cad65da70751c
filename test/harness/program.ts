import { expect } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import type { Plan, Result } from "../../src/core/plan.js";
import { createRedactor } from "../../src/core/redact.js";
import type { EmulatorOptions } from "../../src/emulator/index.js";
import { apply, plan, type PlanRequest, type RunContext } from "../../src/trueup.js";
import { openDirectory } from "./directory.js";
import { openEmulator, type RunningEmulator } from "./emulator.js";

/** A platform over HTTP, a directory for files, and the program between them, without a child process. */
export interface Program extends RunningEmulator {
  /** Plans a desired state, which JSON can say as well as YAML. */
  plan(desired: object, request?: PlanRequest): Promise<Plan>;
  /** Carries out a plan: every change must be done and stick. */
  apply(planned: Plan): Promise<Result>;
  /** Plans, applies, and makes sure that the next plan is empty; answers the plan. */
  settle(desired: object, request?: PlanRequest): Promise<Plan>;
}

/** Opens a program with a platform, empty unless the options say otherwise; close it when done. */
export async function openProgram(options: EmulatorOptions = {}): Promise<Program> {
  const emulator = await openEmulator(options);
  const directory = openDirectory();
  const around = (): RunContext => ({ cwd: directory.path, env: emulator.env, redactor: createRedactor() });
  const makePlan = async (desired: object, request: PlanRequest = {}): Promise<Plan> => {
    directory.write("trueup.json", JSON.stringify(desired));
    return (await plan(["trueup.json"], request, {}, around())).plan;
  };
  const carryOut = async (planned: Plan): Promise<Result> => {
    const result = await apply(planned, {}, {}, around());
    expect(result.outcomes.filter(({ status }) => status !== "done")).toEqual([]);
    return result;
  };
  return {
    ...emulator,
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
    close: async () => {
      await emulator.close();
      directory.close();
    },
  };
}

/** The first reply attribute of a thing by its path. */
export async function read(program: Program, kind: "group" | "project", path: string): Promise<JsonObject> {
  return (await program.call("GET", `/${kind}s/${encodeURIComponent(path)}`)) as JsonObject;
}
