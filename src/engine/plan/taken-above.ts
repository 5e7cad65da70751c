import { fold, parentPath } from "../../core/address.js";
import type { PlanDiagnostic } from "../../core/plan.js";
import type { Observations } from "../snapshot/index.js";
import type { ChangeDraft } from "./draft.js";
import { source } from "./provenance.js";

/** Names that a group above has cannot be given again below it: told where this plan knows of them. */
export function takenAbove({ observed }: Observations, drafts: readonly ChangeDraft[]): PlanDiagnostic[] {
  const known = new Set(
    observed.flatMap(({ kind, desired: { ensure, path, key } }) =>
      kind.key?.countsBelow && ensure === "present" ? [nameAt(kind.name, path, key)] : [],
    ),
  );
  return drafts.flatMap(({ kind, action, path, key, address, desired }): PlanDiagnostic[] => {
    if (!kind.key?.countsBelow || action !== "create") return [];
    for (let at = parentPath(path ?? ""); at !== undefined; at = parentPath(at)) {
      if (!known.has(nameAt(kind.name, at, key))) continue;
      const message = `the group ${at} has a ${kind.title.toLowerCase()} ${key ?? ""}, which counts here too: the server refuses another one of that name`;
      return [{ rule: "name.above", message, addresses: [address], ...source(desired) }];
    }
    return [];
  });
}

function nameAt(kind: string, path: string | undefined, key: string | undefined): string {
  return JSON.stringify([kind, fold(path ?? ""), key]);
}
