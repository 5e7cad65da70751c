import { fold, isUnder, lastSegment, parentPath } from "../../core/address.js";
import type { PlacedKind } from "../../core/kind.js";
import type { Desired } from "../../core/plan.js";

/** A declared move of a group or project. */
export interface Move {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
}

/** The moves that the resources ask for. */
export function movesOf(resources: readonly Desired[]): Move[] {
  return resources.flatMap(({ kind, path, movedFrom }) =>
    movedFrom === undefined || path === undefined ? [] : [{ kind, from: movedFrom, to: path }],
  );
}

/** Every path under which a declared group or project may live: its own, the one it moves from, and those of moving groups above it. */
export function candidatePaths(kind: PlacedKind, desired: Desired, moves: readonly Move[]): string[] {
  const path = desired.path ?? "";
  const paths = desired.movedFrom === undefined ? [path] : [path, desired.movedFrom];
  for (const move of moves) {
    if (move.kind === kind.tree?.parent && isUnder(path, move.to)) paths.push(move.from + path.slice(move.to.length));
  }
  return paths;
}

/** Where a group or project that lives at a path lies once the groups above it have moved, without a move of its own. */
export function carriedPath(kind: PlacedKind, path: string, moves: readonly Move[]): string {
  const above = parentPath(path);
  if (above === undefined) return path;
  const move = moves.find((one) => one.kind === kind.tree?.parent && fold(one.from) === fold(above));
  const holder = move?.to ?? carriedPath(kind, above, moves);
  return `${holder}/${lastSegment(path)}`;
}
