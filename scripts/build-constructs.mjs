// The constructs for both cores from one source (src/constructs, written for cdktf): one file each, and one with its types. Both are CommonJS like the cores, so that CommonJS and ESM
// programs get the same classes.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { minifyLibrary } from "./bundle-program.mjs";
import { compile } from "./compile-types.mjs";
import { rollUpTypes } from "./roll-up-types.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));
/** Only cdktf has what uses the null provider, which is made for no other core. */
const cores = [
  { core: "cdktf", entry: "cdktf" },
  { core: "cdktn", entry: "index" },
];

const types = compile("tsconfig.constructs.json");
for (const { core } of cores) rmSync(join(top, "dist", core), { recursive: true, force: true });
// The one package that the constructs need. It is there once for both.
await bundle("node_modules/yaml/dist/index.js", { file: "cdktn/yaml.js" });
for (const { core, entry } of cores) {
  const folder = join(top, "dist", core);
  const text = rollUpTypes(join(types, `${entry}.d.ts`), types).replaceAll('from "cdktf"', `from "${core}"`);
  const places = { cdktf: core, yaml: "../cdktn/yaml.js" };
  // oxlint-disable-next-line no-await-in-loop -- there are two
  await bundle(`src/constructs/${entry}.ts`, { file: `${core}/${entry}.js`, places });
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }\n');
  writeFileSync(join(folder, `${entry}.d.ts`), text);
}

/** `places` are the names of modules that stay outside, and how the file calls them. */
async function bundle(input, { file, places = {} }) {
  await build({
    input: join(top, input),
    platform: "node",
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
    external: ["constructs", "@cdktf/provider-null"],
    plugins: [
      { name: "places", resolveId: (name) => (Object.hasOwn(places, name) ? { id: places[name], external: true } : undefined) },
    ],
    logLevel: "warn",
    output: { file: join(top, "dist", file), format: "cjs", esModule: true, comments: false, minify: minifyLibrary },
  });
}
