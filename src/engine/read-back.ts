import type { Capabilities } from "../core/api.js";
import type { Fields } from "../core/fields.js";
import { isObject, type JsonObject, type Value } from "../core/json.js";
import { fieldsOf, kindAt, type Kinds, type PlacedKind } from "../core/kind.js";
import type { Change, Desired, Live, Outcome } from "../core/plan.js";
import { addressOfChange } from "./change-address.js";
import { compare, type ResolveSecret } from "./planner/compare.js";
import { decodeReply } from "./forms/decode.js";
import { diffName, type Difference, movedName, topName } from "./forms/diff.js";
import { isMisnamed, memberKey, shownKey } from "./planner/members.js";
import { observe } from "./planner/observed.js";
import type { References } from "./references.js";
import { type Outlook } from "./world.js";

/** What did not stick of one change. */
export type NotStuck = NonNullable<Outcome["notStuck"]>[number];

/** Compares what a change asked for with what the platform says after it. */
export async function readBack(
  change: Change,
  kind: PlacedKind,
  reply: JsonObject | undefined,
  outlook: Outlook,
  references: References,
  resolve: ResolveSecret,
): Promise<NotStuck[]> {
  if (change.action === "delete" || change.attributes.length === 0) return [];
  const desired = desiredOf(change, outlook.kinds);
  const fields = fieldsOf(kind, { key: desired.key });
  const shown =
    reply && isComplete(reply, kind, fields, desired) ? await fromReply(kind, fields, desired, reply, references) : undefined;
  const first = shown && (await missed(change, fields, desired, shown, outlook, resolve));
  if (first && first.length === 0) return [];
  // The reply of the write may be older than the write's effect, or shorter than the single read: look once more before complaining.
  const { observed } = await observe({ ...outlook, known: {} }, { resources: [desired], deleteUndeclared: {} });
  const live = observed[0]?.live;
  if (!live) return [{ path: "", cause: "the platform does not show it after it was written" }];
  return missed(change, fields, desired, live, outlook, resolve);
}

/** The desired thing that a change of a plan stands for: enough to observe it again and to compare. */
export function desiredOf(change: Change, kinds: Kinds): Desired {
  const names = addressOfChange(change, kinds);
  const kind = kindAt(kinds, names);
  const { key } = names;
  const spec: Record<string, Value | undefined> = { ...change.identity };
  for (const attribute of change.attributes) {
    const dot = attribute.path.indexOf(".");
    const name = topName(attribute.path);
    if (attribute.after === undefined || isName(kind, key, name)) continue;
    if (dot < 0) spec[name] = attribute.after;
    else spec[name] = { ...(isObject(spec[name]) ? spec[name] : {}), [attribute.path.slice(dot + 1)]: attribute.after };
  }
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

/** True for what a change calls the full path or the key, which is no attribute. */
function isName(kind: PlacedKind, key: string | undefined, name: string): boolean {
  return name === (kind.tree ? movedName : kind.key?.read) && !Object.hasOwn(fieldsOf(kind, { key }), name);
}

/** True if the reply of the last write shows all that was asked for. */
function isComplete(reply: JsonObject, kind: PlacedKind, fields: Fields, desired: Desired): boolean {
  const shown = decodeReply(kind, desired, reply).spec;
  return Object.keys(desired.spec).every(
    (name) => fields[name]?.unreadable || fields[name]?.on === "create" || shown[name] !== undefined,
  );
}

async function fromReply(kind: PlacedKind, fields: Fields, desired: Desired, reply: JsonObject, references: References) {
  const live = decodeReply(kind, desired, reply);
  return { ...live, spec: await references.namedSpec(fields, live.spec, new Set(Object.keys(desired.spec))) };
}

async function missed(
  change: Change,
  fields: Fields,
  desired: Desired,
  live: Parameters<typeof compare>[2],
  outlook: Outlook,
  resolve: ResolveSecret,
): Promise<NotStuck[]> {
  const compared = await compare(fields, desired, live, outlook.read, resolve);
  const differences = [...unnamed(outlook, desired, live), ...compared.differences];
  return differences.map(({ path, before, after }) => {
    const asked = change.attributes.find((one) => one.path === path || topName(one.path) === topName(path));
    return {
      path,
      ...(after === undefined ? {} : { asked: after }),
      ...(before === undefined ? {} : { live: before }),
      cause: likelyCause(fields, path, outlook.capabilities),
      ...(asked?.source === undefined ? {} : { source: asked.source }),
    };
  });
}

/** The difference of a key that the platform did not take. */
function unnamed({ kinds }: Outlook, desired: Desired, { reply }: Live): Difference[] {
  const kind = kindAt(kinds, desired);
  if (!isMisnamed(kind, desired, reply)) return [];
  return diffName(kind.key?.read ?? "", memberKey(kind, desired), shownKey(kind, reply));
}

function likelyCause(fields: Fields, path: string, capabilities: Capabilities): string {
  const field = fields[topName(path)];
  if (field?.dropped !== undefined) return field.dropped;
  if (field?.effective) return "the platform shows the inherited value: something above this thing decides it";
  if (field?.tier) return `it needs ${field.tier}; this server is ${capabilities.tier}`;
  if (field?.type === "set" || field?.type === "entries")
    return "the platform drops names that it does not accept there, without a word";
  return "the platform accepted the call and did not store the value: a role, a licence or a setting above may forbid it";
}
