import type { Api, ApiReply } from "../../core/api.js";
import { append } from "../../core/collections.js";
import { subjectOf } from "../../core/declaration.js";
import { ApiError, reasonOf, TrueupError } from "../../core/errors.js";
import { isObject, type JsonObject } from "../../core/json.js";
import { kindAt, type PlacedKind } from "../../core/kind.js";
import { isRef } from "../../core/placeholders.js";
import { type Call, type Change, earlierCalls, ofPlan, type Outcome, type Plan, type Result } from "../../core/plan.js";
import { fillPath, parseRoute, routeParameters } from "../../core/route.js";
import type { LiveInstance } from "../live/index.js";
import { addressOfChange, type MovedChanges, type ResolveSecret } from "../plan/index.js";
import type { Observed } from "../snapshot/index.js";
import { type Logged, loggedSend } from "./call-log.js";
import { isInTheWay, LastLook, MovedError, mustMeanItself } from "./last-look.js";
import { type Settling, untilAnswered, usualSettle } from "./patience.js";
import { type Doubt, ReadBacks } from "./read-back.js";
import { type Ending, runCalls, type ScheduleOptions } from "./schedule.js";
import { fillCall, fillParams, type ValueSources } from "./values.js";
import { waitFor } from "./wait.js";

/** What apply needs beside the plan. */
export interface ApplyOptions extends Pick<ValueSources, "readFile">, Logged {
  readonly resolve: ResolveSecret;
  /** As `runCalls` takes it. */
  readonly concurrency: ScheduleOptions["concurrency"];
  /** What was live of the changes when they were planned: each is looked at again right before it is written to. */
  readonly before?: ReadonlyMap<Change, Observed>;
  /** Changes of what is known to be no longer as it was: nothing of them is carried out. */
  readonly moved?: MovedChanges;
  /** Once aborted, calls in flight are finished and nothing more starts. */
  readonly signal?: AbortSignal;
  /** Milliseconds that the platform is given to show what it has accepted; 10,000 without it. */
  readonly settle?: number;
  /** Told, once, how many changes do not show yet and are looked at again for as long as `settle` says. */
  readonly onSettle?: (changes: number) => void;
  /** Told after each change that has ended. */
  readonly onProgress?: (done: number, total: number, outcome: Outcome) => void;
}

/** What made a call impossible, where no failure did. */
const interrupted = "interrupted";

/** How a POST whose reply was lost, and that is not known to have created something, is sent again at most. */
const repeats = 2;

/** Carries out exactly the calls of a plan that has no refusals, reads back what they wrote, and reports every change. */
export async function applyPlan(
  instance: LiveInstance & { readonly read: Api },
  plan: Plan,
  options: ApplyOptions,
): Promise<Result> {
  return new Application(instance, plan, options).run();
}

class Application {
  private readonly replies = new Map<string, JsonObject>();
  /** How calls ended; of skipped ones, the address because of which. */
  private readonly endings = new Map<string, { ending: Ending; error?: unknown; because: string | undefined }>();
  private readonly outcomes = new Map<Change, Outcome>();
  /** By call; several where the call says so. */
  private readonly changesOf = new Map<string, Change[]>();
  private readonly readBacks: ReadBacks;
  private readonly calls: ReadonlyMap<string, Call>;
  private readonly earlier;
  /** Calls whose reply was lost, and after which all that their change asks for was found to be there. */
  private readonly verified = new Set<string>();
  private readonly pending: Promise<void>[] = [];
  /** Changes that were done and do not show yet. */
  private readonly doubts = new Map<Change, Doubt>();
  private readonly patience: Settling;
  private readonly lastLook: LastLook;
  private sent = 0;

  constructor(
    private readonly instance: LiveInstance & { readonly read: Api },
    private readonly plan: Plan,
    private readonly options: ApplyOptions,
  ) {
    this.lastLook = new LastLook(instance, plan, options.before ?? new Map());
    this.patience = { settle: options.settle ?? usualSettle, signal: options.signal };
    this.calls = new Map(plan.calls.map((call) => [call.id, call]));
    this.earlier = earlierCalls(plan);
    for (const change of plan.changes) for (const id of change.calls) append(this.changesOf, id, change);
    this.readBacks = new ReadBacks(instance, options.resolve);
  }

  async run(): Promise<Result> {
    await runCalls(this.plan.calls, {
      earlier: this.earlier,
      concurrency: this.options.concurrency,
      run: (call) => this.carryOut(call),
      onEnd: (call, ending, error) => {
        this.endings.set(call.id, { ending, error, because: ending === "skipped" ? this.culpritOf(call) : undefined });
        for (const change of this.changesOf.get(call.id) ?? []) {
          if (!change.calls.every((id) => this.endings.has(id))) continue;
          const finished = this.finish(change);
          // `run` gives the error on once all calls have ended; until then it must not end the process.
          finished.catch(() => undefined);
          this.pending.push(finished);
        }
      },
      ...(this.options.signal ? { signal: this.options.signal } : {}),
    });
    await Promise.all(this.pending);
    await this.settleDoubts();
    return {
      format: "trueup.result/1",
      ...ofPlan(this.plan),
      outcomes: this.plan.changes.map((change) => this.outcomes.get(change)).filter((outcome) => outcome !== undefined),
      interrupted: this.options.signal?.aborted ?? false,
      stats: { requests: this.instance.read.requests, calls: this.sent },
    };
  }

  private async carryOut(call: Call): Promise<void> {
    const changes = this.changesOf.get(call.id) ?? [];
    const [change] = changes;
    await Promise.all(changes.filter(({ calls }) => calls[0] === call.id).map(async (sharing) => this.mustBeUnmoved(sharing)));
    const kind = this.kindOf(change);
    const sources = { ...this.options, read: this.instance.read, replies: this.replies, patience: this.patience };
    const params = await fillParams(call, sources);
    const request = await fillCall(call, params, sources);
    if (routeParameters(call.path).includes("key")) await mustMeanItself(kind, params, this.instance.read);
    const write = loggedSend(this.options, call, this.instance.read);
    const send = async (): Promise<JsonObject | undefined> => {
      this.sent++;
      return this.send(call, change, () => write(request));
    };
    // True for a call about what an earlier call of the plan created.
    const isOnNew = Object.values(call.params).some(isRef);
    const body = await (isOnNew ? this.onceThere(send) : send()).catch(async (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      // What the plan only keeps may be there still: servers drop it late, or not at all.
      const kept = change && onlyKeeps(change) && isInTheWay(error, call.method) ? await this.look(call, change) : undefined;
      if (kept) return kept;
      if (call.displaces === undefined) throw error;
      const { method, path } = parseRoute(call.displaces);
      if (!isInTheWay(error, method)) throw error;
      const displacing = { ...request, method, path: fillPath(path, params) };
      this.sent++;
      if (method !== "DELETE") return this.send(call, change, async () => write(displacing));
      await write({ method, path: displacing.path });
      return send();
    });
    if (body) this.replies.set(call.id, body);
    if (!call.wait) return;
    const ids = typeof body?.["id"] === "number" ? { [kind.name]: body["id"] } : {};
    const { signal, settle: limit } = this.patience;
    await waitFor(call.wait, { ...ids, ...params }, kind, this.instance.read, signal, limit);
  }

  private async mustBeUnmoved(change: Change): Promise<void> {
    const moved = this.options.moved?.get(change);
    if (moved !== undefined)
      throw moved === "as-asked" ? MovedError.asAsked() : MovedError.since(change, "it is no longer as it was");
    await this.lastLook.at(change);
  }

  /** Sends; a POST whose reply was lost is never blindly repeated: what may have been created is looked for first. */
  private async send(call: Call, change: Change | undefined, attempt: () => Promise<ApiReply>): Promise<JsonObject | undefined> {
    for (let repeat = 0; ; repeat++) {
      try {
        const { body } = await attempt();
        return isObject(body) ? body : undefined;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // A list that lags behind lacks what was just created, and "already taken" is said by who knows better.
        const patience = error.replyLost || [400, 409, 422].includes(error.status) ? this.patience : { settle: 0 };
        const done =
          error.replyLost || repeat > 0 ? await untilAnswered(async () => this.look(call, change), patience) : undefined;
        if (done) return done;
        if (!error.replyLost || repeat >= repeats) throw error;
      }
    }
  }

  /** What the platform has of a change whose reply was lost: the thing if it was created, or if all that was asked for is there. */
  private async look(call: Call, change: Change | undefined): Promise<JsonObject | undefined> {
    // Of what is proposed, nothing shows where it is to get.
    if (!change || change.proposal) return undefined;
    if (call.joint) {
      const isDone = await this.readBacks.isDone(this.changesOf.get(call.id) ?? []);
      if (isDone) this.verified.add(call.id);
      return isDone ? {} : undefined;
    }
    const seen = await this.readBacks.again(change);
    const creates = this.kindOf(change).routes.create === `${call.method} ${call.path}`;
    if (!seen || (!creates && seen.missing.length > 0)) return undefined;
    if (seen.missing.length === 0) this.verified.add(call.id);
    // Later calls name it by its number or its path.
    return { ...seen.live.marks, id: seen.live.id };
  }

  /** Sends what names something that was created a moment ago, and that another part of the platform may not know yet: again as long as it answers 404. */
  private async onceThere(send: () => Promise<JsonObject | undefined>): Promise<JsonObject | undefined> {
    let missing: unknown;
    const sent = await untilAnswered(async () => {
      try {
        return { body: await send() };
      } catch (error) {
        if (!(error instanceof ApiError) || !error.missing) throw error;
        missing = error;
        return undefined;
      }
    }, this.patience);
    if (sent === undefined) throw missing;
    return sent.body;
  }

  private async settleDoubts(): Promise<void> {
    if (this.doubts.size === 0) return;
    if (this.patience.settle > 0) this.options.onSettle?.(this.doubts.size);
    const left = await this.readBacks.settle(this.doubts, this.patience);
    for (const change of this.doubts.keys()) this.tell(change, this.outcomeAfter(change, left.get(change)));
  }

  private async finish(change: Change): Promise<void> {
    const outcome = this.outcomeSoFar(change);
    if (outcome) {
      this.tell(change, outcome);
      return;
    }
    const { isSure, ...doubt } = await this.readBack(change);
    if (isSure) this.tell(change, this.outcomeAfter(change, doubt));
    else this.doubts.set(change, doubt);
  }

  private tell(change: Change, outcome: Outcome): void {
    this.outcomes.set(change, outcome);
    this.options.onProgress?.(this.outcomes.size, this.plan.changes.length, outcome);
  }

  /** What became of a change, by the ends of its calls; undefined where it must be read back. */
  private outcomeSoFar(change: Change): Outcome | undefined {
    const base = baseOf(change);
    const ended = (ending: Ending) => change.calls.filter((id) => this.endings.get(id)?.ending === ending);
    const unfinished = { ...base, ...leftBy(change, ended("done"), this.calls, this.kindOf(change)) };
    const [failed] = ended("failed");
    const error = failed === undefined ? undefined : this.endings.get(failed)?.error;
    if (error instanceof MovedError) return { ...base, status: "stale", code: error.code, reason: error.message };
    if (failed !== undefined) return { ...unfinished, ...failureBy(error, this.calls.get(failed)) };
    const [skipped] = ended("skipped");
    if (skipped !== undefined) {
      const because = this.endings.get(skipped)?.because ?? interrupted;
      return { ...unfinished, status: "skipped", code: because === interrupted ? interrupted : "apply.skipped", because };
    }
    return this.verified.has(change.calls.at(-1) ?? "") ? { ...base, status: "done" } : undefined;
  }

  /** What does not show of a change whose calls were all done, and whether that is sure or may still come. */
  private async readBack(change: Change): Promise<Doubt & { readonly isSure: boolean }> {
    try {
      const joint = change.calls.find((id) => this.calls.get(id)?.joint);
      if (joint === undefined) return await this.readBacks.of(change, this.lastReply(change));
      const missing = await this.readBacks.missing(joint, this.changesOf.get(joint) ?? [], change);
      return { missing, isSure: missing.length === 0 };
    } catch (error) {
      return { error, isSure: !(error instanceof ApiError && error.missing) };
    }
  }

  /** What became of a change whose calls were all done. */
  private outcomeAfter(change: Change, doubt: Doubt = { missing: [] }): Outcome {
    const base = baseOf(change);
    if ("error" in doubt) return { ...base, partly: true, ...failureBy(doubt.error, undefined) };
    const { missing } = doubt;
    if (change.proposal) return { ...base, ...this.proposedIn(change), status: "done" };
    if (missing.length === 0) return { ...base, status: "done" };
    return { ...base, status: "not_stuck", code: "not_stuck", notStuck: missing };
  }

  /** The number of the merge request that proposes a change: the one that was open, or that the last call has opened. */
  private proposedIn(change: Change): Pick<Outcome, "proposed"> {
    const { proposal, calls } = change;
    const opened = this.replies.get(calls.at(-1) ?? "")?.[this.kindOf(change).committed?.proposing.shown.number ?? ""];
    const number = proposal?.number ?? opened;
    return typeof number === "number" ? { proposed: number } : {};
  }

  private kindOf(change: Change | undefined): PlacedKind {
    const { kinds } = this.instance;
    return kindAt(kinds, addressOfChange(change ?? { address: "", kind: "" }, kinds));
  }

  /** The address whose failure made a call impossible: that of a call before it, or what made that one impossible. */
  private culpritOf(call: Call): string {
    for (const id of this.earlier(call)) {
      const { ending, because = interrupted } = this.endings.get(id) ?? {};
      if (ending === "failed") return this.changesOf.get(id)?.[0]?.address ?? id;
      if (ending === "skipped") return because;
    }
    return interrupted;
  }

  /** The newest reply about the thing itself; calls that only link or archive answer with something else. */
  private lastReply(change: Change): JsonObject | undefined {
    const kind = this.kindOf(change);
    // A commit is no file.
    if (kind.committed) return undefined;
    const mainRoutes = new Set<string | undefined>([kind.routes.create, kind.routes.update]);
    const call = this.calls.get(change.calls.at(-1) ?? "");
    return call && mainRoutes.has(`${call.method} ${call.path}`) ? this.replies.get(call.id) : undefined;
  }
}

function baseOf(change: Change): Pick<Outcome, "address" | "parent" | "action" | "source"> {
  const { action, source } = change;
  return { ...subjectOf(change), action, ...(source === undefined ? {} : { source }) };
}

/** True for a change that only writes again what is there. */
function onlyKeeps({ action, attributes, unverifiable }: Change): boolean {
  return action === "update" && attributes.length + unverifiable.length === 0;
}

/** That a change failed, with the code of its error. */
function failureBy(error: unknown, call: Call | undefined): Pick<Outcome, "status" | "code" | "error"> {
  const code = error instanceof TrueupError ? error.code : "unexpected";
  return { status: "failed", code, error: errorOf(error, call) };
}

/** What a failure was, and what to do about it: that of a request in the server's words, any other in its own. */
export function errorOf(error: unknown, call: Call | undefined): NonNullable<Outcome["error"]> {
  const hint = error instanceof TrueupError && error.hint !== undefined ? { hint: error.hint } : {};
  if (error instanceof ApiError) {
    const { method, path, status, serverMessage } = error;
    return { method, path, status, message: serverMessage || error.message, ...hint };
  }
  const message = reasonOf(error);
  return { method: call?.method ?? "GET", path: call?.path ?? "", status: 0, message, ...hint };
}

/** In what state a change that did not end well left the platform: that some of its calls were done, and that what one of them deleted is not there again. */
function leftBy(
  { action, calls: callIds }: Change,
  done: readonly string[],
  calls: ReadonlyMap<string, Call>,
  { routes }: PlacedKind,
): Pick<Outcome, "partly" | "gone"> {
  if (done.length === 0) return {};
  const isBy = (id: string, route: string | undefined) => {
    const call = calls.get(id);
    return call !== undefined && `${call.method} ${call.path}` === route;
  };
  const isDeleted = action !== "delete" && done.some((id) => isBy(id, routes.delete));
  const isMade = callIds.some((id) => isBy(id, routes.create) && done.includes(id));
  return { partly: true, ...(isDeleted && !isMade ? { gone: true as const } : {}) };
}
