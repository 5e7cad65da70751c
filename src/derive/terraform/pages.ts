import { importForms } from "../../core/import-forms.js";
import type { JsonObject } from "../../core/json.js";
import { addressIn, exampleParent, type Kind, type Kinds, placesOf } from "../../core/kind.js";
import { capital, fenced } from "../pages/markdown.js";
import { configOf } from "./config-of.js";
import { code } from "./describe.js";
import { apiData, desiredState, type OwnSchema, providerAttributes } from "./own.js";
import { terraformResources } from "./resources.js";
import { attributeWithRole } from "./roles.js";
import { providerSource } from "./source.js";
import type { TerraformAttribute, TerraformAttributes, TerraformResource, TerraformType } from "./types.js";

/** A block of a configuration that a page shows. */
export interface ShownBlock {
  readonly type: string;
  readonly labels: readonly string[];
  readonly attributes: JsonObject;
  /** Attributes that refer to something else, step by step; they come first. */
  readonly references?: Readonly<Record<string, readonly string[]>>;
  readonly blocks?: readonly ShownBlock[];
}

/** Writes blocks as the text of a file. */
type WriteBlocks = (blocks: readonly ShownBlock[]) => string;

const label = "example";

/** The pages of the provider in the form of Terraform's registry, by their path in the directory of the pages. */
export function terraformPages(kinds: Kinds, write: WriteBlocks): ReadonlyMap<string, string> {
  const resources = terraformResources(kinds);
  return new Map([
    ["index.md", providerPage(resources, write)],
    ...resources.map((resource) => [`resources/${resource.kind.name}.md`, resourcePage(resource, kinds, write)] as const),
    [`resources/${fileName(desiredState)}.md`, ownPage(desiredState, "Resource", write)],
    ...resources.map((resource) => [`data-sources/${resource.kind.name}.md`, dataPage(resource, write)] as const),
    [`data-sources/${fileName(apiData)}.md`, ownPage(apiData, "Data Source", write)],
  ]);
}

function fileName({ type }: OwnSchema): string {
  return type.replace(/^trueup_/, "");
}

interface Page {
  readonly title: string;
  readonly heading: string;
  readonly subcategory: string;
  readonly description: string;
  readonly sections: readonly string[];
}

function pageText({ title, heading, subcategory, description, sections }: Page): string {
  const front = [
    "---",
    "# Made by `npm run generate` from the kinds. Do not edit.",
    `page_title: ${JSON.stringify(title)}`,
    `subcategory: ${JSON.stringify(subcategory)}`,
    "description: |-",
    `  ${description}`,
    "---",
  ];
  return `${[front.join("\n"), `# ${heading}`, description, ...sections].join("\n\n")}\n`;
}

function usage(write: WriteBlocks, ...blocks: readonly ShownBlock[]): string {
  return `## Example Usage\n\n${fenced("terraform", write(blocks))}`;
}

function providerPage(resources: readonly TerraformResource[], write: WriteBlocks): string {
  const required = { trueup: { source: providerSource } };
  const types = [...resources.map(({ type }) => type), desiredState.type];
  return pageText({
    title: "Provider: trueup",
    heading: "trueup Provider",
    subcategory: "",
    description:
      "Manages a software-development platform by its API, by the same engine and with the same words as trueup's files.",
    sections: [
      `It has the resources ${types.map(code).join(", ")}, a data source for each kind, and ${code(apiData.type)} for everything else that can be read. ` +
        "[How to install it, and how it behaves](../terraform.md).",
      usage(
        write,
        {
          type: "terraform",
          labels: [],
          attributes: {},
          blocks: [{ type: "required_providers", labels: [], attributes: required }],
        },
        { type: "provider", labels: ["trueup"], attributes: { url: "https://platform.example.com" } },
      ),
      schemaSection(providerAttributes),
    ],
  });
}

function resourcePage(resource: TerraformResource, kinds: Kinds, write: WriteBlocks): string {
  const { type, kind, description, attributes } = resource;
  return pageText({
    title: `${type} Resource - trueup`,
    heading: `${type} (Resource)`,
    subcategory: subcategoryOf(resource),
    description,
    sections: [
      lifeOf(kind),
      ...(kind.shapes ? [`One resource is one ${kind.title.toLowerCase()}: exactly one of the objects below is given.`] : []),
      ...(attributeWithRole(attributes, "unset") === undefined ? [] : [unsetNote]),
      ...(hasSecrets(attributes) ? [secretsNote] : []),
      usage(write, { type: "resource", labels: [type, label], attributes: exampleOf(resource) }),
      schemaSection(attributes),
      importSection(resource, kinds, write),
    ],
  });
}

const unsetNote =
  "To unset an attribute, which `null` does in the files, name it in `unset`: `null` in a configuration says nothing of it.";

const secretsNote =
  "Secrets are write-only: they are in no plan and no state, and need Terraform 1.11 or later. What the platform never shows cannot be compared: " +
  "change the number beside a secret to send it again.";

/** What becomes of the thing when the resource is created and destroyed. */
function lifeOf(kind: Kind): string {
  const unmanaged = "Attributes that are left out are left as they are on the platform, and are not in the state.";
  if (placesOf(kind).every(({ routes }) => routes.delete === undefined)) {
    return `${unmanaged} It is always there: creating the resource takes it over, and destroying it puts back what was there before, as far as that is known.`;
  }
  const loss = kind.holdsData === true ? " Destroying it deletes it with all that it holds." : "";
  const taken = kind.comesWithParent
    ? "One that is there already is not created but, if it came by itself with something that the same run makes, taken over: else import it."
    : "One that is there already is not created: import it.";
  return `${unmanaged} ${taken}${loss}`;
}

function hasSecrets(attributes: TerraformAttributes): boolean {
  return Object.values(attributes).some(({ writeOnly, nested }) => writeOnly || (nested && hasSecrets(nested.attributes)));
}

function exampleOf(resource: TerraformResource): JsonObject {
  const { kind, holders } = resource;
  const [shown] = placesOf(kind);
  const holder = holders.find(({ name }) => name === shown?.parent);
  const key = kind.key ? kind.exampleKey : undefined;
  const place =
    shown && (holder ? addressIn(shown, exampleParent(shown, holder), key) : addressIn(shown, kind.exampleKey, undefined));
  // What a kind says by way of example is a body as files have it, with every value given.
  return configOf(resource, place ?? {}, kind.example as JsonObject) as JsonObject;
}

/** Import by each of the forms that name a thing. */
function importSection({ type, kind }: TerraformResource, kinds: Kinds, write: WriteBlocks): string {
  const forms = importForms(kind, kinds);
  const block: ShownBlock = {
    type: "import",
    labels: [],
    references: { to: [type, label] },
    attributes: { id: forms[0] },
  };
  const names = forms.length === 1 ? "By the name of its kind:" : "By its address, by its path, or by the platform's numbers:";
  const commands = forms.map((form) => `terraform import ${type}.${label} '${form}'`);
  return [
    "## Import",
    "In the configuration, for a plan that imports it; with `-generate-config-out=FILE` Terraform writes the resource too:",
    fenced("terraform", write([block])),
    names,
    fenced("shell", commands.join("\n")),
  ].join("\n\n");
}

/** What finds a thing. */
const diagnosticRoles: ReadonlySet<string | undefined> = new Set(["path", "key"]);

function dataPage(resource: TerraformResource, write: WriteBlocks): string {
  const { type, kind, data } = resource;
  const example = { ...exampleOf(resource), ...(kind.shapes && kind.key ? { [kind.key.read]: kind.exampleKey } : {}) };
  const finds = Object.fromEntries(Object.entries(example).filter(([name]) => diagnosticRoles.has(data[name]?.role)));
  return pageText({
    title: `${type} Data Source - trueup`,
    heading: `${type} (Data Source)`,
    subcategory: subcategoryOf(resource),
    description: resource.description,
    sections: [usage(write, { type: "data", labels: [type, label], attributes: finds }), schemaSection(data)],
  });
}

function ownPage(
  { type, description, attributes, example }: OwnSchema,
  sort: "Resource" | "Data Source",
  write: WriteBlocks,
): string {
  const block: ShownBlock = { type: sort === "Resource" ? "resource" : "data", labels: [type, label], attributes: example };
  return pageText({
    title: `${type} ${sort} - trueup`,
    heading: `${type} (${sort})`,
    subcategory: "",
    description,
    sections: [usage(write, block), schemaSection(attributes)],
  });
}

function subcategoryOf({ kind, holders }: TerraformResource): string {
  const trees = kind.tree ? [kind] : holders;
  return trees.length > 0 ? trees.map(({ title }) => `${title}s`).join(" and ") : "Instance";
}

/** The section of a page that lists attributes, nested ones below under anchors, as the registry's own generator writes it. */
function schemaSection(attributes: TerraformAttributes): string {
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
  return `- ${code(name)} (${marks.join(", ")}) ${attribute.description.replaceAll(/\s*\n\s*/g, " ")}${below}`;
}

function nestedSections(attributes: TerraformAttributes, path: Path): string[] {
  return Object.entries(attributes).flatMap(([name, { nested }]) => {
    if (!nested) return [];
    const inner = [...path, name];
    const heading = `<a id="${anchor(inner)}"></a>\n### Nested Schema for ${code(inner.join("."))}`;
    return [heading, ...lists(nested.attributes, inner, (title) => `${title}:`), ...nestedSections(nested.attributes, inner)];
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
