export { type Block, writeBlocks } from "./hcl/blocks.js";
export { entriesOf, type Entry, type Expression, expressionOf, reference } from "./expression.js";
