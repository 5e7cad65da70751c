import { type AskedRelease, type PlatformRelease, releaseOf } from "./instance.js";
import { Journal, type Operation } from "./journal.js";
import { type Json, tables } from "./records.js";
import { type Change, type Row, Table, type TableDefinition } from "./table.js";

type AnyTable = Table<Row, string>;

/** In a data file: all rows are taken away. */
const EVERYTHING: Operation = ["", 0, null];

/**
 * The whole state of an emulator: tables of rows in memory, and with a data file a journal of every transaction.
 * Rows change only inside `transaction`; `durable` resolves when all that was committed is on disk.
 */
export class Store {
  readonly #tables = new Map<string, AnyTable>();
  readonly #defined = new Set<string>();
  readonly #listeners: ((changes: readonly Change[]) => void)[] = [];
  readonly #restored: (() => void)[] = [];
  readonly #journal: Journal | undefined;
  /** What platform this is the state of. */
  readonly release: PlatformRelease;
  #changes: Change[] | undefined;

  readonly users = this.of(tables.users);
  readonly tokens = this.of(tables.tokens);
  readonly groups = this.of(tables.groups);
  readonly projects = this.of(tables.projects);
  readonly members = this.of(tables.members);
  readonly groupShares = this.of(tables.groupShares);
  readonly projectShares = this.of(tables.projectShares);
  readonly settings = this.of(tables.settings);
  readonly uploads = this.of(tables.uploads);
  readonly scheduledWork = this.of(tables.scheduledWork);

  private constructor(journal: Journal | undefined, release: PlatformRelease) {
    this.#journal = journal;
    this.release = release;
  }

  /**
   * Opens the store; with a file, what that file holds is there again. A new file records the release that is asked for, if one is. Throws when the file is
   * damaged, in use by another process, or of another dialect than the one asked for.
   */
  static open(file: string | undefined, asked?: AskedRelease): Store {
    if (file === undefined) return new Store(undefined, releaseOf(asked ?? {}));
    const { journal, operations, release } = Journal.open(file, asked);
    const store = new Store(journal, release);
    for (const [table, id, row] of operations) {
      if (table === "") for (const stored of store.#tables.values()) stored.clear();
      else store.#table(table).put(id, row ?? undefined);
    }
    journal.snapshot = () => store.rows();
    return store;
  }

  /** True when nothing was ever stored: a seed is wanted. */
  get isEmpty(): boolean {
    return [...this.#tables.values()].every((table) => table.next === 1);
  }

  /** The rows of a table. */
  of<T extends Row, I extends string>(definition: TableDefinition<T, I>): Table<T, I> {
    const table = this.#table(definition.name) as Table<T, I>;
    if (!this.#defined.has(definition.name)) {
      this.#defined.add(definition.name);
      table.define(definition);
    }
    return table;
  }

  /** Deletes all that hangs on a thing that is gone, by the index `home`, and what hangs on that. */
  forget(home: { readonly kind: string; readonly id: number }): void {
    for (const [kind, table] of this.#tables) {
      if (!table.has("home")) continue;
      for (const { id } of table.where("home", `${home.kind}:${home.id}`)) {
        table.delete(id);
        this.forget({ kind, id });
      }
    }
  }

  /** Goes through every row of every table: columns that `change` returns are written, and null takes the row away. */
  rewrite(
    change: (table: string, row: Readonly<Record<string, unknown>>) => Readonly<Record<string, Json>> | null | undefined,
  ): void {
    for (const [name, table] of this.#tables) {
      for (const row of table.all()) {
        const columns = change(name, row);
        if (columns === null) table.delete(row.id);
        else if (columns !== undefined) table.update(row.id, columns);
      }
    }
  }

  /** Runs to the end or not at all: when it throws, every change is undone. A transaction inside another is a part of it. */
  transaction<R>(run: () => R): R {
    if (this.#changes !== undefined) return run();
    this.#journal?.check();
    const changes: Change[] = [];
    this.#changes = changes;
    try {
      const result = run();
      this.#changes = undefined;
      this.#commit(changes);
      return result;
    } catch (error) {
      this.#changes = undefined;
      for (const change of changes.toReversed()) this.#table(change.table).put(change.id, change.before);
      throw error;
    }
  }

  /** What the running transaction has changed so far; nothing outside of one. */
  changed(): readonly Change[] {
    return [...(this.#changes ?? [])];
  }

  /** Every row, and the highest id of a table whose last row is gone. Rows may change while it runs: each is as it is when its turn comes. */
  *rows(): Generator<Operation> {
    for (const [name, table] of this.#tables) {
      for (const id of table.ids()) {
        const row = table.get(id);
        if (row !== undefined) yield [name, id, row];
      }
      if (table.next > 1 && table.get(table.next - 1) === undefined) yield [name, table.next - 1, null];
    }
  }

  /** Holds again what `rows` gave at another moment, and nothing else: ids that were given since are given again. */
  restore(rows: readonly Operation[]): void {
    this.#journal?.check();
    for (const table of this.#tables.values()) table.clear();
    for (const [table, id, row] of rows) this.#table(table).put(id, row ?? undefined);
    this.#journal?.append([EVERYTHING, ...rows]);
    for (const listener of this.#restored) listener();
  }

  /** Takes over the rows of another store, as one transaction. Only for an empty store. */
  adopt(rows: readonly Operation[]): void {
    for (const [table, id, row] of rows) this.#table(table).put(id, row ?? undefined);
    this.#journal?.append(rows);
  }

  /** Calls back after each committed transaction that changed something. */
  onCommit(listener: (changes: readonly Change[]) => void): void {
    this.#listeners.push(listener);
  }

  /** Calls back after another moment was restored. */
  onRestore(listener: () => void): void {
    this.#restored.push(listener);
  }

  /** Resolves when everything committed so far is on disk; at once without a data file. Rejects when it cannot be written. */
  async durable(): Promise<void> {
    await this.#journal?.durable();
  }

  async close(): Promise<void> {
    await this.#journal?.close();
  }

  #commit(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    this.#journal?.append(changes.map((change) => [change.table, change.id, change.after ?? null]));
    for (const listener of this.#listeners) listener(changes);
  }

  #table(name: string): AnyTable {
    let table = this.#tables.get(name);
    if (table === undefined) {
      table = new Table<Row, string>(name, (change) => {
        if (this.#changes === undefined) throw new Error(`${name} can only change inside a transaction`);
        this.#changes.push(change);
      });
      this.#tables.set(name, table);
    }
    return table;
  }
}
