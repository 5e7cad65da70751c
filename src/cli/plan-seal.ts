import { TrueupError } from "../core/errors.js";
import type { Plan, PlanSeal } from "../core/plan.js";
import { isSameSeal } from "../program/ci/seal.js";
import type { FileDigests } from "../trueup.js";
import type { Session } from "./session.js";

const variable = "TRUEUP_PLAN_KEY";
/** What is shorter can be guessed from one sealed plan. */
const shortestKey = 16;

/** The plan with its seal, where there is a key. Throws TrueupError `plan.key` for one that is too short. */
export async function sealed(plan: Plan, files: FileDigests, session: Session): Promise<Plan> {
  const key = sealKey(session);
  if (key === undefined) return plan;
  const marks = await fileMarks(files, session);
  const mark = { sealed_at: session.now().toISOString(), instance: plan.instance.url, files: marks };
  return { ...plan, seal: { ...mark, hmac: await markOf(mark, plan, key) } };
}

/** What stands in a seal for what files say. Without a key there is nothing. */
export async function fileMarks(files: FileDigests, session: Session): Promise<PlanSeal["files"]> {
  const key = sealKey(session);
  if (key === undefined) return {};
  const { fileMark } = await import("../trueup.js");
  return Object.fromEntries([...files].map(([file, sha256]) => [file, fileMark(file, sha256, key)]));
}

/** What a seal says of who made a plan: `unknown` where there is a seal and no key to hold it against, `lacking` where there is a key and no seal, `old` where it does not say when and of what. */
export type SealState = "holds" | "broken" | "unknown" | "lacking" | "none" | "old";

/** Holds the seal of a plan against the key, where there are both. Throws TrueupError `plan.key`. */
export async function sealState(plan: Plan, session: Session): Promise<SealState> {
  const key = sealKey(session);
  if (key === undefined) return plan.seal === undefined ? "none" : "unknown";
  if (plan.seal === undefined) return "lacking";
  if (typeof plan.seal === "string") return "old";
  const { hmac, ...rest } = plan.seal;
  const isOfIt = rest.instance === plan.instance.url && isSameSeal(Buffer.from(hmac), Buffer.from(await markOf(rest, plan, key)));
  return isOfIt ? "holds" : "broken";
}

/**
 * The seal of a plan where it fits the key; undefined where there is no key: then a seal says nothing. Throws TrueupError `plan.seal` for a plan that has no seal, another one or
 * one of an older form although there is a key, and `plan.key`.
 */
export async function sealOf(file: string, plan: Plan, session: Session): Promise<PlanSeal | undefined> {
  if (sealKey(session) === undefined) return undefined;
  const state = await sealState(plan, session);
  if (state === "holds" && typeof plan.seal === "object") return plan.seal;
  throw new TrueupError({
    code: "plan.seal",
    message: refusal(file, state),
    hint: `Plan again with the same key in ${variable}.`,
  });
}

function refusal(file: string, state: SealState): string {
  if (state === "lacking") return `${file} has no seal, and ${variable} is set: only sealed plans are applied`;
  if (state === "old") return `the seal of ${file} is of an older release, and does not say when it was made and of which files`;
  return `the seal of ${file} does not fit the key in ${variable}: somebody else made it, or changed it`;
}

export function sealKey({ env }: Session): string | undefined {
  const key = env[variable];
  if (key === undefined || Buffer.byteLength(key) >= shortestKey) return key;
  throw new TrueupError({
    code: "plan.key",
    message: `the key in ${variable} has fewer than ${shortestKey} bytes`,
    hint: "Give a long random one, for example of `openssl rand -hex 32`, or take the variable away.",
  });
}

async function markOf(seal: Omit<PlanSeal, "hmac">, { digest }: Plan, key: string): Promise<string> {
  const { sealMark } = await import("../trueup.js");
  return sealMark({ ...seal, digest }, key);
}
