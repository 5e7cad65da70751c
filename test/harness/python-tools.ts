import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Installs programs of the Python package index in this user's cache, once for these versions. Answers their directory, or what the machine lacks. */
export function pythonTools(packages: readonly string[]): { readonly bin?: string; readonly lacks?: string } {
  const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "trueup-tools");
  const home = join(cache, packages.join("_"));
  const bin = join(home, "bin");
  const complete = join(home, "complete");
  if (existsSync(complete)) return { bin };
  rmSync(home, { recursive: true, force: true });
  const steps = [
    ["python3", "-m", "venv", home],
    [join(bin, "python"), "-m", "pip", "--quiet", "--disable-pip-version-check", "install", ...packages],
    [join(bin, "python"), "-c", `open(${JSON.stringify(complete)}, "w").close()`],
  ];
  for (const [program = "", ...words] of steps) {
    const { status, stderr } = spawnSync(program, words, { encoding: "utf8" });
    if (status !== 0) return { lacks: `${packages.join(" and ")} cannot be installed: ${stderr?.trimEnd().split("\n").at(-1)}` };
  }
  return { bin };
}
