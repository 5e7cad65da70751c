import type { PlatformState } from "../context.js";
import { exists } from "../instance.js";
import type { Json } from "../json.js";
import type { User } from "../records.js";
import { defineTable } from "../table.js";
import { eventsFrom } from "./events.js";

/** One entry of the audit log. */
export type AuditEvent = {
  readonly id: number;
  readonly author_id: number;
  readonly entity_id: number;
  readonly entity_type: string;
  readonly event_name: string;
  readonly details: { readonly [name: string]: Json };
  readonly created_at: string;
};

/** By entity: `Project:5`. */
export const auditTable = defineTable<AuditEvent, "entity">("audit_events", {
  entity: ({ entity_type, entity_id }) => `${entity_type}:${entity_id}`,
});

/** Writes down what the transaction has changed so far, by whom. Real servers with a licence do; without an author nothing is written. */
export function recordChanges(world: PlatformState, author: User | undefined): void {
  const { store, instance } = world;
  if (author === undefined || instance.dialect !== "vendor" || !exists(instance, { tier: "premium" })) return;
  const created_at = new Date().toISOString();
  for (const { name, entity, details } of eventsFrom(world, store.changed())) {
    store.of(auditTable).insert({
      author_id: author.id,
      entity_id: entity.id,
      entity_type: entity.type,
      event_name: name,
      details: { ...details, author_name: author.name, author_class: "User", entity_path: entity.path },
      created_at,
    });
  }
}
