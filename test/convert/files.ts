import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { writeConfiguration } from "../../src/convert/index.js";
import { parseAddress } from "../../src/core/address.js";
import type { Declaration, Language } from "../../src/core/declaration.js";
import type { Spec } from "../../src/core/json.js";
import { kinds } from "../../src/program/kinds.js";

/** Declarations by address. */
export function declarations(things: Readonly<Record<string, Spec>>): Declaration[] {
  return Object.entries(things).map(([address, spec]) => ({ address, ...parseAddress(address), spec, remarks: [] }));
}

/** The files that declarations become, by path, and what they do not say. */
export function converted(
  things: readonly Declaration[],
  language: Language = "hcl",
): { readonly files: ReadonlyMap<string, string>; readonly text: string; readonly gaps: readonly string[] } {
  const { files, gaps } = writeConfiguration(things, { kinds, language, version: "1.2.3", remarks: [], taken: [] });
  return {
    files: new Map(files.map(({ path, text }) => [path, text])),
    text: files.map(({ text }) => text).join("\n"),
    gaps,
  };
}

/** A new directory with these files. */
export function directoryOf(files: ReadonlyMap<string, string>): string {
  const directory = mkdtempSync(join(tmpdir(), "trueup-convert-"));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return directory;
}
