import { glob, globRoot } from "../../core/glob.js";
import { isTopLevel, type PlacedKind, placedKinds } from "../../core/kind.js";
import type { DesiredState, PlanDiagnostic } from "../../core/plan.js";
import { type Basis, each, type Facts } from "../snapshot/index.js";
import { source } from "./provenance.js";

/** Globs of `delete_undeclared` that match nothing at all: what they are meant for may be still to come, but mostly they hold a slip. */
export function idleGlobs(basis: Basis, { resources, deleteUndeclared }: DesiredState, facts: Facts): PlanDiagnostic[] {
  const rules = Object.entries(deleteUndeclared).flatMap(([file, { patterns, origin }]) =>
    patterns.flatMap((pattern) => (pattern === "**" ? [] : [{ file, pattern, origin }])),
  );
  return each(rules, ({ file, pattern, origin }): PlanDiagnostic[] => {
    const kinds = placedKinds(basis.kinds).filter((kind) => kind.file === file);
    // Names at the top lie under no path: a glob of them says nothing more than true.
    if (kinds.length === 0 || kinds.some((kind) => isTopLevel(kind) && !kind.tree)) return [];
    const matches = glob(pattern);
    const parents = new Set(kinds.map((kind) => (kind.tree ? kind.name : kind.parent)));
    const isDeclared = resources.some(
      ({ kind, path, reached }) => !reached && parents.has(kind) && path !== undefined && matches(path),
    );
    if (isDeclared || liveUnder(kinds, pattern, facts).some((path) => matches(path))) return [];
    const what = kinds.some((kind) => kind.tree)
      ? "nothing that is live or declared"
      : "nothing that the files declare, and only of that anything is deleted";
    const message = `delete_undeclared: ${file}: ${pattern} matches ${what}`;
    return [{ rule: "delete-undeclared.nothing", message, addresses: [], ...source({ origin }) }];
  }).flat();
}

function liveUnder(kinds: readonly PlacedKind[], pattern: string, facts: Facts): string[] {
  const trees = kinds.filter((kind) => kind.tree);
  return each(trees, (kind) => facts({ read: "below", kind: kind.name, root: globRoot(pattern) })).flatMap((found) =>
    found.flatMap(({ path }) => (path === undefined ? [] : [path])),
  );
}
