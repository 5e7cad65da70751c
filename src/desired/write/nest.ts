import { formatAddress } from "../../core/address.js";
import type { Declaration } from "../../core/declaration.js";
import { addressIn, isTopLevel, kindAt, type Kinds, type PlacedKind, topKind } from "../../core/kind.js";
import { bodyIdentity } from "../body.js";
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
    const kind = kindAt(kinds, declaration);
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
  const declared = new Set(declarations.map((one) => bodyIdentity(kindAt(kinds, one), one.path, one.key)));
  for (const declaration of declarations) {
    const holder = holderOf(kindAt(kinds, declaration), kinds);
    const identity = holder && bodyIdentity(holder, declaration.path, undefined);
    if (holder && identity && !declared.has(identity)) missing.set(identity, emptyDeclaration(holder, declaration.path));
  }
  return [...missing.values()];
}

function holderOf(kind: PlacedKind, kinds: Kinds): PlacedKind | undefined {
  return isTopLevel(kind) ? undefined : topKind(kinds, kind.parent);
}

function emptyDeclaration(kind: PlacedKind, path: string | undefined): Declaration {
  const place = addressIn(kind, path, undefined);
  return { ...place, address: formatAddress(place), spec: {}, remarks: [] };
}
