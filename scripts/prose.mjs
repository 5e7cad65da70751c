// `npm run prose [-- FILE...]`: reads the hand-written pages, or these, by our rules for plain English (docs/writing.md), and exits with 1 where one breaks them.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { checkedPages, faultsIn } from "./prose/check.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));
const given = process.argv.slice(2).map((name) => relative(top, resolve(name)).replaceAll("\\", "/"));
let count = 0;
for (const page of given.length > 0 ? given : checkedPages(top, (folder) => readdirSync(folder))) {
  // oxlint-disable-next-line no-await-in-loop -- in the order of the pages
  for (const { line, rule, message } of await faultsIn(readFileSync(join(top, page), "utf8"))) {
    console.log(`${page}:${line}  ${message}  (${rule})`);
    count += 1;
  }
}
console.log(count === 0 ? "every page is in plain English, by the rules" : `${count} sentences to write anew`);
process.exitCode = count === 0 ? 0 : 1;
