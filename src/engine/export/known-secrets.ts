import type { Fields } from "../../core/fields.js";
import { matches } from "../../core/match.js";
import type { Live } from "../../core/plan.js";

/**
 * True for a secret that a live thing is known to have. One that the platform never shows may be unset: only what it demands, always or for what is switched on,
 * and what a reply says to be there without showing it, is known to be there.
 */
export function isSecretThere(fields: Fields, name: string, { spec, marks }: Pick<Live, "spec" | "marks">): boolean {
  const value = spec[name] ?? null;
  const { unreadable, required, presence, concealedBy } = fields[name] ?? {};
  if (required || (concealedBy && matches(concealedBy, marks))) return true;
  if (!unreadable) return value !== null && value !== "";
  if (presence !== undefined && marks[presence] !== undefined) return marks[presence] === true;
  return Object.entries(fields).some(([other, { requires }]) => spec[other] === true && requires?.includes(name));
}
