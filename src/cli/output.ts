import type { Redactor } from "../core/redact.js";

/** Where a command writes. Whatever goes through here has its secrets taken out first. */
export interface Output {
  /** Writes to standard output: what the command was asked for. */
  result(text: string): void;
  /** Writes a file that the command was asked for to standard output, as it is. */
  bytes(content: Uint8Array): void;
  /** Writes to standard error: everything else. */
  note(text: string): void;
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
  const onError = (error: Error): void => {
    if (!("code" in error) || (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED")) lost ??= error;
  };
  return {
    result: writerFor(stdout, (text: string) => redactor.scrub(text), onError),
    bytes: writerFor(stdout, (content: Uint8Array) => content, onError),
    note: writerFor(stderr, (text: string) => redactor.scrub(text), onError),
    lost: () => lost,
    color: mayColor(stdout, env),
    noteColor: mayColor(stderr, env),
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

/** Colours only on a terminal, and never with NO_COLOR (https://no-color.org: present and not empty). */
function mayColor(stream: Stream, env: Readonly<Record<string, string | undefined>>): boolean {
  return stream.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb";
}

function widthOf(stream: Stream, env: Readonly<Record<string, string | undefined>>): number {
  const asked = Number(env["COLUMNS"]);
  if (Number.isInteger(asked) && asked > 0) return asked;
  // A terminal that does not know its size says 0.
  return stream.columns || Number.POSITIVE_INFINITY;
}
