import { addressKey, namedKey } from "../../core/address-key.js";
import type { ReadApi } from "../../core/api.js";
import { type NamedReference, referencesIn } from "../../core/body-fields.js";
import { type ApiError, TrueupError } from "../../core/errors.js";
import { type Field, typeOf } from "../../core/fields.js";
import { isObject, type JsonObject, placeholdersIn, textAt, type Value } from "../../core/json.js";
import { fieldsOf, kindAt, type PlacedKind } from "../../core/kind.js";
import { isRef } from "../../core/placeholders.js";
import type { Call, Change, Desired, Live, Plan } from "../../core/plan.js";
import { type Method, routePath } from "../../core/route.js";
import { topName } from "../../core/steps.js";
import { same } from "../forms/index.js";
import { decide, freshReader, type LiveInstance } from "../live/index.js";
import { addressOfChange, attributesOf, carriedPath, type Move, movesOf, observe } from "../plan/index.js";
import type { Observed } from "../snapshot/index.js";
import { desiredOfChange } from "./read-back.js";

/** Up to so many changes are looked at one by one, right before each; of more, only those that carry what nobody manages. */
const few = 50;
/** How long a look at all of many counts, in milliseconds; one that took longer counts for as long as it took. */
const counts = 1000;

/** What a change relied on is no longer so: nothing of it was carried out. */
export class MovedError extends TrueupError {
  private constructor(message: string) {
    super({ code: "apply.stale", message });
  }

  /** Something else is live now. */
  static since({ source }: Change, what: string): MovedError {
    const asker = source === undefined ? "whoever asks for it" : `whoever answers for ${source}`;
    return new MovedError(
      `${what} since the plan was made, and nothing was overwritten: ${asker} and whoever changed it have to look at it, then plan again`,
    );
  }

  /** All that it asks for is live now. */
  static asAsked(): MovedError {
    return new MovedError("it is as the plan asks for already: the plan was applied before, or somebody else did the same");
  }
}

/** What plans found live of what they change, looked at once more before it is written to. */
export class LastLook {
  private readonly desired: ReadonlyMap<Change, Desired>;
  private readonly isSingle: boolean;
  /** Keys of what this run makes anew: what names it loses it for a moment, by our own doing. */
  private readonly madeAnew: ReadonlySet<string>;
  private bulk: Promise<ReadonlyMap<Change, Live | undefined>> | undefined;
  private bulkCounts = 0;

  /** `before` is what was live of the changes when they were planned; those that it lacks are not looked at. */
  constructor(
    private readonly instance: LiveInstance,
    plan: Plan,
    private readonly before: ReadonlyMap<Change, Observed>,
  ) {
    const calls = new Map(plan.calls.map((call) => [call.id, call]));
    const looked = plan.changes.filter((change) => before.has(change) && reliesOnLive(change, calls, instance));
    const moves = movesOf(plan.changes.map((change) => desiredOfChange(change, instance.kinds)));
    this.desired = new Map(looked.map((change) => [change, observable(change, before.get(change), instance, moves)]));
    // What moves is found under another path from moment to moment.
    this.isSingle = looked.length <= few || moves.length > 0;
    const madeAnew = plan.changes.filter((change) => isMadeAnew(change, calls, instance));
    const { kinds } = instance;
    this.madeAnew = new Set(madeAnew.map((change) => addressKey(addressOfChange(change, kinds), kinds)));
  }

  /** Looks at what a change is about to write to. Throws MovedError where that is not what it was when the change was planned. */
  async at(change: Change): Promise<void> {
    const [desired, before] = [this.desired.get(change), this.before.get(change)];
    if (!desired || !before) return;
    const isSingle = this.isSingle || change.kept.length > 0;
    const now = isSingle ? (await this.observe([change])).get(change) : (await this.all()).get(change);
    const what = moved(change, before, now, (field, value) => this.lasting(change, field, value));
    if (what !== undefined) throw MovedError.since(change, what);
  }

  /** A list without what names something that this run makes anew. */
  private lasting(change: Change, field: Field | undefined, value: Value): Value {
    const { kinds } = this.instance;
    if (!field || this.madeAnew.size === 0 || !Array.isArray(value)) return value;
    const address = addressOfChange(change, kinds);
    const by = { kind: kindAt(kinds, address), path: address.path };
    const isMadeAnew = ({ field: { target = "" }, name }: NamedReference) =>
      this.madeAnew.has(namedKey(target, name, by, kinds) ?? "");
    return value.filter((item: Value) => !referencesIn(field, [item], "").some(isMadeAnew));
  }

  /** All of them by lists, as long as what these said counts. */
  private async all(): Promise<ReadonlyMap<Change, Live | undefined>> {
    if (this.bulk && performance.now() < this.bulkCounts) return this.bulk;
    const begun = performance.now();
    this.bulkCounts = Number.POSITIVE_INFINITY;
    this.bulk = this.observe([...this.desired.keys()]).finally(() => {
      const ended = performance.now();
      this.bulkCounts = ended + Math.max(counts, ended - begun);
    });
    return this.bulk;
  }

  private async observe(changes: readonly Change[]): Promise<ReadonlyMap<Change, Live | undefined>> {
    const of = new Map(changes.map((change) => [this.desired.get(change), change]));
    const state = { resources: [...of.keys()].filter((desired) => desired !== undefined), deleteUndeclared: {} };
    const { observed } = await decide(freshReader(this.instance), (facts) => observe(this.instance, state, facts));
    return new Map(observed.map((resource) => [of.get(resource.desired) as Change, resource.live]));
  }
}

/** True for what hangs on nothing that this plan makes, and is not made by a call that fails where it is there by then. */
function reliesOnLive(change: Change, calls: ReadonlyMap<string, Call>, { kinds }: LiveInstance): boolean {
  const { routes } = kindAt(kinds, addressOfChange(change, kinds));
  const failsWhereThere = change.action === "create" && routes.create !== undefined;
  return !failsWhereThere && !change.calls.some((id) => placeholdersIn(calls.get(id)?.params).some(isRef));
}

/** True for what is deleted and created again. */
function isMadeAnew(change: Change, calls: ReadonlyMap<string, Call>, { kinds }: LiveInstance): boolean {
  const { routes } = kindAt(kinds, addressOfChange(change, kinds));
  const requests = change.calls.map((id) => `${calls.get(id)?.method} ${calls.get(id)?.path}`);
  return (
    change.action === "update" && [routes.delete, routes.create].every((route) => route !== undefined && requests.includes(route))
  );
}

/** What is asked of the platform to see what a change relies on: what moves is looked for where it was, and where the groups above it take it. */
function observable(change: Change, before: Observed | undefined, { kinds }: LiveInstance, moves: readonly Move[]): Desired {
  const desired = desiredOfChange(change, kinds);
  const unseen = Object.fromEntries(change.unverifiable.map(({ path }) => [topName(path), null]));
  const { kind, livePath } = before ?? {};
  const place = kind?.tree && livePath !== undefined ? { path: carriedPath(kind, livePath, moves), movedFrom: livePath } : {};
  return { ...desired, ...place, ensure: "present", spec: { ...unseen, ...desired.spec } };
}

/** In words, what is no longer as it was; undefined if nothing is, or only what is as the change asks for by now. */
function moved(
  change: Change,
  { desired, kind, live: before }: Observed,
  now: Live | undefined,
  lasting: (field: Field | undefined, value: Value) => Value,
): string | undefined {
  if (!before || !now) return before === now ? undefined : now ? "it has come" : "it is gone";
  if (before.id !== now.id) return "it is another one by now, made";
  if (before.scheduledForDeletion !== now.scheduledForDeletion) return "its deletion was scheduled or taken back";
  const fields = fieldsOf(kind, { key: desired.key });
  const asked = attributesOf(change, kind, desired.key);
  const kept = new Set(change.kept.map(({ path }) => topName(path)));
  const names = new Set([...change.attributes, ...change.unverifiable].map(({ path }) => topName(path)));
  const differ = [...new Set([...names, ...kept])].filter((name) => {
    const [old, shown] = [before, now].map((live) => {
      const value = live.spec[name] === undefined ? live.marks[name] : live.spec[name];
      return value === undefined ? undefined : lasting(fields[name], value);
    });
    // Of groups and projects some releases show in lists what the single read leaves out.
    if (shown === undefined && kind.tree) return false;
    if (old === undefined || shown === undefined) return old !== shown;
    const wanted = asked[name];
    if (same(fields, name, part(old, wanted, typeOf(fields[name])?.isManagedInParts), shown)) return false;
    return kept.has(name) || wanted === undefined || placeholdersIn(wanted).length > 0 || !same(fields, name, wanted, shown);
  });
  return differ.length === 0 ? undefined : `${differ.join(", ")} ${differ.length === 1 ? "has" : "have"} changed`;
}

/** Of a record that is managed in parts, those that are asked for. */
function part(value: Value, wanted: Value | undefined, isManagedInParts = false): Value {
  if (!isManagedInParts || !isObject(value) || !isObject(wanted)) return value;
  return Object.fromEntries(Object.keys(wanted).map((name) => [name, value[name] ?? null]));
}

/** True for an answer that says that something is there already; where that is only changed, also for one that may mean so. */
export function isInTheWay({ status }: ApiError, method: Method): boolean {
  return status === 409 || (method !== "DELETE" && (status === 400 || status === 422));
}

/** Throws where the platform, which may take a key for a part of another one's, would write to something else. */
export async function mustMeanItself({ key, routes, title }: PlacedKind, params: JsonObject, read: ReadApi): Promise<void> {
  if (key?.covers !== "in-part" || routes.read === undefined) return;
  const path = routePath(routes.read, params);
  const reply = await read.find(path);
  const [meant, shown] = [textAt(params, "key"), reply && textAt(reply, key.read)];
  if (shown === undefined || shown === meant) return;
  throw new TrueupError({
    code: "apply.key",
    where: `GET ${path}`,
    message: `the platform takes ${meant} for the ${title.toLowerCase()} ${shown}, whose name holds it: nothing was written`,
    hint: "Take the other one away for as long as this one is changed, or change this one by hand.",
  });
}
