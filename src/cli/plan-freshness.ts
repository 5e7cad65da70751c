import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { firstNames } from "../core/collections.js";
import { hasCode, reasonOf, TrueupError } from "../core/errors.js";
import type { Plan, PlanSeal } from "../core/plan.js";
import { ageText } from "../core/time.js";
import type { RunContext } from "../trueup.js";
import { fileMarks } from "./plan-seal.js";
import type { Session } from "./session.js";
import type { Target } from "./target.js";
import { writeWhole } from "./write-whole.js";

/** How old a sealed plan may be where nobody says otherwise, in milliseconds. */
const defaultMaxAge = 24 * 3_600_000;
/** How far clocks of two machines may be apart, in milliseconds. */
const clockSkew = 5 * 60_000;
const mostNames = 5;

/** A plan file whose seal holds. */
export interface SealedFile {
  readonly file: string;
  readonly plan: Pick<Plan, "digest">;
  readonly seal: PlanSeal;
  /** Milliseconds. */
  readonly maxAge?: number | undefined;
}

/**
 * Holds a sealed plan against this instant, against what is remembered as applied here, and against the files of this run. Throws TrueupError `plan.age`, `plan.applied` or `plan.files` where it is
 * none to apply, and `plan.memory`.
 */
export async function mustBeFresh(
  sealed: SealedFile,
  paths: readonly string[],
  { around }: Target,
  session: Session,
): Promise<void> {
  mustBeYoung(sealed, session);
  await mustNotBeApplied(sealed.file, { ...sealed.plan, ...sealed.seal }, session);
  await mustSayTheSame(sealed, paths, around, session);
}

function mustBeYoung({ file, seal, maxAge = defaultMaxAge }: SealedFile, { now }: Pick<Session, "now">): void {
  const age = now().getTime() - Date.parse(seal.sealed_at);
  if (age > maxAge) {
    throw new TrueupError({
      code: "plan.age",
      message: `${file} was sealed at ${seal.sealed_at}, more than ${ageText(age)} ago, and one of at most ${ageText(maxAge)} is taken: nothing was applied`,
      hint: "Plan again, or say by --max-age how old a plan may be.",
    });
  }
  if (age >= -clockSkew) return;
  throw new TrueupError({
    code: "plan.age",
    message: `${file} was sealed at ${seal.sealed_at}, which is yet to come: nothing was applied`,
    hint: "See to it that the clocks of both machines are right, and plan again.",
  });
}

async function mustSayTheSame(
  { file, seal }: SealedFile,
  paths: readonly string[],
  around: RunContext,
  session: Session,
): Promise<void> {
  const { digestsNow } = await import("../trueup.js");
  const digests = await digestsNow(paths, Object.keys(seal.files), around).catch((error: unknown) => {
    if (!(error instanceof TrueupError)) throw error;
    throw filesError(`${file} is applied where the files lie that it was made of: ${error.message}`, error);
  });
  const now = await fileMarks(digests, session);
  const names = [...new Set([...Object.keys(seal.files), ...Object.keys(now)])].toSorted();
  const others = names.filter((name) => seal.files[name] !== now[name]);
  if (others.length === 0) return;
  throw filesError(`the files say something else than when ${file} was made of them: ${firstNames(others, mostNames)}`);
}

function filesError(message: string, cause?: unknown): TrueupError {
  return new TrueupError({
    code: "plan.files",
    message: `${message}. Nothing was applied`,
    hint: "Plan again. Paths say where the files lie, as for the plan: trueup apply --plan FILE DIRECTORY",
    ...(cause === undefined ? {} : { cause }),
  });
}

const directory = ".trueup";
const place = join(directory, "applied");
const largestFile = 1024 * 1024;
const mostPlans = 1000;

/** What tells one sealed plan from all others, also from an equal one that was made at another time. */
type AppliedPlan = Pick<Plan, "digest"> & Pick<PlanSeal, "sealed_at">;

/** Throws TrueupError `plan.applied` for a sealed plan that is remembered here, and `plan.memory` where what is remembered cannot be read. */
async function mustNotBeApplied(file: string, plan: AppliedPlan, session: Session): Promise<void> {
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
