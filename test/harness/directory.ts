import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";

/** What files hold, by their paths below a directory. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A directory of a test's own. */
export interface Directory {
  readonly path: string;
  /** Writes a file below it, and the directories above that. */
  readonly write: (file: string, content: string | Uint8Array) => void;
  readonly close: () => void;
}

/** Makes a directory with these files; close it when done. */
export function openDirectory(files: Files = {}): Directory {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "trueup-test-")));
  for (const [file, content] of Object.entries(files)) write(join(path, file), content);
  return {
    path,
    write: (file, content) => write(join(path, file), content),
    close: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** A directory with these files that is gone after the test. */
export function directory(files: Files = {}): string {
  const { path, close } = openDirectory(files);
  onTestFinished(close);
  return path;
}

/** Writes a file and the directories above it. */
export function write(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Fails the test if a secret stands in any file below a directory. */
export function expectNoSecretIn(place: string, secrets: readonly string[]): void {
  for (const entry of readdirSync(place, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), "utf8");
    for (const secret of secrets) expect(text, `a secret stands in ${entry.name}`).not.toContain(secret);
  }
}
