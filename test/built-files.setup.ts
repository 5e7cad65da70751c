import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Before any test: makes the generated files that are not committed, and the sources as JavaScript, where they are missing or stale. */
export function setup(): void {
  for (const script of ["make-built-files.mjs", "strip-sources.mjs"])
    execFileSync(process.execPath, [fileURLToPath(new URL(`../scripts/${script}`, import.meta.url))], { stdio: "inherit" });
}
