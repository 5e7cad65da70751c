import { TrueupError } from "../core/errors.js";
import type { RevisionRequest } from "./at-revision.js";

/** Throws TrueupError `usage` for a base of nothing. */
export function mustHaveAt({ at, base }: Partial<Pick<RevisionRequest, "at" | "base">>): void {
  if (at !== undefined || base === undefined) return;
  const hint = "Say by --at which revision is to be merged into it, for example --at HEAD.";
  throw new TrueupError({ code: "usage", message: "--base needs --at", hint });
}

/** Throws TrueupError `usage` where files of a revision are asked for by a run that writes files. */
export function mustNotWrite(at: string | undefined, option: string): void {
  if (at === undefined) return;
  throw new TrueupError({
    code: "usage",
    message: `--at cannot be combined with ${option}`,
    hint: "The files of a revision are read alone: check it out to change them.",
  });
}
