import type { Acknowledged } from "../../core/acknowledgement.js";
import type { Api } from "../../core/api.js";
import { TrueupError } from "../../core/errors.js";
import { placeholdersIn, type Value } from "../../core/json.js";
import { isFile } from "../../core/placeholders.js";
import type { Change, Plan, PlanDiagnostic, Result } from "../../core/plan.js";
import { decide, freshReader, type LiveInstance } from "../live/index.js";
import {
  acknowledgementsAgain,
  type Allowances,
  checkOwners,
  decideAgain,
  eachOnce,
  holdClaims,
  type Lack,
  type MissingSecret,
  missingSecrets,
  type ResolveSecret,
  unacknowledged,
} from "../plan/index.js";
import { type ApplyOptions, applyPlan } from "./apply.js";
import { lackingRights } from "./rights.js";
import { filePart, type ValueSources } from "./values.js";

/** How a plan is carried out, and what is made of it where it must not be. */
export interface CarryOutOptions extends Omit<ApplyOptions, "moved"> {
  /** For a plan from a file, what is allowed beyond the ordinary: it is a claim, and planned again before anything of it is carried out. */
  readonly saved?: Allowances;
  /** What was acknowledged, as `--ack` takes it. */
  readonly acknowledged?: readonly Acknowledged[];
  /** The scopes of the token, where the server tells them: with it, the rights of the token are held against the plan before the first write. */
  readonly scopes?: () => Promise<readonly string[] | undefined>;
  /** The error for the reasons not to begin. */
  readonly refused: (reasons: readonly PlanDiagnostic[]) => Error;
}

/**
 * Carries out a plan that has no refusals. Before the first write it looks at every secret and file that the calls take from outside, and for a saved plan at
 * what it relies on, and with `scopes` at the rights of the token. Throws what `refused` makes of the reasons, if there are any, TrueupError `plan.calls`, and what the log throws that cannot begin.
 */
export async function carryOut(
  instance: LiveInstance & { readonly read: Api },
  claimed: Plan,
  options: CarryOutOptions,
): Promise<Result> {
  const missing = await unready(claimed, options);
  if (missing.length > 0) throw options.refused(missing);
  const { saved, resolve } = options;
  const { plan, observed, moved } = saved
    ? await preconditionsOf(instance, claimed, { allowances: saved, resolve })
    : { plan: claimed, observed: options.before ?? new Map(), moved: new Map() };
  if (plan.refusals.length > 0) throw options.refused(plan.refusals);
  const unseen = unacknowledged(instance.kinds, plan, options.acknowledged ?? []);
  if (unseen.length > 0) throw options.refused(unseen);
  const { log, onProgress, scopes } = options;
  const lacking = scopes ? await lackingRights(instance, plan, await scopes()) : [];
  if (lacking.length > 0) throw options.refused(lacking);
  await log?.begin(plan, instance.capabilities.user.username);
  return applyPlan(instance, plan, {
    ...options,
    before: observed,
    moved,
    onProgress: (done, total, outcome) => {
      log?.ended(outcome);
      onProgress?.(done, total, outcome);
    },
  });
}

/**
 * Takes a plan from a file for what it is, a claim: its changes are planned again with what is live now, and its calls must be those that come of it. What has moved
 * since is named, and the rest may go on. Refusals stand in the plan. Throws TrueupError `plan.calls`.
 */
export async function preconditionsOf(
  instance: LiveInstance,
  claimed: Plan,
  options: { readonly allowances: Allowances; readonly resolve: ResolveSecret },
): Promise<Pick<ReturnType<typeof decideAgain>, "observed" | "moved"> & { readonly plan: Plan }> {
  const owned = checkOwners(claimed);
  const again = await decide(freshReader(instance), (facts) => decideAgain(instance, claimed, options, facts));
  const { observed, moved } = again;
  if (again.plan.refusals.length > 0) return { plan: { ...claimed, refusals: again.plan.refusals }, observed, moved };
  const { acknowledgements: _, ...held } = holdClaims(owned, again);
  const acknowledgements = acknowledgementsAgain(instance.kinds, claimed, again.plan.changes);
  return { plan: acknowledgements.length > 0 ? { ...held, acknowledgements } : held, observed, moved };
}

/** Looks at all secrets and files that the calls of a plan take from outside: a refusal for each that is missing, once, with all changes that need it. */
export async function unready(plan: Plan, sources: Pick<ValueSources, "resolve" | "readFile">): Promise<PlanDiagnostic[]> {
  const calls = new Map(plan.calls.map((call) => [call.id, call]));
  const diagnostics = plan.changes.map(async (change): Promise<Lack[]> => {
    const bodies = change.calls.map((id): Value => calls.get(id)?.body ?? null);
    const errors = await Promise.all(
      bodies.map(async (body) => [...missingSecrets(body, sources.resolve), ...(await unfitFiles(body, sources))]),
    );
    return errors.flat().map((missing) => lackOf(change, missing));
  });
  return eachOnce((await Promise.all(diagnostics)).flat());
}

function lackOf({ address, source }: Change, { reference, error: { code, message } }: MissingSecret): Lack {
  return {
    of: reference,
    diagnostic: { rule: code, message, addresses: [address], ...(source === undefined ? {} : { source }) },
  };
}

async function unfitFiles(body: Value, sources: Pick<ValueSources, "readFile">): Promise<MissingSecret[]> {
  const looks = placeholdersIn(body)
    .filter(isFile)
    .map(async (file): Promise<MissingSecret[]> => {
      try {
        await filePart(file, sources);
        return [];
      } catch (error) {
        if (error instanceof TrueupError) return [{ reference: file.$file, error }];
        throw error;
      }
    });
  return (await Promise.all(looks)).flat();
}
