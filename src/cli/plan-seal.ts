import { createHash, timingSafeEqual } from "node:crypto";
import { TrueupError } from "../core/errors.js";
import type { Plan } from "../core/plan.js";
import type { Session } from "./session.js";

const variable = "TRUEUP_PLAN_KEY";
/** What is shorter can be guessed from one sealed plan. */
const shortestKey = 16;

/** The plan with its seal, where there is a key. Throws TrueupError `plan.key` for one that is too short. */
export async function sealed(plan: Plan, session: Session): Promise<Plan> {
  const key = keyOf(session);
  return key === undefined ? plan : { ...plan, seal: await sealBy(key, plan) };
}

/** What a seal says of who made a plan: `unknown` where there is a seal and no key to hold it against, `lacking` where there is a key and no seal. */
export type SealState = "holds" | "broken" | "unknown" | "lacking" | "none";

/** Holds the seal of a plan against the key, where there are both. Throws TrueupError `plan.key`. */
export async function sealState(plan: Plan, session: Session): Promise<SealState> {
  const key = keyOf(session);
  if (key === undefined) return plan.seal === undefined ? "none" : "unknown";
  if (plan.seal === undefined) return "lacking";
  return areSame(plan.seal, await sealBy(key, plan)) ? "holds" : "broken";
}

/**
 * True for a plan whose seal fits the key, false where there is no key: then a seal says nothing. Throws TrueupError `plan.seal` for one that has no seal or another
 * one although there is a key, and `plan.key`.
 */
export async function isSealed(file: string, plan: Plan, session: Session): Promise<boolean> {
  if (keyOf(session) === undefined) return false;
  if ((await sealState(plan, session)) === "holds") return true;
  throw new TrueupError({
    code: "plan.seal",
    message:
      plan.seal === undefined
        ? `${file} has no seal, and ${variable} is set: only sealed plans are applied`
        : `the seal of ${file} does not fit the key in ${variable}: somebody else made it, or changed it`,
    hint: `Plan again with the same key in ${variable}.`,
  });
}

function keyOf({ env }: Session): string | undefined {
  const key = env[variable];
  if (key === undefined || Buffer.byteLength(key) >= shortestKey) return key;
  throw new TrueupError({
    code: "plan.key",
    message: `the key in ${variable} has fewer than ${shortestKey} bytes`,
    hint: "Give a long random one, for example of `openssl rand -hex 32`, or take the variable away.",
  });
}

async function sealBy(key: string, { seal: _seal, digest: _digest, coverage: _coverage, stats: _stats, ...covered }: Plan) {
  const { planSeal } = await import("../trueup.js");
  return planSeal(covered, key);
}

/** In a time that does not tell how much of it fits. */
function areSame(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash("sha256").update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}
