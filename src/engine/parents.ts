import { fold, formatAddress, parentPath } from "../core/address.js";
import type { Json } from "../core/json.js";
import type { Draft } from "./draft.js";
import { kindOf } from "../core/kind.js";
import { addressKey, type Outlook, parentAddress, type World } from "./world.js";

/** Finds the group or project that each draft lies in or hangs on: what is live, what this plan creates, or the caller's own namespace. */
export async function placeDrafts(outlook: Outlook, world: World, drafts: readonly Draft[]): Promise<void> {
  const byAddress = new Map(drafts.map((draft) => [addressKey(draft.address, outlook.kinds), draft]));
  const observed = new Map(world.observed.map((one) => [addressKey(one.desired.address, outlook.kinds), one]));
  const idAt = (address: string): Json | undefined => {
    const key = addressKey(address, outlook.kinds);
    const draft = byAddress.get(key);
    if (draft?.action === "create") return { $ref: draft.address, field: "id" };
    return observed.get(key)?.live?.id;
  };
  await Promise.all(
    drafts.map(async (draft) => {
      const on = parentAddress(draft.kind, draft.path ?? "");
      if (on !== undefined) {
        const under = kindOf(outlook.kinds, draft.kind.place.under ?? "");
        draft.parentId = idAt(on) ?? (await world.trees.find(under, draft.livePath ?? draft.path ?? ""))?.["id"];
      }
      const parent = draft.kind.tree && parentPath(draft.path ?? "");
      if (parent === undefined || draft.action === "delete") return;
      const holder = kindOf(outlook.kinds, draft.kind.tree?.holder ?? "");
      const address = formatAddress({ kind: holder.name, path: parent });
      const live = await world.trees.find(holder, parent);
      const id = idAt(address) ?? live?.["id"];
      if (id !== undefined) draft.parentId = id;
      else if (draft.kind.tree?.personal !== undefined && fold(parent) === fold(outlook.capabilities.user.username))
        draft.parentId = null;
      draft.parentVisibility = observed.get(addressKey(address, outlook.kinds))?.live?.spec["visibility"] ?? live?.["visibility"];
    }),
  );
}
