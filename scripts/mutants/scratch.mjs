// Copies of a tree that mutants may change.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { applied, sourcesOf } from "./catalogue.mjs";

/** What a copy has no use for, or shares. */
const left = new Set([".git", "node_modules", "dist"]);

/** Copies the working tree, or unpacks a revision of it; the packages are those of the working tree. */
export function makeScratch(top, base) {
  const directory = mkdtempSync(join(tmpdir(), "trueup-mutants-"));
  if (base === undefined) {
    for (const name of readdirSync(top)) if (!left.has(name)) cpSync(join(top, name), join(directory, name), { recursive: true });
  } else {
    const archive = execFileSync("git", ["archive", "--format=tar", base], { cwd: top, maxBuffer: 1 << 30 });
    execFileSync("tar", ["-x", "-C", directory], { input: archive });
  }
  symlinkSync(join(top, "node_modules"), join(directory, "node_modules"), "dir");
  if (base !== undefined) makeBuiltFiles(directory);
  const end = () => rmSync(directory, { recursive: true, force: true });
  process.once("exit", end);
  return { directory, sources: sourcesOf(directory), end };
}

/** What is built and not committed, sources take for granted; revisions from before that have it committed. */
function makeBuiltFiles(directory) {
  const script = join(directory, "scripts/make-built-files.mjs");
  if (existsSync(script)) execFileSync(process.execPath, [script], { cwd: directory, stdio: "pipe" });
}

/** Does some work while a mutant is in a copy; answers the work's answer, and leaves the copy as it was. */
export async function withMutant(scratch, mutant, work) {
  const { file, text } = applied(mutant, scratch.sources);
  const before = scratch.sources.find((source) => source.file === file).text;
  writeFileSync(join(scratch.directory, file), text);
  try {
    return await work(file);
  } finally {
    writeFileSync(join(scratch.directory, file), before);
  }
}

/** Builds what tests run as a program, from the copy as it is now. */
export function buildScratch({ directory }) {
  rmSync(join(directory, "dist"), { recursive: true, force: true });
  execFileSync(process.execPath, [join(directory, "scripts/build.mjs")], { cwd: directory, stdio: "pipe" });
}

/** The path of a file of the copy from its top. */
export function pathIn({ directory }, file) {
  const name = basename(directory);
  return file.slice(file.indexOf(name) + name.length + 1);
}
