// Search goes over sections of pages. Names of the API count as a whole and by their words, headings count more than text, and pages for readers more than lists for engineers.

/** Words of a text; `push_access_level` is one, and three. VitePress sends this function to the browser, so it uses nothing from outside. */
function tokenize(text) {
  const words = text.split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== "");
  return words.flatMap((word) => (word.includes("_") ? [word, ...word.split("_").filter((part) => part !== "")] : [word]));
}

/** Words in small letters, without those that stand in every sentence. */
function processTerm(term) {
  const word = term.toLowerCase();
  return /^(a|an|the|of|to|in|is|are|do|does|how|i)$/.test(word) ? null : word;
}

/** How much more a section counts than others. Goes to the browser, too. */
function boostDocument(id) {
  if (/\/(RULES|INVARIANTS|ARCHITECTURE|coverage|conformance|emulator-operations|dialects)(\.html)?(#|$)|#coverage$/.test(id))
    return 0.1;
  if (/\/terraform\/|\/decisions\//.test(id)) return 0.3;
  if (/\/(kinds|commands)\//.test(id)) return 0.8;
  return 1.5;
}

/** Who types the last word may not be done with it. */
function prefix(term, index, terms) {
  return index === terms.length - 1 && term.length > 2;
}

/** What MiniSearch is made with, when the site is built and in the browser. */
export const miniSearch = {
  options: { tokenize, processTerm },
  searchOptions: {
    prefix,
    fuzzy: 0.1,
    combineWith: "AND",
    boost: { title: 8, titles: 3, text: 1 },
    // Long tables say every word often: how often counts less than that a section is about it.
    bm25: { k: 0.4, b: 0.9, d: 0.2 },
    boostDocument,
  },
};
