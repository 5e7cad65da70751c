import Table from "cli-table3";

const borders = [
  ["top", "top-mid", "top-left", "top-right", "bottom", "bottom-mid", "bottom-left", "bottom-right"],
  ["left", "left-mid", "mid", "mid-mid", "right", "right-mid"],
].flat();

/** Lays cells out in columns without borders. Cells are cleaned and wrapped already, one line each: in longer ones cli-table3 is slow. */
export function columns(rows: readonly (readonly string[])[], indent: string): string[] {
  const table = new Table({
    chars: { ...Object.fromEntries(borders.map((border) => [border, ""])), middle: "  " },
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
  });
  if (rows.length === 0) return [];
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split("\n")
    .map((line) => `${indent}${line}`.trimEnd());
}
