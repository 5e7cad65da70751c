import { commentLines, oddCharacters, unicodeEscape } from "../../core/inert-text.js";
import { className, propertyName } from "../../derive/constructs.js";
import { type Expression, type ExpressionEntry, expressionOf, expressionsIn, type Reference } from "../expression.js";
import { UniqueNames } from "../names.js";
import {
  type Configuration,
  type Resource,
  serverComment,
  type TextFile,
  type Variable,
  type WritingOptions,
} from "../resource.js";

/** What the program itself calls something. */
const reserved = ["app", "stack", "picture", "path"];

/** A configuration as a program of constructs, `main.ts`: each thing comes after all that it refers to. */
function programText(configuration: Configuration, { url, remarks }: WritingOptions): string {
  const { variables } = configuration;
  const resources = inOrder(configuration.resources);
  const constants = new Constants(configuration);
  const usesPictures = resources.some(({ attributes }) =>
    attributes.some(({ value }) => expressionsIn(value).some(({ is }) => is === "file")),
  );
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
    for (const { name } of variables) this.names.set(`var.${name}`, names.claim([name], "secret"));
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
  const comment = commentLines(serverComment(url), "", "//");
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
  const all = attributes.flatMap(({ value }) => expressionsIn(value));
  return [...dependsOn, ...all.filter((value) => value.is === "reference")];
}

function nameOf({ steps: [type = "", name = ""] }: Reference): string {
  return `${type}.${name}`;
}

/** `trueup_project` is about a `project`. */
function kindOf(type: string): string {
  return type.slice(type.indexOf("_") + 1);
}

/** What stands on one line is no longer than this, where it can be cut. */
const longestLine = 120;

/** How a program calls what an expression refers to: a construct or one of its properties. */
type Called = (reference: Reference) => string;

/** The properties of an object, one below the other. `isOurs` tells that their names are ours and not somebody else's. */
function propertyLines(entries: readonly ExpressionEntry[], isOurs: boolean, indentation: string, called: Called): string[] {
  return entries.flatMap(({ name, value }) => {
    const [first = "", ...rest] = valueLines(value, indentation, called);
    return indented([`${isOurs ? propertyName(name) : keyText(name)}: ${first}`, ...rest], indentation);
  });
}

/** A text that means itself, to TypeScript and to Terraform. */
function textLiteral(text: string): string {
  return JSON.stringify(forTerraform(text)).replaceAll(oddCharacters, unicodeEscape);
}

/** The lines of a value; the first one goes behind the name, the others stand below. */
function valueLines(value: Expression, indentation: string, called: Called): readonly string[] {
  const inner = `${indentation}  `;
  if ((value.is === "object" || value.is === "map") && value.entries.length > 0) {
    return ["{", ...propertyLines(value.entries, value.is === "object", inner, called), `${indentation}}`];
  }
  if (value.is === "list") {
    const items = value.items.map((item) => valueLines(item, inner, called));
    const line = `[${items.map(([first = ""]) => first).join(", ")}]`;
    if (items.every((lines) => lines.length === 1) && indentation.length + line.length < longestLine) return [line];
    return ["[", ...items.flatMap((lines) => indented(lines, inner)), `${indentation}]`];
  }
  return [plainText(value, called)];
}

/** One property, or one item of a list; what is below its first line stands where it is to stand already. */
function indented([first = "", ...rest]: readonly string[], indentation: string): string[] {
  const lines = [indentation + first, ...rest];
  return [...lines.slice(0, -1), `${lines.at(-1) ?? ""},`];
}

/** A value without parts that could stand on lines of their own. */
function plainText(value: Exclude<Expression, { readonly is: "list" }>, called: Called): string {
  switch (value.is) {
    case "literal":
      return typeof value.value === "string" ? textLiteral(value.value) : String(value.value);
    case "reference":
      return called(value);
    case "template":
      return `\`${value.parts.map((part) => (typeof part === "string" ? templatePart(part) : `\${${called(part)}}`)).join("")}\``;
    case "file":
      return `picture(${JSON.stringify(value.path)})`;
    default:
      return "{}";
  }
}

function templatePart(text: string): string {
  const escaped = forTerraform(text).replaceAll(/[\\`]|\$(?=\{)/g, (character) => `\\${character}`);
  return escaped.replaceAll(oddCharacters, unicodeEscape);
}

/** What stands in a text of a program is read by Terraform once more: `${` and `%{` would begin something there. */
function forTerraform(text: string): string {
  return text.replaceAll(/\p{Cs}/gu, "\ufffd").replaceAll(/[$%](?=\{)/g, (sign) => sign + sign);
}

/** The name of a property that somebody else gave; in brackets, none of them means anything to the language. */
function keyText(name: string): string {
  if (name === "__proto__") return `[${JSON.stringify(name)}]`;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : textLiteral(name);
}

/** The compiler writes the program beside its text, where the pictures are. */
const compilerOptions = { target: "ES2022", module: "NodeNext", strict: true, skipLibCheck: true, types: ["node"] };

/** A configuration as a program of constructs, with what it takes to run it where that is not there yet. */
export function programFiles(configuration: Configuration, options: WritingOptions): readonly TextFile[] {
  const dependencies = { cdktn: ">=0.24.0 <1.0.0", constructs: "^10.4.2", trueup: `^${options.version}` };
  return [
    { path: "main.ts", text: programText(configuration, options) },
    aside("cdktf.json", {
      language: "typescript",
      app: "npx tsc && node main.js",
      output: "cdktf.out",
      sendCrashReports: "false",
    }),
    aside("tsconfig.json", { compilerOptions, files: ["main.ts"] }),
    aside("package.json", {
      name: "platform",
      private: true,
      type: "module",
      dependencies,
      devDependencies: { "@types/node": "^20", typescript: ">=5" },
    }),
  ];
}

function aside(path: string, content: object): TextFile {
  return { path, text: `${JSON.stringify(content, undefined, 2)}\n`, isAside: true };
}
