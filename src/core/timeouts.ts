import { TrueupError } from "./errors.js";

/** How long is waited before something counts as not coming. All in milliseconds. */
export interface Timeouts {
  /** Until a connection stands. */
  readonly connect: number;
  /** Until a reply begins. */
  readonly headers: number;
  /** Between two pieces of a reply. */
  readonly body: number;
  /** On the wire for one request: from its first byte to the last one of its reply, repeats and redirects together. Waits between repeats have a bound of their own. */
  readonly request: number;
  /** From the opening of the connection to the end of its last request. */
  readonly run: number;
}

/** The name of one of them, as options and errors have it. */
export type TimeoutName = keyof Timeouts;

/** What holds if nobody says otherwise; a run of a program may be as long as it likes. */
export const defaultTimeouts: Timeouts = {
  connect: 10_000,
  headers: 60_000,
  body: 30_000,
  request: 120_000,
  run: Number.POSITIVE_INFINITY,
};

/** A run of the command line or of Terraform: as long as a job of most pipelines may take. */
export const defaultRun = 6 * 3600 * 1000;

const longest = 7 * 24 * 3600;
const names = Object.keys(defaultTimeouts) as readonly TimeoutName[];

/** The forms of a text that says how long is waited. */
export const timeoutForms = `seconds for one request, or NAME=SECONDS,… with the names ${names.join(", ")}`;

/** Reads seconds for one request (`30`), or some of all limits (`connect=5,run=3600`). Throws TrueupError `usage`. */
export function readTimeouts(text: string): Partial<Timeouts> {
  const pairs = text.split(",").map((part) => {
    const [, name = "request", seconds = ""] = /^\s*(?:([a-z]+)\s*=\s*)?(\d+(?:\.\d+)?)\s*$/.exec(part) ?? [];
    const known = names.find((candidate) => candidate === name);
    const isInBounds = Number(seconds) > 0 && Number(seconds) <= longest;
    if (known === undefined || seconds === "" || !isInBounds) {
      throw new TrueupError({
        code: "usage",
        message: `It must be ${timeoutForms}; each above 0 and at most ${longest}.`,
        hint: "For example 30, or connect=5,headers=20,body=10,request=60,run=1800.",
      });
    }
    return [known, Number(seconds) * 1000] as const;
  });
  return Object.fromEntries(pairs);
}
