import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Before any test: makes the generated files that are not committed, where they are missing or stale. */
export function setup(): void {
  execFileSync(process.execPath, [fileURLToPath(new URL("../scripts/make-built-files.mjs", import.meta.url))], {
    stdio: "inherit",
  });
}
