import type { Kind } from "../core/kind.js";
import { attributesOf, type KindParameters } from "./parameters.js";

/**
 * What replies of a kind show in the known releases that is neither an attribute nor a parameter of its operations, sorted: whatever else a server shows a newer one has added. Undefined
 * where no release declares its replies.
 */
export function shownBeside(kind: Kind, groups: readonly KindParameters[]): { readonly shows?: readonly string[] } {
  const replies = groups.flatMap(({ operations }) => operations.flatMap(({ facts }) => (facts.reply ? [facts.reply] : [])));
  if (replies.length === 0) return {};
  const own = new Set(Object.keys(attributesOf(kind, undefined)));
  const names = new Set(replies.flatMap((reply) => Object.keys(reply)).filter((name) => !own.has(name)));
  return { shows: [...names].sort() };
}
