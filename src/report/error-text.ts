import { ApiError, TrueupError } from "../core/errors.js";
import { type Paint, paintFor } from "./paint.js";
import { clean, cleanLines, codeMark } from "./text.js";

export interface ErrorLook {
  readonly color: boolean;
  /** Also codes, stacks and causes. */
  readonly debug?: boolean;
}

/** Any thrown thing for people: what, the code, where, why, what to do. A stack only with `debug`. Ends with a line break. */
export function renderError(error: unknown, look: ErrorLook): string {
  const paint = paintFor(look.color);
  const lines = error instanceof TrueupError ? knownLines(error, paint) : unknownLines(error, paint, look.debug === true);
  const debug = look.debug === true ? debugLines(error, paint) : [];
  return `${[...lines, ...debug].join("\n")}\n`;
}

function title(text: string, code: string, paint: Paint): string {
  return `${paint.red(paint.bold("Error:"))} ${clean(text)} ${paint.dim(codeMark(code))}`;
}

function knownLines(error: TrueupError, paint: Paint): string[] {
  const lines = [title(error.message, error.code, paint)];
  if (error.where !== undefined && !error.message.includes(error.where)) lines.push(`  at ${paint.bold(clean(error.where))}`);
  if (error instanceof ApiError) lines.push(...answerLines(error));
  if (error.hint !== undefined) lines.push(`  ${paint.cyan("hint:")} ${clean(error.hint)}`);
  return lines;
}

function answerLines({ message, status, serverMessage }: ApiError): string[] {
  if (serverMessage === "" || message.toLowerCase().includes(serverMessage.toLowerCase())) return [];
  const head = status === 0 ? "no reply: " : `the server answered ${status}: `;
  return [`  ${head}${clean(serverMessage)}`];
}

function unknownLines(error: unknown, paint: Paint, debug: boolean): string[] {
  const message = error instanceof Error ? error.message || error.name : String(error);
  const hint = debug
    ? []
    : [`  ${paint.cyan("hint:")} this is unexpected; run the command again with --debug to see where it comes from`];
  return [title(message, "unexpected", paint), ...hint];
}

function debugLines(error: unknown, paint: Paint): string[] {
  const lines: string[] = [];
  const seen = new Set<unknown>();
  for (let at: unknown = error; at instanceof Error && !seen.has(at); at = at.cause) {
    seen.add(at);
    const code = at instanceof TrueupError ? [`code ${clean(at.code)}`] : [];
    lines.push(...code, ...(seen.size > 1 ? ["caused by"] : []), ...cleanLines(at.stack ?? at.message));
  }
  return lines.map((line) => paint.dim(`  ${line}`));
}
