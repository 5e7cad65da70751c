import type { Value } from "../../core/json.js";
import type { PlanDiagnostic } from "../../core/plan.js";
import { entryIdentity, same } from "../forms/index.js";
import type { ChangeDraft } from "./draft.js";
import { source } from "./provenance.js";

/** True for a change of a link that the server takes away and gives again. */
export function isRelinking(draft: ChangeDraft): boolean {
  return Object.keys(draft.write).some((name) => isRelinked(draft, name));
}

/** A link that changes is taken away and given again: what it alone let others name there vanishes in between, and the next apply puts that back. */
export function relinked(drafts: readonly ChangeDraft[]): PlanDiagnostic[] {
  return drafts.flatMap((draft) => {
    const names = Object.keys(draft.write).filter((name) => isRelinked(draft, name));
    return names.map((name) => ({
      rule: "link.again",
      message: `the server cannot change an entry of ${name}: it is taken away and given again. The server drops who is there by it from approval rules and protections: apply again right after, which puts back what the files say`,
      addresses: [draft.address],
      ...source(draft.desired, name),
    }));
  });
}

function isRelinked({ action, fields, write, live }: ChangeDraft, name: string): boolean {
  const field = fields[name];
  if (action === "create" || action === "delete" || !field?.links || field.links.change || !field.identity) return false;
  const shown = listOf(live?.spec[name]);
  return listOf(write[name]).some((entry) => {
    const before = shown.find((one) => entryIdentity(field, one) === entryIdentity(field, entry));
    return before !== undefined && !same(fields, name, [entry], [before]);
  });
}

function listOf(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [];
}
