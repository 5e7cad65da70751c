import { kindAt, type Kinds } from "../../core/kind.js";
import type { Desired, DesiredState } from "../../core/plan.js";
import { isLeftOut, type ResolveSecret } from "./missing-secrets.js";

/**
 * Desired state of a run that resolves no reference: what would be known by a value that it does not read (`sameBy` of keys) is marked to be known by its title, which is the
 * best guess there is. Without that it would count as new, and what is live as undeclared.
 */
export function withUnreadKeys(state: DesiredState, kinds: Kinds, resolve: ResolveSecret): DesiredState {
  const marked = (one: Desired): Desired => {
    const { sameBy } = kindAt(kinds, one).key ?? {};
    const value = sameBy && one.spec[sameBy.field];
    return value !== undefined && isLeftOut(value, resolve) ? { ...one, unreadKey: true } : one;
  };
  return { ...state, resources: state.resources.map(marked) };
}
