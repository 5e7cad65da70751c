import { fold, parentPath } from "../../core/address.js";
import { boundedAttribute } from "../../core/bounded.js";
import type { Value } from "../../core/json.js";
import { type Draft, draftKey } from "./draft.js";
import { fieldsOf, topKind } from "../../core/kind.js";
import { ref } from "../../core/placeholders.js";
import { addressKey, type Outlook, parentKey, thingKey, type World } from "../world.js";

/** Finds the group or project that each draft lies in or hangs on: what is live, what this plan creates, or the caller's own namespace. */
export async function placeDrafts(outlook: Outlook, world: World, drafts: readonly Draft[]): Promise<void> {
  const byKey = new Map(drafts.map((draft) => [draftKey(draft), draft]));
  const observed = new Map(world.observed.map((one) => [addressKey(one.desired, outlook.kinds), one]));
  const idAt = (key: string): Value | undefined => {
    if (byKey.get(key)?.action === "create") return ref(key, "id");
    return observed.get(key)?.live?.id;
  };
  await Promise.all(
    drafts.map(async (draft) => {
      const on = parentKey(draft.kind, draft.path, outlook.kinds);
      if (on !== undefined) {
        const under = topKind(outlook.kinds, draft.kind.parent);
        draft.parentId = idAt(on) ?? (await world.trees.find(under, draft.livePath ?? draft.path ?? ""))?.["id"];
      }
      const parent = draft.kind.tree && parentPath(draft.path ?? "");
      if (parent === undefined || draft.action === "delete") return;
      const holder = topKind(outlook.kinds, draft.kind.tree?.holder ?? "");
      const key = thingKey(holder, parent, undefined);
      const live = await world.trees.find(holder, parent);
      const id = idAt(key) ?? live?.["id"];
      if (id !== undefined) draft.parentId = id;
      else if (draft.kind.tree?.personal !== undefined && fold(parent) === fold(outlook.capabilities.user.username))
        draft.parentId = null;
      const bounded = boundedAttribute(fieldsOf(holder)) ?? "";
      draft.bound = observed.get(key)?.live?.spec[bounded] ?? live?.[bounded];
    }),
  );
}
