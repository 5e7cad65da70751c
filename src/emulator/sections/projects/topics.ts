import type { Context, PlatformState } from "../../context.js";

/** The topics that a request names, `tag_list` being the older word; undefined when it names none of the two. */
export function namedTopics({ params }: Context): readonly string[] | undefined {
  if (params.has("topics")) return params.texts("topics") ?? [];
  return params.has("tag_list") ? (params.texts("tag_list") ?? []) : undefined;
}

/**
 * Ids of the topics with the names, in any letter case. Unknown ones are created with their name as title (the reference of real servers, ordering,
 * section 2).
 */
export function topicIds({ store }: PlatformState, names: readonly string[]): number[] {
  const ids = new Set<number>();
  for (const name of names.map((text) => text.trim()).filter((text) => text !== "")) {
    const topic =
      store.topics.first("name", name.toLowerCase()) ??
      store.topics.insert({ name, title: name, description: null, avatar: null, updated_at: new Date().toISOString() });
    ids.add(topic.id);
  }
  return [...ids];
}
