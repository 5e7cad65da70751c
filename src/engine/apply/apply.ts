import type { Api, ReadApi, ApiReply } from "../../core/api.js";
import { subjectOf } from "../../core/declaration.js";
import { ApiError, TrueupError } from "../../core/errors.js";
import { isObject, type JsonObject, textAt } from "../../core/json.js";
import { kindAt, type PlacedKind } from "../../core/kind.js";
import type { Call, Change, Outcome, Plan, Result } from "../../core/plan.js";
import { fillPath, parseRoute, routeParameters } from "../../core/route.js";
import { freshReader, type LiveInstance } from "../live/index.js";
import { addressOfChange, type ResolveSecret } from "../plan/index.js";
import type { Observed } from "../snapshot/index.js";
import { LastLook, MovedError } from "./last-look.js";
import { lookAgain, type NotStuck, readBack } from "./read-back.js";
import { type Ending, runCalls } from "./schedule.js";
import { fillCall, fillParams, type ValueSources } from "./values.js";
import { waitFor } from "./wait.js";

/** What apply needs beside the plan. */
export interface ApplyOptions extends Pick<ValueSources, "readFile"> {
  readonly resolve: ResolveSecret;
  readonly concurrency: number;
  /** What was live of the changes when they were planned: each is looked at again right before it is written to. */
  readonly before?: ReadonlyMap<Change, Observed>;
  /** Changes of what is known to be no longer as it was: nothing of them is carried out. */
  readonly moved?: ReadonlySet<Change>;
  /** Once aborted, calls in flight are finished and nothing more starts. */
  readonly signal?: AbortSignal;
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
  private readonly endings = new Map<string, { ending: Ending; error?: unknown }>();
  /** Of skipped calls, the address because of which. */
  private readonly culprits = new Map<string, string>();
  private readonly outcomes = new Map<Change, Outcome>();
  private readonly changeOf = new Map<string, Change>();
  private readonly calls: ReadonlyMap<string, Call>;
  /** Calls whose reply was lost, and after which all that their change asks for was found to be there. */
  private readonly verified = new Set<string>();
  private readonly pending: Promise<void>[] = [];
  private readonly reader;
  private readonly lastLook: LastLook;
  private sent = 0;

  constructor(
    private readonly instance: LiveInstance & { readonly read: Api },
    private readonly plan: Plan,
    private readonly options: ApplyOptions,
  ) {
    this.reader = freshReader(instance);
    this.lastLook = new LastLook(instance, plan, options.before ?? new Map());
    this.calls = new Map(plan.calls.map((call) => [call.id, call]));
    for (const change of plan.changes) for (const id of change.calls) this.changeOf.set(id, change);
  }

  async run(): Promise<Result> {
    await runCalls(this.plan.calls, {
      concurrency: this.options.concurrency,
      run: (call) => this.carryOut(call),
      onEnd: (call, ending, error) => {
        this.endings.set(call.id, { ending, error });
        if (ending === "skipped") this.culprits.set(call.id, this.culpritOf(call));
        const change = this.changeOf.get(call.id);
        if (!change?.calls.every((id) => this.endings.has(id))) return;
        const finished = this.finish(change);
        // `run` gives the error on once all calls have ended; until then it must not end the process.
        finished.catch(() => undefined);
        this.pending.push(finished);
      },
      ...(this.options.signal ? { signal: this.options.signal } : {}),
    });
    await Promise.all(this.pending);
    return {
      format: "trueup.result/1",
      outcomes: this.plan.changes.map((change) => this.outcomes.get(change)).filter((one) => one !== undefined),
      interrupted: this.options.signal?.aborted ?? false,
      stats: { requests: this.instance.read.requests, calls: this.sent },
    };
  }

  private async carryOut(call: Call): Promise<void> {
    const change = this.changeOf.get(call.id);
    if (change?.calls[0] === call.id) await this.mustBeUnmoved(change);
    const kind = this.kindOf(change);
    const sources = { ...this.options, read: this.instance.read, replies: this.replies };
    const params = await fillParams(call, sources);
    const request = await fillCall(call, params, sources);
    if (routeParameters(call.path).includes("key")) await mustMeanItself(kind, params, this.instance.read);
    const send = async (): Promise<JsonObject | undefined> => {
      this.sent++;
      return this.send(call, change, kind, () => this.instance.read.send(request));
    };
    const body = await send().catch(async (error: unknown) => {
      if (call.displaces === undefined || !(error instanceof ApiError) || error.status !== 409) throw error;
      const { method, path } = parseRoute(call.displaces);
      this.sent++;
      await this.instance.read.send({ method, path: fillPath(path, params) });
      return send();
    });
    if (body) this.replies.set(call.id, body);
    if (!call.wait) return;
    const own = typeof body?.["id"] === "number" ? { [kind.name]: body["id"] } : {};
    await waitFor(call.wait, { ...own, ...params }, kind, this.instance.read, this.options.signal);
  }

  private async mustBeUnmoved(change: Change): Promise<void> {
    if (this.options.moved?.has(change)) throw new MovedError(change, "it is no longer as it was");
    await this.lastLook.at(change);
  }

  /** Sends; a POST whose reply was lost is never blindly repeated: what may have been created is looked for first. */
  private async send(
    call: Call,
    change: Change | undefined,
    kind: PlacedKind,
    attempt: () => Promise<ApiReply>,
  ): Promise<JsonObject | undefined> {
    for (let repeat = 0; ; repeat++) {
      try {
        return asReply(await attempt());
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const done = error.replyLost || repeat > 0 ? await this.look(call, change, kind) : undefined;
        if (done) return done;
        if (!error.replyLost || repeat >= repeats) throw error;
      }
    }
  }

  /** What the platform has of a change whose reply was lost: the thing if it was created, or if all that was asked for is there. */
  private async look(call: Call, change: Change | undefined, kind: PlacedKind): Promise<JsonObject | undefined> {
    if (!change) return undefined;
    const found = await lookAgain(change, kind, this.instance, this.options.resolve);
    const creates = kind.routes.create === `${call.method} ${call.path}`;
    if (!found || (!creates && found.missing.length > 0)) return undefined;
    if (found.missing.length === 0) this.verified.add(call.id);
    // Later calls name it by its number or its path.
    return { ...found.live.marks, id: found.live.id };
  }

  private async finish(change: Change): Promise<void> {
    const outcome = await this.outcomeOf(change);
    this.outcomes.set(change, outcome);
    this.options.onProgress?.(this.outcomes.size, this.plan.changes.length, outcome);
  }

  private async outcomeOf(change: Change): Promise<Outcome> {
    const base = {
      ...subjectOf(change),
      action: change.action,
      ...(change.source === undefined ? {} : { source: change.source }),
    };
    const done = change.calls.some((id) => this.endings.get(id)?.ending === "done");
    const unfinished = { ...base, ...(done ? { partly: true as const } : {}) };
    const failed = change.calls.find((id) => this.endings.get(id)?.ending === "failed");
    const error = failed === undefined ? undefined : this.endings.get(failed)?.error;
    if (error instanceof MovedError) return { ...base, status: "stale", reason: error.message };
    if (failed !== undefined) return { ...unfinished, status: "failed", error: describe(error, this.calls.get(failed)) };
    const skipped = change.calls.find((id) => this.endings.get(id)?.ending === "skipped");
    if (skipped !== undefined) return { ...unfinished, status: "skipped", because: this.culprits.get(skipped) ?? interrupted };
    if (this.verified.has(change.calls.at(-1) ?? "")) return { ...base, status: "done" };
    const kind = this.kindOf(change);
    try {
      const missing: NotStuck[] = await readBack(
        change,
        kind,
        this.lastReply(change),
        this.instance,
        this.reader,
        this.options.resolve,
      );
      return missing.length === 0 ? { ...base, status: "done" } : { ...base, status: "not_stuck", notStuck: missing };
    } catch (error) {
      return { ...unfinished, status: "failed", error: describe(error, undefined) };
    }
  }

  private kindOf(change: Change | undefined): PlacedKind {
    const { kinds } = this.instance;
    return kindAt(kinds, addressOfChange(change ?? { address: "", kind: "" }, kinds));
  }

  /** The address whose failure made a call impossible: that of a call before it, or what made that one impossible. */
  private culpritOf({ after }: Call): string {
    for (const id of after) {
      const ending = this.endings.get(id)?.ending;
      if (ending === "failed") return this.changeOf.get(id)?.address ?? id;
      if (ending === "skipped") return this.culprits.get(id) ?? interrupted;
    }
    return interrupted;
  }

  /** The newest reply about the thing itself; calls that only link or archive answer with something else. */
  private lastReply(change: Change): JsonObject | undefined {
    const kind = this.kindOf(change);
    const own = new Set<string | undefined>([kind.routes.create, kind.routes.update]);
    const last = change.calls.at(-1);
    const call = last === undefined ? undefined : this.calls.get(last);
    return call && own.has(`${call.method} ${call.path}`) ? this.replies.get(call.id) : undefined;
  }
}

/** Throws where the platform, which may take a key for a part of another one's, would write to something else. */
async function mustMeanItself({ key, routes, title }: PlacedKind, params: JsonObject, read: ReadApi): Promise<void> {
  if (!key?.matchedInPart || routes.read === undefined) return;
  const path = fillPath(parseRoute(routes.read).path, params);
  const reply = await read.find(path);
  const [meant, found] = [textAt(params, "key"), reply && textAt(reply, key.read)];
  if (found === undefined || found === meant) return;
  throw new TrueupError({
    code: "apply.key",
    where: `GET ${path}`,
    message: `the platform takes ${meant} for the ${title.toLowerCase()} ${found}, whose name holds it: nothing was written`,
    hint: "Take the other one away for as long as this one is changed, or change this one by hand.",
  });
}

function asReply(reply: ApiReply): JsonObject | undefined {
  return isObject(reply.body) ? reply.body : undefined;
}

function describe(error: unknown, call: Call | undefined): NonNullable<Outcome["error"]> {
  if (error instanceof ApiError)
    return { method: error.method, path: error.path, status: error.status, message: error.serverMessage || error.message };
  const message = error instanceof Error ? error.message : String(error);
  const hint = error instanceof TrueupError && error.hint !== undefined ? ` ${error.hint}` : "";
  return { method: call?.method ?? "GET", path: call?.path ?? "", status: 0, message: `${message}${hint ? `.${hint}` : ""}` };
}
