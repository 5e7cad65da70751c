import { fold } from "../../core/address.js";
import { append, compareTexts } from "../../core/collections.js";
import { FileNames } from "../../core/file-names.js";
import { providerSource } from "../../derive/terraform/source.js";
import { type ExpressionEntry, expressionOf, referenceTo } from "../expression.js";
import {
  type Beginning,
  type Configuration,
  type Resource,
  serverComment,
  type TextFile,
  type Variable,
  type WritingOptions,
} from "../resource.js";
import { type Block, writeBlocks } from "./blocks.js";

/** The first release that keeps write-only attributes out of plans and states. */
const firstTerraform = ">= 1.11";

/** A configuration as files of Terraform's language: `main.tf`, `variables.tf`, one file for the instance and one for each top-level group, and `imports.tf`. */
export function hclFiles(
  { resources, variables }: Configuration,
  beginning: Beginning,
  options: WritingOptions,
): readonly TextFile[] {
  const names = new FileNames(options.taken, ".tf");
  const file = (name: string, blocks: readonly Block[], heading: string, remarks: readonly string[] = []): TextFile[] =>
    blocks.length + remarks.length === 0
      ? []
      : [{ path: names.claim([], fileName(name), "group"), text: writeBlocks(blocks, heading, remarks) }];
  const tops = new Map<string, Resource[]>();
  for (const resource of resources) if (resource.top !== undefined) append(tops, fold(resource.top), resource);
  const ofInstance = resources.filter(({ top }) => top === undefined);
  const imported = beginning === "import" ? resources : [];
  return [
    ...file("main", frame(options), "The provider, and the server that it goes to.", options.remarks),
    ...file("variables", variables.map(variableBlock), "Secrets: set each as TF_VAR_name in the environment."),
    ...file("imports", imported.map(importBlock), "Takes what is there into the state. Once it is applied, this file can go."),
    ...file("instance", ofInstance.map(resourceBlock), "What belongs to the whole instance."),
    ...[...tops]
      .sort(([a], [b]) => compareTexts(a, b))
      .flatMap(([, members]) =>
        file(members[0]?.top ?? "", members.map(resourceBlock), `What lies under ${members[0]?.top ?? ""}.`),
      ),
  ];
}

/** Terraform reads files of such names after all others, to override what they say. */
function fileName(name: string): string {
  return /(?:^|_)override$/i.test(name) ? `${name}-group` : name;
}

function frame({ version, url }: WritingOptions): readonly Block[] {
  const provider: ExpressionEntry = {
    name: "trueup",
    value: expressionOf({ source: providerSource, version: `~> ${version}` }),
  };
  return [
    {
      type: "terraform",
      sections: [[{ name: "required_version", value: expressionOf(firstTerraform) }]],
      blocks: [{ type: "required_providers", sections: [[provider]] }],
    },
    {
      type: "provider",
      labels: ["trueup"],
      sections: [url === undefined ? [] : [{ name: "url", value: expressionOf(url) }]],
      remarks: [serverComment(url)],
    },
  ];
}

function variableBlock({ name, description, ephemeral }: Variable): Block {
  const attributes: ExpressionEntry[] = [
    { name: "description", value: expressionOf(description) },
    { name: "type", value: referenceTo("string") },
    { name: "sensitive", value: expressionOf(true) },
    ...(ephemeral ? [{ name: "ephemeral", value: expressionOf(true) }] : []),
  ];
  return { type: "variable", labels: [name], sections: [attributes] };
}

function importBlock({ type, name, address }: Resource): Block {
  return {
    type: "import",
    sections: [
      [
        { name: "to", value: referenceTo(type, name) },
        { name: "id", value: expressionOf(address) },
      ],
    ],
  };
}

function resourceBlock({ type, name, attributes, dependsOn, remarks }: Resource): Block {
  const after: ExpressionEntry[] =
    dependsOn.length === 0 ? [] : [{ name: "depends_on", value: { is: "list", items: dependsOn } }];
  return { type: "resource", labels: [type, name], sections: [attributes, after], remarks };
}
