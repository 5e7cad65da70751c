import { addressKey, parentKey, thingKey } from "../../core/address-key.js";
import { type Address, formatAddress, parentPath } from "../../core/address.js";
import type { Api } from "../../core/api.js";
import { referencesOf } from "../../core/body-fields.js";
import { type Diagnostic, TrueupError } from "../../core/errors.js";
import type { Field } from "../../core/fields.js";
import { fieldsOf, isInherent, kindAt, type Kinds, type PlacedKind, topKind } from "../../core/kind.js";
import { lookupOf } from "../../core/lookup.js";
import type { Desired, Plan, PlanDiagnostic } from "../../core/plan.js";
import { carryOut, keysOf, Locks, untilAnswered } from "../../engine/apply/index.js";
import type { LiveInstance } from "../../engine/live/index.js";
import { addressOfChange, makePlan, type PlanOptions } from "../../engine/plan/index.js";
import type { Observed } from "../../engine/snapshot/index.js";
import { readPicture } from "../files/outside.js";
import type { RunContext } from "../server/run-context.js";
import { beforeOf, delayed, failureOf, restored, stopped, unstuck, vanished } from "./outcome.js";
import type { ResourceReads } from "./read.js";
import { type AppliedResource, desiredOf, type DesiredResource, diagnosticOf, RefusedError, secretsOf } from "./resource.js";

/** What writing needs beside the server. */
interface WriteOptions {
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
    const id = done.observed?.live?.id;
    const more = { attributes: Object.keys(resource.spec), ...(typeof id === "number" ? { id: String(id) } : {}) };
    const read = async () => this.reading.afresh(resource, more);
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
    const { observed, failure, remarks } = await this.perform(instance, desired, resource, (observation) =>
      checkSameNumber(observation, resource),
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
    const diagnostics = plan.warnings.map((warning) => diagnosticOf(resource, warning));
    if (plan.calls.length === 0) return { ...planned, failure: undefined, remarks: diagnostics };
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
    return { ...planned, failure: failure?.error, remarks: [...diagnostics, ...unstuck(result)] };
  }
}

function refused(resource: DesiredResource, { address }: Desired, diagnostics: Plan["refusals"]): RefusedError {
  return new RefusedError(
    address,
    diagnostics.map((diagnostic) => diagnosticOf(resource, diagnostic)),
  );
}

/** Throws where what is to be created is there (unless it `mayCome` by itself), what is to be changed is not, or something else has its path. */
function checkPreconditions(observed: Observed, resource: DesiredResource, create: boolean, mayCome = false): void {
  checkSameNumber(observed, resource);
  const { kind, live } = observed;
  const address = formatAddress(resource);
  if (!live && !create && !kind.slots) {
    throw new TrueupError({
      code: "resource.gone",
      message: `${address} is not there any more`,
      hint: "Something else has deleted or renamed it since it was read: plan again.",
    });
  }
  if (!live || !create || mayCome || live.scheduledForDeletion || kind.as === "one" || isInherent(kind, live.marks)) return;
  throw new TrueupError({
    code: "resource.exists",
    message: `${address} is there already (with the id ${live.id})`,
    hint: `Import it as ${JSON.stringify(address)}, or give the new one another name.`,
  });
}

/** Throws where a number is known and what holds data at the path has another. */
function checkSameNumber({ kind, live, conflict }: Observed, resource: DesiredResource): void {
  // Where two things have a claim to the path, the plan itself is refused.
  if (!live || conflict || kind.holdsData !== true || resource.id === undefined || String(live.id) === resource.id) return;
  throw new TrueupError({
    code: "resource.other",
    message: `${formatAddress(resource)} is now another one, with the id ${live.id}: the one with the id ${resource.id} has moved away or is gone`,
    hint: "Plan again.",
  });
}

/** How long the platform is given for what it makes by itself in a new thing, in milliseconds (the reference of real servers, asynchronous operations). */
const fillingPatience = 30_000;

/** What tells the thing that another one hangs on or lies in. */
function holderKey(kind: PlacedKind, path: string | undefined, kinds: Kinds): string | undefined {
  if (!kind.tree) return parentKey(kind, path, kinds);
  const holder = parentPath(path ?? "");
  return holder === undefined ? undefined : thingKey(topKind(kinds, kind.tree.parent), holder, undefined);
}

/** Things that this run created: the platform still fills them (it protects the first branch), so that what is missing in them may still come. */
class JustCreated {
  private readonly keys = new Set<string>();

  /** Remembers what a plan that was carried out has created. */
  learn({ kinds }: LiveInstance, { changes }: Plan): void {
    for (const change of changes)
      if (change.action === "create") this.keys.add(addressKey(addressOfChange(change, kinds), kinds));
  }

  /** True of what the platform may make by itself in something new: it is no surprise that it is there, nor that it came between. */
  mayBeThere({ kinds }: LiveInstance, desired: Address): boolean {
    const kind = kindAt(kinds, desired);
    return kind.comesWithParent !== undefined && this.isNew(parentKey(kind, desired.path, kinds));
  }

  /** True if nothing stopped a plan but what is new and does not show yet: what a thing lies in or hangs on, or names of things within that. */
  mayStillCome(instance: LiveInstance, desired: Desired, refusals: readonly PlanDiagnostic[]): boolean {
    const { kinds, directory } = instance;
    const kind = kindAt(kinds, desired);
    if (!this.isNew(holderKey(kind, desired.path, kinds))) return false;
    if (refusals.every(({ rule }) => rule === "parent.missing")) return true;
    const isAwaited = ({ target }: Field): boolean => {
      const lookup = target === undefined ? undefined : lookupOf(kinds, directory, target, kind.parent);
      return lookup?.comesWithParent !== undefined && lookup.within === kind.parent;
    };
    const named = referencesOf(fieldsOf(kind, { key: desired.key }), desired.spec);
    return named.some(({ field }) => isAwaited(field)) && refusals.every(({ rule }) => rule.startsWith("reference"));
  }

  private isNew(key: string | undefined): boolean {
    return this.keys.has(key ?? "");
  }
}
