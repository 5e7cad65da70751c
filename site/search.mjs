// Search goes over sections of pages. Names of the API count as a whole and by their words, headings count more than text, and pages for readers more than lists for engineers.

/** Words of a text; `push_access_level` is one, and three. VitePress sends this function to the browser, so it uses nothing from outside. */
function tokenize(text) {
  const words = text.split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== "");
  return words.flatMap((word) => (word.includes("_") ? [word, ...word.split("_").filter((part) => part !== "")] : [word]));
}

/** How much more a section counts than others. Goes to the browser, too. */
function boostDocument(id) {
  if (/\/(RULES|INVARIANTS|ARCHITECTURE|coverage|conformance|emulator-operations|dialects)(\.html)?(#|$)/.test(id)) return 0.2;
  if (/\/terraform\/|\/decisions\//.test(id)) return 0.4;
  if (/\/(kinds|commands)\//.test(id)) return 0.8;
  return 1.5;
}

/** What MiniSearch is made with, when the site is built and in the browser. */
export const miniSearch = {
  options: { tokenize },
  searchOptions: { prefix: true, fuzzy: 0.1, combineWith: "AND", boost: { title: 6, titles: 2, text: 1 }, boostDocument },
};
