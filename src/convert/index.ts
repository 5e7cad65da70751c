export { type Block, writeBlocks } from "./hcl/blocks.js";
export { writeConfiguration, type WrittenConfiguration } from "./languages.js";
export { entriesOf, type Entry, type Expression, expressionOf, reference } from "./expression.js";
