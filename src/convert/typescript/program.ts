import { commentLines } from "../../core/comment.js";
import { className, propertyName } from "../../derive/constructs.js";
import { expressionOf, type Expression, type Reference } from "../expression.js";
import { UniqueNames } from "../names.js";
import type { Configuration, Resource, Variable } from "../resource.js";
import { type Called, propertyLines, textLiteral } from "./value.js";

/** What writing a program needs to know beside the configuration. */
export interface ProgramOptions {
  /** The server that the provider goes to; from the environment without it. */
  readonly url?: string;
  /** Sentences about what is not in the program: they stand at its end. */
  readonly remarks?: readonly string[];
}

/** What the program itself calls something. */
const reserved = ["app", "stack", "picture", "path"];

/** A configuration as a program of constructs, `main.ts`: each thing comes after all that it refers to. */
export function programText(configuration: Configuration, { url, remarks = [] }: ProgramOptions): string {
  const { variables } = configuration;
  const resources = inOrder(configuration.resources);
  const constants = new Constants(configuration);
  const usesPictures = resources.some(({ attributes }) => attributes.some(({ value }) => holdsFile(value)));
  const used = new Set(resources.flatMap((resource) => referencesOf(resource).map(nameOf)));
  const parts = [
    importLines(resources, variables, usesPictures),
    ["const app = new App();", 'const stack = new TerraformStack(app, "trueup");'],
    providerLines(url, constants.called),
    ...(usesPictures ? [pictureLines] : []),
    ...(variables.length === 0 ? [] : [variables.flatMap((variable) => variableLines(variable, constants))]),
    ...resources.map((resource) => resourceLines(resource, constants, used)),
    ["app.synth();"],
    ...(remarks.length === 0 ? [] : [remarks.flatMap((remark) => commentLines(remark, "", "//"))]),
  ];
  return parts.map((lines) => `${lines.join("\n")}\n`).join("\n");
}

/** What variables and resources are called in the program, and in its stack, where all have different names. */
class Constants {
  private readonly names = new Map<string, string>();

  constructor({ resources, variables }: Configuration) {
    const names = new UniqueNames(reserved);
    for (const { name } of variables)
      this.names.set(nameOf({ is: "reference", steps: ["var", name] }), names.claim([name], "secret"));
    for (const { type, name } of resources) this.names.set(`${type}.${name}`, names.claim([kindOf(type), name], kindOf(type)));
  }

  /** The name of one in the stack. */
  idOf(type: string, name: string): string {
    return this.names.get(`${type}.${name}`) ?? name;
  }

  readonly called: Called = (reference) => {
    const [type = "", name = "", attribute] = reference.steps;
    const constant = propertyName(this.idOf(type, name));
    if (type === "var") return `${constant}.stringValue`;
    return attribute === undefined ? constant : `${constant}.${propertyName(attribute)}`;
  };
}

function importLines(resources: readonly Resource[], variables: readonly Variable[], usesPictures: boolean): string[] {
  const classes = [...new Set(resources.map(({ type }) => className(kindOf(type))))].sort();
  const ofCore = [
    "App",
    ...(usesPictures ? ["TerraformAsset"] : []),
    "TerraformStack",
    ...(variables.length > 0 ? ["TerraformVariable"] : []),
  ];
  return [
    ...(usesPictures ? ['import { fileURLToPath } from "node:url";'] : []),
    "// For cdktf, write cdktf in place of cdktn, twice.",
    `import { ${ofCore.join(", ")} } from "cdktn";`,
    "import {",
    ...[...classes, "TrueupProvider"].map((name) => `  ${name},`),
    '} from "trueup/cdktn";',
  ];
}

function providerLines(url: string | undefined, called: Called): string[] {
  const comment = commentLines(
    url === undefined
      ? "The server and its token come from the environment (TRUEUP_URL, TRUEUP_TOKEN) or from a stored login."
      : "The token comes from the environment (TRUEUP_TOKEN) or from a stored login.",
    "",
    "//",
  );
  if (url === undefined) return [...comment, 'new TrueupProvider(stack, "provider");'];
  const properties = propertyLines([{ name: "url", value: expressionOf(url) }], true, "  ", called);
  return [...comment, 'new TrueupProvider(stack, "provider", {', ...properties, "});"];
}

const pictureLines = [
  "/** A picture beside this file: it goes along with what is synthesized, for Terraform runs elsewhere. */",
  "function picture(path: string): string {",
  "  const id = `picture-${path.replaceAll(/[^A-Za-z0-9]/gu, (one) => `-${one.codePointAt(0)}-`)}`;",
  "  const known = stack.node.tryFindChild(id);",
  "  if (known instanceof TerraformAsset) return known.path;",
  '  return new TerraformAsset(stack, id, { path: fileURLToPath(new URL(".", import.meta.url)) + path }).path;',
  "}",
];

function variableLines({ name, description, ephemeral }: Variable, constants: Constants): string[] {
  const id = constants.idOf("var", name);
  const constant = propertyName(id);
  return [
    ...commentLines(`${description} Set it as TF_VAR_${id}.`, "", "//"),
    `const ${constant} = new TerraformVariable(stack, ${JSON.stringify(id)}, { type: "string", sensitive: true });`,
    ...(ephemeral ? [`${constant}.addOverride("ephemeral", true);`] : []),
  ];
}

function resourceLines(resource: Resource, constants: Constants, used: ReadonlySet<string>): string[] {
  const { type, name, attributes, dependsOn, remarks } = resource;
  const id = constants.idOf(type, name);
  const constant = used.has(`${type}.${name}`) ? `const ${propertyName(id)} = ` : "";
  const after = dependsOn.length === 0 ? [] : [{ name: "depends_on", value: { is: "list", items: dependsOn } as const }];
  return [
    ...remarks.flatMap((remark) => commentLines(remark, "", "//")),
    `${constant}new ${className(kindOf(type))}(stack, ${textLiteral(id)}, {`,
    ...propertyLines([...attributes, ...after], true, "  ", constants.called),
    "});",
  ];
}

/** A program can only refer to what stands above. */
function inOrder(resources: readonly Resource[]): readonly Resource[] {
  const byName = new Map(resources.map((resource) => [`${resource.type}.${resource.name}`, resource]));
  const ordered = new Set<Resource>();
  const visit = (resource: Resource): void => {
    if (ordered.has(resource)) return;
    for (const reference of referencesOf(resource)) {
      const other = byName.get(nameOf(reference));
      if (other && other !== resource) visit(other);
    }
    ordered.add(resource);
  };
  for (const resource of resources) visit(resource);
  return [...ordered];
}

function referencesOf({ attributes, dependsOn }: Resource): readonly Reference[] {
  return [...dependsOn, ...attributes.flatMap(({ value }) => referencesIn(value))];
}

function referencesIn(value: Expression): readonly Reference[] {
  switch (value.is) {
    case "reference":
      return [value];
    case "template":
      return value.parts.filter((part) => typeof part !== "string");
    case "list":
      return value.items.flatMap(referencesIn);
    case "object":
    case "map":
      return value.entries.flatMap((entry) => referencesIn(entry.value));
    default:
      return [];
  }
}

function holdsFile(value: Expression): boolean {
  if (value.is === "list") return value.items.some(holdsFile);
  return (
    value.is === "file" || ((value.is === "object" || value.is === "map") && value.entries.some((one) => holdsFile(one.value)))
  );
}

function nameOf({ steps: [type = "", name = ""] }: Reference): string {
  return `${type}.${name}`;
}

/** `trueup_project` is about a `project`. */
function kindOf(type: string): string {
  return type.slice(type.indexOf("_") + 1);
}
