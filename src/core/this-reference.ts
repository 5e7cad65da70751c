import { lastSegment, parentPath } from "./address.js";

/** What a text of a policy or preset can say of the group or project that it is about, as `${this:WORD}`. */
export const thisWords = ["full_path", "path", "name", "group"] as const;

/** One of them. */
export type ThisWord = (typeof thisWords)[number];

/** Finds each `${this:WORD}` of a text, and each `$${` that stands for `${`. */
export const thisReference = new RegExp(String.raw`\$\$\{|\$\{this:(${thisWords.join("|")})\}`, "g");

/** The words that a text says, in order. */
export function thisIn(text: string): ThisWord[] {
  return [...text.matchAll(thisReference)].flatMap(([, word]) => thisWords.find((known) => known === word) ?? []);
}

/** Something that begins like such a word and is none, for example `${this:id}`; undefined if there is nothing such. */
export function malformedThis(text: string): string | undefined {
  // What is well formed leaves a mark, lest the text around it grow together into something that was never written.
  return /\$\{\s*this\s*:[^{}]*\}?/i.exec(text.replaceAll(thisReference, "|"))?.[0];
}

/** True for a value with such a word in one of its texts. */
export function holdsThis(value: unknown): boolean {
  return thisIn(JSON.stringify(value) ?? "").length > 0;
}

/** What each word stands for: undefined for what is not known, and for the group that holds what lies in none. */
export function wordsFor(path: string, name: string | undefined): Readonly<Record<ThisWord, string | undefined>> {
  return { full_path: path, path: lastSegment(path), name, group: parentPath(path) };
}
