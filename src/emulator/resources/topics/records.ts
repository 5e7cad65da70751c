import type { PlatformState } from "../../core/context.js";
import { type Row, defineTable } from "../../core/table.js";

export type Topic = Row & {
  readonly name: string;
  readonly title: string;
  readonly description: string | null;
  readonly avatar: string | null;
  /** On real servers. */
  readonly organization_id?: number;
  readonly updated_at: string;
};

export const topicTable = defineTable<Topic, "name">("topics", { name: (topic) => topic.name.toLowerCase() });

/** Ids of the topics with the names, in any letter case. Unknown ones are created with their name as title (the reference of real servers, ordering, section 2). */
export function topicIds({ store }: PlatformState, names: readonly string[]): number[] {
  const ids = new Set<number>();
  for (const name of names.map((text) => text.trim()).filter((text) => text !== "")) {
    const topic =
      store.of(topicTable).first("name", name.toLowerCase()) ??
      store.of(topicTable).insert({ name, title: name, description: null, avatar: null, updated_at: new Date().toISOString() });
    ids.add(topic.id);
  }
  return [...ids];
}
