import { code } from "./describe.js";
import type { TerraformAttribute, TerraformAttributes, TerraformType } from "./types.js";

/** The section of a page that lists attributes, nested ones below under anchors, as the registry's own generator writes it. */
export function schemaSection(attributes: TerraformAttributes): string {
  return ["## Schema", ...lists(attributes, [], (title) => `### ${title}`), ...nestedSections(attributes, [])].join("\n\n");
}

const groups: readonly (readonly [title: string, uses: readonly TerraformAttribute["use"][]])[] = [
  ["Required", ["required"]],
  ["Optional", ["optional", "managed"]],
  ["Read-Only", ["computed"]],
];

type Path = readonly string[];

function lists(attributes: TerraformAttributes, path: Path, heading: (title: string) => string): string[] {
  return groups.flatMap(([title, uses]) => {
    const members = Object.entries(attributes).filter(([, { use }]) => uses.includes(use));
    if (members.length === 0) return [];
    return [heading(title), members.map(([name, attribute]) => line(name, attribute, [...path, name])).join("\n")];
  });
}

function line(name: string, attribute: TerraformAttribute, path: Path): string {
  const marks = [
    typeWords(attribute),
    ...(attribute.sensitive ? ["Sensitive"] : []),
    ...(attribute.writeOnly ? ["Write-only"] : []),
    ...(attribute.deprecated === undefined ? [] : ["Deprecated"]),
  ];
  const below = attribute.nested ? ` (see [below for nested schema](#${anchor(path)}))` : "";
  return `- ${code(name)} (${marks.join(", ")}) ${inOneLine(attribute.description)}${below}`;
}

function nestedSections(attributes: TerraformAttributes, path: Path): string[] {
  return Object.entries(attributes).flatMap(([name, { nested }]) => {
    if (!nested) return [];
    const inner = [...path, name];
    const own = `<a id="${anchor(inner)}"></a>\n### Nested Schema for ${code(inner.join("."))}`;
    return [own, ...lists(nested.attributes, inner, (title) => `${title}:`), ...nestedSections(nested.attributes, inner)];
  });
}

function anchor(path: Path): string {
  return `nestedatt--${path.join("--")}`;
}

function typeWords({ nested, type = "dynamic" }: TerraformAttribute): string {
  if (!nested) return words(type);
  return nested.mode === "single" ? "Attributes" : `Attributes ${capital(nested.mode)}`;
}

function words(type: TerraformType): string {
  if (type === "bool") return "Boolean";
  if (typeof type === "string") return capital(type);
  const [collection, item] = type;
  return collection === "object" || collection === "tuple" ? capital(collection) : `${capital(collection)} of ${words(item)}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ");
}
