// After tsc: removes what no source stands behind any more, and makes the command executable.
import { chmodSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("..", import.meta.url));
for (const name of readdirSync(join(top, "dist"), { recursive: true })) {
  const source = /^(.*?)(?:\.d\.ts|\.js)$/.exec(name)?.[1];
  if (source !== undefined && !existsSync(join(top, "src", `${source}.ts`))) rmSync(join(top, "dist", name));
}
const command = join(top, "dist/cli/main.js");
if (existsSync(command)) chmodSync(command, 0o755);
