import { append } from "../core/collections.js";
import type { PlanDiagnostic } from "../core/plan.js";

/** What a plan says for one reason: of one diagnostic, or of several that say the same. */
export interface SharedDiagnostic extends PlanDiagnostic {
  /** How many say it. */
  readonly number: number;
  /** Of several that stand in different places: each address with its own. `source` is left out then. */
  readonly places?: readonly { readonly address: string; readonly source?: string }[];
}

/** Stands in a message of several for the address of each. */
const eachAddress = "ADDRESS";

/** Diagnostics of one rule that say the same, but for the address that each is about, as one that has all their addresses. The others stay as they are. */
export function sharedDiagnostics(diagnostics: readonly PlanDiagnostic[]): readonly SharedDiagnostic[] {
  const same = new Map<string, PlanDiagnostic[]>();
  for (const one of diagnostics) append(same, JSON.stringify([one.rule, messageOf(one)]), one);
  return [...same.values()].map((all) => {
    const [first] = all as [PlanDiagnostic];
    if (all.length === 1) return { ...first, number: 1 };
    const addresses = [...new Set(all.flatMap((one) => one.addresses))];
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
  return only === "" || others.length > 0 ? message : message.replaceAll(only, eachAddress);
}

function placesOf(all: readonly PlanDiagnostic[]): NonNullable<SharedDiagnostic["places"]> {
  return all.flatMap(({ addresses, source }) =>
    addresses.map((address) => ({ address, ...(source === undefined ? {} : { source }) })),
  );
}
