export { type Block, writeBlocks } from "./hcl/blocks.js";
export { writeConfiguration, type WrittenConfiguration } from "./languages.js";
export { entriesOf, type ExpressionEntry, type Expression, expressionOf, reference } from "./expression.js";
