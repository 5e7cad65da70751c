// `npm run bench`: all measurements; with --readme those of README.md alone (bench-readme.mjs), with other words those of bench.mjs alone, which takes them.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const words = process.argv.slice(2);
const runs = words.includes("--readme")
  ? [["bench-readme.mjs", ...words]]
  : words.length > 0
    ? [["bench.mjs", ...words]]
    : [
        ["bench-start.mjs"],
        ["bench.mjs"],
        ["bench-emulator.mjs"],
        ["bench-terraform.mjs"],
        ["bench-policies.mjs"],
        ["bench-policies.mjs", "--groups", "1"],
        ["bench-policies.mjs", "--projects", "50000", "--memory", "500"],
      ];
for (const [script, ...own] of runs) {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const { status } = spawnSync(process.execPath, [file, ...own], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
