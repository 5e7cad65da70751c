// Compares what two sides left in their directories.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { createTwoFilesPatch } from "diff";

const byText = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

/** What an output is called at the end of a run. */
const sorts = ["plan", "result", "export", "text", "request"];

/** Every file below a directory by its path with slashes; with `only`, those whose paths begin so. */
export function outputsOf(directory, only = "") {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = entries.map((one) => join(one.parentPath, one.name)).sort(byText);
  const named = paths.map((path) => [relative(directory, path).split(sep).join("/"), path]);
  return new Map(named.filter(([name]) => name.startsWith(only)).map(([name, path]) => [name, readFileSync(path)]));
}

/** Outputs that differ, with what is on each side; undefined where a side has nothing of that name. */
export function differences(base, tree) {
  const names = [...new Set([...base.keys(), ...tree.keys()])].sort(byText);
  return names.flatMap((name) => {
    const [before, after] = [base.get(name), tree.get(name)];
    return before !== undefined && after !== undefined && before.equals(after) ? [] : [{ name, before, after }];
  });
}

/** How many outputs of each sort there are. */
export function countOutputs(outputs) {
  const counts = Object.fromEntries(sorts.map((sort) => [sort, 0]));
  const exports = new Set();
  for (const [name, bytes] of outputs) {
    const files = /^(.*\.files)\//.exec(name)?.[1];
    if (files !== undefined) exports.add(files);
    else if (name.endsWith(".requests")) counts.request += bytes.toString("utf8").split("\n").length - 1;
    else if (name.endsWith(".plan")) counts.plan += 1;
    else if (name.endsWith(".result")) counts.result += 1;
    else counts.text += 1;
  }
  return { ...counts, export: exports.size };
}

/** Counts in words: `3 plans, 1 result, 40 requests`. */
export function countsText(counts) {
  return sorts
    .filter((sort) => counts[sort] > 0)
    .map((sort) => `${counts[sort]} ${sort}${counts[sort] === 1 ? "" : "s"}`)
    .join(", ");
}

/** A difference as a short unified diff. */
export function differenceText({ name, before, after }, limit = 40) {
  if (before === undefined || after === undefined)
    return `${name}: only the ${before === undefined ? "working tree" : "base"} has it`;
  const [old, now] = [before, after].map((bytes) => bytes.toString("utf8"));
  if (old.includes("\0") || now.includes("\0") || old.includes("\ufffd") || now.includes("\ufffd"))
    return `${name}: the bytes differ`;
  const lines = createTwoFilesPatch(`base/${name}`, `working-tree/${name}`, old, now, "", "", { context: 2 })
    .split("\n")
    .slice(1);
  const more = lines.length - limit;
  return [
    ...lines.slice(0, limit).map((line) => (line.length > 400 ? `${line.slice(0, 400)}…` : line)),
    ...(more > 1 ? [`… ${more} more lines`] : []),
  ].join("\n");
}
