import { expect } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import type { Plan, Result } from "../../src/core/plan.js";
import { createRedactor } from "../../src/core/redact.js";
import type { EmulatorOptions } from "../../src/emulator/index.js";
import { documentJson } from "../../src/report/index.js";
import { apply, type FreshPlan, plan, readPlan, type PlanRequest, type RunContext } from "../../src/trueup.js";
import { openDirectory } from "./directory.js";
import { openEmulator, type RunningEmulator } from "./emulator.js";

/** A platform over HTTP, a directory for files, and the program between them, without a child process. */
export interface Program extends RunningEmulator {
  /** Plans a desired state, which JSON can say as well as YAML. */
  plan(desired: object, request?: PlanRequest): Promise<Plan>;
  /** Carries out a plan: every change must be done and stick. */
  apply(planned: Plan): Promise<Result>;
  /** Plans, applies the plan as a file would have it, and makes sure that the next plan is empty; answers the plan. */
  settle(desired: object, request?: PlanRequest): Promise<Plan>;
}

/** Opens a program with a platform, empty unless the options say otherwise; close it when done. */
export async function openProgram(options: EmulatorOptions = {}): Promise<Program> {
  const emulator = await openEmulator(options);
  const directory = openDirectory();
  const around = (): RunContext => ({ cwd: directory.path, env: emulator.env, redactor: createRedactor(), now: new Date() });
  const found = new Map<Plan, FreshPlan["before"]>();
  const makePlan = async (desired: object, request: PlanRequest = {}): Promise<Plan> => {
    directory.write("trueup.json", JSON.stringify(desired));
    const made = await plan(["trueup.json"], request, {}, around());
    found.set(made.plan, made.before);
    return made.plan;
  };
  const carryOut = async (planned: Plan, asFile = false): Promise<Result> => {
    const before = found.get(planned);
    const result = asFile
      ? await apply(readPlan(JSON.parse(documentJson(planned)) as Plan), { saved: { paths: [], sealed: true } }, {}, around())
      : await apply(planned, before ? { before } : {}, {}, around());
    expect(result.outcomes.filter(({ status }) => status !== "done")).toEqual([]);
    return result;
  };
  return {
    ...emulator,
    plan: makePlan,
    apply: (planned) => carryOut(planned),
    settle: async (desired, request) => {
      const planned = await makePlan(desired, request);
      expect(planned.refusals).toEqual([]);
      if (planned.changes.length > 0) await carryOut(planned, true);
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
