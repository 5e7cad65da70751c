import type { Declaration, Language } from "../core/declaration.js";
import type { Kinds } from "../core/kind.js";
import { configurationOf } from "./configuration.js";
import { hclFiles } from "./hcl/files.js";
import type { TextFile } from "./resource.js";
import { programFiles } from "./typescript/program.js";

export { type Block, writeBlocks } from "./hcl/blocks.js";
export { entriesOf, type ExpressionEntry, type Expression, expressionOf, referenceTo } from "./expression.js";

/** What writing a configuration needs to know beside the declarations. */
interface ConfigurationOptions {
  readonly kinds: Kinds;
  readonly language: Language;
  /** Release of trueup. */
  readonly version: string;
  /** The server that the provider is to go to; the environment says it without it. */
  readonly url?: string;
  /** What is not in the declarations, a sentence each. */
  readonly remarks: readonly string[];
  /** Files that stand beside these, by path. */
  readonly taken: readonly string[];
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
  const files = language === "cdktf" ? programFiles(configuration, options) : hclFiles(configuration, { ...options, beginning });
  return { files, gaps: [...options.remarks, ...configuration.gaps] };
}
