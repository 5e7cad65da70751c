import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Edit } from "../../src/core/declaration.js";
import { isObject, textAt } from "../../src/core/json.js";
import { file, secret } from "../../src/core/placeholders.js";
import { type Edited, editFiles } from "../../src/desired/edit/index.js";
import { loadDesired, type Loaded } from "../../src/desired/index.js";
import { kinds } from "../../src/program/kinds.js";
import { line } from "./workspace.js";

const golden = fileURLToPath(new URL("golden", import.meta.url));

/** Files of a directory by their path in it. */
function filesOf(directory: string): Map<string, string> {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((name) => /\.(ya?ml|json)$/.test(name));
  return new Map(names.sort().map((name) => [name, readFileSync(path.join(directory, name), "utf8")]));
}

function loadCase(cwd: string, overlay: ReadonlyMap<string, string>): Promise<Loaded> {
  const json = readdirSync(cwd).filter((name) => name.endsWith(".json"));
  return loadDesired([".", ...json], { kinds, cwd, env: {}, overlay });
}

const overlayOf = ({ files }: Edited): Map<string, string> => new Map(files.map(({ absolute, after }) => [absolute, after]));

/** The golden cases write placeholders as plans do. */
function placeholders(_: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  if (typeof value["$secret"] === "string") return secret(value["$secret"]);
  return typeof value["$file"] === "string" ? file(value["$file"], textAt(value, "sha256")) : value;
}

describe("an edit of files that people wrote", () => {
  it.each(readdirSync(golden))("changes only what it is about: %s", async (name) => {
    const before = path.join(golden, name, "before");
    const edits = JSON.parse(readFileSync(path.join(golden, name, "edits.json"), "utf8"), placeholders) as {
      edits: Edit[];
      unmade?: unknown[];
    };
    const loaded = await loadCase(before, new Map());
    expect(loaded.diagnostics.filter(({ severity }) => severity === "error").map(line)).toEqual([]);
    const edited = editFiles(loaded, edits.edits, { kinds, layout: "per-group" });
    const after = new Map([...filesOf(before), ...edited.files.map(({ file, after: text }) => [file, text] as const)]);
    for (const [file, text] of after) await expect(text).toMatchFileSnapshot(path.join(golden, name, "after", file));
    expect(edited.unmade).toEqual(edits.unmade ?? []);

    const again = await loadCase(before, overlayOf(edited));
    expect(again.diagnostics.filter(({ severity }) => severity === "error").map(line)).toEqual([]);
    expect(editFiles(again, edits.edits, { kinds, layout: "per-group" }).files).toEqual([]);
  });
});
