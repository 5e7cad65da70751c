import { InvalidArgumentError } from "commander";
import { TrueupError } from "../core/errors.js";
import { ageForms, instantForms, readAge, readInstant } from "../core/time.js";
import { readTimeouts, type Timeouts } from "../core/timeouts.js";
import type { Shard } from "../trueup.js";
import { usage } from "./usage.js";

/** In so many parts an instance can be read. */
export const mostShards = 1_000;

/** Reads a release such as `15.4.0` or `15.4.0-ee`. */
export function release(text: string): string {
  if (!/^\d+\.\d+(\.\d+)?(-[\w.]+)?$/.test(text)) throw new InvalidArgumentError("It is a release, for example 15.4.0.");
  return text;
}

/** Refuses the empty text that a variable without a value leaves behind. */
export function filled(text: string): string {
  if (text === "") throw new InvalidArgumentError("It is empty: is a variable not set?");
  return text;
}

/** Reads the token of the emulator. The error does not repeat it. */
export function emulatorToken(text: string): string {
  if (/^[!-~]+$/.test(text)) return text;
  throw usage(
    "--token is empty, or holds a space, a line break or another character that no token has",
    "Leave it out for a random token.",
  );
}

/** Gathers the values of an option that may be given several times. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** Gathers globs of full paths. */
export function pathGlobs(value: string, before: readonly string[] | undefined): readonly string[] {
  if (value === "" || value.includes(":") || value.split("/").includes(""))
    throw new InvalidArgumentError("It is a glob of full paths, for example acme/shop/**; an address goes with --target.");
  return collect(value, before);
}

/** Reads a whole number within bounds. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    const bounds = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new InvalidArgumentError(`It must be a whole number ${bounds}.`);
  };
}

/** Reads one of several shards: `3/8`. */
export function shard(text: string): Shard {
  const [, number = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (number >= 1 && number <= of && of <= mostShards) return { number, of };
  throw new InvalidArgumentError(`It is the number of a shard and how many there are, at most ${mostShards}, for example 3/8.`);
}

/** Reads an age in milliseconds. */
export function age(text: string): number {
  const milliseconds = readAge(text);
  if (milliseconds !== undefined) return milliseconds;
  throw new InvalidArgumentError(`It must be ${ageForms}.`);
}

/** Reads the digest of a plan, as `plan --out` prints it. */
export function planDigest(text: string): string {
  if (/^sha256:[0-9a-f]{64}$/.test(text)) return text;
  throw new InvalidArgumentError("It is sha256: and 64 digits from 0 to f, as trueup plan --out prints it.");
}

/** Reads an instant of `--now`. */
export function instant(text: string): Date {
  const date = readInstant(text);
  if (date !== undefined) return date;
  throw new InvalidArgumentError(`It must be ${instantForms}.`);
}

/** Reads limits of time by their names. */
export function timeouts(text: string): Partial<Timeouts> {
  try {
    return readTimeouts(text);
  } catch (error) {
    if (error instanceof TrueupError) throw new InvalidArgumentError(`${error.message} ${error.hint ?? ""}`);
    throw error;
  }
}

/** Reads a number above 0. */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError("It must be a number above 0.");
}
