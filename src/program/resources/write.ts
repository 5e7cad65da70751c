import { type Address, formatAddress } from "../../core/address.js";
import type { Api } from "../../core/api.js";
import type { Diagnostic } from "../../core/diagnostic.js";
import { TrueupError } from "../../core/errors.js";
import { kindAt } from "../../core/kind.js";
import type { Desired, Plan } from "../../core/plan.js";
import { carryOut, keysOf, Locks, untilAnswered } from "../../engine/apply/index.js";
import type { LiveInstance } from "../../engine/live/index.js";
import { makePlan, type PlanOptions } from "../../engine/plan/index.js";
import type { Observed } from "../../engine/snapshot/index.js";
import type { RunContext } from "../server/run-context.js";
import { fillingPatience, JustCreated } from "./just-created.js";
import { beforeOf, delayed, failureOf, restored, stopped, unstuck, vanished } from "./outcome.js";
import { readPicture } from "./picture.js";
import { checkPreconditions, checkSameNumber } from "./preconditions.js";
import type { ResourceReads } from "./read.js";
import { desiredOf, type AppliedResource, RefusedError, diagnosticOf, secretsOf, type DesiredResource } from "./resource.js";

/** What writing needs beside the server. */
export interface WriteOptions {
  readonly context: RunContext;
  /** Once aborted, calls in flight are finished and nothing more starts. */
  readonly signal: AbortSignal;
  readonly concurrency: number | (() => number);
  /** Milliseconds that the platform is given to show what it has accepted. */
  readonly settle: number;
}

type WritableInstance = LiveInstance & { readonly read: Api };

/** A plan of one thing, with what was live of it. */
interface Planned {
  readonly plan: Plan;
  readonly observed: Observed | undefined;
}

/** A plan that was carried out. */
interface Done extends Planned {
  readonly failure: TrueupError | undefined;
  readonly remarks: readonly Diagnostic[];
}

/** Makes things true one at a time: a plan of one thing, carried out at once. */
export class ResourceWrites {
  private readonly locks = new Locks();
  private readonly justCreated = new JustCreated();

  constructor(
    private readonly instance: () => Promise<WritableInstance>,
    private readonly reading: ResourceReads,
    private readonly options: WriteOptions,
  ) {}

  /** Makes a desired resource true. Throws Refused, and TrueupError for what failed before anything was changed. */
  async apply(resource: DesiredResource, create: boolean): Promise<AppliedResource> {
    const instance = await this.instance();
    const desired = desiredOf(resource);
    const done = await this.perform(instance, desired, resource, (observed) =>
      checkPreconditions(observed, resource, create, this.justCreated.mayBeThere(instance, desired)),
    );
    const attributes = Object.keys(resource.spec);
    const read = async () => this.reading.afresh(resource, { attributes, ...knownId(done.observed) });
    const live = await untilAnswered(read, this.options);
    if (!live) throw done.failure ?? vanished(desired.address);
    return {
      live,
      warnings: [...(create ? restored(done.plan) : []), ...done.remarks],
      before: beforeOf(done.plan, done.observed),
      ...(done.failure ? { failure: done.failure } : {}),
    };
  }

  /** Deletes a thing. Throws like `apply`. */
  async remove(parts: Address, id: string | undefined): Promise<readonly Diagnostic[]> {
    const instance = await this.instance();
    if (kindAt(instance.kinds, parts).routes.delete === undefined)
      return [{ rule: "delete.always", message: "it is always there: it stays as it is" }];
    const resource: DesiredResource = { ...parts, spec: {}, secrets: {}, ...(id === undefined ? {} : { id }) };
    const desired = desiredOf(resource, "absent");
    const { observed, failure, remarks } = await this.perform(instance, desired, resource, (found) =>
      checkSameNumber(found, resource),
    );
    if (failure) throw failure;
    const path = observed?.live ? undefined : await this.reading.movedPath(parts);
    return path === undefined ? remarks : this.remove({ ...parts, path }, id);
  }

  /** Deletes a thing that another one is to take the place of. What stays until its scheduled deletion is restored. Throws `delete.delayed` then. */
  async replace(parts: Address, id: string | undefined): Promise<readonly Diagnostic[]> {
    const remarks = await this.remove(parts, id);
    const resource: DesiredResource = { ...parts, spec: {}, secrets: {}, ...(id === undefined ? {} : { id }) };
    const { observed } = await this.plan(await this.instance(), desiredOf(resource), resource);
    if (observed?.live?.scheduledForDeletion !== true) return remarks;
    await this.apply(resource, false);
    throw delayed(formatAddress(parts));
  }

  /** Plans and carries out, while nobody else writes to anything that the plan touches: again as long as what it needs may still come. */
  private async perform(
    instance: WritableInstance,
    desired: Desired,
    resource: DesiredResource,
    check: (observed: Observed) => void,
  ): Promise<Done> {
    const keys = keysOf(instance.kinds, resource);
    let missing: TrueupError | undefined;
    const attempt = async (): Promise<Done | undefined> => {
      if (this.options.signal.aborted) throw stopped(desired.address, true);
      const planned = await this.plan(instance, desired, resource);
      if (planned.observed) check(planned.observed);
      const { refusals } = planned.plan;
      if (refusals.length === 0) {
        const done = await this.carryOut(instance, planned, desired, resource);
        if (!(done instanceof TrueupError)) return done;
        missing = done;
        return undefined;
      }
      missing = refused(resource, desired, refusals);
      if (this.justCreated.mayStillCome(instance, desired, refusals)) return undefined;
      throw missing;
    };
    const done = await untilAnswered(async () => this.locks.hold(keys, attempt), { settle: fillingPatience });
    if (!done) throw missing ?? stopped(desired.address, true);
    return done;
  }

  private async plan(instance: WritableInstance, desired: Desired, resource: DesiredResource): Promise<Planned> {
    const options: PlanOptions = {
      targets: [],
      resendSecrets: resource.resend === true ? ["**"] : [],
      allowDelete: [desired.kind],
      allowRestore: [desired.kind],
      maxDeletes: 1,
      isPart: true,
      alone: true,
      resolve: secretsOf(resource, this.options.context.redactor),
    };
    const { plan, observed } = await makePlan(instance, { resources: [desired], deleteUndeclared: {}, root: "." }, options);
    return { plan, observed: observed[0] };
  }

  /** Answers the failure where what is in the way may only have come by itself. */
  private async carryOut(
    instance: WritableInstance,
    planned: Planned,
    desired: Desired,
    resource: DesiredResource,
  ): Promise<Done | TrueupError> {
    const { plan } = planned;
    const told = plan.warnings.map((one) => diagnosticOf(resource, one));
    if (plan.calls.length === 0) return { ...planned, failure: undefined, remarks: told };
    const { context, signal, concurrency, settle } = this.options;
    const result = await this.reading.whileWriting(async () =>
      carryOut(instance, plan, {
        resolve: secretsOf(resource, context.redactor),
        readFile: async (path) => readPicture(path, context.cwd),
        refused: (reasons) => refused(resource, desired, reasons),
        concurrency,
        settle,
        signal,
      }),
    );
    const isTaken = result.outcomes.some(({ error }) => error?.status === 409);
    const failure = failureOf(result, desired.address);
    if (failure && isTaken && this.justCreated.mayBeThere(instance, desired)) return failure.error;
    if (failure && !failure.partly) throw failure.error;
    this.justCreated.learn(instance, plan);
    return { ...planned, failure: failure?.error, remarks: [...told, ...unstuck(result)] };
  }
}

function refused(resource: DesiredResource, { address }: Desired, diagnostics: Plan["refusals"]): RefusedError {
  return new RefusedError(
    address,
    diagnostics.map((one) => diagnosticOf(resource, one)),
  );
}

function knownId(observed: Observed | undefined): { readonly id?: string } {
  const id = observed?.live?.id;
  return typeof id === "number" ? { id: String(id) } : {};
}
