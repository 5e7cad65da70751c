import { diffLines } from "diff";
import type { Value } from "../core/json.js";
import { clean, count, shorten } from "./text.js";

/** One line of a text difference: kept, added, removed, or a note about lines that are not shown. */
export interface DiffLine {
  readonly mark: " " | "+" | "-" | "…";
  readonly text: string;
}

const context = 2;
const lineLimit = 160;
const blockLimit = 40;

/** True if one side is a text of several lines and the other a text, or nothing. */
export function isBlock(before: Value | undefined, after: Value | undefined): boolean {
  const sides = [before, after].filter((side) => side !== undefined && side !== null);
  return sides.every((side) => typeof side === "string") && sides.some((side) => /\n./.test(side));
}

/**
 * The difference of two texts line by line, cleaned for a terminal, with two unchanged lines around each change.
 * Unless `verbose`, long lines are shortened and only the first 40 lines are given, with a note of how many follow.
 */
export function lineDiff(before: string, after: string, verbose: boolean): DiffLine[] {
  const lines = foldUnchanged(rawLines(before, after), verbose);
  const shown = verbose ? lines : lines.slice(0, blockLimit);
  const limited = shown.map((line) => ({ mark: line.mark, text: verbose ? line.text : shorten(line.text, lineLimit) }));
  const rest = lines.length - shown.length;
  return rest === 0 ? limited : [...limited, { mark: "…", text: count(rest, "more line") }];
}

function rawLines(before: string, after: string): DiffLine[] {
  const [left, right] = [before, after].map((text) => (text === "" || text.endsWith("\n") ? text : `${text}\n`));
  const parts = diffLines(left ?? "", right ?? "", { maxEditLength: 2_000 });
  const lines =
    parts === undefined
      ? [...mark(before, "-"), ...mark(after, "+")]
      : parts.flatMap((part) => mark(part.value, part.added ? "+" : part.removed ? "-" : " "));
  if (before === "" || after === "" || before.endsWith("\n") === after.endsWith("\n")) return lines;
  const note = after.endsWith("\n") ? "the line break at the end is added" : "the line break at the end is removed";
  return [...lines, { mark: "…", text: note }];
}

function mark(text: string, sign: DiffLine["mark"]): DiffLine[] {
  if (text === "") return [];
  const body = text.endsWith("\n") ? text.slice(0, -1) : text;
  return body.split("\n").map((line) => ({ mark: sign, text: clean(line) }));
}

function foldUnchanged(lines: readonly DiffLine[], verbose: boolean): DiffLine[] {
  if (verbose) return [...lines];
  const near = new Set<number>();
  lines.forEach((line, index) => {
    if (line.mark === " ") return;
    for (let at = index - context; at <= index + context; at++) near.add(at);
  });
  const shown: DiffLine[] = [];
  let hidden = 0;
  lines.forEach((line, index) => {
    if (near.has(index)) {
      if (hidden > 0) shown.push({ mark: "…", text: count(hidden, "unchanged line") });
      hidden = 0;
      shown.push(line);
    } else hidden++;
  });
  return hidden > 0 ? [...shown, { mark: "…", text: count(hidden, "unchanged line") }] : shown;
}
