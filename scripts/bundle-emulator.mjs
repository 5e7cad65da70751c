// After tsc: makes of the emulator one file that Node reads, with its packages beside it as they are installed. Hundreds of modules take longer to be found and
// opened than all that the emulator does until it listens.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const top = fileURLToPath(new URL("..", import.meta.url));
const folder = join(top, "dist/emulator");
/** What is read only when it is asked for stays a file of its own. */
const company = "company.gen.js";

await build({
  input: join(top, "src/emulator/index.ts"),
  platform: "node",
  // Sources name each other as tsc wants it: by what they become.
  resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
  tsconfig: join(top, "tsconfig.json"),
  external: (name) => name.endsWith(`/${company}`) || !/^[./]/.test(name),
  logLevel: "warn",
  output: { file: join(folder, "index.js"), format: "esm" },
});
// What became part of it.
for (const name of readdirSync(folder, { recursive: true }))
  if (name.endsWith(".js") && name !== "index.js" && name !== company) rmSync(join(folder, name));
