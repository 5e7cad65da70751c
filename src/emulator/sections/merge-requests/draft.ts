/** True when a title says that a merge request is a draft: `Draft: …`, `[Draft] …` or `(Draft) …`. */
export function isDraft(title: string): boolean {
  return /^\s*(draft:|\[draft\]|\(draft\))/i.test(title);
}
