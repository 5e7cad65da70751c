import { parseAddress } from "../core/address.js";
import { append } from "../core/collections.js";
import type { PlanDiagnostic } from "../core/plan.js";
import { count } from "./text.js";

/** What a plan says for one reason: of one diagnostic, or of several that say the same. */
export interface SharedDiagnostic extends PlanDiagnostic {
  /** How many say it. */
  readonly number: number;
  /** Of several that stand in different places: each address with its own. `source` is left out then. */
  readonly places?: readonly { readonly address: string; readonly source?: string }[];
}

/** Stand in a message of several for the address of each, and for its path. */
const [eachAddress, eachPath] = ["ADDRESS", "PATH"];
/** More diagnostics of one rule than these are shown by the first few. */
const [mostOfARule, fewOfARule] = [5, 2];

/** Diagnostics of one rule that say the same, but for the address that each is about, as one that has all their addresses. The others stay as they are. */
function sharedDiagnostics(diagnostics: readonly PlanDiagnostic[]): readonly SharedDiagnostic[] {
  const same = new Map<string, PlanDiagnostic[]>();
  for (const diagnostic of diagnostics) append(same, JSON.stringify([diagnostic.rule, messageOf(diagnostic)]), diagnostic);
  return [...same.values()].map((all) => {
    const [first] = all as [PlanDiagnostic];
    if (all.length === 1) return { ...first, number: 1 };
    const addresses = [...new Set(all.flatMap((diagnostic) => diagnostic.addresses))];
    const isSame = all.every(({ message }) => message === first.message);
    const message = isSame ? first.message : messageOf(first);
    const { source: _, ...rest } = first;
    const isOnePlace = all.every(({ source }) => source === first.source);
    return {
      ...(isOnePlace ? first : rest),
      message,
      addresses,
      number: all.length,
      ...(isOnePlace ? {} : { places: placesOf(all) }),
    };
  });
}

function messageOf({ message, addresses }: PlanDiagnostic): string {
  const [only = "", ...others] = addresses;
  if (only === "" || others.length > 0) return message;
  const { path = "" } = parseAddress(only);
  const general = message.replaceAll(only, eachAddress);
  return path.includes("/") ? general.replaceAll(path, eachPath) : general;
}

/**
 * Diagnostics as people are shown them: those that say the same as one, and of each rule the first few. A thousand of one rule are a dozen lines. With `verbose`, all are shown.
 */
export function shownDiagnostics(diagnostics: readonly PlanDiagnostic[], verbose: boolean): readonly SharedDiagnostic[] {
  const all = sharedDiagnostics(diagnostics);
  const ofRule = new Map<string, SharedDiagnostic[]>();
  for (const diagnostic of all) append(ofRule, diagnostic.rule, diagnostic);
  return [...ofRule].flatMap(([rule, sharing]) => {
    if (verbose || sharing.length <= mostOfARule) return sharing;
    const left = sharing.slice(fewOfARule).reduce((sum, { number }) => sum + number, 0);
    const more = { rule, message: `and ${left} more of this rule: --verbose shows them`, addresses: [], number: left };
    return [...sharing.slice(0, fewOfARule), more];
  });
}

function placesOf(all: readonly PlanDiagnostic[]): NonNullable<SharedDiagnostic["places"]> {
  return all.flatMap(({ addresses, source }) =>
    addresses.map((address) => ({ address, ...(source === undefined ? {} : { source }) })),
  );
}

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
