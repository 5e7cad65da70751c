// After tsc: removes what no source stands behind any more, and makes the command executable.
import { chmodSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("..", import.meta.url));
// Constructs come from sources of other names, and tidy up after themselves.
const ours = readdirSync(join(top, "dist"), { recursive: true }).filter((name) => !/^cdkt[fn]\b/.test(name));
for (const name of ours) {
  const source = /^(.*?)(?:\.d\.ts|\.js)$/.exec(name)?.[1];
  if (source !== undefined && !existsSync(join(top, "src", `${source}.ts`))) rmSync(join(top, "dist", name));
}
const command = join(top, "dist/cli/main.js");
if (existsSync(command)) chmodSync(command, 0o755);
