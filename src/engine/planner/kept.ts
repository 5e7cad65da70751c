import type { PlacedKind } from "../../core/kind.js";
import { compareVersions } from "../../core/names.js";
import { type Draft, isRenamed } from "./draft.js";

/** True if this server cannot update such a thing in place: it is deleted and created again. */
export function isReplaced(kind: PlacedKind, version: string): boolean {
  return kind.routes.updateSince !== undefined && compareVersions(version, kind.routes.updateSince) < 0;
}

/**
 * Puts into a draft what its update must repeat although nobody manages it, with the live value: what the call replaces or requires,
 * companions of what is switched on, and everything where the thing is deleted and created again.
 */
export function addKept(draft: Draft, version: string): void {
  if (draft.live === undefined || (Object.keys(draft.write).length === 0 && !isRenamed(draft))) return;
  const replaced = isReplaced(draft.kind, version);
  for (const [name, field] of Object.entries(draft.fields)) {
    if (field.carried === true || (field.carried === "replaced" && replaced)) keep(draft, name);
    if (draft.write[name] === true) for (const companion of field.requires ?? []) keep(draft, companion);
  }
}

function keep(draft: Draft, name: string): void {
  const value = draft.live?.spec[name];
  const isManaged = draft.write[name] !== undefined || draft.desired?.spec[name] !== undefined;
  if (isManaged || value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return;
  // A plan holds no secret, not even one that the platform returns: the files must name it for it to be sent.
  if (draft.fields[name]?.secret || draft.kept.some((one) => one.path === name)) return;
  draft.kept.push({ path: name, value });
}
