import { fold, pathsAbove } from "../../core/address.js";
import { append } from "../../core/append.js";
import { textsOverlap } from "../../core/glob.js";
import { directionsOfContent } from "./directions.js";
import type { Node } from "./number-calls.js";

/** The calls that a call comes after, and those that come after it, among those about one name. */
interface Turn {
  readonly earlier: Node[];
  readonly later: Node[];
}

/**
 * The turns of calls on things that are about one name, of which the looser counts: where both are about a name, one that goes lets people do less there, and one that comes more, whatever they do elsewhere.
 */
export function turnsOnSameNames(nodes: readonly Node[]): ReadonlyMap<Node, Turn> {
  const turns = new Map<Node, Turn>();
  const turnFor = (node: Node) => {
    const turn = turns.get(node) ?? { earlier: [], later: [] };
    turns.set(node, turn);
    return turn;
  };
  const inTurn = (later: Node, earlier: Node) => {
    turnFor(later).earlier.push(earlier);
    turnFor(earlier).later.push(later);
  };
  const byPlace = new Map<string, Node[]>();
  const place = ({ draft: { kind } }: Node, path: string) => `${kind.name} ${fold(path)}`;
  const covering = nodes.filter(({ draft }) => draft.kind.key?.covers);
  for (const node of covering) append(byPlace, place(node, node.draft.path ?? ""), node);
  for (const node of covering) {
    const { path = "", key = "" } = node.draft;
    for (const other of [path, ...pathsAbove(path)].flatMap((at) => byPlace.get(place(node, at)) ?? [])) {
      if (other.draft === node.draft || !textsOverlap(other.draft.key ?? "", key) || isInPlaceOf(node, other)) continue;
      const difference = rankOf(node) - rankOf(other);
      if (difference > 0) inTurn(node, other);
      if (difference < 0 && fold(other.draft.path ?? "") !== fold(path)) inTurn(other, node);
    }
  }
  return turns;
}

/** True where one comes and one goes, and nothing else is about all their names: the new one comes first. */
function isInPlaceOf(node: Node, other: Node): boolean {
  const [made, gone] = comes(node) ? [node, other] : [other, node];
  return comes(made) && goes(gone) && made.call.direction !== "loosens" && gone.call.direction === "loosens";
}

/** In which order calls that are about one name are sent: what protects beside others comes before people change, and goes after that. */
function rankOf(node: Node): number {
  const { draft, call } = node;
  if (comes(node)) return directionsOfContent(draft, draft.write, true).includes("tightens") ? 1 : 4;
  if (goes(node)) return directionsOfContent(draft, draft.live?.spec ?? {}, false).includes("loosens") ? 3 : 0;
  return call.direction === "tightens" ? 0 : call.direction === "either" ? 2 : 4;
}

function comes({ draft, call }: Node): boolean {
  return draft.action === "create" && call.route === draft.kind.routes.create;
}

function goes({ draft }: Node): boolean {
  return draft.action === "delete";
}
