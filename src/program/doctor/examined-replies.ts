import type { ReadApi } from "../../core/api.js";
import type { ExaminedReply, SchemaExamination } from "../../core/examination.js";
import { isObject, type Json } from "../../core/json.js";
import { fieldsOf, type PlacedKind } from "../../core/kind.js";
import { kinds } from "../kinds.js";
import { ReplySampler, type SampledReply } from "./sampled-replies.js";
import type { ServedFacts } from "./served-facts.js";

/** Of longer names only the beginning is told: what a server sends may be anything. */
const longestName = 100;

/** Reads one member of each kind and holds what is shown against the facts of the server's release. */
export async function examineReplies(read: ReadApi, facts: ServedFacts): Promise<SchemaExamination> {
  const sampler = new ReplySampler(read, kinds);
  await sampler.sample();
  const replies = sampler.replies.map((one) => ({ one, told: examined(one, facts) }));
  const untold = new Set(replies.flatMap(({ one, told }) => (told ? [] : [one.operation])));
  const without = [...untold].map((operation) => ({ operation, reason: "the facts do not say what it shows" }));
  return { replies: replies.flatMap(({ told }) => told ?? []), unexamined: [...sampler.unexamined, ...without] };
}

/** What of a reply is new: held against the facts and what the kind knows, key by key. Undefined where the facts do not say what it shows. */
function examined({ kind, key, operation, reply }: SampledReply, facts: ServedFacts): ExaminedReply | undefined {
  const shown =
    facts.operation(key === undefined ? operation : operation.replace(/\{key\}$/, key))?.reply ??
    facts.operation(operation)?.reply;
  if (shown === undefined || shown.size === 0) return undefined;
  const known = new Set([...namesOf(kind, key), ...shownElsewhere(kind, facts)]);
  const written = ["create", "update"] as const;
  const params = written.flatMap((role) => {
    const route = kind.routes[role];
    if (route === undefined) return [];
    const own = key === undefined ? route : route.replace(/\{key\}$/, key);
    return [...(facts.operation(own)?.params ?? [])];
  });
  const parameters = new Map(params);
  const inner = kind.readUnder === undefined ? undefined : reply[kind.readUnder];
  const entries = [...Object.entries(reply), ...(isObject(inner) ? Object.entries(inner) : [])];
  const told = { kind: kind.name, ...(key === undefined ? {} : { key }), operation };
  return {
    ...told,
    unknown: entries
      .filter(([name]) => !known.has(name) && !shown.has(name) && !parameters.has(name))
      .map(([name, value]) => ({ name: shortened(name), type: typeOfValue(value) })),
    notShown: [...shown.keys()].filter((name) => !Object.hasOwn(reply, name)),
    otherwise: entries.flatMap(([name, value]) => difference(name, value, parameters.get(name), shown.get(name))),
  };
}

/** Keys of the single read: lists have them too, although facts know some lists only as those see them who have not signed in. */
function shownElsewhere({ routes }: PlacedKind, facts: ServedFacts): Iterable<string> {
  return (routes.read === undefined ? undefined : facts.operation(routes.read))?.reply.keys() ?? [];
}

/** Names that servers may use for what a kind knows. */
function namesOf(kind: PlacedKind, key: string | undefined): ReadonlySet<string> {
  const { tree, absent, inherent, keptUndeclared, holdsData, readUnder } = kind;
  const fields = Object.entries(fieldsOf(kind, { key }));
  const names = fields.flatMap(([name, { read, write, vendor, older }]) => [name, read, write, vendor, older?.name]);
  const held = holdsData === true ? undefined : holdsData;
  const matched = [absent, inherent?.shown, keptUndeclared, held].flatMap((match) => Object.keys(match ?? {}));
  const ofTree = tree
    ? [tree.fullPath, tree.pathParameter, tree.uniqueName, tree.scheduled, tree.importing?.status, tree.importing?.error]
    : [];
  const own = ["id", kind.key?.read, readUnder, tree?.parentParameter, ...(kind.marks ?? []), ...Object.keys(kind.ignored ?? {})];
  return new Set([...names, ...matched, ...ofTree, ...own].filter((name) => name !== undefined));
}

/**
 * A value is told as otherwise where it has a type that neither the parameter nor the reply is said to have. Of replies `string` says little, because servers that declare
 * no type are described so.
 */
function difference(
  name: string,
  value: Json | undefined,
  parameter: readonly string[] | undefined,
  shown: readonly string[] | undefined,
): ExaminedReply["otherwise"] {
  if (value === null || value === undefined) return [];
  const type = typeOfValue(value);
  const due = parameter ?? (shown?.includes("string") ? undefined : shown);
  if (due === undefined || due.length === 0) return [];
  const fits = [...due, ...(shown ?? [])].some((one) => one === type || (one === "number" && type === "integer"));
  return fits ? [] : [{ name: shortened(name), type, known: due.join(" or ") }];
}

function typeOfValue(value: Json | undefined): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function shortened(name: string): string {
  return name.length <= longestName ? name : `${name.slice(0, longestName)}…`;
}
