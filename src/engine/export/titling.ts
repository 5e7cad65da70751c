import type { Address } from "../../core/address.js";
import type { JsonObject, Spec } from "../../core/json.js";
import { fieldsOf, kindAt } from "../../core/kind.js";
import { withNames } from "../forms/index.js";
import { calledKey, nameForOthers, type ResolveSecret } from "../plan/index.js";
import type { Basis } from "../snapshot/index.js";

/** A thing in file form, with what files say of it or what is live. */
type Said = Address & { readonly spec: Spec };

/** Gives things in which others go by the title under which the files declare them on the same group or project, where replies name them otherwise (deploy keys). */
export function titling(basis: Basis, declared: Iterable<Said>, resolve: ResolveSecret): <One extends Said>(one: One) => One {
  const titles = new Map<string, string>();
  for (const one of declared) {
    const name = one.key === undefined ? undefined : nameForOthers(basis, one, resolve);
    if (name !== undefined && one.key !== undefined)
      titles.set(calledKey(basis.kinds, one.kind, name, { kind: kindAt(basis.kinds, one), path: one.path }), one.key);
  }
  return (one) => {
    if (titles.size === 0) return one;
    const by = { kind: kindAt(basis.kinds, one), path: one.path };
    const spec = withNames(
      fieldsOf(by.kind, { key: one.key }),
      one.spec as JsonObject,
      ({ target = "" }, name) => titles.get(calledKey(basis.kinds, target, String(name), by)) ?? name,
    );
    return { ...one, spec };
  };
}
