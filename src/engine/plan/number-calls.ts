import { firstSegment, fold, formatAddress } from "../../core/address.js";
import { isObject, placeholdersIn, type Spec, type Value } from "../../core/json.js";
import { isTopLevel, type PlacedKind } from "../../core/kind.js";
import { isLookup, isRef, ref } from "../../core/placeholders.js";
import type { Barrier, Call } from "../../core/plan.js";
import { parseRoute, routeParameters } from "../../core/route.js";
import { type ChangeDraft, type DraftCall, draftKey } from "./draft.js";

/** The drafts and calls of a plan in the order in which they are carried out, with what each call must come after. */
export interface Ordered {
  readonly drafts: readonly ChangeDraft[];
  readonly calls: readonly Call[];
  readonly barriers: readonly Barrier[];
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

/** What calls would better come after, in lists that many calls share. */
export type Wishes = ReadonlyMap<Node, readonly (readonly Node[])[]>;

/** A list that others share becomes a barrier where the plan would name at least so many ids for it. */
const worthABarrier = 64;

/** Of the calls of a thing the one whose reply tells what it is from then on: what creates it, else the first. */
export function making(nodes: readonly Node[] = []): Node | undefined {
  return nodes.find(({ call, draft }) => call.route === draft.kind.routes.create) ?? nodes[0];
}

/** Numbers the calls in an order that keeps all edges, and the wishes that no edge forbids. Throws where edges go in a circle. */
export function numberCalls(
  drafts: readonly ChangeDraft[],
  nodes: ReadonlyMap<ChangeDraft, readonly Node[]>,
  { edges, wishes }: { readonly edges: readonly Edge[]; readonly wishes: Wishes },
): Ordered {
  const { placed, earlierOf, wholeOf } = place(drafts, nodes, byLater(edges), wishes);
  const ids = new Map([...placed].map((node, index) => [node, `c${index + 1}`]));
  const idOf = (node: Node) => ids.get(node) ?? "";
  const first = new Map(drafts.map((draft) => [draftKey(draft), making(nodes.get(draft))]));
  const sorted = (some: Iterable<Node>) => [...some].map(idOf).sort(byNumber);
  const shared = sharedLists(wholeOf);
  const barriers = [...shared].map((list, index) => ({ list, id: `b${index + 1}` }));
  const barrierOf = new Map(barriers.map(({ list, id }) => [list, id]));
  const calls = [...placed].map((node): Call => {
    const whole = wholeOf.get(node) ?? [];
    const single = [...(earlierOf.get(node) ?? []), ...whole.filter((list) => !shared.has(list)).flat()];
    return {
      id: idOf(node),
      ...requestOf(node, (key) => idOf(first.get(key) as Node)),
      after: [...sorted(new Set(single)), ...whole.flatMap((list) => barrierOf.get(list) ?? [])],
      ...chainSaid(node),
      ...(node.call.wait ? { wait: node.call.wait } : {}),
      ...(node.call.joint ? { joint: true as const } : {}),
      ...(node.call.displaces === undefined ? {} : { displaces: node.call.displaces }),
    };
  });
  return {
    drafts,
    calls,
    barriers: barriers.map(({ list, id }) => ({ id, calls: sorted(list) })),
    callsOf: new Map(drafts.map((draft) => [draft, sorted(nodes.get(draft) ?? [])])),
  };
}

/** The calls in their order, what each comes after, and the lists of wishes that each keeps whole. */
interface Placed {
  readonly placed: ReadonlySet<Node>;
  readonly earlierOf: ReadonlyMap<Node, readonly Node[]>;
  readonly wholeOf: ReadonlyMap<Node, readonly (readonly Node[])[]>;
}

function place(
  drafts: readonly ChangeDraft[],
  nodes: ReadonlyMap<ChangeDraft, readonly Node[]>,
  required: ReadonlyMap<Node, ReadonlySet<Node>>,
  wishes: Wishes,
): Placed {
  const earlierOf = new Map<Node, readonly Node[]>();
  const wholeOf = new Map<Node, readonly (readonly Node[])[]>();
  const placed = new Set<Node>();
  const open = new Set<Node>();
  const placedLists = new Set<readonly Node[]>();
  /** False for a call that must wait for one that is under way. */
  const visit = (node: Node): boolean => {
    if (placed.has(node)) return true;
    if (open.has(node)) return false;
    open.add(node);
    const earlier = [...(required.get(node) ?? [])];
    const isFree = earlier.every(visit);
    const wished = isFree ? (wishes.get(node) ?? []) : [];
    const kept = wished.map((list) => (placedLists.has(list) ? list : list.filter(visit)));
    open.delete(node);
    if (!isFree) return false;
    const whole = wished.filter((list, index) => kept[index]?.length === list.length);
    for (const list of whole) placedLists.add(list);
    wholeOf.set(node, whole);
    earlierOf.set(node, [...earlier, ...kept.filter((_, index) => !whole.includes(wished[index] ?? [])).flat()]);
    placed.add(node);
    return true;
  };
  for (const draft of drafts)
    for (const node of nodes.get(draft) ?? [])
      if (!visit(node)) throw new Error(`the calls for ${node.draft.address} wait for each other`);
  return { placed, earlierOf, wholeOf };
}

/** The lists of wishes that are worth a barrier. */
function sharedLists(wholeOf: Placed["wholeOf"]): ReadonlySet<readonly Node[]> {
  const users = new Map<readonly Node[], number>();
  for (const list of [...wholeOf.values()].flat()) users.set(list, (users.get(list) ?? 0) + 1);
  return new Set([...users].filter(([list, count]) => count > 1 && list.length * count >= worthABarrier).map(([list]) => list));
}

function byLater(edges: readonly Edge[]): Map<Node, Set<Node>> {
  const earlierOf = new Map<Node, Set<Node>>();
  for (const [later, earlier] of edges) earlierOf.set(later, (earlierOf.get(later) ?? new Set()).add(earlier));
  return earlierOf;
}

/** What a call sends; what stands for a reply names the call that gives it. */
function requestOf({ call }: Node, callOf: (key: string) => string): Pick<Call, "method" | "path" | "params" | "body"> {
  const { method, path } = parseRoute(call.route);
  // A lookup is made in the parameters of its call, so those that its path needs stay although the call's own path has none of them.
  const lookups = placeholdersIn(call.body).filter(isLookup);
  const routes = [path, ...lookups.map(({ $lookup }) => $lookup), ...(call.displaces === undefined ? [] : [call.displaces])];
  const needed = new Set(routes.flatMap((route) => routeParameters(route)));
  const params = Object.fromEntries(Object.entries(call.params).filter(([name]) => needed.has(name)));
  return { method, path, params: withCalls(params, callOf), ...(call.body ? { body: withCalls(call.body, callOf) } : {}) };
}

/** What a call sends, with the call that gives it, by its id, in each `$ref`. */
export function withCalls(sent: Spec, callOf: (ref: string) => string): Spec {
  const fill = (value: Value): Value => {
    if (isRef(value)) return ref(callOf(value.$ref), value.field);
    if (Array.isArray(value)) return value.map((item: Value) => fill(item));
    return isObject(value) ? withCalls(value, callOf) : value;
  };
  return Object.fromEntries(Object.entries(sent).map(([name, part]) => [name, part === undefined ? undefined : fill(part)]));
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
