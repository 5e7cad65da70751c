import { referencesIn } from "../../core/named.js";
import { fieldsOf } from "../../core/kind.js";
import { addressKey, namedKey, type Outlook, type World } from "../world.js";
import { type Draft, draftKey } from "./draft.js";
import { carriedByDeclaration } from "./drafts.js";
import { isReplaced } from "./kept.js";

/** True for a draft whose thing has another number afterwards, or its first one. */
export function isNumbered({ action, kind, write }: Draft, version: string): boolean {
  return action === "create" || (action === "update" && isReplaced(kind, version) && Object.keys(write).length > 0);
}

/**
 * What is deleted and created again has another number then, and the platform takes it out of whatever named it by the old one: declared things that do are written
 * again, with what they name now, also where nothing about them changes.
 */
export function addRenumbered({ kinds, capabilities }: Outlook, world: World, drafts: Draft[]): void {
  const renumbered = new Set(
    drafts.filter((draft) => draft.action === "update" && isNumbered(draft, capabilities.version)).map(draftKey),
  );
  if (renumbered.size === 0) return;
  const known = new Map(drafts.map((draft) => [draftKey(draft), draft]));
  for (const { desired, kind, live, livePath } of world.observed) {
    if (!live || desired.ensure === "absent") continue;
    const fields = fieldsOf(kind, { key: desired.key });
    const lost = Object.entries(live.spec).flatMap(([path, value]) => {
      const field = fields[path];
      if (!field || value === undefined) return [];
      const named = referencesIn(field, value, path);
      const isLost = named.some((one) =>
        renumbered.has(namedKey(one.field.target ?? "", one.name, { ...desired, kind }, kinds) ?? ""),
      );
      return isLost ? [{ path, value }] : [];
    });
    if (lost.length === 0) continue;
    const draft = known.get(addressKey(desired, kinds));
    if (draft) draft.kept.push(...lost.filter(({ path }) => draft.write[path] === undefined));
    else {
      const { address, path, key } = desired;
      const write = { ...Object.fromEntries(lost.map((one) => [one.path, one.value])), ...carriedByDeclaration(fields, desired) };
      const thing = { address, kind, fields, path, key, desired, live, livePath };
      drafts.push({ ...thing, action: "update", differences: [], write, kept: lost, unverifiable: [], calls: [] });
    }
  }
}
