import { type FileDiagnostic, warning } from "../core/errors.js";
import { glob } from "../core/glob.js";
import { kindOf } from "../core/kind.js";
import type { PathGlob, Policy } from "../core/layer.js";
import type { CheckedThing } from "./check-reach.js";
import type { LayerCheck } from "./check-said.js";
import { policyLabel } from "./held.js";

/** The full paths of what is declared, by kind. */
export type DeclaredPaths = ReadonlyMap<string, readonly string[]>;

export function declaredPaths(things: readonly CheckedThing[]): DeclaredPaths {
  const paths = new Map<string, string[]>();
  for (const { desired } of things) {
    const { kind, path } = desired;
    if (path === undefined) continue;
    const list = paths.get(kind);
    if (list) list.push(path);
    else paths.set(kind, [path]);
  }
  return paths;
}

/** Globs of policies that name nothing which is declared. Of a policy that is also for what nobody declares it shows only where what is live is known. */
export function unmatchedGlobs(check: LayerCheck, declared: DeclaredPaths): FileDiagnostic[] {
  return check.policies.flatMap((policy) => {
    if (policy.undeclared) return [];
    const paths = declared.get(policy.kind) ?? [];
    const isSpared = anyOf(policy.except);
    return policy.globs.flatMap(({ pattern, origin }) => {
      const named = paths.filter(glob(pattern));
      if (named.some((path) => !isSpared(path))) return [];
      const title = titleOf(check, policy);
      const [message, allowed] =
        named.length === 0
          ? [`${pattern} matches no declared ${title}`, "a glob that matches one, or undeclared: include"]
          : [`except takes away all that ${pattern} matches`, "a glob or an except that leaves something"];
      return [warning("policy.nothing", origin, message, { address: policyLabel(policy.name), allowed })];
    });
  });
}

/** True if one of some globs matches a path. */
export function anyOf(globs: readonly PathGlob[]): (path: string) => boolean {
  const tests = globs.map(({ pattern }) => glob(pattern));
  return (path) => tests.some((matches) => matches(path));
}

/** What members of the kind are called in sentences. */
function titleOf({ kinds }: LayerCheck, { kind }: Policy): string {
  return kindOf(kinds, kind).title.toLowerCase();
}
