import type { ExpressionEntry, Reference } from "./expression.js";

/** How live things get into Terraform's state: they are made, or they are there and are imported. */
export type Beginning = "create" | "import";

/** One thing as a resource of a configuration, whatever language it is written in. */
export interface Resource {
  /** For example `trueup_project`. */
  readonly type: string;
  /** Its name in the configuration; no other resource of its type has it. */
  readonly name: string;
  readonly address: string;
  /** First part of the full path that it lies under; undefined for what belongs to the instance. */
  readonly top?: string;
  readonly attributes: readonly ExpressionEntry[];
  /** What must be there before, and that no attribute refers to. */
  readonly dependsOn: readonly Reference[];
  /** What is to be said of it: sentences. */
  readonly remarks: readonly string[];
}

/** A secret that a configuration takes from outside. */
export interface Variable {
  readonly name: string;
  readonly description: string;
  /** True if it goes nowhere but into attributes that no plan and no state holds. */
  readonly ephemeral: boolean;
}

/** Declarations as a configuration. */
export interface Configuration {
  readonly resources: readonly Resource[];
  readonly variables: readonly Variable[];
  /** What the configuration does not say, or says otherwise than the files: a sentence each. */
  readonly gaps: readonly string[];
}

/** A file to write: its path, with forward slashes, and its text. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
  /** True for one that only goes with the others: where there is one already, that stays. */
  readonly isAside?: true;
}

/** What writing a configuration needs to know beside it. */
export interface WritingOptions {
  /** Release of trueup, which is that of the provider. */
  readonly version: string;
  /** The server that the provider is to go to; the environment says it without it. */
  readonly url?: string;
  /** What is not in the declarations, a sentence each: it stands at the end of the first file. */
  readonly remarks: readonly string[];
  /** Files that stand beside these, by path. */
  readonly taken: readonly string[];
}

/** What is said in front of the provider. */
export function serverComment(url: string | undefined): string {
  return url === undefined
    ? "The server and its token come from the environment (TRUEUP_URL, TRUEUP_TOKEN) or from a stored login."
    : "The token comes from the environment (TRUEUP_TOKEN) or from a stored login.";
}
