// Writes the skeleton of a new kind: node scripts/new-kind.mjs milestone
import { existsSync, writeFileSync } from "node:fs";

const name = process.argv[2] ?? "";
if (!/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error("Usage: node scripts/new-kind.mjs <name>   (a name in snake_case, singular)");
  process.exit(1);
}
const file = new URL(`../src/kinds/${name.replaceAll("_", "-")}.ts`, import.meta.url);
if (existsSync(file)) {
  console.error(`${file.pathname} exists already.`);
  process.exit(1);
}
const words = name.split("_");
const constant = words.map((word, index) => (index === 0 ? word : word[0].toUpperCase() + word.slice(1))).join("");
const title = words.join(" ").replace(/^./, (first) => first.toUpperCase());

writeFileSync(
  file,
  `import { text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";

/** ${title} (which document and section describe it). */
export const ${constant} = defineKind({
  name: "${name}",
  title: "${title}",
  description: "What it is, in one sentence.",
  source: "the document and its section",
  place: { under: "project", as: "map", file: "${name}s" },
  key: { description: "Its name.", write: "name", read: "name" },
  routes: {
    list: "GET /projects/{project}/${name}s",
    create: "POST /projects/{project}/${name}s",
    update: "PUT /projects/{project}/${name}s/{${name}}",
    delete: "DELETE /projects/{project}/${name}s/{${name}}",
  },
  fields: {
    description: text("What it is for.", { nullable: true }),
  },
  example: { description: "An example" },
  exampleKey: "first",
});
`,
);
console.log(`Wrote ${file.pathname}. Fill it in, add a line to CHANGELOG.md, then: npm run generate`);
