import { hidesValue } from "../../core/fields.js";
import { isUnchangeable } from "../../core/kind.js";
import { compareVersions } from "../../core/names.js";
import { twinOf } from "../../core/twins.js";
import { type ChangeDraft, isRenamed, type Preserved } from "./draft.js";

/** True if this server cannot make such a change in place: the thing is deleted and created again. */
export function isReplaced({ kind, fields, write }: Pick<ChangeDraft, "kind" | "fields" | "write">, version: string): boolean {
  if (isUnchangeable(kind) || Object.keys(write).some((name) => fields[name]?.unlicensed?.remade)) return true;
  const { username = "", password = "" } = kind.key?.credentials ?? {};
  if (write[username] !== undefined || write[password] !== undefined) return true;
  return kind.routes.updateSince !== undefined && compareVersions(version, kind.routes.updateSince) < 0;
}

/**
 * A draft with what its update must repeat although nobody manages it, with the live value: what the call replaces or requires,
 * companions of what is switched on, and everything where the thing is deleted and created again.
 */
export function withPreserved(draft: ChangeDraft, version: string): ChangeDraft {
  const isUpdate = draft.action === "update" || draft.action === "restore" || isRenamed(draft);
  if (!isUpdate || draft.live === undefined || (Object.keys(draft.write).length === 0 && !isRenamed(draft))) return draft;
  const replaced = isReplaced(draft, version);
  const names = Object.entries(draft.fields).flatMap(([name, field]) => [
    ...(field.carried === true || (field.carried === "replaced" && replaced) ? [name] : []),
    ...(draft.write[name] === true ? (field.requires ?? []) : []),
  ]);
  const preserved = [...new Set(names)].flatMap((name) => preservedOf(draft, name));
  return preserved.length === 0 ? draft : { ...draft, preserved: [...draft.preserved, ...preserved] };
}

/** A draft with the flag that its calls take back and set again (archived), where nobody manages it. */
export function withToggle(draft: ChangeDraft): ChangeDraft {
  // What is scheduled for deletion reads as archived; taking that back opens it again.
  if (draft.action === "delete" || draft.action === "restore") return draft;
  const preserved = Object.entries(draft.fields).flatMap(([name, { toggle }]): Preserved[] => {
    const isManaged = draft.write[name] !== undefined || draft.desired?.spec[name] !== undefined;
    return toggle && !isManaged && draft.live?.spec[name] === true ? [{ path: name, value: true }] : [];
  });
  return preserved.length === 0 ? draft : { ...draft, preserved: [...draft.preserved, ...preserved] };
}

function preservedOf(draft: ChangeDraft, name: string): Preserved[] {
  const value = draft.live?.spec[name];
  const twin = twinOf(draft.fields, name) ?? name;
  const isManaged = [name, twin].some((one) => draft.write[one] !== undefined || draft.desired?.spec[one] !== undefined);
  if (isManaged || value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return [];
  // A plan holds no secret, not even one that the platform returns: the files must name it for it to be sent.
  return hidesValue(draft.fields[name]) ? [] : [{ path: name, value }];
}
