import { clean, displayWidth } from "./text.js";

/** Where progress is written: standard error, as a rule. */
export interface ProgressStream {
  write(text: string): unknown;
  readonly columns?: number | undefined;
}

export interface Progress {
  /** How many steps there will be in all; may be told late, or again. */
  expect(total: number): void;
  /** One step is over: what became of it (`done`, `failed`) and of what. */
  step(status: string, subject: string): void;
  /** Takes the bar away, so that other text can be written; the next step draws it again. */
  clear(): void;
}

const barWidth = 20;
const clearLine = "\r\u001b[2K";

/**
 * Progress of reading or applying. On a terminal one line that is drawn anew with each step and taken away at the end; elsewhere one plain
 * line per step, as `[3/12] done  project:acme/web`. Holds no timer, so it never keeps the process alive.
 */
export function progress(stream: ProgressStream, options: { readonly tty: boolean; readonly total?: number }): Progress {
  let total = options.total;
  let steps = 0;
  let drawn = false;
  const clear = (): void => {
    if (drawn) stream.write(clearLine);
    drawn = false;
  };
  return {
    expect(next) {
      total = next;
    },
    step(status, subject) {
      steps++;
      const part = total === undefined ? String(steps) : `${steps}/${total}`;
      const text = `${clean(status)}  ${clean(subject)}`;
      if (!options.tty) {
        stream.write(`[${part}] ${text}\n`);
        return;
      }
      const line = `${bar(steps, total)}${part}  ${text}`;
      stream.write(`${clearLine}${fit(line, columnsOf(stream) - 1)}`);
      drawn = true;
    },
    clear,
  };
}

/** A terminal that does not know its size says 0. */
function columnsOf({ columns = 0 }: ProgressStream): number {
  return columns > 0 ? columns : 80;
}

function bar(steps: number, total: number | undefined): string {
  if (total === undefined || total <= 0) return "";
  const filled = Math.min(barWidth, Math.round((steps / total) * barWidth));
  return `[${"#".repeat(filled)}${"-".repeat(barWidth - filled)}] `;
}

/** Cuts a line, because one that wraps cannot be drawn over. */
function fit(line: string, width: number): string {
  const characters = Array.from(line).slice(0, width);
  while (displayWidth(characters.join("")) > width) characters.pop();
  return characters.join("");
}
