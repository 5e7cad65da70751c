import { addressKey, namedKey, namesKey } from "../../core/address-key.js";
import { formed } from "../../core/field-rules.js";
import type { JsonObject } from "../../core/json.js";
import { type Kinds, type PlacedKind, fieldsOf } from "../../core/kind.js";
import type { Lookup } from "../../core/lookup.js";
import { referencesOf } from "../../core/named.js";
import type { Desired } from "../../core/plan.js";
import { withNames } from "../forms/index.js";
import type { Basis, Observed } from "../snapshot/index.js";
import { clear } from "./compare.js";
import { type ResolveSecret, missingSecrets } from "./missing-secrets.js";

/**
 * Observed things that name what the same group or project declares beside them, where a title proves nothing (`declared` of a lookup): each such title becomes the name that the
 * declared thing alone has, as the platform shows it. A title that is not declared there stays, and is found by nobody.
 */
export function withDeclaredNames(
  { kinds, directory }: Basis,
  observed: readonly Observed[],
  resolve: ResolveSecret,
): readonly Observed[] {
  const isTold = (target = "") => declaredLookup(directory, target) !== undefined;
  const called = observed.map((one): Observed => {
    // What is not read is taken to be as it is live.
    const told = one.desired.unreadKey && one.live ? one.live : one.desired;
    const name = one.desired.ensure === "present" ? nameForOthers({ directory }, told, resolve) : undefined;
    return name === undefined ? one : { ...one, called: name };
  });
  const byKey = new Map(called.map((one) => [addressKey(one.desired, kinds), one] as const));
  return called.map((one) => {
    const { kind, desired } = one;
    const fields = fieldsOf(kind, { key: desired.key });
    if (!referencesOf(fields, desired.spec).some(({ field }) => isTold(field.target))) return one;
    const spec = withNames(fields, desired.spec as JsonObject, ({ target = "" }, name) => {
      const thing = isTold(target)
        ? byKey.get(namedKey(target, String(name), { kind, path: desired.path }, kinds) ?? "")
        : undefined;
      return thing?.called ?? name;
    });
    return { ...one, desired: { ...desired, spec } };
  });
}

/** What others name a declared thing by, where its title proves nothing; undefined for all that goes by its own name, and where that cannot be had. */
export function nameForOthers(
  { directory }: Pick<Basis, "directory">,
  { kind, spec }: Pick<Desired, "kind" | "spec">,
  resolve: ResolveSecret,
): string | undefined {
  const told = declaredLookup(directory, kind);
  const value = told && spec[told.by];
  if (told === undefined || value === undefined || missingSecrets(value, resolve).length > 0) return undefined;
  const name = formed(told.form, clear(value, resolve));
  return typeof name === "string" ? name : undefined;
}

/** What tells a name that things on the same group or project write from every other; `by` is one of these things. */
export function calledKey(
  kinds: Kinds,
  target: string,
  name: string,
  by: { readonly kind: PlacedKind; readonly path?: string | undefined },
): string {
  return `${target} ${namesKey(by, kinds) ?? ""} ${name}`;
}

function declaredLookup({ lookups }: Basis["directory"], target: string): Lookup["declared"] {
  return Object.hasOwn(lookups, target) ? lookups[target]?.declared : undefined;
}
