import type { Redactor } from "../core/redact.js";

/** Where a command writes. Whatever goes through here has its secrets taken out first. */
export interface Output {
  /** Writes to standard output: what the command was asked for. */
  result(text: string): void;
  /** Writes a file that the command was asked for to standard output, as it is. */
  bytes(content: Uint8Array): void;
  /** Writes to standard error: everything that is neither a result nor an error. `--quiet` leaves it out. */
  note(text: string): void;
  /** Writes to standard error: errors, and questions that wait for an answer. */
  error(text: string): void;
  /** Follows the options of the command line. */
  adjust(options: OutputOptions): void;
  /** Why a stream did not take everything, for example a full disk; undefined if all went well, or the reader went away. */
  lost(): Error | undefined;
  /** Whether results may have colours. */
  readonly color: boolean;
  /** Whether notes may have colours. */
  readonly noteColor: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  /** Whether notes go to a terminal, so that a line may be drawn anew. */
  readonly terminal: boolean;
}

/** When results and notes have colours. */
export const colorChoices = ["auto", "always", "never"] as const;

/** What the command line says about output. */
export interface OutputOptions {
  readonly quiet?: boolean;
  readonly color?: (typeof colorChoices)[number];
}

/** What output goes to. */
export interface Stream {
  write(content: string | Uint8Array): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Puts the redactor before both streams. Whatever becomes of them ends nothing: an apply under way must still finish and report by its exit code. */
export function createOutput(
  streams: { readonly stdout: Stream; readonly stderr: Stream },
  env: Readonly<Record<string, string | undefined>>,
  redactor: Redactor,
): Output {
  const { stdout, stderr } = streams;
  let lost: Error | undefined;
  let options: OutputOptions = {};
  const onError = (error: Error): void => {
    if (!("code" in error) || (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED")) lost ??= error;
  };
  const error = writerFor(stderr, (text: string) => redactor.scrub(text), onError);
  return {
    result: writerFor(stdout, (text: string) => redactor.scrub(text), onError),
    bytes: writerFor(stdout, (content: Uint8Array) => content, onError),
    note: (text) => {
      if (options.quiet !== true) error(text);
    },
    error,
    adjust: (changed) => void (options = { ...options, ...changed }),
    lost: () => lost,
    get color() {
      return mayColor(stdout, env, options);
    },
    get noteColor() {
      return mayColor(stderr, env, options);
    },
    width: widthOf(stdout, env),
    terminal: stderr.isTTY === true && env["TERM"] !== "dumb",
  };
}

function writerFor<Content extends string | Uint8Array>(
  stream: Stream,
  clean: (content: Content) => Content,
  onError: (error: Error) => void,
): (content: Content) => void {
  let open = true;
  stream.on("error", (error) => {
    open = false;
    onError(error);
  });
  return (content) => {
    if (open && content.length > 0) stream.write(clean(content));
  };
}

/** `--color` goes before NO_COLOR (https://no-color.org: present and not empty), which goes before FORCE_COLOR, which goes before the terminal. */
function mayColor(stream: Stream, env: Readonly<Record<string, string | undefined>>, { color = "auto" }: OutputOptions): boolean {
  if (color !== "auto") return color === "always";
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced) return forced !== "0" && forced !== "false";
  return stream.isTTY === true && env["TERM"] !== "dumb";
}

function widthOf(stream: Stream, env: Readonly<Record<string, string | undefined>>): number {
  const asked = Number(env["COLUMNS"]);
  if (Number.isInteger(asked) && asked > 0) return asked;
  // A terminal that does not know its size says 0.
  return stream.columns || Number.POSITIVE_INFINITY;
}
