import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";

/** Puts comments into every YAML file below a directory, on lines of their own and behind values, and answers with their texts. */
export async function sprinkle(directory: string): Promise<readonly string[]> {
  const comments: string[] = [];
  for (const file of await yamlFiles(directory)) {
    const lines = (await readFile(file, "utf8")).split("\n");
    const literal = inLiterals(lines);
    const sprinkled = lines.flatMap((line, index) => {
      if (literal.has(index) || line === "" || line.startsWith("#")) return [line];
      const own = `# remark ${comments.length} of somebody`;
      if (index % 5 === 0) comments.push(own);
      const behind = ` # why ${comments.length}`;
      const takesOne = index % 3 === 0 && /^ *[\w./-]+: [\w./-]+$/.test(line);
      if (takesOne) comments.push(behind.trim());
      const indent = /^[ ]*/.exec(line)?.[0] ?? "";
      return [...(index % 5 === 0 ? [`${indent}${own}`] : []), takesOne ? line + behind : line];
    });
    await writeFile(file, sprinkled.join("\n"));
  }
  return comments;
}

/** Fails with the comments that are in no file any more. */
export async function expectCommentsKept(directory: string, comments: readonly string[]): Promise<void> {
  const texts = await Promise.all((await yamlFiles(directory)).map((file) => readFile(file, "utf8")));
  const lines = texts.flatMap((text) => text.split("\n"));
  const ends = new Set(lines.map((line) => line.slice(line.lastIndexOf("# ")).trim()));
  expect(comments.filter((comment) => !ends.has(comment))).toEqual([]);
}

async function yamlFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".yaml"));
  return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}

/** Numbers of the lines that belong to a text of several lines. */
function inLiterals(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  let outer: number | undefined;
  for (const [index, line] of lines.entries()) {
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    if (outer !== undefined && (line.trim() === "" || indent > outer)) found.add(index);
    else outer = /[|>][-+]?\d?$/.test(line) ? indent : undefined;
  }
  return found;
}
