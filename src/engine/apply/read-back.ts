import type { Capabilities } from "../../core/api.js";
import { type Fields, typeOf } from "../../core/fields.js";
import { type JsonObject, type Value } from "../../core/json.js";
import { fieldsOf, kindAt, type Kinds, type PlacedKind } from "../../core/kind.js";
import type { Change, Desired, Live, Outcome } from "../../core/plan.js";
import { decodeReply, type Difference, diffName, topName } from "../forms/index.js";
import { decide, type LiveInstance, newestReader, type Reader } from "../live/index.js";
import { addressOfChange, attributesOf, compare, named, observe, type ResolveSecret } from "../plan/index.js";
import { type Facts, isMisnamed, routeKey, shownKey } from "../snapshot/index.js";

/** What did not stick of one change. */
export type NotStuck = NonNullable<Outcome["notStuck"]>[number];

/** What a change is, for looking at it again. */
interface Looked {
  readonly change: Change;
  readonly desired: Desired;
  readonly fields: Fields;
}

/** Compares what a change asked for with what the platform says after it: with the reply of its last write, if that shows all of it, and else with what is read now. */
export async function readBack(
  change: Change,
  kind: PlacedKind,
  reply: JsonObject | undefined,
  instance: LiveInstance,
  reader: Reader,
  resolve: ResolveSecret,
): Promise<NotStuck[]> {
  if (asksNothing(change)) return [];
  const desired = desiredOf(change, instance.kinds);
  const fields = fieldsOf(kind, { key: desired.key });
  const looked = { change, desired, fields };
  if (reply && isComplete(reply, kind, fields, desired)) {
    const shown = decodeReply(kind, desired, reply, { attributes: Object.keys(desired.spec) });
    const first = await decide(reader, (facts) => missed(looked, named(kind, shown, facts), instance, resolve, facts));
    if (first.length === 0) return [];
  }
  // The reply of the write may be older than the write's effect, or shorter than the single read: look once more before complaining.
  return decide(newestReader(instance), (facts) => {
    const live = lookedAt(instance, desired, facts);
    return live
      ? missed(looked, live, instance, resolve, facts)
      : [{ path: "", cause: "the platform does not show it after it was written" }];
  });
}

/** The thing of a change as the platform has it now, and what of the change did not stick; undefined if it is not there. */
export async function lookAgain(
  change: Change,
  kind: PlacedKind,
  instance: LiveInstance,
  resolve: ResolveSecret,
): Promise<{ readonly live: Live; readonly missing: readonly NotStuck[] } | undefined> {
  const desired = desiredOf(change, instance.kinds);
  const looked = { change, desired, fields: fieldsOf(kind, { key: desired.key }) };
  return decide(newestReader(instance), (facts) => {
    const live = lookedAt(instance, desired, facts);
    return live && { live, missing: asksNothing(change) ? [] : missed(looked, live, instance, resolve, facts) };
  });
}

/** True for what leaves nothing to compare. */
function asksNothing({ action, attributes }: Change): boolean {
  return action === "delete" || attributes.length === 0;
}

function lookedAt(instance: LiveInstance, desired: Desired, facts: Facts): Live | undefined {
  return observe(instance, { resources: [desired], deleteUndeclared: {} }, facts).observed[0]?.live;
}

/** The desired thing that a change of a plan stands for: enough to observe it again and to compare. */
export function desiredOf(change: Change, kinds: Kinds): Desired {
  const names = addressOfChange(change, kinds);
  const kind = kindAt(kinds, names);
  const { key } = names;
  const spec: Record<string, Value | undefined> = { ...change.identity, ...attributesOf(change, kind, key) };
  for (const kept of change.kept) if (spec[kept.path] === undefined && kept.value !== undefined) spec[kept.path] = kept.value;
  return {
    ...names,
    address: change.address,
    ensure: change.action === "delete" ? "absent" : "present",
    ...(change.from === undefined ? {} : { [kind.tree ? "movedFrom" : "formerKey"]: change.from }),
    spec,
    origins: {},
    origin: { file: "", line: 0, column: 0 },
  };
}

/** True if the reply of the last write shows all that was asked for. */
function isComplete(reply: JsonObject, kind: PlacedKind, fields: Fields, desired: Desired): boolean {
  const shown = decodeReply(kind, desired, reply).spec;
  return Object.keys(desired.spec).every(
    (name) => fields[name]?.unreadable || fields[name]?.on === "create" || shown[name] !== undefined,
  );
}

function missed(
  { change, desired, fields }: Looked,
  live: Live,
  instance: LiveInstance,
  resolve: ResolveSecret,
  facts: Facts,
): NotStuck[] {
  const compared = compare(fields, desired, live, resolve, facts);
  const [lacking] = compared.missing;
  if (lacking) throw lacking.error;
  const differences = [...unnamed(instance, desired, live), ...compared.differences];
  return differences.map(({ path, before, after }) => {
    const asked = change.attributes.find((one) => one.path === path || topName(one.path) === topName(path));
    return {
      path,
      ...(after === undefined ? {} : { asked: after }),
      ...(before === undefined ? {} : { live: before }),
      cause: likelyCause(fields, path, instance.capabilities),
      ...(asked?.source === undefined ? {} : { source: asked.source }),
    };
  });
}

/** The difference of a key that the platform did not take. */
function unnamed({ kinds }: LiveInstance, desired: Desired, { marks }: Live): Difference[] {
  const kind = kindAt(kinds, desired);
  if (!isMisnamed(kind, desired, marks)) return [];
  return diffName(kind.key?.read ?? "", routeKey(kind, desired), shownKey(kind, marks));
}

function likelyCause(fields: Fields, path: string, capabilities: Capabilities): string {
  const field = fields[topName(path)];
  if (field?.dropped !== undefined) return field.dropped;
  if (field?.effective) return "the platform shows the inherited value: something above this thing decides it";
  if (field?.tier) return `it needs ${field.tier}; this server is ${capabilities.tier}`;
  if (typeOf(field)?.unordered) return "the platform drops names that it does not accept there, without a word";
  return "the platform accepted the call and did not store the value: a role, a licence or a setting above may forbid it";
}
