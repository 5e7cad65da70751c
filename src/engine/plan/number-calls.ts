import { firstSegment, fold, formatAddress } from "../../core/address.js";
import { isObject, placeholdersIn, type Spec, type Value } from "../../core/json.js";
import { isTopLevel, type PlacedKind } from "../../core/kind.js";
import { isLookup, isRef, ref } from "../../core/placeholders.js";
import type { Call } from "../../core/plan.js";
import { parseRoute, routeParameters } from "../../core/route.js";
import { type ChangeDraft, type DraftCall, draftKey } from "./draft.js";

/** The drafts and calls of a plan in the order in which they are carried out, with what each call must come after. */
export interface Ordered {
  readonly drafts: readonly ChangeDraft[];
  readonly calls: readonly Call[];
  /** Ids of the calls of each draft. */
  readonly callsOf: ReadonlyMap<ChangeDraft, readonly string[]>;
}

/** A call of a draft. */
export interface Node {
  readonly draft: ChangeDraft;
  readonly call: DraftCall;
}

/** The first comes after the second. */
export type Edge = readonly [later: Node, earlier: Node];

/** Of the calls of a thing the one whose reply tells what it is from then on: what creates it, else the first. */
export function making(nodes: readonly Node[] = []): Node | undefined {
  return nodes.find(({ call, draft }) => call.route === draft.kind.routes.create) ?? nodes[0];
}

/**
 * Numbers the calls in an order that keeps all edges, and of the wishes those that no edge forbids: a wish that is kept is an edge then. Throws where edges go in a circle.
 */
export function numberCalls(
  drafts: readonly ChangeDraft[],
  nodes: ReadonlyMap<ChangeDraft, readonly Node[]>,
  { edges, wishes }: { readonly edges: readonly Edge[]; readonly wishes: readonly Edge[] },
): Ordered {
  const [earlierOf, wishedOf] = [edges, wishes].map(byLater) as [Map<Node, Set<Node>>, Map<Node, Set<Node>>];
  const ids = new Map<Node, string>();
  const listed: Node[] = [];
  const open = new Set<Node>();
  /** False for a call that must wait for one that is under way. */
  const visit = (node: Node): boolean => {
    if (ids.has(node)) return true;
    if (open.has(node)) return false;
    open.add(node);
    const earlier = earlierOf.get(node) ?? new Set<Node>();
    const isFree = [...earlier].every(visit);
    const kept = isFree ? [...(wishedOf.get(node) ?? [])].filter(visit) : [];
    open.delete(node);
    if (!isFree) return false;
    earlierOf.set(node, new Set([...earlier, ...kept]));
    ids.set(node, `c${listed.length + 1}`);
    listed.push(node);
    return true;
  };
  for (const draft of drafts)
    for (const node of nodes.get(draft) ?? [])
      if (!visit(node)) throw new Error(`the calls for ${node.draft.address} wait for each other`);
  const idOf = (node: Node) => ids.get(node) ?? "";
  const first = new Map(drafts.map((draft) => [draftKey(draft), making(nodes.get(draft))]));
  const sorted = (some: Iterable<Node>) => [...some].map(idOf).sort(byNumber);
  const calls = listed.map((node): Call => ({
    id: idOf(node),
    ...requestOf(node, (key) => idOf(first.get(key) as Node)),
    after: sorted(earlierOf.get(node) ?? []),
    ...chainSaid(node),
    ...(node.call.wait ? { wait: node.call.wait } : {}),
    ...(node.call.joint ? { joint: true as const } : {}),
    ...(node.call.displaces === undefined ? {} : { displaces: node.call.displaces }),
  }));
  return { drafts, calls, callsOf: new Map(drafts.map((draft) => [draft, sorted(nodes.get(draft) ?? [])])) };
}

function byLater(edges: readonly Edge[]): Map<Node, Set<Node>> {
  const earlierOf = new Map<Node, Set<Node>>();
  for (const [later, earlier] of edges) earlierOf.set(later, (earlierOf.get(later) ?? new Set()).add(earlier));
  return earlierOf;
}

/** What a call sends; what stands for a reply names the call that gives it. */
function requestOf({ call }: Node, callOf: (key: string) => string): Pick<Call, "method" | "path" | "params" | "body"> {
  const { method, path } = parseRoute(call.route);
  const fill = (value: Value): Value => {
    if (isRef(value)) return ref(callOf(value.$ref), value.field);
    if (Array.isArray(value)) return value.map((item: Value) => fill(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, part === undefined ? undefined : fill(part)]));
  };
  // A lookup is made in the parameters of its call, so those that its path needs stay although the call's own path has none of them.
  const lookups = placeholdersIn(call.body).filter(isLookup);
  const routes = [path, ...lookups.map(({ $lookup }) => $lookup), ...(call.displaces === undefined ? [] : [call.displaces])];
  const needed = new Set(routes.flatMap((route) => routeParameters(route)));
  const params = Object.fromEntries(Object.entries(call.params).filter(([name]) => needed.has(name)));
  return { method, path, params: fill(params) as Spec, ...(call.body ? { body: fill(call.body) as Spec } : {}) };
}

function chainSaid({ draft: { kind, path }, call }: Node): Pick<Call, "chain"> {
  const isNewTree = kind.tree !== undefined && call.route === kind.routes.create;
  const chain = isNewTree ? undefined : chainOf(kind, path);
  return chain === undefined ? {} : { chain };
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
