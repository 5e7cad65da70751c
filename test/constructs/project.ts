import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CoreName } from "./cores.js";

const top = fileURLToPath(new URL("../..", import.meta.url));

/** The command line as it is built, for `command` of a ReconcileRun. */
export const builtCommand = JSON.stringify([process.execPath, join(top, "dist/cli/main.js")]);

/** Makes a directory of trueup files with a topic and its picture. */
export function writeFiles(directory: string): void {
  mkdirSync(join(directory, "assets"), { recursive: true });
  writeFileSync(join(directory, "topics.yaml"), "topics:\n  anvils: { title: Anvils, avatar: assets/anvil.png }\n");
  cpSync(join(top, "examples/acme/assets/logo.png"), join(directory, "assets/anvil.png"));
}

/** Writes the program `program.mjs` with these statements about a `stack`, and what they need of the constructs for the core. */
export function writeProgram(root: string, core: CoreName, names: string, statements: string): void {
  mkdirSync(root, { recursive: true });
  writeFileSync(
    join(root, "program.mjs"),
    `import { App, TerraformOutput, TerraformStack } from "${core}";
import { ${names} } from "trueup/${core}";
const app = new App();
const stack = new TerraformStack(app, "stack");
${statements}
app.synth();
`,
  );
}

/** Runs the program where it stands. */
export async function runProgram(root: string): Promise<{ readonly code: unknown; readonly said: string }> {
  const child = spawn(process.execPath, ["program.mjs"], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const [code]: unknown[] = await once(child, "close");
  return { code, said };
}
