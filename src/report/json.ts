import { defined } from "../core/collections.js";
import { inertJson } from "../core/inert-text.js";
import { type Value, writtenEntries } from "../core/json.js";
import { type Change, notDeclaredCount, type Plan } from "../core/plan.js";
import { totalsOf } from "./plan-counts.js";

/** Keys of the two documents in the order in which people read them; all other keys follow by name. */
const order = [
  ["format", "instance", "root", "url", "version", "tier", "dialect", "summary", "create", "update", "delete", "unchanged"],
  ["changes", "actions", "layers", "outcomes", "interrupted", "id", "address", "kind", "parent", "action", "status", "from"],
  ["identity", "weakens", "method", "rule", "message"],
  ["path", "before", "after", "value", "asked", "live", "cause", "reason", "because", "error", "notStuck", "addresses"],
  ["source", "layer", "variables"],
  ["attributes", "kept", "unverifiable", "fingerprint", "calls", "params", "body", "chain", "wait", "for", "read", "joint"],
  ["displaces", "warnings", "refusals", "held", "unread", "acknowledgements", "name", "changed", "of"],
  ["exceptions", "policy", "match", "attribute", "until"],
  ["journal", "begun", "username", "ended", "standing"],
  ["today", "policies", "matches", "inForce", "reported", "obeying", "violating", "excepted", "locked", "unreadable"],
  ["changes_digest", "digest", "coverage", "kinds", "managed", "unmanaged", "gaps", "notDeclared", "things", "notJudged"],
  ["default", "stats", "requests"],
].flat();
const rank = new Map(order.map((key, index) => [key, index]));

/** Values of users and servers: their keys are sorted by name only. (`after` of a call is a list of ids, which has no keys.) */
const foreign = new Set(["before", "after", "value", "asked", "live", "default", "params", "body", "identity"]);

/** A document of ours, such as `trueup.plan/1`, as indented JSON with a fixed order of keys: equal documents give equal text. Ends with a line break. */
export function documentJson(document: object): string {
  return [...documentPieces(document)].join("");
}

/** A plan in numbers, as JSON (schemas/plan-summary.schema.json), with the same order of keys. */
export function summaryJson(plan: Plan): string {
  const { format: _, instance, root, targets, under, summary, acknowledgements, changes_digest, digest, stats } = plan;
  const { actions, attributes, layers, warnings, refusals, held, unread, notDeclared } = totalsOf(plan);
  return documentJson({
    format: "trueup.plan-summary/1",
    instance,
    root,
    ...defined({ targets, under, acknowledgements, changes_digest }),
    summary,
    actions,
    ...originsOf(plan),
    attributes: attributes.map(({ kind, path, count }) => ({ kind, path, count })),
    layers,
    warnings,
    refusals,
    ...(held.length > 0 ? { held } : {}),
    ...(unread.length > 0 ? { unread } : {}),
    ...(notDeclaredCount(plan) > 0 ? { notDeclared } : {}),
    digest,
    stats,
  });
}

/** How many changes a request asks for, and how many were off before; of a plan of no request nothing. */
function originsOf({ changes }: Plan): object {
  if (changes.every(({ origin }) => origin === undefined)) return {};
  const of = (origin: Change["origin"]): number => changes.filter((change) => change.origin === origin).length;
  return { origins: { request: of("request"), before: of("before") } };
}

/** What is explained of a thing, `trueup.explain/1`, in the same way. */
export function explainJson(explained: object): string {
  return documentJson({ format: "trueup.explain/1", ...explained });
}

/** A document of another format than ours as indented JSON, with its keys as they are. Ends with a line break. */
export function reportJson(document: object): string {
  return `${inertJson(JSON.stringify(document, null, 2))}\n`;
}

/** A piece has at least so many characters, but for the last one. */
const atLeast = 1 << 16;

/** The same text in pieces of whole lines: as one text, a large plan takes as much memory as its changes do. */
export function* documentPieces(document: object): Generator<string> {
  let piece = "";
  for (const part of partsOf(document)) {
    piece += part;
    if (piece.length < atLeast || !piece.endsWith("\n")) continue;
    yield inertJson(piece);
    piece = "";
  }
  yield inertJson(piece);
}

/** What a document is written of: each item of a list at its top is a part. */
function* partsOf(document: object): Generator<string> {
  const entries = Object.entries(inOrder(document, false));
  yield entries.length === 0 ? "{" : "{\n";
  for (const [place, [key, value]] of entries.entries()) {
    const isForeign = foreign.has(key);
    yield `  ${JSON.stringify(key)}: `;
    if (Array.isArray(value) && value.length > 0) {
      yield "[\n";
      for (const [index, item] of value.entries())
        yield `    ${indented(item, 4, isForeign)}${index < value.length - 1 ? "," : ""}\n`;
      yield "  ]";
    } else yield indented(value, 2, isForeign);
    yield place < entries.length - 1 ? ",\n" : "\n";
  }
  yield "}\n";
}

/** A value as indented JSON; all lines but the first are as far to the right as `blanks` says. */
function indented(top: Value, blanks: number, isForeign: boolean): string {
  const ofForeign = new WeakSet<object>();
  // In order while it is written: an ordered copy of a large plan would take as much memory as the plan.
  const ordered = function (this: object, key: string, value: Value): unknown {
    if (typeof value !== "object" || value === null) return value;
    const isOfForeign = key === "" ? isForeign : ofForeign.has(this) || foreign.has(key);
    const written = Array.isArray(value) ? value : inOrder(value, isOfForeign);
    if (isOfForeign) ofForeign.add(written);
    return written;
  };
  return JSON.stringify(top ?? null, ordered, 2).replaceAll("\n", `\n${" ".repeat(blanks)}`);
}

/** A copy of an object with its keys in order. Object.fromEntries, because assigning a key `__proto__` would lose it. */
function inOrder(value: object, isForeign: boolean): object {
  const ofKeys = (a: string, b: string): number => (isForeign ? 0 : rankOf(a) - rankOf(b)) || (a < b ? -1 : 1);
  return Object.fromEntries(writtenEntries(value).sort(([a], [b]) => ofKeys(a, b)));
}

function rankOf(key: string): number {
  return rank.get(key) ?? order.length;
}
