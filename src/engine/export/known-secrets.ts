import { type Fields, matches, shownIf } from "../../core/fields.js";
import { type PlacedKind, shownKey } from "../../core/kind.js";
import type { Live } from "../../core/plan.js";
import { addressVariables } from "../../core/secret-names.js";

/** True for a secret that a live thing is known to have: one that replies show, one that the platform demands, or one that a reply says to be there without showing it. */
export function isSecretThere(fields: Fields, name: string, { spec, marks }: Pick<Live, "spec" | "marks">): boolean {
  const value = spec[name] ?? null;
  const { unreadable, required } = fields[name] ?? {};
  const { presence, concealedBy } = shownIf(fields[name]);
  if (required || (concealedBy && matches(concealedBy, marks))) return true;
  if (!unreadable) return value !== null && value !== "";
  if (presence !== undefined && marks[presence] !== undefined) return marks[presence] === true;
  return Object.entries(fields).some(([other, { requires }]) => spec[other] === true && requires?.includes(name));
}

/** The names in braces that stand in the key of a live thing for secrets which its address has in clear. */
export function clearVariables(kind: PlacedKind, { marks }: Pick<Live, "marks">): readonly string[] {
  const shown = kind.key?.variables === undefined ? undefined : marks[kind.key.read];
  if (typeof shown !== "string") return [];
  const hidden = new Set(addressVariables(shown));
  return addressVariables(shownKey(kind, marks)).filter((name) => !hidden.has(name));
}
