import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { hasCode, reasonOf, TrueupError } from "../core/errors.js";
import type { Plan, PlanSeal } from "../core/plan.js";
import type { Session } from "./session.js";
import { writeWhole } from "./write-whole.js";

const directory = ".trueup";
const place = join(directory, "applied");
const largestFile = 1024 * 1024;
const mostPlans = 1000;

/** What tells one sealed plan from all others, also from an equal one that was made at another time. */
type AppliedPlan = Pick<Plan, "digest"> & Pick<PlanSeal, "sealed_at">;

/** Throws TrueupError `plan.applied` for a sealed plan that is remembered here, and `plan.memory` where what is remembered cannot be read. */
export async function mustNotBeApplied(file: string, plan: AppliedPlan, session: Session): Promise<void> {
  if (!(await remembered(session)).includes(lineOf(plan))) return;
  throw new TrueupError({
    code: "plan.applied",
    message: `${file} was applied already, and wholly: ${place} remembers it`,
    hint: "Plan again: a new plan says what is to be done now.",
  });
}

/** Remembers a sealed plan that was applied wholly, beside the last ones. Throws TrueupError `plan.memory` where that cannot be written. */
export async function rememberApplied(plan: AppliedPlan, session: Session): Promise<void> {
  const lines = [...(await remembered(session)), lineOf(plan)].slice(-mostPlans);
  try {
    await mkdir(join(session.cwd, directory), { recursive: true });
    await writeWhole(join(session.cwd, place), `${lines.join("\n")}\n`);
  } catch (error) {
    throw memoryError(
      `${place} cannot be written, so it does not know of the plan that was just applied: ${reasonOf(error)}`,
      error,
    );
  }
}

async function remembered({ cwd }: Session): Promise<readonly string[]> {
  const { readRegular } = await import("../trueup.js");
  try {
    const lines = readRegular(join(cwd, place), largestFile).toString("utf8").split("\n");
    return lines.filter((line) => /^sha256:[0-9a-f]{64} \S+$/.test(line));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw memoryError(`${place} cannot be read: ${reasonOf(error)}`, error);
  }
}

function lineOf({ digest, sealed_at }: AppliedPlan): string {
  return `${digest} ${sealed_at}`;
}

function memoryError(message: string, cause: unknown): TrueupError {
  const hint = "It remembers which sealed plans were applied: let it be a file that you may read and write, or take it away.";
  return new TrueupError({ code: "plan.memory", message, hint, cause });
}
