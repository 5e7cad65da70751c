import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { directory } from "./directory.js";

/** Runs git as somebody, without what the machine configures. */
export function git(cwd: string, ...args: readonly string[]): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z" };
  const who = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...who, ...args], { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** Files to write, by path; undefined takes one away. */
export type Contents = Readonly<Record<string, string | undefined>>;

/** Commits files in a repository. */
export function commit(cwd: string, contents: Contents): void {
  for (const [name, text] of Object.entries(contents)) {
    const file = path.join(cwd, name);
    mkdirSync(path.dirname(file), { recursive: true });
    if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
  }
  git(cwd, "add", "-A");
  git(cwd, "commit", "-qm", "change");
}

/** A repository on branch main with one commit. */
export function repository(contents: Contents): string {
  const cwd = directory();
  git(cwd, "init", "-q", "-b", "main");
  commit(cwd, contents);
  return cwd;
}

/** Has every test of a file find that nothing that was laid out is left behind. */
export function nothingIsLeft(): void {
  const usual = process.env["TMPDIR"];
  beforeEach(() => {
    process.env["TMPDIR"] = directory();
  });
  afterEach(() => {
    const left = readdirSync(tmpdir()).filter((name) => /^trueup-(?:request|revision|merge)-/.test(name));
    if (usual === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = usual;
    expect(left).toEqual([]);
  });
}
