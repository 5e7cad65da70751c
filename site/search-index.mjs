// The search of the built site without a browser: the same index, the same options.
import { readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import MiniSearch from "minisearch";
import { miniSearch } from "./search.mjs";

/** Opens the index of the site that was built into `folder`. Answers a function that gives the best sections for some words, best first, as page and heading. */
export async function openSearch(folder) {
  const chunks = `${folder}/assets/chunks`;
  const name = readdirSync(chunks).find((file) => file.startsWith("@localSearchIndex"));
  if (name === undefined) throw new Error(`${folder} has no search index: run npm run docs`);
  const { default: text } = await import(pathToFileURL(`${chunks}/${name}`).href);
  const index = MiniSearch.loadJSON(text, {
    fields: ["title", "titles", "text"],
    storeFields: ["title", "titles"],
    ...miniSearch.options,
    searchOptions: miniSearch.searchOptions,
  });
  return (words) =>
    index.search(words).map(({ id, title, titles, score }) => ({ page: id, title, under: titles.join(" > "), score }));
}
