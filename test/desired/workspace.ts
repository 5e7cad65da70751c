import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { formatOrigin, type FileDiagnostic } from "../../src/core/errors.js";
import type { Desired } from "../../src/core/plan.js";
import { loadDesired, type Loaded, type LoadOptions } from "../../src/desired/index.js";
import { kinds } from "../../src/program/kinds.js";

/** A new directory with these files; gone after the test. */
export function workspace(files: Readonly<Record<string, string | Uint8Array>>): string {
  const directory = realpathSync(mkdtempSync(path.join(tmpdir(), "trueup-desired-")));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(directory, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return directory;
}

/** Loads these files as `trueup validate .` would in their directory. */
export async function load(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: Partial<LoadOptions> = {},
  paths: readonly string[] = ["."],
): Promise<Loaded> {
  return loadDesired(paths, { kinds, cwd: workspace(files), env: {}, ...options });
}

/** One file named `a.yaml`. */
export function loadText(text: string, options: Partial<LoadOptions> = {}): Promise<Loaded> {
  return load({ "a.yaml": text }, options);
}

/** A problem on one line: where, severity if it is a warning, rule, address and attribute, message, what is allowed. */
export function line(diagnostic: FileDiagnostic): string {
  const subject = [diagnostic.address, diagnostic.attribute].filter((part) => part !== undefined).join(".");
  const severity = diagnostic.severity === "warning" ? "warning " : "";
  return [
    formatOrigin(diagnostic.origin),
    `${severity}${diagnostic.rule}`,
    subject,
    diagnostic.message,
    diagnostic.allowed ?? "",
  ].join(" | ");
}

export async function problemsOf(text: string, options: Partial<LoadOptions> = {}): Promise<string[]> {
  return (await loadText(text, options)).diagnostics.map(line);
}

/** The declared thing of this address. */
export function resource(loaded: Loaded, address: string): Desired {
  const found = loaded.state.resources.find((one) => one.address === address);
  if (!found) throw new Error(`no ${address} among ${loaded.state.resources.map((one) => one.address).join(", ")}`);
  return found;
}
