// The constructs for both cores from one source (src/constructs, written for cdktf): one file each, and one with its types. Both are CommonJS like the cores, so that CommonJS and ESM
// programs get the same classes.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { minify } from "./bundle-program.mjs";
import { compile } from "./compile-types.mjs";
import { rollUpTypes } from "./roll-up-types.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));
/** Only cdktf has what uses the null provider, which is made for no other core. */
const cores = [
  { core: "cdktf", entry: "cdktf" },
  { core: "cdktn", entry: "index" },
];

const types = compile("tsconfig.constructs.json");
for (const { core, entry } of cores) {
  const folder = join(top, "dist", core);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }\n');
  const text = rollUpTypes(join(types, `${entry}.d.ts`), types);
  writeFileSync(join(folder, `${entry}.d.ts`), text.replaceAll('from "cdktf"', `from "${core}"`));
  // oxlint-disable-next-line no-await-in-loop -- there are two
  await build({
    input: join(top, `src/constructs/${entry}.ts`),
    platform: "node",
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
    external: (name) => !/^[./]/.test(name),
    plugins: [{ name: "core", resolveId: (name) => (name === "cdktf" ? { id: core, external: true } : undefined) }],
    logLevel: "warn",
    output: { file: join(folder, `${entry}.js`), format: "cjs", esModule: true, comments: false, minify },
  });
}
