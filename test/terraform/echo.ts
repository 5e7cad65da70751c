import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { top } from "../harness/command-line.js";

/** Bundles the echo provider as the real one is bundled, into a directory of its own. */
export function bundleEcho(): { readonly executable: string; readonly directory: string; remove(): void } {
  const directory = mkdtempSync(join(tmpdir(), "trueup-echo-"));
  const executable = join(directory, "terraform-provider-echo");
  execFileSync(process.execPath, [
    join(top, "scripts/bundle-provider.mjs"),
    join(top, "test/terraform/echo-provider.ts"),
    executable,
  ]);
  return { executable, directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
