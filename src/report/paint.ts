import colors from "picocolors";
import type { Action } from "../core/plan.js";

/** How a text report is to look. */
export interface Look {
  /** ANSI colours; without them the text says the same. */
  readonly color: boolean;
  /** Columns of the terminal. */
  readonly width: number;
}

/** Colours text, or leaves it as it is. */
export type Paint = ReturnType<typeof colors.createColors>;

/** The colours of one report. */
export function paintFor(color: boolean): Paint {
  return colors.createColors(color);
}

export const symbols: Readonly<Record<Action, string>> = { create: "+", update: "~", delete: "-", move: ">", restore: "^" };

/** Gives a text the colour of an action. */
export function paintAction(paint: Paint, action: Action, text: string): string {
  const colors = { create: paint.green, update: paint.yellow, delete: paint.red, move: paint.cyan, restore: paint.magenta };
  return colors[action](text);
}

/** Columns to count on, whatever the terminal says of itself. */
export function usableWidth(width: number): number {
  return Number.isFinite(width) ? Math.max(30, Math.floor(width)) : 120;
}
