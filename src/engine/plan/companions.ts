import { shownIf } from "../../core/fields.js";
import { isObject, type Value } from "../../core/json.js";
import type { PlanDiagnostic } from "../../core/plan.js";
import { addressVariables } from "../../core/secret-names.js";
import { decodeValue } from "../forms/index.js";
import { type ChangeDraft, isRenamed } from "./draft.js";
import { ownKey } from "./key-body.js";
import { source } from "./provenance.js";

/** What is switched on needs its companions in the same request; one that can be neither read nor shown must stand in the files. */
export function missingCompanions(drafts: readonly ChangeDraft[]): PlanDiagnostic[] {
  return drafts.flatMap((draft) =>
    Object.entries(draft.write).flatMap(([name, value]) => {
      if (value !== true || draft.action === "delete") return [];
      const lost = (draft.fields[name]?.requires ?? []).filter((companion) => {
        const field = draft.fields[companion];
        return draft.desired?.spec[companion] === undefined && (field?.unreadable || field?.secret);
      });
      if (lost.length === 0 || !draft.desired) return [];
      const message = `${name} can only be switched on together with ${lost.join(", ")}, which the files must give`;
      return [{ rule: "requires", message, addresses: [draft.address], ...source(draft.desired, name) }];
    }),
  );
}

/**
 * An update that must carry a secret which the platform never shows, or a plan never holds, needs it from the files: without it the platform refuses the call, and an empty one
 * would be stored.
 */
export function missingCarried(drafts: readonly ChangeDraft[]): PlanDiagnostic[] {
  return drafts.flatMap((draft) => {
    const isUpdate = draft.action === "update" || draft.action === "restore" || isRenamed(draft);
    if (!isUpdate || Object.keys(draft.write).length === 0) return [];
    const lost = Object.entries(draft.fields).filter(
      ([name, field]) =>
        field.required && field.carried === true && (field.secret || field.unreadable) && draft.write[name] === undefined,
    );
    if (lost.length === 0) return [];
    const names = lost.map(([name]) => name).join(", ");
    const message = `every change of it must carry ${names}, which the server never shows: give ${names} in the files, as \${env:NAME} or \${file:path}`;
    return [{ rule: "requires", message, addresses: [draft.address], ...source(draft.desired) }];
  });
}

/** What stands in braces in an address and nothing gives: the server would refuse it, or call an address that is none. */
export function missingVariables(drafts: readonly ChangeDraft[]): PlanDiagnostic[] {
  return drafts.flatMap((draft) => {
    const { action, kind, fields, address, desired, live } = draft;
    const { variables = "" } = kind.key ?? {};
    const field = fields[variables];
    if (field === undefined || action === "delete") return [];
    const given = { ...namesIn(decodeValue(field, live?.marks[variables] ?? null)), ...namesIn(desired?.spec[variables]) };
    const lost = addressVariables(ownKey(draft)).filter((name) => !Object.hasOwn(given, name));
    if (lost.length === 0) return [];
    const message = `its address has ${lost.map((name) => `{${name}}`).join(", ")}, which nothing gives: say ${variables}: { ${lost.map((name) => `${name}: "\${env:…}"`).join(", ")} }`;
    return [{ rule: "requires", message, addresses: [address], ...source(desired) }];
  });
}

function namesIn(value: Value | undefined): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** What some releases drop with any change that does not carry it, and the files do not give. */
export function mayBeDropped(drafts: readonly ChangeDraft[]): PlanDiagnostic[] {
  return drafts.flatMap((draft) => {
    if (draft.action !== "update" || Object.keys(draft.write).length === 0 || !draft.desired) return [];
    const lost = Object.entries(draft.fields).flatMap(([name, field]) => {
      const { presence } = shownIf(field);
      const isThere = presence !== undefined && draft.live?.marks[presence] === true;
      return field.carried && isThere && draft.write[name] === undefined ? [name] : [];
    });
    if (lost.length === 0) return [];
    const message = `some releases drop ${lost.join(", ")} with any change that does not carry it: give it in the files, as \${env:NAME} or \${file:path}`;
    return [{ rule: "secret.dropped", message, addresses: [draft.address], ...source(draft.desired) }];
  });
}

/** What comes about in another way than by a call cannot be made by a plan. */
export function madeElsewhere(drafts: readonly ChangeDraft[]): PlanDiagnostic[] {
  return drafts.flatMap(({ action, kind, key, address, desired }) => {
    const shape = key === undefined ? undefined : kind.shapes?.[key];
    if (action !== "create" || shape?.made !== "elsewhere") return [];
    const message = `it can be changed and not made: set ${key ?? "it"} up on the server's own pages first, or take it out of the files`;
    return [{ rule: "create.elsewhere", message, addresses: [address], ...source(desired) }];
  });
}
