import { ApiError } from "../../core/errors.js";
import type { Change } from "../../core/plan.js";
import { decide, type LiveInstance, newestReader, type Reader } from "../live/index.js";
import type { ResolveSecret } from "../plan/index.js";
import { withCauses } from "./cause.js";
import { type Settling, untilAnswered } from "./patience.js";
import { type NotStuck, unstuckOf } from "./read-back.js";

/** What a change that was carried out does not show yet, or why it could not be read. */
export type Doubt = { readonly missing: readonly NotStuck[] } | { readonly error: unknown };

/**
 * Looks again at changes that do not show yet, all of them at once, until they do or the time is over: what reads show may be older than what was written.
 * Answers what is left of the doubts; those that are not in it have gone.
 */
export async function settle(
  doubts: ReadonlyMap<Change, Doubt>,
  instance: LiveInstance,
  resolve: ResolveSecret,
  patience: Settling,
): Promise<ReadonlyMap<Change, Doubt>> {
  let left = doubts;
  await untilAnswered(async () => {
    left = await lookedAtAgain([...left.keys()], instance, resolve);
    return left.size === 0 ? left : undefined;
  }, patience);
  const causes = [...left].map(async ([change, doubt]): Promise<[Change, Doubt]> => {
    return [change, "missing" in doubt ? { missing: await withCauses(change, doubt.missing, instance) } : doubt];
  });
  return new Map(await Promise.all(causes));
}

async function lookedAtAgain(
  changes: readonly Change[],
  instance: LiveInstance,
  resolve: ResolveSecret,
): Promise<ReadonlyMap<Change, Doubt>> {
  const found = await together(changes, instance, resolve).catch(async (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    // One that cannot be read must not hide the others.
    return oneByOne(changes, instance, resolve);
  });
  return new Map([...found].filter(([, doubt]) => !("missing" in doubt) || doubt.missing.length > 0));
}

async function together(changes: readonly Change[], instance: LiveInstance, resolve: ResolveSecret): Promise<Map<Change, Doubt>> {
  const missing = await read(changes, instance, newestReader(instance), resolve);
  return new Map(changes.map((change) => [change, { missing: missing.get(change) ?? [] }]));
}

async function oneByOne(changes: readonly Change[], instance: LiveInstance, resolve: ResolveSecret): Promise<Map<Change, Doubt>> {
  const reader = newestReader(instance);
  const found = changes.map(async (change): Promise<[Change, Doubt]> => {
    try {
      return [change, { missing: (await read([change], instance, reader, resolve)).get(change) ?? [] }];
    } catch (error) {
      return [change, { error }];
    }
  });
  return new Map(await Promise.all(found));
}

async function read(changes: readonly Change[], instance: LiveInstance, reader: Reader, resolve: ResolveSecret) {
  return decide(reader, (facts) => unstuckOf(changes, instance, resolve, facts));
}
