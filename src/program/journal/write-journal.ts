import { randomBytes } from "node:crypto";
import { appendFileSync } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import type { Acknowledged } from "../../core/acknowledgement.js";
import type { WriteRequest } from "../../core/api.js";
import { append, defined } from "../../core/collections.js";
import { reasonOf, TrueupError } from "../../core/errors.js";
import { inertJson } from "../../core/inert-text.js";
import { isObject, type Json, writtenForm } from "../../core/json.js";
import type { Call, Outcome, Plan, Result } from "../../core/plan.js";
import type { Scrubber } from "../../core/redact.js";
import type { CallLog, SentEnd } from "../../engine/apply/index.js";

/** What a journal says of its apply beside the plan. */
export interface JournalFacts {
  /** The release of trueup. */
  readonly version: string;
  /** The commit of the files, if Git knows one. */
  readonly commit?: string;
  /** Who started the run and its pipeline, in the words of the service that runs it. */
  readonly actor?: string;
  readonly pipeline?: string;
  readonly acknowledged: readonly Acknowledged[];
}

/** Where journals are, below the directory of the run. */
export const journalDirectory = join(".trueup", "journal");

/** What a journal takes from its run. */
interface JournalRun {
  readonly cwd: string;
  readonly redactor: Scrubber;
  readonly now: () => Date;
}

/**
 * The journal of one apply (schemas/journal.schema.json): a file of JSON lines, of mode 0600, that is made with the plan before anything is sent. The line of a request is on the
 * disk before the request is sent. The line of its end is written at once and reaches the disk with the next request, or at the end.
 */
export class ApplyJournal implements CallLog {
  private readonly stop = new AbortController();
  private handle: FileHandle | undefined;
  private failure: TrueupError | undefined;
  private sent = 0;
  /** By call. */
  private addresses = new Map<string, string[]>();
  private syncing: Promise<void> = Promise.resolve();
  private nextSync: Promise<void> | undefined;
  private consequence = "";

  constructor(
    private readonly facts: JournalFacts,
    private readonly run: JournalRun,
  ) {}

  /** Aborted once a line could not be written. */
  get stopped(): AbortSignal {
    return this.stop.signal;
  }

  /** Makes the file if there is none yet, and keeps the plan. Throws TrueupError `journal.write`. */
  async begin(plan: Plan, username: string): Promise<void> {
    const { coverage: _, seal: __, ...kept } = plan;
    this.addresses = new Map();
    for (const { address, calls } of plan.changes) for (const id of calls) append(this.addresses, id, address);
    this.consequence = "nothing of the plan was applied";
    try {
      this.handle ??= await this.create();
    } catch (error) {
      throw this.failed(error);
    }
    const { acknowledged, ...facts } = this.facts;
    const lines = acknowledged.map(({ rule, match, source }) => defined({ rule, match, source }));
    const format = "trueup.journal/1";
    await this.keep({ type: "begin", format, ...facts, username, acknowledged: lines, plan: kept });
    this.consequence = "no further call begins";
  }

  async before(call: Call, { method, path, body }: WriteRequest): Promise<number> {
    const sent = ++this.sent;
    const addresses = this.addresses.get(call.id) ?? [];
    // The body with its placeholders: the one that is sent has secrets in their place.
    const shown = body === undefined || call.body === undefined ? {} : { body: call.body };
    await this.keep({ type: "call", sent, call: call.id, addresses, method, path, ...shown });
    return sent;
  }

  after(sent: number, end: SentEnd): void {
    this.write({ type: "outcome", sent, ...end });
  }

  ended({ address, parent, action, status, partly, because, reason, error }: Outcome): void {
    const why = reason ?? error?.message ?? because;
    this.write({ type: "change", address, action, status, ...(partly ? { partly } : {}), ...defined({ parent, reason: why }) });
  }

  /** Keeps how the apply ended, unless an error ended it, and closes the file. Throws TrueupError `journal.write` if the file lacks a line. */
  async close(result?: Pick<Result, "outcomes" | "interrupted">): Promise<void> {
    if (!this.handle) return;
    try {
      if (result) await this.keep({ type: "end", ...countsOf(result.outcomes), interrupted: result.interrupted });
    } finally {
      await this.handle.close();
    }
  }

  private async create(): Promise<FileHandle> {
    const directory = join(this.run.cwd, journalDirectory);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const name = `${this.run.now().toISOString().replaceAll(":", "")}-${randomBytes(4).toString("hex")}.jsonl`;
    return open(join(directory, name), "ax", 0o600);
  }

  /** Writes a line, and resolves once it is on the disk. */
  private async keep(line: object): Promise<void> {
    this.write(line);
    if (this.failure) throw this.failure;
    await this.synced().catch((error: unknown) => {
      throw this.failed(error);
    });
  }

  private write(line: object): void {
    if (!this.handle || this.failure) return;
    const timed = { ...line, time: this.run.now().toISOString() };
    try {
      appendFileSync(this.handle.fd, `${inertJson(JSON.stringify(scrubbed(writtenForm(timed), this.run.redactor)))}\n`);
    } catch (error) {
      this.failed(error);
    }
  }

  /** Many lines share a flush: each waits for one that begins after the line was written. */
  private async synced(): Promise<void> {
    this.nextSync ??= this.syncing.then(async () => {
      this.nextSync = undefined;
      await this.handle?.datasync();
    });
    this.syncing = this.nextSync;
    return this.nextSync;
  }

  private failed(cause: unknown): TrueupError {
    this.failure ??= new TrueupError({
      code: "journal.write",
      where: journalDirectory,
      message: `the journal cannot be written, so ${this.consequence}: ${reasonOf(cause)}`,
      hint: "Let the directory be one that you may write to, on a disk with room, and apply again. Or apply without a journal: --no-journal",
      cause,
    });
    this.stop.abort();
    return this.failure;
  }
}

function countsOf(outcomes: readonly Outcome[]): Record<Outcome["status"], number> {
  const counts = { done: 0, failed: 0, skipped: 0, not_stuck: 0, stale: 0 };
  for (const { status } of outcomes) counts[status]++;
  return counts;
}

/** Every text without secrets. Text by text, because a secret in the whole line could stand across its punctuation. */
function scrubbed(value: Json, redactor: Scrubber): Json {
  if (typeof value === "string") return redactor.scrub(value);
  if (Array.isArray(value)) return value.map((item: Json) => scrubbed(item, redactor));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [redactor.scrub(key), scrubbed(part ?? null, redactor)]));
}
