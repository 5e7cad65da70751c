import { structuredPatch } from "diff";
import { type Look, type Paint, paintFor, usableWidth } from "./paint.js";
import { clean, count, wrapClean } from "./text.js";

/** A file before and after; undefined before is one that is not there yet. Bytes are a picture. */
export interface FileSides {
  readonly file: string;
  readonly before?: string | Uint8Array;
  readonly after: string | Uint8Array;
}

/** Sentences of one sort that are shown before the rest is only counted. */
const mostGaps = 30;

/** What becomes of files: one line for each new one, a unified diff for each that changes. Ends with a line break unless it is empty. */
export function renderFiles(files: readonly FileSides[], { color }: Pick<Look, "color">): string {
  const paint = paintFor(color);
  const added = files
    .filter(({ before }) => before === undefined)
    .map((file) => paint.green(`+ ${clean(file.file)}${extent(file.after)}`));
  const changed = files.filter(({ before }) => before !== undefined).flatMap((file) => changedLines(file, paint));
  const blocks = [changed, added].filter((lines) => lines.length > 0);
  return blocks.map((lines) => `${lines.join("\n")}\n`).join("\n");
}

function extent(content: string | Uint8Array): string {
  return typeof content === "string" ? `  (${count(content.split("\n").length - 1, "line")})` : "  (picture)";
}

function changedLines({ file, before, after }: FileSides, paint: Paint): string[] {
  if (typeof before !== "string" || typeof after !== "string") return [paint.yellow(`~ ${clean(file)}  (picture)`)];
  const patch = structuredPatch(file, file, before, after, undefined, undefined, { context: 3, maxEditLength: 20_000 });
  const head = [paint.bold(`--- ${clean(file)}`), paint.bold(`+++ ${clean(file)}`)];
  if (patch === undefined) return [...head, paint.yellow("(too much differs to show it line by line)")];
  return [
    ...head,
    ...patch.hunks.flatMap((hunk) => [
      paint.cyan(`@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`),
      ...hunk.lines.map((line) => paintLine(line, paint)),
    ]),
  ];
}

function paintLine(line: string, paint: Paint): string {
  const text = clean(line);
  if (line.startsWith("+")) return paint.green(text);
  return line.startsWith("-") ? paint.red(text) : text;
}

/**
 * The last line after files were written: how many, what became of the things in them, and what it cost to find out, where anything was asked. `differing`
 * counts the differences that no file can take over.
 */
export function renderWritten(
  files: readonly FileSides[],
  things: { readonly added: number; readonly changed: number; readonly removed: number },
  { requests, differing = 0 }: { readonly requests: number; readonly differing?: number },
): string {
  if (requests === 0 && files.length === 0) return "Nothing to write: the files say that already.\n";
  const cost = requests === 0 ? "" : ` ${count(requests, "request")} to read.`;
  if (files.length === 0 && differing > 0)
    return `Nothing to write: the files cannot take over ${count(differing, "difference")}.${cost}\n`;
  if (files.length === 0) return `Nothing to write: the files say what is live.${cost}\n`;
  const { added, changed, removed } = things;
  return `\nWrote ${count(files.length, "file")}: ${count(added, "thing")} added, ${changed} changed, ${removed} taken out.${cost}\n`;
}

/** What is live and could not be put into files: a list with a heading, empty for nothing. Ends with a line break. */
export function renderGaps(gaps: readonly string[], look: Look & { readonly verbose?: boolean }): string {
  if (gaps.length === 0) return "";
  const paint = paintFor(look.color);
  const shown = look.verbose === true ? gaps : gaps.slice(0, mostGaps);
  const lines = shown.flatMap((gap) =>
    wrapClean(gap, usableWidth(look.width) - 4).map((line, index) => `${index === 0 ? "  - " : "    "}${line}`),
  );
  const rest = gaps.length - shown.length;
  const more = rest === 0 ? [] : [`  and ${count(rest, "more", "more")}: --verbose shows all`];
  return `${[paint.yellow("Not in the files:"), ...lines, ...more].join("\n")}\n`;
}
