import type { PlatformState, Work } from "./core/context.js";
import { type Json, type ScheduledWork, type User, isObject, tables } from "./core/records.js";
import { recordChanges } from "./resources/audit-events/records.js";

const LONGEST_TIMER = 2 ** 31 - 1;

/** Runs scheduled work when it is due, each piece in one transaction with its removal from the schedule; a stepped one only when it is told to. */
export class Worker {
  readonly #world: PlatformState;
  readonly #works: ReadonlyMap<string, Work>;
  readonly #isStepped: boolean;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(world: PlatformState, works: ReadonlyMap<string, Work>, isStepped = false) {
    this.#world = world;
    this.#works = works;
    this.#isStepped = isStepped;
    world.store.onRestore(() => this.arm());
    world.store.onCommit((changes) => {
      if (changes.some((change) => change.table === tables.scheduledWork.name)) this.arm();
    });
  }

  /** Sets the timer to the next piece of work; overdue work runs at once. */
  arm(): void {
    clearTimeout(this.#timer);
    const [next] = this.#waiting();
    if (next === undefined || this.#stopped || this.#isStepped) return;
    const delay = Math.min(Math.max(next.due - Date.now(), 0), LONGEST_TIMER);
    this.#timer = setTimeout(() => this.work(), delay).unref();
  }

  /** Runs what is due, in order of its due time and not what that schedules in turn; says how many pieces ran. */
  work(): number {
    const now = Date.now();
    const due = this.#waiting().filter((row) => row.due <= now);
    for (const row of due) this.#run(row);
    this.arm();
    return due.length;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #waiting(): ScheduledWork[] {
    const waiting = this.#world.store.scheduledWork.all().filter((row) => row.failure === null);
    return waiting.sort((a, b) => a.due - b.due || a.id - b.id);
  }

  #run(row: ScheduledWork): void {
    const { store } = this.#world;
    try {
      store.transaction(() => {
        const work = this.#works.get(row.work);
        if (work === undefined) throw new Error(`no resource registers the work ${row.work}`);
        store.scheduledWork.delete(row.id);
        work(this.#world, row.input);
        recordChanges(this.#world, authorOf(this.#world, row.input));
      });
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      process.emitWarning(`The emulator could not do ${row.work}: ${failure}`);
      store.transaction(() => store.scheduledWork.update(row.id, { failure }));
    }
  }
}

/** Who asked for the work, where its input says so by `by`. */
function authorOf({ store }: PlatformState, input: Json): User | undefined {
  const id = isObject(input) ? input["by"] : undefined;
  return typeof id === "number" ? store.users.get(id) : undefined;
}
