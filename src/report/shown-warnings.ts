import { parseAddress } from "../core/address.js";
import { append } from "../core/collections.js";
import type { PlanDiagnostic } from "../core/plan.js";
import { count } from "./text.js";

const unverifiable = "attribute.unverifiable";
const leftOut = "secrets.not-compared";

/** The warnings of a plan as people are shown them: that a plan without secrets left something out is one line, and what cannot be compared is one for all, counted by kind, unless they want to see each. */
export function shownWarnings(warnings: readonly PlanDiagnostic[], verbose: boolean): readonly PlanDiagnostic[] {
  if (verbose) return warnings;
  const diagnostics = warnings.map((warning) => (warning.rule === leftOut ? { ...warning, addresses: [] } : warning));
  const unseen = diagnostics.filter(({ rule }) => rule === unverifiable);
  if (unseen.length === 0) return diagnostics;
  const kinds = new Map<string, PlanDiagnostic[]>();
  for (const diagnostic of unseen) append(kinds, parseAddress(diagnostic.addresses[0] ?? "").kind, diagnostic);
  const counts = [...kinds].map(([kind, ofKind]) => `${ofKind.length} of ${kind}`);
  const message = `${count(unseen.length, "attribute")} cannot be compared: ${counts.join(", ")}. --verbose names ${unseen.length === 1 ? "it" : "them"}`;
  return diagnostics.flatMap((diagnostic) => {
    if (diagnostic.rule !== unverifiable) return [diagnostic];
    return diagnostic === unseen[0] ? [{ rule: unverifiable, message, addresses: [] }] : [];
  });
}
