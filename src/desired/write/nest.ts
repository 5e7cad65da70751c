import { formatAddress } from "../../core/address.js";
import type { Declaration } from "../../core/declaration.js";
import { kindOf, type Kind, type Kinds } from "../../core/kind.js";
import { bodyIdentity } from "../merge.js";
import { inOrder } from "../order.js";
import type { Nested } from "./body.js";

/** A declaration that others are still put into. */
interface Growing extends Nested {
  readonly children: Growing[];
}

/**
 * Declarations as they stand in files, in order: those at the top with those inside of their bodies. What one stands in and is not declared
 * is there as an empty body.
 */
export function nest(declarations: readonly Declaration[], kinds: Kinds): Nested[] {
  const top: Growing[] = [];
  const found = new Map<string, Growing>();
  // A kind is applied after the one that holds it, so that a holder is met first.
  for (const declaration of inOrder([...declarations, ...missingHolders(declarations, kinds)], kinds)) {
    const kind = kindOf(kinds, declaration.kind);
    const nested: Growing = { declaration, children: [] };
    found.set(bodyIdentity(kind, declaration.path, declaration.key), nested);
    const holder = holderOf(kind, kinds);
    const siblings = holder ? found.get(bodyIdentity(holder, declaration.path, undefined))?.children : top;
    siblings?.push(nested);
  }
  return top;
}

function missingHolders(declarations: readonly Declaration[], kinds: Kinds): Declaration[] {
  const missing = new Map<string, Declaration>();
  const declared = new Set(declarations.map(({ kind, path, key }) => bodyIdentity(kindOf(kinds, kind), path, key)));
  for (const { kind, path } of declarations) {
    for (let holder = holderOf(kindOf(kinds, kind), kinds); holder; holder = holderOf(holder, kinds)) {
      const identity = bodyIdentity(holder, path, undefined);
      if (!declared.has(identity)) missing.set(identity, emptyDeclaration(holder, path));
    }
  }
  return [...missing.values()];
}

function holderOf(kind: Kind, kinds: Kinds): Kind | undefined {
  return kind.place.under === undefined ? undefined : kindOf(kinds, kind.place.under);
}

function emptyDeclaration({ name: kind }: Kind, path: string | undefined): Declaration {
  const place = { kind, ...(path === undefined ? {} : { path }) };
  return { ...place, address: formatAddress(place), spec: {}, remarks: [] };
}
