import { typeOf } from "../core/fields.js";
import { capital } from "./pages/markdown.js";
import { apiData, desiredState, providerAttributes } from "./terraform/own.js";
import { providerSource } from "./terraform/source.js";
import type { TerraformAttribute, TerraformAttributes, TerraformResource, TerraformType } from "./terraform/types.js";

const made = "// Made by `npm run generate` from the kinds. Do not edit.";

/** What one file is made of. */
interface Construct {
  readonly className: string;
  readonly base: "TrueupResource" | "TrueupDataSource";
  readonly type: string;
  readonly description: string;
  readonly attributes: TerraformAttributes;
}

/** The classes of all resources and data sources for src/constructs: texts by file name. `version` is the provider's. */
export function constructFiles(resources: readonly TerraformResource[], version: string): Map<string, string> {
  const files = new Map(resources.map((resource) => [fileName(resource.kind.name), fileOf(constructsOf(resource))]));
  files.set(fileName("desired_state"), fileOf([{ ...desiredState, className: "DesiredState", base: "TrueupResource" }]));
  files.set(fileName("data_api"), fileOf([{ ...apiData, className: "DataTrueupApi", base: "TrueupDataSource" }]));
  const exported = [...files.keys()].map((name) => `export * from "./${name.replace(/\.ts$/, ".js")}";`);
  files.set("classes.gen.ts", [made, ...exported, ""].join("\n"));
  files.set("provider.gen.ts", providerFile(version));
  return files;
}

/** What a class is called: `protected_thing` is `ProtectedThing`. */
export function className(kind: string): string {
  return capital(propertyName(kind));
}

/** What a property is called: `full_path` is `fullPath`. */
export function propertyName(attribute: string): string {
  return attribute.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function fileName(name: string): string {
  return `${name.replaceAll("_", "-")}.gen.ts`;
}

function constructsOf({ type, kind, description, attributes, data }: TerraformResource): readonly Construct[] {
  const name = className(kind.name);
  return [
    { className: name, base: "TrueupResource", type, description, attributes },
    { className: `DataTrueup${name}`, base: "TrueupDataSource", type, description: `Reads it. ${description}`, attributes: data },
  ];
}

function fileOf(constructs: readonly Construct[]): string {
  const text = constructs.flatMap((construct) => [...propertiesOf(construct), ...classOf(construct)]).join("\n");
  return [made, ...importsOf(text), "", text].join("\n");
}

function importsOf(text: string): string[] {
  const used = (names: readonly string[]): string => names.filter((name) => text.includes(name)).join(", ");
  return [
    `import type { ${used(["IResolvable", "TerraformMetaArguments"])} } from "cdktf";`,
    'import type { Construct } from "constructs";',
    ...(text.includes("ExactlyOne<") ? ['import type { ExactlyOne } from "./exactly-one.js";'] : []),
    `import { ${used(["TrueupDataSource", "TrueupResource"])} } from "./resource.js";`,
  ];
}

/** What the provider's block takes, and which release of the provider it is; its class is written by hand. */
function providerFile(version: string): string {
  return [
    made,
    'import type { IResolvable } from "cdktf";',
    "",
    "/** Release of the provider that these constructs are for. */",
    `export const providerVersion = "${version}";`,
    "",
    "/** Where Terraform finds it. */",
    `export const providerSource = "${providerSource}";`,
    "",
    ...interfaceOf("TrueupProviderOwn", "What the provider's block takes.", given(providerAttributes), "TrueupProvider"),
    ...namesConstant("providerNames", providerAttributes),
    "export { providerNames };",
    "",
  ].join("\n");
}

/** Attributes that a user may give. */
function given(attributes: TerraformAttributes): (readonly [string, TerraformAttribute])[] {
  return Object.entries(attributes).filter(([, attribute]) => attribute.use !== "computed");
}

/** The types of the properties: one for the class, one for each sort of object inside. */
function propertiesOf({ className: name, description, attributes }: Construct): string[] {
  const [choices, others] = choicesOf(attributes);
  const nested = given(attributes).flatMap(([attribute, value]) => nestedInterfaces(name, attribute, value));
  const base = " extends TerraformMetaArguments";
  if (choices.length === 0) return [...nested, ...interfaceOf(`${name}Props`, description, others, name, base)];
  return [
    ...nested,
    ...interfaceOf(`${name}Own`, `${description} What all of them have.`, others, name, base),
    ...choices.flatMap(([word, members]) => interfaceOf(`${name}${word}`, "Of these, each has one.", members, name)),
    ...comment("", description),
    `export type ${name}Props = ${[`${name}Own`, ...choices.map(([word]) => `ExactlyOne<${name}${word}>`)].join(" & ")};`,
    "",
  ];
}

type Named = readonly (readonly [string, TerraformAttribute])[];

/** Attributes of which exactly one is given, by the word for them, and all others. */
function choicesOf(attributes: TerraformAttributes): readonly [readonly (readonly [string, Named])[], Named] {
  const all = given(attributes);
  const shapes = all.filter(([, { role }]) => role === "shape");
  const parents = all.filter(([, { oneOf }]) => oneOf === true);
  const choices = [["Parents", parents] as const, ["Shapes", shapes] as const].filter(([, members]) => members.length > 0);
  return [choices, all.filter((entry) => !shapes.includes(entry) && !parents.includes(entry))];
}

function nestedInterfaces(owner: string, attribute: string, { nested, description }: TerraformAttribute): string[] {
  if (!nested) return [];
  const name = nestedName(owner, attribute);
  const parts = given(nested.attributes);
  const inner = parts.flatMap(([part, value]) => nestedInterfaces(name, part, value));
  return [...inner, ...interfaceOf(name, description, parts, name)];
}

function nestedName(owner: string, attribute: string): string {
  return `${owner}${capital(propertyName(attribute))}`;
}

function interfaceOf(
  name: string,
  description: string,
  attributes: readonly (readonly [string, TerraformAttribute])[],
  owner: string,
  base = "",
): string[] {
  // An object that takes nothing is empty: no type of it may take everything.
  const type = base === "" ? "Record<string, never>" : base.replace(" extends ", "");
  if (attributes.length === 0) return [...comment("", description), `export type ${name} = ${type};`, ""];
  const lines = attributes.flatMap(([attribute, value]) => [
    ...comment("  ", value.description, value.deprecated),
    `  readonly ${propertyName(attribute)}${value.use === "required" ? "" : "?"}: ${givenType(owner, attribute, value)};`,
  ]);
  return [...comment("", description), `export interface ${name}${base} {`, ...lines, "}", ""];
}

/** The type of what a user gives. Texts, numbers and lists of texts can be tokens by themselves; where the type is narrower, a token is allowed beside it. */
function givenType(owner: string, attribute: string, value: TerraformAttribute): string {
  const { nested, type = "dynamic" } = value;
  if (!nested) return plainType(type, value);
  const name = nestedName(owner, attribute);
  if (nested.mode === "single") return `${name} | IResolvable`;
  if (nested.mode === "map") return `{ readonly [key: string]: ${name} | IResolvable } | IResolvable`;
  return `readonly (${name} | IResolvable)[] | IResolvable`;
}

function plainType(type: TerraformType, value: TerraformAttribute): string {
  if (typeof type !== "string") return collectionType(type, value);
  const { field } = value;
  if (field?.values) {
    const words = field.values.map((word) => JSON.stringify(word));
    return [...words, ...(typeOf(field).namesNumbers ? ["number"] : []), "IResolvable"].join(" | ");
  }
  if (type === "bool") return "boolean | IResolvable";
  if (type === "dynamic") return "{ readonly [name: string]: unknown } | IResolvable";
  return type;
}

function collectionType(type: Exclude<TerraformType, string>, value: TerraformAttribute): string {
  if (type[0] === "object" || type[0] === "tuple") return "{ readonly [name: string]: unknown } | IResolvable";
  const { field, ...rest } = value;
  const item = plainType(type[1], field?.item ? { ...rest, field: field.item } : rest);
  if (type[0] === "map") return `{ readonly [key: string]: ${item} } | IResolvable`;
  return item.includes(" ") ? `readonly (${item})[] | IResolvable` : `readonly ${item}[] | IResolvable`;
}

function classOf({ className: name, base, type, description, attributes }: Construct): string[] {
  const isOptional = given(attributes).every(([, { use, role, oneOf }]) => use !== "required" && role !== "shape" && !oneOf);
  const names = `namesOf${name}`;
  return [
    ...namesConstant(names, attributes),
    ...comment("", description),
    `export class ${name} extends ${base} {`,
    `  static readonly tfResourceType = "${type}";`,
    "",
    `  constructor(scope: Construct, id: string, properties: ${name}Props${isOptional ? " = {}" : ""}) {`,
    `    super(scope, id, ${name}.tfResourceType, ${names}, properties);`,
    "  }",
    ...Object.entries(attributes).flatMap(([attribute, value]) => getterOf(attribute, value)),
    "}",
    "",
  ];
}

function namesConstant(name: string, attributes: TerraformAttributes): string[] {
  const lines = given(attributes).flatMap(([attribute, value]) => namesOf(attribute, value, "  "));
  return ["/** Names in Terraform. */", `const ${name} = {`, ...lines, "} as const;", ""];
}

function namesOf(attribute: string, { nested }: TerraformAttribute, indent: string): string[] {
  const property = propertyName(attribute);
  if (!nested) return [`${indent}${property}: "${attribute}",`];
  return [
    `${indent}${property}: {`,
    `${indent}  name: "${attribute}",`,
    `${indent}  mode: "${nested.mode}",`,
    `${indent}  attributes: {`,
    ...given(nested.attributes).flatMap(([part, value]) => namesOf(part, value, `${indent}    `)),
    `${indent}  },`,
    `${indent}},`,
  ];
}

/** What other constructs refer to. What is never in a state cannot be referred to. */
function getterOf(attribute: string, value: TerraformAttribute): string[] {
  if (value.writeOnly) return [];
  const [type, method] = tokenOf(value);
  return [
    "",
    ...comment("  ", value.field?.description ?? value.description, value.deprecated),
    `  get ${propertyName(attribute)}(): ${type} {`,
    `    return this.${method}("${attribute}");`,
    "  }",
  ];
}

const tokens: Readonly<Record<string, readonly [type: string, method: string]>> = {
  string: ["string", "getStringAttribute"],
  number: ["number", "getNumberAttribute"],
  bool: ["IResolvable", "getBooleanAttribute"],
  "list of string": ["string[]", "getListAttribute"],
  "list of number": ["number[]", "getNumberListAttribute"],
  "map of string": ["{ [key: string]: string }", "getStringMapAttribute"],
};

/** The type of a reference, and what the core makes one with. One of a narrow type stays a token to the eye, so that it fits where that type is asked for. */
function tokenOf({ type, field }: TerraformAttribute): readonly [type: string, method: string] {
  const any = ["IResolvable", "interpolationForAttribute"] as const;
  if (type === undefined || (field?.values ?? field?.item?.values)) return any;
  if (typeof type === "string") return tokens[type] ?? any;
  const outer = type[0] === "set" ? "list" : type[0];
  return tokens[`${outer} of ${typeof type[1] === "string" ? type[1] : "objects"}`] ?? any;
}

function comment(indent: string, description: string, deprecated?: string): string[] {
  const safe = description.replaceAll("*/", "*\\/");
  if (deprecated === undefined) return [`${indent}/** ${safe} */`];
  return [`${indent}/**`, `${indent} * ${safe}`, `${indent} *`, `${indent} * @deprecated ${deprecated}`, `${indent} */`];
}
