import { createHash } from "node:crypto";
import type { AddressParts } from "../../core/address.js";
import type { Api } from "../../core/api.js";
import type { TrueupError } from "../../core/errors.js";
import { kindOf } from "../../core/kind.js";
import type { Desired, Plan } from "../../core/plan.js";
import { applyPlan } from "../../engine/apply.js";
import { makePlan, type PlanOptions } from "../../engine/plan.js";
import { unready } from "../../engine/ready.js";
import type { Observed, Outlook } from "../../engine/world.js";
import type { Surroundings } from "../surroundings.js";
import { guessedKeys, keysOf, Locks } from "./locks.js";
import { beforeOf, failureOf, stopped, unstuck, vanished } from "./outcome.js";
import { Newborn } from "./newborn.js";
import { readPicture } from "./picture.js";
import type { Reading } from "./read.js";
import { mustBeAsTold, mustBeTheSame } from "./told.js";
import { desiredOf, type Granted, Refused, type Remark, remarkOf, secretsOf, type Wish } from "./wish.js";

/** What granting needs beside the server. */
export interface GrantOptions {
  readonly around: Surroundings;
  /** Once aborted, calls in flight are finished and nothing more starts. */
  readonly signal: AbortSignal;
  readonly concurrency: number;
}

type Bench = Outlook & { readonly read: Api };

/** A plan of one thing, with what was live of it. */
interface Planned {
  readonly plan: Plan;
  readonly observed: Observed | undefined;
}

/** A plan that was carried out. */
interface Done extends Planned {
  readonly failure: TrueupError | undefined;
  readonly remarks: readonly Remark[];
}

/** Makes things true one at a time: a plan of one thing, carried out at once. */
export class Granting {
  private readonly locks = new Locks();
  private readonly newborn = new Newborn();

  constructor(
    private readonly bench: () => Promise<Bench>,
    private readonly reading: Reading,
    private readonly options: GrantOptions,
  ) {}

  /** Makes a wish true. Throws Refused, and TrueupError for what failed before anything was changed. */
  async grant(wish: Wish, create: boolean): Promise<Granted> {
    const bench = await this.bench();
    const desired = desiredOf(wish);
    const done = await this.perform(bench, desired, wish, (observed) => mustBeAsTold(observed, wish, create));
    const seen = await this.reading.afresh(wish, { attributes: Object.keys(wish.spec), ...knownId(done.observed) });
    if (!seen) throw done.failure ?? vanished(desired.address);
    return {
      seen,
      warnings: done.remarks,
      before: beforeOf(done.plan, done.observed),
      ...(done.failure ? { failure: done.failure } : {}),
    };
  }

  /** Deletes a thing. Throws like `grant`. */
  async remove(parts: AddressParts, id: string | undefined): Promise<readonly Remark[]> {
    const bench = await this.bench();
    if (kindOf(bench.kinds, parts.kind).routes.delete === undefined)
      return [{ rule: "delete.always", message: "it is always there: it stays as it is" }];
    const wish: Wish = { ...parts, spec: {}, secrets: {}, ...(id === undefined ? {} : { id }) };
    const desired = desiredOf(wish, "absent");
    const { observed, failure, remarks } = await this.perform(bench, desired, wish, (found) => mustBeTheSame(found, wish));
    if (failure) throw failure;
    const path = observed?.live ? undefined : await this.reading.movedPath(parts);
    return path === undefined ? remarks : this.remove({ ...parts, path }, id);
  }

  /** Plans and carries out, while nobody else writes to anything that the plan touches. */
  private async perform(bench: Bench, desired: Desired, wish: Wish, check: (observed: Observed) => void): Promise<Done> {
    const keys = new Set(guessedKeys(bench.kinds, wish));
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- again only where the plan touches more than was guessed, or what it names is still to come
      const done = await this.locks.hold(keys, async () => {
        if (this.options.signal.aborted) throw stopped(desired.address, true);
        const planned = await this.plan(bench, desired, wish);
        if (planned.observed) check(planned.observed);
        const { refusals } = planned.plan;
        if (refusals.length > 0 && this.newborn.mayStillCome(bench, desired, refusals)) return "later";
        if (refusals.length > 0) throw refused(wish, desired, refusals);
        const needed = keysOf(bench.kinds, planned.plan).filter((key) => !keys.has(key));
        for (const key of needed) keys.add(key);
        return needed.length > 0 ? "again" : this.carryOut(bench, planned, desired, wish);
      });
      if (done === "later") await this.newborn.pause();
      else if (done !== "again") return done;
    }
  }

  private async plan(bench: Bench, desired: Desired, wish: Wish): Promise<Planned> {
    let observed: Observed | undefined;
    const options: PlanOptions = {
      targets: [],
      resendSecrets: wish.resend === true ? ["**"] : [],
      allowDelete: [desired.kind],
      maxDeletes: 1,
      resolve: secretsOf(wish, this.options.around.redactor),
      onObserved: (all) => {
        observed = all[0];
      },
    };
    const plan = await makePlan(bench, { resources: [desired], deleteUndeclared: {}, root: "." }, options);
    return { plan, observed };
  }

  private async carryOut(bench: Bench, planned: Planned, desired: Desired, wish: Wish): Promise<Done> {
    const { plan } = planned;
    const told = plan.warnings.map((one) => remarkOf(wish, one));
    if (plan.calls.length === 0) return { ...planned, failure: undefined, remarks: told };
    const { around, signal, concurrency } = this.options;
    const sources = {
      resolve: secretsOf(wish, around.redactor),
      readFile: async (path: string) => readPicture(path, around.cwd),
      sha256: (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex"),
    };
    const lacking = await unready(plan, sources);
    if (lacking.length > 0) throw refused(wish, desired, lacking);
    const result = await this.reading.whileWriting(async () => applyPlan(bench, plan, { ...sources, concurrency, signal }));
    const failure = failureOf(result, desired.address);
    if (failure && !failure.partly) throw failure.error;
    this.newborn.learn(bench, plan);
    return { ...planned, failure: failure?.error, remarks: [...told, ...unstuck(result)] };
  }
}

function refused(wish: Wish, { address }: Desired, notices: Plan["refusals"]): Refused {
  return new Refused(
    address,
    notices.map((one) => remarkOf(wish, one)),
  );
}

function knownId(observed: Observed | undefined): { readonly id?: string } {
  const id = observed?.live?.id;
  return typeof id === "number" ? { id: String(id) } : {};
}
