// The constructs for both cores from one source (src/constructs, written for cdktf): compiles them to dist/cdktf, and writes the same to dist/cdktn for the
// other core. Both are CommonJS like the cores, so that CommonJS and ESM programs get the same classes.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("..", import.meta.url));
const [ours, others] = [join(top, "dist/cdktf"), join(top, "dist/cdktn")];
/** What only cdktf has: the entry point, and what uses the null provider, which is made for no other core. */
const onlyOurs = /^(cdktf|null-[a-z-]+)\./;

for (const folder of [ours, others]) rmSync(folder, { recursive: true, force: true });
const compiler = join(top, "node_modules/typescript-7/bin/tsc");
const run = spawnSync(process.execPath, [compiler, "-p", "tsconfig.constructs.json"], { cwd: top, stdio: "inherit" });
if (run.status !== 0) process.exit(1);

mkdirSync(others, { recursive: true });
for (const folder of [ours, others]) writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }\n');
for (const name of readdirSync(ours)) {
  if (onlyOurs.test(name) || name === "package.json") continue;
  const text = readFileSync(join(ours, name), "utf8");
  writeFileSync(join(others, name), text.replaceAll(/(from |require\(|import\()"cdktf"/g, '$1"cdktn"'));
}
