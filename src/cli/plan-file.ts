import { open, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { defined } from "../core/collections.js";
import { hasCode, reasonOf, TrueupError } from "../core/errors.js";
import { isObject, type JsonObject } from "../core/json.js";
import type { Plan, PlanSeal } from "../core/plan.js";
import type { FreshPlan } from "../trueup.js";
import { packageDirectory } from "./package.js";
import { sealed, sealOf } from "./plan-seal.js";
import type { Session } from "./session.js";
import { writeWhole } from "./write-whole.js";

const largestPlan = 256 * 1024 * 1024;
const planGiven = "Give a file that `trueup plan --out FILE` has written.";

/**
 * Writes a plan with mode 0600, whole or not at all, without the coverage, which nothing that is applied depends on. Throws TrueupError `plan.secret` if the text holds the value of a known secret:
 * with it taken out, the plan would no longer be the one that was made.
 */
export async function writePlanFile(
  file: string,
  { plan, files }: Pick<FreshPlan, "plan" | "files">,
  session: Session,
): Promise<void> {
  const { documentPieces } = await import("../report/index.js");
  const { coverage: _, ...applicable } = plan;
  const pieces = [...documentPieces(await sealed(applicable, files, session))];
  if (pieces.some((piece) => session.redactor.scrub(piece) !== piece)) {
    throw new TrueupError({
      code: "plan.secret",
      message: "the plan holds a text that is also the value of a secret, so it is not written",
      hint: "Apply without a plan file, or give the secret a value that stands nowhere else.",
    });
  }
  const target = await planTarget(file, session);
  try {
    await writeWhole(target, ...pieces);
  } catch (error) {
    throw unwritable(file, error);
  }
}

/**
 * Where a plan is to be written by this name. Throws TrueupError `plan.write` for what is no regular file, and for a file that holds something else than a plan:
 * asked for before a plan is made, it costs no wait.
 */
export async function planTarget(file: string, { cwd }: Session): Promise<string> {
  const { targetFile } = await import("../trueup.js");
  try {
    if (file === "") throw new Error("the name is empty");
    const target = await targetFile(resolve(cwd, file));
    if (!(await mayHoldPlan(target))) throw new Error("it holds something else than a plan, which would be lost");
    return target;
  } catch (error) {
    throw unwritable(file === "" ? '""' : file, error);
  }
}

/** True for a file that is not there yet, is empty or begins as a saved plan does. */
async function mayHoldPlan(target: string): Promise<boolean> {
  const start = Buffer.alloc(64);
  try {
    const handle = await open(target);
    try {
      const { bytesRead } = await handle.read(start);
      return bytesRead === 0 || /^\s*\{\s*"format":\s*"trueup\.plan\//.test(start.toString("utf8"));
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return true;
    throw error;
  }
}

function unwritable(file: string, error: unknown): TrueupError {
  return new TrueupError({
    code: "plan.write",
    message: `the plan cannot be written to ${file}: ${whyNot(error)}`,
    hint: "Name a file that is not there yet or holds a plan, in a directory that exists and can be written.",
    cause: error,
  });
}

/** The digests of a plan, a line each, as people approve them. */
export function digestLines({ digest, changes_digest: changes }: Plan): string {
  return `Its digest is ${digest}\n${changes === undefined ? "" : `Its changes have the digest ${changes}\n`}`;
}

/**
 * Reads a plan file that is to be applied: beside what `readAnyPlanFile` checks, its seal where there is a key that it fits. Throws TrueupError `plan.seal` and `plan.key`, too.
 */
export async function readPlanFile(file: string, session: Session): Promise<{ readonly plan: Plan; readonly seal?: PlanSeal }> {
  const plan = await readAnyPlanFile(file, session);
  return { plan, ...defined({ seal: await sealOf(file, plan, session) }) };
}

/**
 * Reads a plan file, which may come from anywhere, whoever made it: its size, its form (schemas/plan.schema.json) and its digest are checked.
 * Throws TrueupError `plan.read`, `plan.form` or `plan.digest`.
 */
export async function readAnyPlanFile(file: string, session: Session): Promise<Plan> {
  const plan = await planIn(file, parse(file, await readText(file, session.cwd)));
  const { planDigest } = await import("../trueup.js");
  const { digest, seal: _seal, coverage: _coverage, stats: _stats, ...covered } = plan;
  if (planDigest(covered) === digest) return plan;
  throw new TrueupError({
    code: "plan.digest",
    message: `${file} was changed after it was made: its digest does not fit`,
    hint: "Plan again.",
  });
}

/** The plan that a document of a file is, by its form (schemas/plan.schema.json) alone. Throws TrueupError `plan.form`. */
export async function planIn(file: string, value: unknown): Promise<Plan> {
  const { checkOf } = await import("../core/checks.js");
  const schema = JSON.parse(await readFile(join(packageDirectory(), "schemas", "plan.schema.json"), "utf8")) as JsonObject;
  const check = checkOf(schema, "first");
  const hasForm = (candidate: unknown): candidate is Plan => check(candidate);
  if (!hasForm(value)) {
    const format = isObject(value) ? value["format"] : undefined;
    if (typeof format === "string" && /^trueup\.plan\/(?!1$)\d+$/.test(format)) {
      const message = `${file} is a plan of another release of trueup: it has the format ${format}, and this one reads trueup.plan/1`;
      throw new TrueupError({ code: "plan.form", message, hint: "Plan again with this release." });
    }
    const { explain } = await import("../core/schema-error.js");
    const [first] = check.errors ?? [];
    const explanation = first && explain(first, schema, undefined);
    const place = explanation?.pointer ? ` at ${explanation.pointer}` : "";
    throw new TrueupError({
      code: "plan.form",
      message: `${file} is no plan of trueup${place}: ${explanation?.message ?? "it has another form"}`,
      hint: planGiven,
    });
  }
  const { readPlan } = await import("../trueup.js");
  return readPlan(value);
}

async function readText(file: string, cwd: string): Promise<string> {
  const path = resolve(cwd, file);
  try {
    if (file === "") throw new Error("the name is empty");
    const { readRegular } = await import("../trueup.js");
    return readRegular(path, largestPlan).toString("utf8");
  } catch (error) {
    const message = `${file === "" ? '""' : file} cannot be read: ${whyNot(error)}`;
    throw new TrueupError({ code: "plan.read", message, hint: planGiven, cause: error });
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new TrueupError({ code: "plan.form", message: `${file} is no JSON`, hint: planGiven, cause: error });
  }
}

function whyNot(error: unknown): string {
  return hasCode(error, "ENOENT") ? "there is no such file or directory" : reasonOf(error);
}
