import { recordChanges } from "./audit/record.js";
import { isObject } from "./json.js";
import type { Json } from "./json.js";
import { tables } from "./records.js";
import type { ScheduledWork, User } from "./records.js";
import type { Work, PlatformState } from "./section.js";

const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Schedules work: `work` is a name that a section registered, `input` is all it gets. It is stored with the transaction that asks for it, and so runs
 * only if that is committed, and after a restart too.
 */
export function later(world: PlatformState, milliseconds: number, work: string, input: Json): ScheduledWork {
  return world.store.scheduledWork.insert({ due: Date.now() + milliseconds, work, input, failure: null });
}

/** Runs scheduled work when it is due, each piece in one transaction with its removal from the schedule. */
export class Worker {
  readonly #world: PlatformState;
  readonly #works: ReadonlyMap<string, Work>;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(world: PlatformState, works: ReadonlyMap<string, Work>) {
    this.#world = world;
    this.#works = works;
    world.store.onRestore(() => this.arm());
    world.store.onCommit((changes) => {
      if (changes.some((change) => change.table === tables.scheduledWork.name)) this.arm();
    });
  }

  /** Sets the timer to the next piece of work; overdue work runs at once. */
  arm(): void {
    clearTimeout(this.#timer);
    const [next] = this.#waiting();
    if (next === undefined || this.#stopped) return;
    const delay = Math.min(Math.max(next.due - Date.now(), 0), LONGEST_TIMER);
    this.#timer = setTimeout(() => this.#runDue(), delay).unref();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #waiting(): ScheduledWork[] {
    const waiting = this.#world.store.scheduledWork.all().filter((row) => row.failure === null);
    return waiting.sort((a, b) => a.due - b.due || a.id - b.id);
  }

  #runDue(): void {
    for (const row of this.#waiting()) {
      if (row.due > Date.now()) break;
      this.#run(row);
    }
    this.arm();
  }

  #run(row: ScheduledWork): void {
    const { store } = this.#world;
    try {
      store.transaction(() => {
        const work = this.#works.get(row.work);
        if (work === undefined) throw new Error(`no section registers the work ${row.work}`);
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
