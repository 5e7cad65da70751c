import { fold, pathsAbove } from "../../core/address.js";
import { append } from "../../core/append.js";
import type { ChangeDraft, DraftCall } from "./draft.js";
import type { Node, Wishes } from "./number-calls.js";
import { turnsOnSameNames } from "./same-names.js";

/**
 * What safety wishes of the order, where the server does not require another one: on a project and the groups above it, what lets people do or see less comes before what lets them more,
 * and what does both stands between. Calls that are about one name have turns of their own. People who get in come last of all, when everything else is as it is to be. So no moment lets anybody do what is allowed neither before nor after; and
 * where a call that tightens fails, those that loosen are not sent.
 * @param madeUpFor what takes nothing from anybody, because something else gives it first
 */
export function safetyWishes(nodes: Iterable<Node>, madeUpFor: ReadonlySet<ChangeDraft>): Wishes {
  const all = [...new Set(nodes)].filter(({ call, draft }) => call.direction !== undefined && !madeUpFor.has(draft));
  const tightened = byPlace(all.filter(({ call }) => call.direction === "tightens"));
  const between = byPlace(all.filter(({ call }) => call.direction === "either"));
  const opened = byPlace(all.filter((node) => node.call.direction === "loosens" && !letsIn(node)));
  const turns = turnsOnSameNames(all);
  const wishesOf = (node: Node) => {
    const { earlier = [], later } = turns.get(node) ?? {};
    if (node.call.direction === "tightens") return [earlier];
    const loosens = node.call.direction === "loosens" ? [between] : [];
    const lists = [tightened, ...loosens, ...(letsIn(node) ? [opened] : [])].flatMap((list) => related(node, list));
    return [earlier, ...lists.map((list) => (later ? list.filter((one) => !later.includes(one)) : list))];
  };
  return new Map(all.map((node) => [node, wishesOf(node).filter(({ length }) => length > 0)] as const));
}

/** True for a call that lets somebody in, as a member or by a share. */
function letsIn({ draft, call }: Node): boolean {
  return call.direction === "loosens" && (draft.kind.weakens?.itself === "more" || isLink(call, draft));
}

/** True for a call that links a thing with a group, which nothing that lies in the thing needs. */
export function isLink({ route }: DraftCall, { fields }: ChangeDraft): boolean {
  return Object.values(fields).some(({ links }) => links?.add === route || links?.change === route);
}

/** Calls by the folded path of what they are about: those at it, and those at it or below. */
interface ByPlace {
  readonly at: ReadonlyMap<string, readonly Node[]>;
  readonly within: ReadonlyMap<string, readonly Node[]>;
}

function byPlace(nodes: readonly Node[]): ByPlace {
  const at = new Map<string, Node[]>();
  const within = new Map<string, Node[]>();
  for (const node of nodes) {
    const path = placeOf(node);
    append(at, path, node);
    for (const one of [path, ...pathsAbove(path)]) append(within, one, node);
  }
  return { at, within };
}

/** The lists of those below it or at its own place, and at each place above it: the same arrays for all that stand there. */
function related(node: Node, { at, within }: ByPlace): readonly (readonly Node[])[] {
  const path = placeOf(node);
  return [within.get(path), ...pathsAbove(path).map((one) => at.get(one))].filter((one) => one !== undefined);
}

function placeOf({ draft }: Node): string {
  return fold(draft.path ?? "");
}
