// Makes of the Terraform provider one file that Node runs, with nothing beside it but a package.json: `node scripts/bundle-provider.mjs [ENTRY FILE]`.
// Terraform hashes every file that it finds beside a provider, and starts it several times for each command.
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const top = fileURLToPath(new URL("..", import.meta.url));
const own = join(top, "dist/provider/terraform-provider-trueup");
const [entry = join(top, "src/terraform/main.ts"), file = own] = process.argv.slice(2);
const directory = dirname(resolve(file));
const load = createRequire(import.meta.url);

// Terraform starts several processes for each command, and most of them need none of these: each is run when something of it is first used.
const late = ["undici", "yaml"];
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

// Schemas are compiled already (src/core/checks.ts says why). A check is text until it is first needed: text is read faster than code.
const [uncompiled, lookup] = [join(top, "src/core/checks.ts"), join(top, "dist/core/checks.js")];
const aCheck = /[\\/]dist[\\/]core[\\/]checks[\\/][0-9a-f]+\.cjs$/;
const compiledChecks = {
  name: "compiled-checks",
  async resolveId(name, importer) {
    if (!name.endsWith("/checks.js") || importer === undefined) return undefined;
    const found = await this.resolve(name, importer, { skipSelf: true });
    return found?.id === uncompiled ? lookup : undefined;
  },
  load(id) {
    if (!aCheck.test(id)) return undefined;
    const text = readFileSync(id, "utf8")
      .replace(/^module\.exports\s*=/, "")
      .replace(/;\s*$/, "");
    return `module.exports = require("node:vm").runInThisContext(${JSON.stringify(`(${text})`)});`;
  },
};

const { output } = await build({
  input: resolve(entry),
  platform: "node",
  // Sources name each other as tsc wants it: by what they become.
  resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
  tsconfig: join(top, "tsconfig.json"),
  plugins: [whenUsed, compiledChecks],
  logLevel: "warn",
  output: {
    file,
    format: "cjs",
    banner: "#!/usr/bin/env node",
    // What is imported when it is needed is in the same file, and is run no sooner.
    codeSplitting: false,
    minify: { compress: true, mangle: false, codegen: true },
  },
});
mkdirSync(directory, { recursive: true });
chmodSync(file, 0o755);
// The file has no extension: without this the nearest package.json above it would say what it is.
writeFileSync(join(directory, "package.json"), '{"type":"commonjs"}\n');
// Not beside the provider, where Terraform would hash it.
if (file === own)
  writeFileSync(join(top, "dist/provider-licenses.txt"), licenses(output.flatMap(({ moduleIds = [] }) => moduleIds)));

/** Whose code is in the file, and on what terms: they ask for that themselves. */
function licenses(modules) {
  const owners = modules.flatMap((id) => /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1] ?? []);
  const texts = [...new Set(owners.toSorted())].map((owner) => {
    const { name, version, license } = JSON.parse(readFileSync(join(owner, "package.json"), "utf8"));
    const files = readdirSync(owner).filter((one) => /^(licen[cs]e|notice)/i.test(one));
    return [`${name} ${version} (${license})`, ...files.map((one) => readFileSync(join(owner, one), "utf8").trim())].join("\n\n");
  });
  return `The Terraform provider of trueup holds code of these packages.\n\n${[...texts, protocolLicense()].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/** Its messages are made of a file that is no package. */
function protocolLicense() {
  const [about, license] = ["README.md", "LICENSE"].map((one) =>
    readFileSync(join(top, "src/terraform/plugin/protocol", one), "utf8").trim(),
  );
  const [, name, version] = /\/([\w-]+)\)\s+v([\d.]+),/.exec(about);
  return `${name} ${version} (MPL-2.0)\n\n${about}\n\n${license}`;
}
