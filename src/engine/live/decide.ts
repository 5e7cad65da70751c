import type { ReadApi } from "../../core/api.js";
import { ApiError } from "../../core/errors.js";
import type { JsonObject } from "../../core/json.js";
import {
  type Basis,
  decideBy,
  type Facts,
  factsWithout,
  leastRequests,
  type Need,
  needKey,
  readErrorOf,
} from "../snapshot/index.js";
import { Reader } from "./reader.js";
import type { ReadSource } from "./replies.js";

/** How often a decision may ask for more at most: four times for things and names, four more for what is in the way of moves and for near names, two for what single reads show. */
const rounds = 10;

/** Reads what a decision, a pure function of facts, needs, until it lacks nothing. Throws what it throws, and what the first failed read of a round throws. */
export async function decide<T>(
  reader: Pick<Reader, "read" | "snapshot">,
  decision: (facts: Facts) => T,
  onReads?: LiveInstance["onReads"],
): Promise<T> {
  for (let round = 0; ; round++) {
    const decided = decideBy(reader.snapshot, decision);
    if ("decision" in decided) return decided.decision;
    if (round === rounds) throw new Error(`a decision asked for more than ${rounds} rounds of reads`);
    onReads?.(leastRequests(decided.needs));
    // oxlint-disable-next-line no-await-in-loop -- what is needed next shows only in what is read now
    await reader.read(decided.needs);
  }
}

/** The same where some of what is needed may not be read by who asks (401, 403, 404): what is decided of that is the decision's own concern (`ifReadable`). */
export async function decideWhereReadable<T>(
  reader: Pick<Reader, "read" | "snapshot">,
  decision: (facts: Facts) => T,
): Promise<T> {
  const unreadable = new Map<string, ApiError>();
  const refusalOf = async (needs: readonly Need[]): Promise<ApiError | undefined> => {
    try {
      await reader.read(needs);
      return undefined;
    } catch (error) {
      if (error instanceof ApiError && [401, 403, 404].includes(error.status)) return error;
      throw error;
    }
  };
  const read = async (needs: readonly Need[]): Promise<void> => {
    // Together it takes the fewest requests; who is at fault shows only singly, and what was read is not read again.
    if ((await refusalOf(needs)) === undefined) return;
    const refusals = needs.map(async (need) => {
      const error = await refusalOf([need]);
      if (error) unreadable.set(needKey(need), error);
    });
    await Promise.all(refusals);
  };
  return decide({ snapshot: reader.snapshot, read }, (facts) => decision(factsWithout(facts, unreadable)));
}

/**
 * The same where what hangs on one thing may fail to be read (403, 404, 5xx): what is decided without that is the decision's own concern (`orUnread`). Takes the requests that it would
 * take if all could be read. Throws the error of a read that the decision could not do without.
 */
export async function decideBesideUnread<T>(
  reader: Pick<Reader, "read" | "snapshot">,
  decision: (facts: Facts) => T,
  onReads?: LiveInstance["onReads"],
): Promise<T> {
  const unread = new Map<string, ApiError>();
  const read = async (needs: readonly Need[]) =>
    reader.read(needs, (need, error) => {
      // A token that counts no more is no matter of one thing.
      const isOfOne = error instanceof ApiError && ([403, 404].includes(error.status) || error.status >= 500);
      if (isOfOne) unread.set(needKey(need), error);
      return isOfOne;
    });
  try {
    return await decide({ snapshot: reader.snapshot, read }, (facts) => decision(factsWithout(facts, unread)), onReads);
  } catch (error) {
    throw readErrorOf(error);
  }
}

/** A reader that goes on where one has begun already. */
export function readerOf(instance: LiveInstance): Reader {
  return instance.started ?? freshReader(instance);
}

/** A reader of the platform as it is now: nothing that was read before counts. */
export function freshReader({ read, kinds, directory, known, capabilities: { user } }: LiveInstance): Reader {
  const { administrator } = user;
  const source: ReadSource = { read, kinds, directory, administrator, ...(known ? { known } : {}) };
  return new Reader(source);
}

/** The same where even what was found out about the server may have changed since. */
export function newestReader(instance: LiveInstance): Reader {
  return freshReader({ ...instance, known: {} });
}

/** What the engine needs of the outside in order to look at the platform. */
export interface LiveInstance extends Basis {
  readonly read: ReadApi;
  /** A reply that was already read while the capabilities were found out, by kind. */
  readonly known?: Readonly<Record<string, JsonObject>>;
  /** Already reads the declared groups and projects. */
  readonly started?: Reader;
  /** Told before a decision's reads how many requests they take at least: what lists take beyond their first page shows only in them. */
  readonly onReads?: (requests: number) => void;
}

/** One of the platform's numbers, and what has it. */
export interface NumberAsked {
  readonly target: string;
  readonly id: number;
}

/** Reads the names behind numbers, each once; what nobody (visible) has is not in the answer. */
export async function namesBehind(
  instance: LiveInstance,
  numbers: readonly NumberAsked[],
): Promise<(target: string, id: number) => string | undefined> {
  const reader = readerOf(instance);
  const need = ({ target, id }: NumberAsked): Need => ({ read: "name", target, id });
  await reader.read(numbers.map(need));
  return (target, id) => {
    const name = reader.snapshot.get(needKey(need({ target, id })));
    return typeof name === "string" ? name : undefined;
  };
}
