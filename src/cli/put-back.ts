import { parseAddress } from "../core/address.js";
import { linkedAgain, type Plan, type Result } from "../core/plan.js";
import type { FreshPlan } from "../trueup.js";
import { carryOut, type PlanToApply } from "./carry-out.js";
import type { PlanFlags } from "./options.js";
import { makePlan, showPlan } from "./planning.js";
import type { Session } from "./session.js";
import type { Target } from "./target.js";

/** How often, and how many milliseconds apart, the platform is asked who is there again: authorizations follow in the background. */
const looks = 10;
const pause = 500;

/** Paths of what lost a link for a moment, by a plan and by what became of it. */
function relinkedPaths({ warnings }: Plan, { outcomes }: Result): readonly string[] {
  const done = new Set(outcomes.filter(({ status }) => status === "done").map(({ address }) => address));
  const addresses = warnings.filter(({ rule }) => rule === linkedAgain).flatMap((one) => one.addresses);
  return [...new Set(addresses.filter((one) => done.has(one)).flatMap((one) => parseAddress(one).path ?? []))];
}

/** Where to look for what went along with a link, and whose changes did not end well or were held back: these are left as they are. */
interface PutBack {
  readonly under: readonly string[];
  readonly unfinished: ReadonlySet<string>;
}

/** Plans what hangs on things that lost a link for a moment once more, and nothing else: what the files say there and the platform had before. Undefined where nothing is missing. */
async function planBack(
  { under, unfinished }: PutBack,
  paths: readonly string[],
  flags: PlanFlags,
  target: Target,
  session: Session,
): Promise<FreshPlan | undefined> {
  const { removedSince: _, unmanaged: __, resendSecrets: ___, ...others } = flags;
  // What is put back was there before: nobody gets more than that.
  const rest = { ...others, ack: ["weakening", "window"] };
  for (let look = 1; ; look++) {
    const made = await makePlan(paths, { ...rest, under }, target, session);
    const { changes, refusals } = made.plan;
    const lost = changes.filter(({ action, address }) => action === "update" && !unfinished.has(address));
    if (refusals.length === 0 && lost.length === 0) return undefined;
    if (refusals.length === 0)
      return lost.length === changes.length
        ? made
        : await makePlan(paths, { ...rest, under, target: lost.map(({ address }) => address) }, target, session);
    if (look === looks) return undefined;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** One result of two. */
function together(first: Result, second: Result): Result {
  return {
    ...first,
    outcomes: [...first.outcomes, ...second.outcomes],
    interrupted: first.interrupted || second.interrupted,
    stats: {
      requests: first.stats.requests + second.stats.requests,
      calls: first.stats.calls + second.stats.calls,
    },
  };
}

/** Carries out, too, what a link that was away for a moment took along: that was to stay as it was. */
export async function withPutBack(
  plan: Plan,
  done: Result,
  paths: readonly string[],
  flags: PlanFlags & Pick<PlanToApply, "log"> & { readonly format: "text" | "json" },
  target: Target,
  session: Session,
): Promise<Result> {
  const under = done.interrupted ? [] : relinkedPaths(plan, done);
  if (under.length === 0) return done;
  const undone = done.outcomes.filter(({ status }) => status !== "done").map(({ address }) => address);
  const unfinished = new Set([...undone, ...(plan.held ?? []).flatMap(({ addresses }) => addresses)]);
  const back = await planBack({ under, unfinished }, paths, flags, target, session);
  if (back === undefined || back.plan.refusals.length > 0) return done;
  if (flags.format === "text") await showPlan(back.plan, { format: "text" }, session);
  const { log } = flags;
  return together(done, await carryOut({ ...back, ...(log ? { log } : {}) }, target, session));
}
