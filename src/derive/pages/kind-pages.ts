import { allFields, fieldsOf, type Kind, type Kinds, placesOf, topParent } from "../../core/kind.js";
import { kindPage, type WriteFile, type PageMaterial } from "./kind-page.js";
import { code, prose, table } from "./markdown.js";

/** The reference pages of the kinds, by their name: one for each, with its material, and README.md as index. */
export function kindPages(
  kinds: Kinds,
  write: WriteFile,
  material: ReadonlyMap<string, PageMaterial>,
): ReadonlyMap<string, string> {
  return new Map([
    ["README.md", indexPage(kinds)],
    ...[...kinds.values()].map(
      (kind) => [`${kind.name}.md`, kindPage(kind, kinds, write, material.get(kind.name) ?? {})] as const,
    ),
  ]);
}

function indexPage(kinds: Kinds): string {
  const rows = [...kinds.values()].map((kind) => [
    `[${code(kind.name)}](${kind.name}.md)`,
    prose(kind.description),
    standing(kind),
    kind.tier ?? "",
    String(attributeCount(kind)),
  ]);
  return `${[
    "<!-- Made by `npm run generate` from the kinds and the facts of releases. Do not edit. -->",
    "# The kinds",
    "What files can declare, in the order in which it is applied. `trueup explain KIND` says the same on the command line, and how files are put together is told in [files.md](../files.md). What became of every parameter of real servers is counted in [coverage.md](../coverage.md).",
    table(["kind", "description", "key in files", "tier", "attributes"], rows),
  ].join("\n\n")}\n`;
}

function standing(kind: Kind): string {
  return placesOf(kind)
    .map((place) => `${code(place.file)}${place.parent === topParent ? "" : ` of a ${place.parent}`}`)
    .join(", ");
}

function attributeCount(kind: Kind): number {
  const keys = kind.shapes ? Object.keys(kind.shapes) : [undefined];
  const sets = keys.map((key) => (key === undefined ? allFields(kind) : fieldsOf(kind, { key })));
  return sets.flatMap((fields) => Object.values(fields)).filter(({ deprecated }) => !deprecated?.alias).length;
}
