import type { Kinds } from "../core/kind.js";
import { type ShownBlock, terraformPages } from "../derive/terraform/pages.js";
import { entriesOf, referenceTo } from "./expression.js";
import { type Block, writeBlocks } from "./hcl/blocks.js";

/** The pages of the Terraform provider, by their path: their examples are written as `trueup convert` writes configurations. */
export function providerPages(kinds: Kinds): ReadonlyMap<string, string> {
  return terraformPages(kinds, (blocks) => writeBlocks(blocks.map(blockOf)));
}

function blockOf({ type, labels, attributes, references = {}, blocks = [] }: ShownBlock): Block {
  const referring = Object.entries(references).map(([name, steps]) => ({ name, value: referenceTo(...steps) }));
  return { type, labels, sections: [[...referring, ...entriesOf(attributes)]], blocks: blocks.map(blockOf) };
}
