import { commentLines } from "../../core/comment.js";
import type { ExpressionEntry } from "../expression.js";
import { quoted } from "./text.js";
import { attributeLines } from "./value.js";

/** One block of Terraform's language: `resource "trueup_group" "acme" { … }`. */
export interface Block {
  readonly type: string;
  readonly labels?: readonly string[];
  /** Its attributes, in sections with an empty line between them. */
  readonly sections: readonly (readonly ExpressionEntry[])[];
  readonly blocks?: readonly Block[];
  /** Sentences that stand in front of it as comments. */
  readonly remarks?: readonly string[];
}

/** Blocks as the text of a file, as `terraform fmt` would leave it. `heading` stands at its top as a comment, `remarks` at its end. */
export function writeBlocks(blocks: readonly Block[], heading?: string, remarks: readonly string[] = []): string {
  const parts = [
    ...(heading === undefined ? [] : [commentLines(heading)]),
    ...blocks.map((block) => blockLines(block, "")),
    ...(remarks.length === 0 ? [] : [remarks.flatMap((remark) => commentLines(remark))]),
  ];
  return parts.map((lines) => `${lines.join("\n")}\n`).join("\n");
}

function blockLines({ type, labels = [], sections, blocks = [], remarks = [] }: Block, indentation: string): readonly string[] {
  const inner = `${indentation}  `;
  const parts = [
    ...sections.filter((section) => section.length > 0).map((section) => attributeLines(section, inner, (name) => name)),
    ...blocks.map((block) => blockLines(block, inner)),
  ];
  const head = [type, ...labels.map((label) => quoted(label))].join(" ");
  const body = parts.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
  return [
    ...remarks.flatMap((remark) => commentLines(remark)).map((line) => `${indentation}${line}`),
    ...(body.length === 0 ? [`${indentation}${head} {}`] : [`${indentation}${head} {`, ...body, `${indentation}}`]),
  ];
}
