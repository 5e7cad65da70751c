import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageDirectory } from "./package.js";

/** The services whose pipelines `trueup init --ci` writes. */
export const ciServices = ["gitlab"] as const;

/** One of them. */
export type CiService = (typeof ciServices)[number];

/** Which pipeline is meant. */
export interface PipelineForm {
  readonly service: CiService;
  /** In the repository itself, where whoever may push a branch can change it; else in a project of its own. */
  readonly isTrusted: boolean;
}

/** A pipeline to write. */
export interface Pipeline {
  readonly name: string;
  readonly text: string;
  readonly nextSteps: readonly string[];
}

const variables = "TRUEUP_READ_TOKEN, TRUEUP_NOTES_TOKEN and TRUEUP_WRITE_TOKEN";

/** The pipeline of this form, which is the file of examples/ci as it stands there. */
export function pipelineOf({ service, isTrusted }: PipelineForm): Pipeline {
  const name = ".gitlab-ci.yml";
  const file = join(packageDirectory(), "examples", "ci", service, isTrusted ? "trusted" : "external", name);
  return { name, text: readFileSync(file, "utf8"), nextSteps: isTrusted ? stepsOfTrusted : stepsOfExternal };
}

const stepsOfExternal: readonly string[] = [
  "Set the image and the three addresses, and push the file to a project that only its maintainers change, such as platform/trueup-ci.",
  `In the repository with the desired state, set ci_config_path to .gitlab-ci.yml@platform/trueup-ci, and the variables ${variables}.`,
  "Open a merge request there: its first note is the plan.",
];

const stepsOfTrusted: readonly string[] = [
  "Set the image, and push the file to the default branch, which is protected.",
  `In the CI settings of the project, set the variables ${variables}.`,
  "Open a merge request: its first note is the plan.",
];
