import { readFileSync } from "node:fs";
import { join } from "node:path";
import { TrueupError } from "../core/errors.js";
import type { ForgeService } from "../trueup.js";
import { packageDirectory } from "./package.js";

/** The services whose pipelines `trueup init --ci` writes, and whose requests `trueup ci` plans. */
export const ciServices: readonly ForgeService[] = ["gitlab", "github"];

/** Which pipeline is meant. */
export interface PipelineForm {
  readonly service: ForgeService;
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
const externalVariables = "TRUEUP_READ_TOKEN, TRUEUP_NOTES_TOKEN, TRUEUP_PLAN_KEY and TRUEUP_WRITE_TOKEN";

/** The pipeline of this form, which is the file of examples/ci as it stands there. Throws TrueupError `init.trusted` where the service has no such form. */
export function pipelineOf({ service, isTrusted }: PipelineForm): Pipeline {
  const directory = join(packageDirectory(), "examples", "ci", service);
  if (service === "github") {
    if (isTrusted) throw withoutTrusted();
    return {
      name: ".github/workflows/trueup.yml",
      text: readFileSync(join(directory, "trueup.yml"), "utf8"),
      nextSteps: stepsOfGithub,
    };
  }
  const name = ".gitlab-ci.yml";
  const text = readFileSync(join(directory, isTrusted ? "trusted" : "external", name), "utf8");
  return { name, text, nextSteps: isTrusted ? stepsOfTrusted : stepsOfExternal };
}

function withoutTrusted(): TrueupError {
  return new TrueupError({
    code: "init.trusted",
    message: "GitHub has no trusted form: the workflow is that of the default branch, which no author of a request changes",
    hint: "Leave --trusted out: trueup init --ci github.",
  });
}

const stepsOfExternal: readonly string[] = [
  "Set the image and the four addresses, and push the file to a project that only its maintainers change, such as platform/trueup-ci.",
  `In the repository with the desired state, set ci_config_path to .gitlab-ci.yml@platform/trueup-ci, and the variables ${externalVariables}.`,
  "Open a merge request there: its first note is the plan.",
];

const stepsOfTrusted: readonly string[] = [
  "Set the image, and push the file to the default branch, which is protected.",
  `In the CI settings of the project, set the variables ${variables}.`,
  "Open a merge request: its first note is the plan.",
];

const stepsOfGithub: readonly string[] = [
  "Set the image and the four addresses, and push the file to the default branch, which is protected.",
  "In the settings of the repository, make the environments trueup-plan, trueup-apply and trueup-drift, each for the default branch alone, and set their secrets, which the file names.",
  "Open a pull request: its first comment is the plan.",
];
