import type { Filter, Question, WorkItem } from "./filters.js";

const FIELDS = ["title", "description"] as const;

/**
 * `search`: all its words stand in the title, or all in the description, in any letter case; words in quotes stand together. `in` names the texts
 * that are looked through, both by default.
 */
export function textFilters({ asked }: Question): Filter<WorkItem>[] {
  const words = wordsOf(asked.text("search") ?? "");
  if (words.length === 0) return [];
  const places = asked
    .text("in")
    ?.split(",")
    .map((place) => place.trim());
  const fields = FIELDS.filter((field) => places === undefined || places.includes(field));
  return [(item) => fields.some((field) => hasAll(item[field].toLowerCase(), words))];
}

function wordsOf(search: string): string[] {
  return [...search.toLowerCase().matchAll(/"([^"]+)"|([^\s"]+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");
}

const hasAll = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word));
