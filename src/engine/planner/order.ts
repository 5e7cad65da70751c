import { depth, firstSegment, fold, formatAddress, isUnder, parentPath } from "../../core/address.js";
import { append } from "../../core/append.js";
import { boundedAttribute, isMore } from "../../core/bounded.js";
import { isObject, placeholdersIn, type Value } from "../../core/json.js";
import { isLookup, isRef, ref } from "../../core/placeholders.js";
import { isTopLevel, type Kinds, type PlacedKind } from "../../core/kind.js";
import type { Call } from "../../core/plan.js";
import { parseRoute, routeParameters } from "../../core/route.js";
import { type Draft, type DraftCall, draftKey } from "./draft.js";
import { topName } from "../forms/diff.js";
import { namedKey, parentKey } from "../world.js";

/** The drafts and calls of a plan in the order in which they are carried out, with what each call must come after. */
export interface Ordered {
  readonly drafts: readonly Draft[];
  readonly calls: readonly Call[];
  /** Ids of the calls of each draft. */
  readonly callsOf: ReadonlyMap<Draft, readonly string[]>;
}

interface Node {
  readonly draft: Draft;
  readonly call: DraftCall;
  readonly after: Set<Node>;
}

/**
 * Orders drafts: settings, appearance, topics, groups by depth, projects, then what hangs on them; deletes the other way round and last.
 * Every constraint between two calls is an edge, so that whatever has none between them may run side by side.
 */
export function order(drafts: readonly Draft[], kinds: Kinds): Ordered {
  const ranks = new Map([...kinds.keys()].map((name, index) => [name, index]));
  const sorted = [...drafts].sort((a, b) => compareDrafts(a, b, ranks));
  const nodes = new Map(sorted.map((draft) => [draft, draft.calls.map((call): Node => ({ draft, call, after: new Set() }))]));
  for (const list of nodes.values()) {
    const phases = ["open", "main", "late", "unlink", "close"];
    list.sort((a, b) => phases.indexOf(a.call.phase) - phases.indexOf(b.call.phase));
    for (const [index, node] of list.entries()) if (index > 0) node.after.add(list[index - 1] as Node);
  }
  addEdges(sorted, nodes, kinds);
  return number(sorted, nodes);
}

function compareDrafts(a: Draft, b: Draft, ranks: ReadonlyMap<string, number>): number {
  const [deleteA, deleteB] = [Number(a.action === "delete"), Number(b.action === "delete")];
  if (deleteA !== deleteB) return deleteA - deleteB;
  const direction = deleteA ? -1 : 1;
  const rank = (ranks.get(a.kind.name) ?? 0) - (ranks.get(b.kind.name) ?? 0);
  const level = a.kind.tree ? depth(a.path ?? "") - depth(b.path ?? "") : 0;
  return direction * (rank || level) || (a.address < b.address ? -1 : a.address > b.address ? 1 : 0);
}

function addEdges(drafts: readonly Draft[], nodes: ReadonlyMap<Draft, Node[]>, kinds: Kinds): void {
  const byKey = new Map(drafts.map((draft) => [draftKey(draft), draft]));
  const settings = drafts.filter((draft) => draft.kind.first);
  const trees = drafts.filter((draft) => draft.kind.tree);
  const byPath = new Map<string, Draft[]>();
  for (const draft of trees) append(byPath, fold(draft.path ?? ""), draft);
  const after = (later: Draft, earlier: Draft) => addAfter(nodes, later, earlier);
  for (const draft of drafts) {
    if (!settings.includes(draft)) for (const one of settings) after(draft, one);
    if (draft.kind.tree) for (const holder of ancestors(draft, byPath)) addTreeEdge(draft, holder, after);
    const parent = byKey.get(parentKey(draft.kind, draft.path, kinds) ?? "");
    if (parent && parent !== draft) addChildEdge(draft, parent, nodes, after);
    for (const key of namedKeys(draft, kinds)) {
      const named = byKey.get(key);
      if (!named || named === draft) continue;
      if (named.action === "delete") addAfter(nodes, named, draft, named.kind.tree !== undefined);
      else if (draft.action !== "delete" && !named.kind.tree) after(draft, named);
    }
    for (const node of nodes.get(draft) ?? []) addReferenceEdges(node, nodes, (key) => byKey.get(key));
  }
  addDeleteEdges(trees, byPath, after);
}

/** A call whose values come from another call's reply comes after that call (and not after all else of the thing: two groups may name each other). */
function addReferenceEdges(node: Node, nodes: ReadonlyMap<Draft, Node[]>, draftAt: (key: string) => Draft | undefined): void {
  for (const { $ref } of placeholdersIn([node.call.params, node.call.body ?? {}]).filter(isRef)) {
    const named = draftAt($ref);
    const first = named && making(nodes.get(named));
    if (first && first !== node) node.after.add(first);
  }
}

/** Of the calls of a thing the one whose reply tells what it is from then on: what creates it, else the first. */
function making(nodes: readonly Node[] = []): Node | undefined {
  return nodes.find(({ call, draft }) => call.route === draft.kind.routes.create) ?? nodes[0];
}

/** `later` waits for all of `earlier` but what closes it again, what it is no longer linked with (`unlinked`: not so) and, unless it hangs on it, what names other new things. */
function addAfter(nodes: ReadonlyMap<Draft, Node[]>, later: Draft, earlier: Draft, unlinked = false): void {
  const first = nodes.get(later)?.[0];
  const isAwaited = ({ call }: Node) =>
    call.phase === "unlink" ? unlinked : call.phase !== "close" && (call.phase !== "late" || !isTopLevel(later.kind));
  const last = (nodes.get(earlier) ?? []).filter(isAwaited).at(-1);
  if (first && last) first.after.add(last);
}

/** Drafts of the groups that hold this one, nearest first. */
function ancestors(draft: Draft, byPath: ReadonlyMap<string, readonly Draft[]>): Draft[] {
  const found: Draft[] = [];
  for (const start of new Set([draft.path, draft.livePath])) {
    for (let at = parentPath(start ?? ""); at !== undefined; at = parentPath(at)) {
      found.push(...(byPath.get(fold(at)) ?? []).filter((one) => one.kind.name === draft.kind.tree?.holder));
    }
  }
  return found;
}

/** Opening goes from the top down, closing from the bottom up; a group that is deleted goes after what it holds. */
function addTreeEdge(draft: Draft, holder: Draft, after: (later: Draft, earlier: Draft) => void): void {
  if (holder.action === "delete") after(holder, draft);
  else if (draft.action === "delete") return;
  else if (holder.action === "update" && closes(holder)) after(holder, draft);
  else if (holder.action === "create" || holder.action === "move" || holder.action === "restore" || opensOrUnlocks(holder))
    after(draft, holder);
}

/** True for a draft that gives less of what bounds what lies in its thing. */
function closes({ fields, differences }: Draft): boolean {
  const name = boundedAttribute(fields);
  const change = differences.find((one) => one.path === name);
  return name !== undefined && change !== undefined && isMore(fields[name], change.before, change.after);
}

/** Any other change of a group may be what its members need: wider visibility, shared runners, sharing. */
function opensOrUnlocks(holder: Draft): boolean {
  return holder.differences.length > 0;
}

function addChildEdge(
  draft: Draft,
  parent: Draft,
  nodes: ReadonlyMap<Draft, Node[]>,
  after: (later: Draft, earlier: Draft) => void,
): void {
  if (parent.action === "delete") {
    after(parent, draft);
    return;
  }
  after(draft, parent);
  const closing = nodes.get(parent)?.find(({ call }) => call.phase === "unlink" || call.phase === "close");
  const last = nodes.get(draft)?.at(-1);
  if (closing && last) closing.after.add(last);
}

/** A path must be free before something else is created there, and a group goes after what moved out of it. */
function addDeleteEdges(
  trees: readonly Draft[],
  byPath: ReadonlyMap<string, readonly Draft[]>,
  after: (later: Draft, earlier: Draft) => void,
): void {
  for (const draft of trees) {
    if (draft.action === "create" || draft.action === "move") {
      for (const other of byPath.get(fold(draft.path ?? "")) ?? []) if (other.action === "delete") after(draft, other);
    }
    if (draft.action !== "delete") continue;
    for (const other of trees) {
      if (other !== draft && other.action === "move" && isUnder(other.livePath ?? "", draft.path ?? "")) after(draft, other);
    }
  }
}

/** Keys of what a draft names before or after: what it names must be there first, and goes only when it is named no more. */
function namedKeys(draft: Draft, kinds: Kinds): string[] {
  const names: string[] = [];
  const collect = (value: Value | undefined, target: string | undefined) => {
    const key = typeof value === "string" && target !== undefined ? namedKey(target, value, draft, kinds) : undefined;
    if (key !== undefined) names.push(key);
  };
  for (const difference of draft.differences) {
    const field = draft.fields[topName(difference.path)];
    if (!field) continue;
    for (const value of [difference.before, difference.after]) {
      collect(value, field.target);
      for (const item of Array.isArray(value) ? (value as readonly Value[]) : []) {
        collect(item, field.item?.target);
        if (isObject(item)) for (const [name, part] of Object.entries(item)) collect(part, field.fields?.[name]?.target);
      }
    }
  }
  return names;
}

function number(drafts: readonly Draft[], nodes: ReadonlyMap<Draft, Node[]>): Ordered {
  const ids = new Map<Node, string>();
  const listed: Node[] = [];
  const open = new Set<Node>();
  const visit = (node: Node): void => {
    if (ids.has(node)) return;
    if (open.has(node)) throw new Error(`the calls for ${node.draft.address} wait for each other`);
    open.add(node);
    for (const earlier of node.after) visit(earlier);
    open.delete(node);
    ids.set(node, `c${listed.length + 1}`);
    listed.push(node);
  };
  for (const draft of drafts) for (const node of nodes.get(draft) ?? []) visit(node);
  const idOf = (node: Node) => ids.get(node) ?? "";
  const first = new Map(drafts.map((draft) => [draftKey(draft), making(nodes.get(draft))]));
  const calls = listed.map((node) => finish(node, idOf, (key) => idOf(first.get(key) as Node)));
  return { drafts, calls, callsOf: new Map(drafts.map((draft) => [draft, (nodes.get(draft) ?? []).map(idOf).sort(byNumber)])) };
}

function finish(node: Node, idOf: (node: Node) => string, callOf: (key: string) => string): Call {
  const { method, path } = parseRoute(node.call.route);
  const names = routeParameters(path);
  const fill = (value: Value): Value => {
    if (isRef(value)) return ref(callOf(value.$ref), value.field);
    if (Array.isArray(value)) return value.map((item: Value) => fill(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, part === undefined ? undefined : fill(part)]));
  };
  // A lookup is made in the parameters of its call, so those that its path needs stay although the call's own path has none of them.
  const lookups = new Set(
    placeholdersIn(node.call.body)
      .filter(isLookup)
      .flatMap(({ $lookup }) => routeParameters($lookup)),
  );
  const { displaces } = node.call;
  const others = new Set([...lookups, ...(displaces === undefined ? [] : routeParameters(displaces))]);
  const params = Object.fromEntries(
    Object.entries(node.call.params).filter(([name]) => names.includes(name) || others.has(name)),
  );
  const { kind } = node.draft;
  const isNewTree = kind.tree !== undefined && node.call.route === kind.routes.create;
  const chain = isNewTree ? undefined : chainOf(kind, node.draft.path);
  return {
    id: idOf(node),
    method,
    path,
    params: fill(params) as Record<string, Value>,
    ...(node.call.body ? { body: fill(node.call.body) as Record<string, Value> } : {}),
    after: [...node.after].map(idOf).sort(byNumber),
    ...(chain === undefined ? {} : { chain }),
    ...(node.call.wait ? { wait: node.call.wait } : {}),
    ...(displaces === undefined ? {} : { displaces }),
  };
}

/** What the platform does not take side by side: writes to one tree's moves and permissions, one project's approvals, one singleton. Undefined for all else. */
export function chainOf(kind: PlacedKind, path: string | undefined): string | undefined {
  if (!kind.chained) return undefined;
  if (kind.tree) return `${kind.name}:${fold(firstSegment(path ?? ""))}`;
  return isTopLevel(kind) ? kind.name : formatAddress({ kind: kind.parent, path: fold(path ?? "") });
}

function byNumber(a: string, b: string): number {
  return Number(a.slice(1)) - Number(b.slice(1));
}
