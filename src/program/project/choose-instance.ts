import { TrueupError } from "../../core/errors.js";
import { didYouMean } from "../../core/names.js";
import type { Environment } from "../../platform/index.js";
import { normaliseUrl } from "../../platform/server.js";
import type { Project, ProjectInstance } from "./project.js";

/** What may say which instance is meant. */
export interface InstanceQuestion {
  /** Value of `--instance`. */
  readonly asked?: string | undefined;
  /** Value of `--url`. */
  readonly url?: string | undefined;
  readonly env: Environment;
}

/** An instance, and whether it was asked for by its name. */
export interface ChosenInstance {
  readonly instance: ProjectInstance;
  readonly isAsked: boolean;
}

/**
 * The instance that is meant: the one with the name that is asked for, else the one at the address that `--url`, TRUEUP_URL or GITLAB_URL says, else the project's default, else its
 * only one, else the one at CI_SERVER_URL. Undefined where there is none such. Throws TrueupError `instance.unknown`.
 */
export function chooseInstance(project: Project, { asked, url, env }: InstanceQuestion): ChosenInstance | undefined {
  const { instances, defaultInstance } = project;
  const all = [...instances.values()];
  if (asked !== undefined) {
    const instance = instances.get(asked);
    if (instance) return { instance, isAsked: true };
    throw unknownInstance(asked, [...instances.keys()], project.file);
  }
  const preferred = defaultInstance === undefined ? undefined : instances.get(defaultInstance);
  const at = (text: string): ProjectInstance | undefined => {
    const address = addressOf(text);
    return preferred?.url === address ? preferred : all.find((candidate) => candidate.url === address);
  };
  const byHand = [url, env["TRUEUP_URL"], env["GITLAB_URL"]].find((text) => text !== undefined && text !== "");
  const job = env["CI_SERVER_URL"] ?? "";
  const instance = byHand === undefined ? (preferred ?? (all.length === 1 ? all[0] : at(job))) : at(byHand);
  return instance && { instance, isAsked: false };
}

/** Throws where an instance is asked for and nothing names it. */
export function unknownInstance(asked: string, names: readonly string[], file: string | undefined): TrueupError {
  const guess = didYouMean(asked, names);
  const none = `Add the instance to trueup.yaml (trueup init writes an example), or name another project file with --config.`;
  return new TrueupError({
    code: "instance.unknown",
    message:
      file === undefined
        ? `there is no project file that could name the instance ${JSON.stringify(asked)}`
        : `${file} names no instance ${JSON.stringify(asked)}`,
    hint: guess !== undefined ? `Did you mean ${guess}?` : names.length > 0 ? `It names ${names.join(", ")}.` : none,
  });
}

/** The address in its one spelling; undefined for what is none. It is only compared, so plain http is no matter. */
function addressOf(text: string): string | undefined {
  try {
    return normaliseUrl(text, { source: "the address", allowHttp: [new URL(text).hostname] });
  } catch {
    return undefined;
  }
}
