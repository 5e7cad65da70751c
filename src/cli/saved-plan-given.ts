import { TrueupError } from "../core/errors.js";

/** The error for a saved plan that was given as a file of desired state, as `terraform apply FILE` takes it. `texts` are the files by name. Undefined if none is a plan. */
export function savedPlanIn(texts: ReadonlyMap<string, string>): TrueupError | undefined {
  const [name] = [...texts].find(([, text]) => /^\{\s*"format": *"trueup\.plan\//.test(text)) ?? [];
  if (name === undefined) return undefined;
  return new TrueupError({
    code: "files.plan",
    message: `${name} is a saved plan, not a file of desired state`,
    hint: `trueup apply --plan ${name} carries it out, and trueup show ${name} prints it.`,
  });
}
