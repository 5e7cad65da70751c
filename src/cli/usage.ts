import { TrueupError } from "../core/errors.js";

/** The error for a command line that contradicts itself, or lacks something. */
export function usage(message: string, hint: string): TrueupError {
  return new TrueupError({ code: "usage", message, hint });
}
