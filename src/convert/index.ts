import type { Declaration, Language } from "../core/declaration.js";
import type { Kinds } from "../core/kind.js";
import { configurationOf } from "./configuration.js";
import { hclFiles } from "./hcl/files.js";
import type { TextFile, WritingOptions } from "./resource.js";
import { programFiles } from "./typescript/program.js";

export { type Block, writeBlocks } from "./hcl/blocks.js";
export { entriesOf, expressionOf } from "./expression.js";

/** What writing a configuration needs to know beside the declarations. */
interface ConfigurationOptions extends WritingOptions {
  readonly kinds: Kinds;
  readonly language: Language;
}

/** A configuration as files, and what they do not say. */
export interface WrittenConfiguration {
  readonly files: readonly TextFile[];
  readonly gaps: readonly string[];
}

/** Turns declarations into a configuration that says the same; equal declarations give equal files. */
export function writeConfiguration(declarations: readonly Declaration[], options: ConfigurationOptions): WrittenConfiguration {
  const { kinds, language } = options;
  const beginning = language === "hcl-import" ? "import" : "create";
  const configuration = configurationOf(declarations, kinds, beginning);
  const files = language === "cdktf" ? programFiles(configuration, options) : hclFiles(configuration, beginning, options);
  return { files, gaps: [...options.remarks, ...configuration.gaps] };
}
