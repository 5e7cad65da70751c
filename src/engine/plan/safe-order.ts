import { fold, pathsAbove } from "../../core/address.js";
import { append } from "../../core/append.js";
import type { Node, Wishes } from "./number-calls.js";

/**
 * What safety wishes of the order, where the server does not require another one: on a project and the groups above it, what lets people do or see less comes before what lets them more,
 * and what does both stands between. So no moment lets anybody do what is allowed neither before nor after; and where a call that tightens fails, those that loosen are not sent.
 */
export function safetyWishes(nodes: Iterable<Node>): Wishes {
  const all = [...new Set(nodes)].filter(({ call }) => call.direction !== undefined);
  const tightening = byPlace(all.filter(({ call }) => call.direction === "tightens"));
  const between = byPlace(all.filter(({ call }) => call.direction === "either"));
  return new Map(
    all.flatMap((node) => {
      const { direction } = node.call;
      if (direction === "tightens") return [];
      return [[node, [...related(node, tightening), ...(direction === "loosens" ? related(node, between) : [])]] as const];
    }),
  );
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
