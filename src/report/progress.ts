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
  /** Takes the bar away for good. */
  end(): void;
}

/** How progress is shown. */
export interface ProgressOptions {
  /** Whether the stream is a terminal, on which a line can be drawn anew. */
  readonly tty: boolean;
  readonly total?: number;
  /** The work, for the lines of a long run without a terminal: `Still applying: …`. */
  readonly work: "applying" | "reading";
  /** Without a terminal: whether each step is a line. */
  readonly stepLines?: boolean;
}

const barWidth = 20;
const clearLine = "\r\u001b[2K";

/** Milliseconds after which a run is long: then its times are shown. */
const long = 10_000;
/** Milliseconds after which the line of a terminal is drawn anew, so that a run that waits does not look dead. */
const redraw = 1_000;

/**
 * Progress of reading or applying. On a terminal one line that is drawn anew with each step and taken away at the end; elsewhere, if it is wanted, one
 * plain line per step, as `[3/12] done  project:acme/web`. A long run shows the time that it took and, if the total is known, the time that is left:
 * on a terminal in the line, elsewhere in a line every 10 s. Its timer never keeps the process alive.
 */
export function progress(stream: ProgressStream, options: ProgressOptions): Progress {
  const begun = performance.now();
  let total = options.total;
  let steps = 0;
  let drawn = false;
  let text = "";
  const draw = (): void => {
    const elapsed = performance.now() - begun;
    const times = elapsed < long ? "" : `${timesOf(elapsed, steps, total)}  `;
    const line = `${bar(steps, total)}${partOf(steps, total)}  ${times}${text}`;
    // A terminal that does not know its size says 0.
    stream.write(`${clearLine}${fit(line, (stream.columns || 80) - 1)}`);
    drawn = true;
  };
  const tick = (): void => {
    if (drawn) draw();
    if (options.tty) return;
    const part = total === undefined ? `${steps} done` : `${steps} of ${total}`;
    stream.write(`Still ${options.work}: ${part} after ${timesOf(performance.now() - begun, steps, total)}\n`);
  };
  const timer = setInterval(tick, options.tty ? redraw : long);
  timer.unref();
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
      text = `${clean(status)}  ${clean(subject)}`;
      if (options.tty) draw();
      else if (options.stepLines) stream.write(`[${partOf(steps, total)}] ${text}\n`);
    },
    clear,
    end() {
      clearInterval(timer);
      clear();
    },
  };
}

function partOf(steps: number, total: number | undefined): string {
  return total === undefined ? String(steps) : `${steps}/${total}`;
}

/** `42 s`, and with a total `42 s, about 1 min 3 s left`. */
function timesOf(elapsed: number, steps: number, total: number | undefined): string {
  if (total === undefined || steps === 0 || steps > total) return durationText(elapsed);
  return `${durationText(elapsed)}, about ${durationText((elapsed / steps) * (total - steps))} left`;
}

function durationText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  if (hours > 0) return `${hours} h ${minutes % 60} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
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
