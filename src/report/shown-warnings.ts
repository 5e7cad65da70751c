import { parseAddress } from "../core/address.js";
import { append } from "../core/collections.js";
import type { PlanDiagnostic } from "../core/plan.js";
import { count } from "./text.js";

const unverifiable = "attribute.unverifiable";
const leftOut = "secrets.not-compared";

/** The warnings of a plan as people are shown them: that a plan without secrets left something out is one line, and what cannot be compared is one for all, counted by kind, unless they want to see each. */
export function shownWarnings(warnings: readonly PlanDiagnostic[], verbose: boolean): readonly PlanDiagnostic[] {
  if (verbose) return warnings;
  const told = warnings.map((one) => (one.rule === leftOut ? { ...one, addresses: [] } : one));
  const unseen = told.filter(({ rule }) => rule === unverifiable);
  if (unseen.length === 0) return told;
  const kinds = new Map<string, PlanDiagnostic[]>();
  for (const one of unseen) append(kinds, parseAddress(one.addresses[0] ?? "").kind, one);
  const counts = [...kinds].map(([kind, own]) => `${own.length} of ${kind}`);
  const message = `${count(unseen.length, "attribute")} cannot be compared: ${counts.join(", ")}. --verbose names ${unseen.length === 1 ? "it" : "them"}`;
  return told.flatMap((one) => {
    if (one.rule !== unverifiable) return [one];
    return one === unseen[0] ? [{ rule: unverifiable, message, addresses: [] }] : [];
  });
}
