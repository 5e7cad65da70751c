// Makes of the Terraform provider one file that Node runs, with nothing beside it but a package.json: `node scripts/bundle-provider.mjs [ENTRY FILE]`.
// Terraform hashes every file that it finds beside a provider, and starts it several times for each command.
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "rolldown";
import { minify } from "./bundle-program.mjs";
import { compileChecks, lookupOfChecks } from "./compiled-checks.mjs";
import { ownersOf } from "./licenses.mjs";
import { partOfUndici } from "./part-of-undici.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));
const load = createRequire(import.meta.url);

// Terraform starts several processes for each command, and most of them read no YAML: it is run when something of it is first used.
const late = ["yaml"];
// Reads descriptions of services from files, which grpc-js asks for where it serves its own statistics.
const absent = "@grpc/proto-loader";
const mark = "\0provider:";

const whenUsed = {
  name: "when-used",
  resolveId: (name, importer) =>
    name === absent || (late.includes(name) && !importer?.includes("node_modules")) ? `${mark}${name}` : undefined,
  load(id) {
    if (!id.startsWith(mark)) return undefined;
    const name = id.slice(mark.length);
    if (name === absent) return "module.exports = {};";
    const library = `(library ??= require(${JSON.stringify(load.resolve(name))}))`;
    const getters = Object.getOwnPropertyNames(load(name))
      .filter((key) => !["prototype", "length", "name"].includes(key))
      .map((key) => `Object.defineProperty(exports, "${key}", { enumerable: true, get: () => ${library}["${key}"] });`);
    return ["let library;", ...getters].join("\n");
  },
};

/** Checks are a text in the file itself. */
const materialOf = ({ packed, places }) => `
let bytes;
const list = ${JSON.stringify(places)};

export const packed = () => (bytes ??= Buffer.from("${packed.toString("base64")}", "base64"));
export const places = () => list;
`;

/** Writes the provider; answers the directories of the packages of which code is in it. `checks` is what compileChecks answers. */
export async function bundleProvider(
  checks,
  { entry = join(top, "src/terraform/main.ts"), file = join(top, "dist/provider/terraform-provider-trueup") } = {},
) {
  const { output } = await build({
    input: resolve(entry),
    platform: "node",
    // Sources name each other as tsc wants it: by what they become.
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
    tsconfig: join(top, "tsconfig.json"),
    plugins: [partOfUndici, whenUsed, lookupOfChecks(materialOf(checks))],
    logLevel: "warn",
    output: {
      file,
      format: "cjs",
      banner: "#!/usr/bin/env node",
      // What is imported when it is needed is in the same file, and is run no sooner.
      codeSplitting: false,
      comments: false,
      minify,
    },
  });
  const directory = dirname(resolve(file));
  mkdirSync(directory, { recursive: true });
  chmodSync(file, 0o755);
  // The file has no extension: without this the nearest package.json above it would say what it is.
  writeFileSync(join(directory, "package.json"), '{"type":"commonjs"}\n');
  return ownersOf(output.flatMap(({ moduleIds = [] }) => moduleIds));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [entry, file] = process.argv.slice(2);
  await bundleProvider(await compileChecks(), { entry, file });
}
