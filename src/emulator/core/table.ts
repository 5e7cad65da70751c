import { firstPlace } from "./order.js";
import { remembered } from "./remembered.js";

/** Any record: it has an id that never changes and is never used again. */
export type Row = { readonly id: number };

type Key = string | number;

/** The keys under which an index finds a row; null or an empty list for none. */
type IndexKey<T extends Row> = (row: T) => Key | readonly Key[] | null;

/** Name and indexes of a table, shared by all stores. `defineTable` makes one. */
export interface TableDefinition<T extends Row, I extends string> {
  readonly name: string;
  readonly indexes: Readonly<Record<I, IndexKey<T>>>;
}

/** Declares a table: `defineTable<User, "username">("users", { username: (user) => user.username.toLowerCase() })`. */
export function defineTable<T extends Row, I extends string = never>(
  name: string,
  indexes: Readonly<Record<I, IndexKey<T>>>,
): TableDefinition<T, I> {
  return { name, indexes };
}

/** One changed row, before and after; both are absent when an id was only set aside. */
export interface Change {
  readonly table: string;
  readonly id: number;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

interface Index {
  readonly key: IndexKey<Row>;
  readonly ids: Map<Key, Set<number>>;
}

/** Rows in id order. A row is never changed in place: update replaces it, so whoever holds one holds what it was. */
export class Table<T extends Row, I extends string> {
  readonly #name: string;
  readonly #record: (change: Change) => void;
  readonly #rows = new Map<number, Row>();
  readonly #indexes = new Map<string, Index>();
  #ids: number[] = [];
  #next = 1;

  constructor(name: string, record: (change: Change) => void) {
    this.#name = name;
    this.#record = record;
  }

  /** Sets the indexes, over the rows that are already there (a data file is read before its tables are asked for). */
  define(definition: TableDefinition<T, I>): void {
    for (const [name, key] of Object.entries<IndexKey<T>>(definition.indexes)) {
      const index: Index = { key: (row) => key(row as T), ids: new Map() };
      this.#indexes.set(name, index);
      for (const row of this.all()) enter(index, row);
    }
  }

  /** True when it has an index of that name. */
  has(index: string): boolean {
    return this.#indexes.has(index);
  }

  get size(): number {
    return this.#rows.size;
  }

  get(id: number): T | undefined {
    return this.#rows.get(id) as T | undefined;
  }

  /** Ids of all rows, ascending. */
  ids(): readonly number[] {
    return [...this.#ids];
  }

  /** All rows by ascending id. */
  all(): T[] {
    return [...this.scan({})];
  }

  /**
   * Rows with `after < id < before`, by ascending or descending id. The start is found by binary search, so a far page costs as much as
   * the first. Rows must not be inserted or deleted while it runs.
   */
  *scan(range: { after?: number | undefined; before?: number | undefined; descending?: boolean }): Generator<T> {
    const from = range.after === undefined ? 0 : this.#place(range.after + 1);
    const to = range.before === undefined ? this.#ids.length : this.#place(range.before);
    for (let step = 0; step < to - from; step += 1) {
      const id = this.#ids[range.descending === true ? to - 1 - step : from + step];
      const row = id === undefined ? undefined : this.get(id);
      if (row !== undefined) yield row;
    }
  }

  /** Rows that an index has under a key, by ascending id. */
  where(index: I, key: Key): T[] {
    const ids = [...(this.#index(index).ids.get(key) ?? [])].sort((a, b) => a - b);
    return ids.flatMap((id) => this.get(id) ?? []);
  }

  /** How many rows an index has under a key. */
  count(index: I, key: Key): number {
    return this.#index(index).ids.get(key)?.size ?? 0;
  }

  /** The row with the lowest id that an index has under a key. */
  first(index: I, key: Key): T | undefined {
    let lowest: number | undefined;
    for (const id of this.#index(index).ids.get(key) ?? []) if (lowest === undefined || id < lowest) lowest = id;
    return lowest === undefined ? undefined : this.get(lowest);
  }

  /** Adds a row under the next id. */
  insert(values: Omit<T, "id">): T {
    const row = { ...values, id: this.#next } as Row as T;
    this.#change(row.id, row);
    return row;
  }

  /** Replaces some attributes. Throws when there is no such row. */
  update(id: number, values: Partial<Omit<T, "id">>): T {
    const before = this.get(id);
    if (before === undefined) throw new Error(`${this.#name} has no row ${id}`);
    const row: T = { ...before, ...values, id };
    this.#change(id, row);
    return row;
  }

  /** Removes a row; nothing happens when it is not there. */
  delete(id: number): void {
    if (this.#rows.has(id)) this.#change(id, undefined);
  }

  /** Sets an id aside for a row of another table that shares this one's numbers (user namespaces among groups). */
  allocate(): number {
    const id = this.#next;
    this.#change(id, undefined);
    return id;
  }

  /** Puts a row in place, or takes it away, without recording it: for undoing and for reading the data file. */
  put(id: number, row: T | undefined): void {
    const before = this.#rows.get(id);
    if (before !== undefined) for (const index of this.#indexes.values()) leave(index, before);
    if (row === undefined) {
      if (this.#rows.delete(id)) this.#ids.splice(this.#place(id), 1);
    } else {
      if (before === undefined) this.#addId(id);
      this.#rows.set(id, row);
      for (const index of this.#indexes.values()) enter(index, row);
    }
    this.#next = Math.max(this.#next, id + 1);
  }

  /** Takes all rows away without recording it, and gives ids from the first again. */
  clear(): void {
    this.#rows.clear();
    for (const { ids } of this.#indexes.values()) ids.clear();
    this.#ids = [];
    this.#next = 1;
  }

  /** The id that the next insert takes. */
  get next(): number {
    return this.#next;
  }

  #change(id: number, after: T | undefined): void {
    this.#record({ table: this.#name, id, before: this.#rows.get(id), after });
    this.put(id, after);
  }

  #addId(id: number): void {
    const last = this.#ids.at(-1);
    if (last === undefined || last < id) this.#ids.push(id);
    else this.#ids.splice(this.#place(id), 0, id);
  }

  /** Position of the first id that is not below the given one. */
  #place(id: number): number {
    return firstPlace(this.#ids, (other) => other < id);
  }

  #index(name: string): Index {
    const index = this.#indexes.get(name);
    if (index === undefined) throw new Error(`${this.#name} has no index ${name}`);
    return index;
  }
}

function keysOf(index: Index, row: Row): readonly Key[] {
  const keys = index.key(row);
  if (keys === null) return [];
  return typeof keys === "object" ? keys : [keys];
}

function enter(index: Index, row: Row): void {
  for (const key of keysOf(index, row)) remembered(index.ids, key, () => new Set()).add(row.id);
}

function leave(index: Index, row: Row): void {
  for (const key of keysOf(index, row)) {
    const ids = index.ids.get(key);
    ids?.delete(row.id);
    if (ids?.size === 0) index.ids.delete(key);
  }
}
