import { namedKey, parentKey, thingKey } from "../../core/address-key.js";
import { depth, fold, isUnder, pathsAbove } from "../../core/address.js";
import type { ChangeInPlan, Nearby } from "../../core/behaviour.js";
import { type NamedReference, referencesIn } from "../../core/body-fields.js";
import { compareTexts, groupedBy } from "../../core/collections.js";
import { placeholdersIn } from "../../core/json.js";
import { isTopLevel, keyParts, kindIn, kindOf, type Kinds, makesMembers, parentsOf } from "../../core/kind.js";
import { isRef } from "../../core/placeholders.js";
import { topName } from "../../core/steps.js";
import { boundedAttribute, isMore } from "../../core/strictness.js";
import { wayOf } from "../../core/weakening.js";
import type { Basis } from "../snapshot/index.js";
import type { Commits } from "./commits.js";
import { type ChangeDraft, type DraftCall, draftKey } from "./draft.js";
import { falls, memberKeys } from "./membership.js";
import { joiningKey, type ResolvedNames } from "./names.js";
import { type Edge, making, type Node, numberCalls, type Ordered } from "./number-calls.js";
import { isLink, safetyWishes } from "./safe-order.js";

/** What an order goes by beside the drafts. */
type OrderBasis = Pick<Basis, "kinds" | "capabilities"> & Pick<ResolvedNames, "joining"> & Pick<Commits, "lets">;

/** The drafts with their calls, and what is known of the order. */
interface Graph extends Pick<OrderBasis, "kinds" | "joining" | "lets"> {
  readonly drafts: readonly ChangeDraft[];
  /** Of each draft, in the order in which they run. */
  readonly nodes: ReadonlyMap<ChangeDraft, readonly Node[]>;
  readonly byKey: ReadonlyMap<string, ChangeDraft>;
  /** Groups and projects by their folded path. */
  readonly byPath: ReadonlyMap<string, readonly ChangeDraft[]>;
  /** Groups and projects. */
  readonly trees: readonly ChangeDraft[];
  /** All by the folded path of what they are, or of what they hang on. */
  readonly byPlace: ReadonlyMap<string, readonly ChangeDraft[]>;
  /** Files of repositories by the folded path of what they lie in. */
  readonly files: ReadonlyMap<string, readonly ChangeDraft[]>;
}

const phases = ["open", "main", "late", "unlink", "close"];

/** Orders drafts: settings, appearance, topics, groups by depth, projects, then their children; deletes the other way round and last. Calls without an edge may run side by side. */
export function order(calls: ReadonlyMap<ChangeDraft, readonly DraftCall[]>, basis: OrderBasis): Ordered {
  const { kinds, joining, lets } = basis;
  const ranks = new Map([...kinds.keys()].map((name, index) => [name, index]));
  const drafts = [...calls.keys()].sort((a, b) => compareDrafts(a, b, ranks));
  const joint = new Map<DraftCall, Node>();
  const nodes = new Map(
    drafts.map((draft) => {
      const ofDraft = (calls.get(draft) ?? []).map((call): Node => {
        const node = joint.get(call) ?? { draft, call };
        joint.set(call, node);
        return node;
      });
      return [draft, ofDraft.sort((a, b) => phases.indexOf(a.call.phase) - phases.indexOf(b.call.phase))];
    }),
  );
  const trees = drafts.filter((draft) => draft.kind.tree);
  const pathOf = ({ path = "" }: ChangeDraft) => fold(path);
  const files = drafts.filter((draft) => draft.kind.committed);
  const places = {
    byPlace: groupedBy(drafts, pathOf),
    byPath: groupedBy(trees, pathOf),
    files: groupedBy(files, pathOf),
  };
  const byKey = new Map(drafts.map((draft) => [draftKey(draft), draft]));
  const graph: Graph = { joining, lets, trees, drafts, nodes, kinds, byKey, ...places };
  const within = [...nodes.values()].flatMap(edgesWithin);
  const turns = turnsOfKinds(graph, basis);
  const edges = [...within, ...drafts.flatMap((draft) => edgesOf(draft, graph)), ...deleteEdges(trees, graph), ...turns.edges];
  return numberCalls(drafts, nodes, { edges, wishes: safetyWishes([...nodes.values()].flat(), turns.madeUpFor) });
}

function compareDrafts(a: ChangeDraft, b: ChangeDraft, ranks: ReadonlyMap<string, number>): number {
  const [deleteA, deleteB] = [Number(a.action === "delete"), Number(b.action === "delete")];
  if (deleteA !== deleteB) return deleteA - deleteB;
  const direction = deleteA ? -1 : 1;
  const rank = (ranks.get(a.kind.name) ?? 0) - (ranks.get(b.kind.name) ?? 0);
  const level = a.kind.tree ? depth(a.path ?? "") - depth(b.path ?? "") : 0;
  return direction * (rank || level) || compareTexts(a.address, b.address);
}

function edgesOf(draft: ChangeDraft, graph: Graph): Edge[] {
  const { nodes, byKey, kinds } = graph;
  const holders = draft.kind.tree ? ancestors(draft, graph.byPath) : [];
  const parent = byKey.get(parentKey(draft.kind, draft.path, kinds) ?? "");
  return [
    ...holders.flatMap((holder) => treeEdges(draft, holder, graph)),
    ...(parent && parent !== draft ? childEdges(draft, parent, graph) : []),
    ...namedKeys(draft, kinds).flatMap((key) => namedEdges(draft, byKey.get(key), graph)),
    ...branchEdges(draft, graph),
    ...sharedEdges(draft, graph),
    ...relinkEdges(draft, graph),
    ...(nodes.get(draft) ?? []).flatMap((node) => referenceEdges(node, graph)),
  ];
}

/** The calls of one draft run one after the other; what takes a link away from somebody waits for none that only adds something, and what closes the thing again for all. */
function edgesWithin(nodes: readonly Node[]): Edge[] {
  const unlinking = nodes.filter(({ call }) => call.phase === "unlink" && call.direction !== undefined);
  const others = nodes.filter((node) => !unlinking.includes(node));
  const opening = others.findLast(({ call }) => call.phase === "open");
  const closing = others.find(({ call }) => call.phase === "close");
  return [
    ...others.flatMap((node, index) => edge(node, others[index - 1])),
    ...unlinking.flatMap((node, index) => edge(node, unlinking[index - 1] ?? opening)),
    ...edge(closing, unlinking.at(-1)),
  ];
}

function edge(later: Node | undefined, earlier: Node | undefined): Edge[] {
  return later && earlier && later !== earlier ? [[later, earlier]] : [];
}

/** `later` waits for `earlier`, but not for what closes or (unless `unlinked`) unlinks it, nor, where it does not hang on it, for what names other new things. */
function after(later: ChangeDraft, earlier: ChangeDraft, { nodes }: Graph, unlinked = false): Edge[] {
  const isAwaited = ({ call }: Node) => (call.phase === "unlink" ? unlinked : isAwaitedBy(later, call));
  return edge(nodes.get(later)?.[0], (nodes.get(earlier) ?? []).findLast(isAwaited));
}

function isAwaitedBy({ kind }: ChangeDraft, { phase }: DraftCall): boolean {
  return phase !== "unlink" && phase !== "close" && (phase !== "late" || !isTopLevel(kind));
}

/** A child waits for the calls of its group or project, but for a link only where it names somebody. A call that tightens, or whose content may be for other people, does not wait for calls that only let people in; one that deletes only until it may. */
function afterHolder(later: ChangeDraft, holder: ChangeDraft, graph: Graph): Edge[] {
  if (holder.action !== "update" && holder.action !== "create") return after(later, holder, graph);
  const laterNodes = graph.nodes.get(later) ?? [];
  const isAwaited = ({ call }: Node) => isAwaitedBy(later, call) && !(later.kind.tree && isLink(call, holder));
  const awaited = (graph.nodes.get(holder) ?? []).filter(isAwaited);
  const [first] = laterNodes;
  const guarded = first?.call.direction === "tightens" || first?.call.direction === "either" ? first : undefined;
  const others = laterNodes.find((node) => node !== guarded);
  const names = awaited.some(({ call }) => isLink(call, holder)) && namesAnew(later, graph.kinds, graph.joining);
  const isNaming = names && laterNodes.every(({ call }) => !call.joining);
  const isNeeded = ({ call }: Node) =>
    later.action === "delete" ? call.phase === "open" : !isOnlyLoosening(call, holder, isNaming);
  const needed = awaited.findLast(isNeeded);
  const before = awaited.findLast(({ call }) => names || !isLink(call, holder));
  return [...edge(others, before), ...edge(guarded, needed)];
}

/** True for a call that does nothing but let more people in. Who is named may be one of them, and what was switched off a server may refuse to protect. */
function isOnlyLoosening(call: DraftCall, of: ChangeDraft, isNaming: boolean): boolean {
  if (call.direction !== "loosens") return false;
  return isLink(call, of) ? !isNaming : !switchesOn(of);
}

function switchesOn({ kind, fields, differences }: ChangeDraft): boolean {
  return differences.some(({ path, before }) => {
    const field = fields[path];
    const isFeature = field?.ordered === true && wayOf(kind.weakens, path) === "more";
    return isFeature && before === field.values?.[0];
  });
}

/** Who is named may be a member by a link of a group above. */
function sharedEdges(draft: ChangeDraft, { nodes, byPath, kinds, joining }: Graph): Edge[] {
  if (draft.kind.tree || draft.action === "delete" || !namesAnew(draft, kinds, joining)) return [];
  const holders = pathsAbove(draft.path ?? "").flatMap((at) => byPath.get(fold(at)) ?? []);
  const lastLink = (holder: ChangeDraft) =>
    nodes.get(holder)?.findLast(({ call }) => isLink(call, holder) && call.phase !== "unlink");
  return holders.flatMap((holder) => edge(joiningNode(nodes.get(draft)), lastLink(holder)));
}

/** What the server drops while a link is away is said once it is there again; what tightens waits for nothing. */
function relinkEdges(draft: ChangeDraft, { nodes, byKey }: Graph): Edge[] {
  const saying = (nodes.get(draft) ?? []).filter(({ call }) => call.direction !== "tightens");
  return (draft.meanwhile?.after ?? []).flatMap((key) => {
    const holder = byKey.get(key);
    const link = holder && nodes.get(holder)?.findLast(({ call }) => isLink(call, holder));
    return saying.flatMap((node) => edge(node, link));
  });
}

/** What kinds say of the order of their own changes; and the drafts that take nothing away, because an earlier one gives as much. */
function turnsOfKinds(
  graph: Graph,
  { capabilities }: OrderBasis,
): { readonly edges: Edge[]; readonly madeUpFor: Set<ChangeDraft> } {
  const { drafts, kinds, trees, byPlace } = graph;
  const plannedAs = new Map(drafts.map((draft) => [draft, asPlanned(draft)]));
  const draftOf = new Map([...plannedAs].map(([draft, planned]) => [planned, draft]));
  const nearby: Nearby = (subject) => {
    const { path, parent } = subject;
    const near = path === "" ? drafts : [path, ...pathsAbove(path)].flatMap((at) => byPlace.get(fold(at)) ?? []);
    const holdsOthers = kinds.get(parent)?.tree?.parent === parent;
    const created = holdsOthers ? trees.filter((tree) => tree.action === "create" && isUnder(tree.path ?? "", path)) : [];
    return [...near, ...created].flatMap((draft) => plannedAs.get(draft) ?? []).filter((other) => other !== subject);
  };
  const turns = [...kinds.values()].flatMap((kind) => {
    const members = kind.order ? [...draftOf.keys()].filter((draft) => draft.kind === kind.name) : [];
    return kind.order?.(members, nearby, capabilities.user.username) ?? [];
  });
  const draftIn = (planned: ChangeInPlan) => draftOf.get(planned) as ChangeDraft;
  return {
    edges: turns.flatMap(({ later, earlier }) => after(draftIn(later), draftIn(earlier), graph)),
    madeUpFor: new Set(turns.flatMap(({ later, isMadeUpFor }) => (isMadeUpFor ? draftIn(later) : []))),
  };
}

function asPlanned({ kind, path = "", key, action, write, live }: ChangeDraft): ChangeInPlan {
  const known = { ...(key === undefined ? {} : { key }), ...(live === undefined ? {} : { live: live.spec }) };
  return { kind: kind.name, parent: kind.parent, path, action, write, ...known };
}

/** A branch is there before what its name is a part of, and the first commit before other branches; who may push is said after what is pushed. */
function branchEdges(draft: ChangeDraft, graph: Graph): Edge[] {
  const { kind, path, key = "", action } = draft;
  if (action === "delete" && !kind.committed) return [];
  const { name, scope } = keyParts(kind, key);
  const named = kind.key?.kind ?? kind.key?.scope?.kind;
  // What groups say of names of branches is about those of all their projects.
  const of = named === undefined ? undefined : kindOf(graph.kinds, named);
  const isBeside = of !== undefined && parentsOf(of).includes(kind.parent);
  const branch = isBeside ? graph.byKey.get(thingKey(kindIn(of, kind.parent), path, scope ?? name)) : undefined;
  const before = branch && branch.action !== "delete" ? after(draft, branch, graph) : [];
  const letting = graph.lets.get(draft);
  const files = kind.committed ? [] : (graph.files.get(fold(path ?? "")) ?? []).filter((file) => comesAfter(draft, file));
  const later = files.filter((file) => graph.lets.get(file) !== draft);
  return [...before, ...(letting ? after(draft, letting, graph) : []), ...later.flatMap((file) => after(draft, file, graph))];
}

function comesAfter({ kind }: ChangeDraft, file: ChangeDraft): boolean {
  const { committed, key, parent } = file.kind;
  if (!committed || kind.parent !== parent) return false;
  if (kind.key?.kind === committed.writable.kind) return true;
  return kind.name === committed.writable.kind && keyParts(file.kind, file.key ?? "").scope === key?.scope?.default;
}

/** What a draft names must be there first, and goes only when it is named no more. */
function namedEdges(draft: ChangeDraft, named: ChangeDraft | undefined, graph: Graph): Edge[] {
  if (!named || named === draft) return [];
  const isMembership = makesMembers(named.kind);
  const staysNamed = isMembership && namedKeys(draft, graph.kinds, ["after"]).includes(draftKey(named));
  // Servers take those who have too little out of rules by themselves: who is named no more has less only then.
  if (!staysNamed && (named.action === "delete" || falls(named))) {
    const memberNodes = isMembership ? graph.nodes.get(draft) : undefined;
    const dropping = memberNodes?.findLast(({ call }) => call.direction !== "loosens");
    return dropping ? edge(graph.nodes.get(named)?.[0], dropping) : after(named, draft, graph, named.kind.tree !== undefined);
  }
  if (draft.action === "delete" || named.kind.tree) return [];
  // A name that goes needs nobody to be there, nor does one of a member.
  if (isMembership && (!staysNamed || !graph.joining.has(joiningKey(draft, named.key ?? "")))) return [];
  const waiting = isMembership ? joiningNode(graph.nodes.get(draft)) : graph.nodes.get(draft)?.[0];
  return after(draft, named, graph).flatMap(([, awaited]) => edge(waiting, awaited));
}

/** The call of a draft that names whom the plan lets in: an update that tightens names nobody new. */
function joiningNode(nodes: readonly Node[] = []): Node | undefined {
  return nodes.find(({ call }) => call.joining) ?? nodes.find(({ call }) => call.direction !== "tightens") ?? nodes[0];
}

/** A call whose values come from another call's reply comes after that call (and not after all else of the thing: two groups may name each other). */
function referenceEdges(node: Node, { nodes, byKey }: Graph): Edge[] {
  return placeholdersIn([node.call.params, node.call.body ?? {}])
    .filter(isRef)
    .flatMap(({ $ref }) => {
      const named = byKey.get($ref);
      return named ? edge(node, making(nodes.get(named))) : [];
    });
}

/** Drafts of the groups that hold this one, nearest first. */
function ancestors(draft: ChangeDraft, byPath: ReadonlyMap<string, readonly ChangeDraft[]>): ChangeDraft[] {
  const above = [...new Set([draft.path, draft.livePath])].flatMap((start) => pathsAbove(start ?? ""));
  return above.flatMap((at) =>
    (byPath.get(fold(at)) ?? []).filter((candidate) => candidate.kind.name === draft.kind.tree?.parent),
  );
}

/** Opening goes from the top down, closing from the bottom up; a group that is deleted goes after what it holds. */
function treeEdges(draft: ChangeDraft, holder: ChangeDraft, graph: Graph): Edge[] {
  if (holder.action === "delete") return after(holder, draft, graph);
  if (draft.action === "delete") return [];
  if (holder.action === "update" && closes(holder)) return after(holder, draft, graph);
  const isFirst = holder.action === "create" || holder.action === "move" || holder.action === "restore";
  // Any other change of a group may be what its members need: wider visibility, shared runners, sharing.
  return isFirst || holder.differences.length > 0 ? afterHolder(draft, holder, graph) : [];
}

/** True for a draft that gives less of what bounds what lies in its thing. */
function closes({ fields, differences }: ChangeDraft): boolean {
  const name = boundedAttribute(fields);
  const change = differences.find((difference) => difference.path === name);
  return name !== undefined && change !== undefined && isMore(fields[name], change.before, change.after);
}

function childEdges(draft: ChangeDraft, parent: ChangeDraft, graph: Graph): Edge[] {
  if (parent.action === "delete") return after(parent, draft, graph);
  const { nodes, kinds } = graph;
  const draftNodes = nodes.get(draft) ?? [];
  const [unlinking, closing] = ["unlink", "close"].map((phase) => nodes.get(parent)?.find(({ call }) => call.phase === phase));
  // What it names may be a member by a link that goes; what only adds names does not hold that up.
  const dropping =
    namedKeys(draft, kinds).length > 0 ? draftNodes.findLast(({ call }) => call.direction !== "loosens") : undefined;
  return [...afterHolder(draft, parent, graph), ...edge(unlinking, dropping), ...edge(closing, draftNodes.at(-1))];
}

/** A path must be free before something else is created there, and a group goes after what moved out of it. */
function deleteEdges(trees: readonly ChangeDraft[], graph: Graph): Edge[] {
  const moved = trees.filter(({ action }) => action === "move");
  return trees.flatMap((draft) => {
    if (draft.action === "delete")
      return moved.flatMap((other) => (isUnder(other.livePath ?? "", draft.path ?? "") ? after(draft, other, graph) : []));
    if (draft.action !== "create" && draft.action !== "move") return [];
    const deleted = (graph.byPath.get(fold(draft.path ?? "")) ?? []).filter(({ action }) => action === "delete");
    return deleted.flatMap((other) => after(draft, other, graph));
  });
}

/** True for a draft that names somebody whom it did not name before, and who may get in by the same plan: of users those in `joining`. */
function namesAnew(draft: ChangeDraft, kinds: Kinds, joining: ResolvedNames["joining"]): boolean {
  const before = new Set(namedKeys(draft, kinds, ["before"]));
  return namesOf(draft, ["after"]).some((named) =>
    isAMember(named) ? joining.has(joiningKey(draft, named.name)) : keysOf(draft, kinds, named).some((key) => !before.has(key)),
  );
}

/** Keys of what a draft names before or after: what it names must be there first, and goes only when it is named no more. So must who may be named as a member only. */
function namedKeys(draft: ChangeDraft, kinds: Kinds, sides: readonly ("before" | "after")[] = ["before", "after"]): string[] {
  return namesOf(draft, sides).flatMap((named) => keysOf(draft, kinds, named));
}

function namesOf(draft: ChangeDraft, sides: readonly ("before" | "after")[]): NamedReference[] {
  return draft.differences.flatMap((difference) => {
    const { path } = difference;
    const field = draft.fields[topName(path)];
    const values = sides.map((side) => difference[side]).filter((value) => value !== undefined);
    return field ? values.flatMap((value) => referencesIn(field, value, path)) : [];
  });
}

function keysOf(draft: ChangeDraft, kinds: Kinds, named: NamedReference): string[] {
  const key = namedKey(named.field.target ?? "", named.name, draft, kinds);
  return [...(key === undefined ? [] : [key]), ...(isAMember(named) ? memberKeys(draft, named.name, kinds) : [])];
}

/** True where only members can be named. */
function isAMember({ field }: NamedReference): boolean {
  return field.eligible?.among === "members";
}
