import { open, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { hasCode, reasonOf, TrueupError } from "../../core/errors.js";
import { isObject, jsonIn } from "../../core/json.js";
import type { Plan } from "../../core/plan.js";
import { makeDirectories } from "../../program/files/make-directories.js";
import type { Shard } from "../../trueup.js";
import { mostShards } from "../option-values.js";
import { readAnyPlanFile } from "../plan-file.js";
import type { Session } from "../session.js";
import { writeWhole } from "../write-whole.js";

const format = "trueup.drift-parts/1";

/** What several runs found, each in its part. */
export interface FoundParts {
  readonly plans: readonly Plan[];
  /** In how many parts the instance is read. */
  readonly of: number;
  /** The commit of the files, where all parts name the same one. */
  readonly commit: string | undefined;
}

/** Writes what a shard found into the directory of its run. Throws TrueupError `parts.write`. */
export async function writePart(
  directory: string,
  { number, of }: Shard,
  { plan, commit }: { readonly plan: Plan; readonly commit: string | undefined },
  { cwd }: Session,
): Promise<void> {
  const place = resolve(cwd, directory);
  const { documentJson } = await import("../../report/index.js");
  try {
    makeDirectories(place);
    await writeWhole(join(place, planOf(number)), documentJson(plan));
    // Whoever finds this finds the plan, too.
    await writeWhole(join(place, headOf(number)), `${JSON.stringify({ format, of, commit: commit ?? null })}\n`);
  } catch (error) {
    throw unusable(directory, "be written", error);
  }
}

/**
 * Reads what is there of a run. Throws TrueupError `parts.read` for a directory without parts, or with parts of several runs, and what reading a plan throws.
 */
export async function readParts(directory: string, session: Session): Promise<FoundParts> {
  const place = resolve(session.cwd, directory);
  const first = await headsIn(place);
  const [head] = first;
  if (head === undefined) throw unusable(directory, "be read", "there is no part in it");
  if (first.some(({ of }) => of !== head.of)) throw unusable(directory, "be read", "it has parts of several runs");
  const plans = await Promise.all(first.map(async ({ number }) => readAnyPlanFile(join(place, planOf(number)), session)));
  const commits = new Set(first.map(({ commit }) => commit));
  return { plans, of: head.of, commit: commits.size === 1 ? head.commit : undefined };
}

/** Does something as the only one who has the directory; undefined where another one has it. */
export async function alone<T>(directory: string, { cwd }: Session, work: () => Promise<T>): Promise<T | undefined> {
  const lock = join(resolve(cwd, directory), "telling");
  const taken = await open(lock, "wx").catch((error: unknown) => {
    if (hasCode(error, "EEXIST")) return undefined;
    throw unusable(directory, "be written", error);
  });
  if (!taken) return undefined;
  try {
    return await work();
  } finally {
    await taken.close();
    await rm(lock, { force: true });
  }
}

interface Head {
  readonly number: number;
  readonly of: number;
  readonly commit: string | undefined;
}

async function headsIn(place: string): Promise<readonly Head[]> {
  const numbers = Array.from({ length: mostShards }, (_, index) => index + 1);
  const heads = await Promise.all(numbers.map(async (number) => headIn(place, number)));
  return heads.flatMap((head) => head ?? []);
}

async function headIn(place: string, number: number): Promise<Head | undefined> {
  const text = await readFile(join(place, headOf(number)), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const head = jsonIn(text);
  if (isObject(head) && head["format"] === format && typeof head["of"] === "number") {
    const { of, commit } = head;
    return { number, of, commit: typeof commit === "string" ? commit : undefined };
  }
  throw unusable(place, "be read", `${headOf(number)} is no part of a run`);
}

function planOf(number: number): string {
  return `part-${number}.plan.json`;
}

function headOf(number: number): string {
  return `part-${number}.json`;
}

function unusable(directory: string, what: "be read" | "be written", error: unknown): TrueupError {
  const why = reasonOf(error);
  return new TrueupError({
    code: what === "be read" ? "parts.read" : "parts.write",
    message: `the parts in ${directory} cannot ${what}: ${why}`,
    hint: "Give --parts a directory that all shards of one run share, and a new one for each run.",
    cause: error,
  });
}
