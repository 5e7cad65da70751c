import { fold, isUnder, lastSegment, parentPath } from "../../core/address.js";
import type { ReadApi } from "../../core/api.js";
import { append } from "../../core/append.js";
import { fieldsOf, kindAt, type Kinds, type PlacedKind, topKind } from "../../core/kind.js";
import type { Desired } from "../../core/plan.js";
import { Trees, treeOf, type WantedPath } from "../trees.js";

/** A declared move of a group or project. */
export interface Move {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
}

/** Groups and projects that are being read before it is known who asks. */
export interface StartedTrees {
  readonly trees: Trees;
  readonly loaded: Promise<void>;
}

/** Begins to read all declared groups and projects, so that it goes on while the server's capabilities are found out. */
export function startTrees(
  read: ReadApi,
  kinds: Kinds,
  resources: readonly Desired[],
  administrator: Promise<boolean>,
): StartedTrees {
  const trees = new Trees(read, kinds, administrator);
  const loaded = loadTrees(trees, kinds, resources);
  // Whoever waits for it gets the error; until then it must not end the process.
  loaded.catch(() => undefined);
  return { trees, loaded };
}

/** Reads all groups and projects that the resources declare, the groups that hold them, and where they move from. */
export async function loadTrees(trees: Trees, kinds: Kinds, resources: readonly Desired[]): Promise<void> {
  const wanted = new Map<PlacedKind, WantedPath[]>();
  const add = (kind: PlacedKind, path: string, long: boolean) => append(wanted, kind, { path, long });
  const moves = movesOf(resources);
  const declared = resources.map((desired) => ({ desired, kind: kindAt(kinds, desired) })).filter(({ kind }) => kind.tree);
  const named = new Set(declared.map(({ desired, kind }) => `${kind.name}:${fold(desired.path ?? "")}`));
  for (const { desired, kind } of declared) {
    for (const path of candidatePaths(kind, desired, moves)) add(kind, path, needsLongReply(kind, desired));
    const holder = topKind(kinds, treeOf(kind).holder);
    const parent = parentPath(desired.path ?? "");
    const key = `${holder.name}:${fold(parent ?? "")}`;
    if (parent === undefined || named.has(key) || desired.ensure === "absent") continue;
    named.add(key);
    add(holder, parent, false);
  }
  await Promise.all([...wanted].map(([kind, paths]) => trees.load(kind, paths)));
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
    if (move.kind === kind.tree?.holder && isUnder(path, move.to)) paths.push(move.from + path.slice(move.to.length));
  }
  return paths;
}

/** Where a group or project that lives at a path lies once the groups above it have moved, without a move of its own. */
export function carriedPath(kind: PlacedKind, path: string, moves: readonly Move[]): string {
  const above = parentPath(path);
  if (above === undefined) return path;
  const move = moves.find((one) => one.kind === kind.tree?.holder && fold(one.from) === fold(above));
  const holder = move?.to ?? carriedPath(kind, above, moves);
  return `${holder}/${lastSegment(path)}`;
}

/** True if a declared attribute shows only in the single read. */
export function needsLongReply(kind: PlacedKind, desired: Desired): boolean {
  const fields = fieldsOf(kind, { key: desired.key });
  return Object.keys(desired.spec).some((name) => fields[name]?.shown === "read");
}
