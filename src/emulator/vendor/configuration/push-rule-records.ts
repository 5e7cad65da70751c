import { groupChain } from "../../access.js";
import { defineEntries, homeKeyOf } from "../../row/spec.js";
import type { Columns, Entry, EntryHome } from "../../row/spec.js";
import type { Store } from "../../store.js";

/** Push rules of projects and groups, one for each that has any. */
export const pushRuleTable = defineEntries("push_rules");

/** The push rule of a project or group. */
export function pushRuleOf(store: Store, home: EntryHome): Entry | undefined {
  return store.of(pushRuleTable).first("home", homeKeyOf(home));
}

/** A new project or subgroup begins with a copy of the rule of the nearest group above that has one. What stands there already does not follow. */
export function inheritPushRule(store: Store, home: EntryHome, namespaceId: number | null): void {
  const above = namespaceId === null ? [] : groupChain(store, namespaceId);
  const rule = above.flatMap((id) => pushRuleOf(store, { kind: "group", id }) ?? [])[0];
  if (rule === undefined) return;
  const { id: _, home: __, ...columns } = rule;
  const now = new Date().toISOString();
  const copied: Columns = columns;
  store.of(pushRuleTable).insert({ ...copied, created_at: now, updated_at: now, home });
}
