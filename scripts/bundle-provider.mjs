// Makes of the Terraform provider one file that Node runs, with nothing beside it but a package.json: `node scripts/bundle-provider.mjs [ENTRY FILE]`.
// Terraform hashes every file that it finds beside a provider, and starts it several times for each command.
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const top = fileURLToPath(new URL("..", import.meta.url));
const [entry = join(top, "src/terraform/main.ts"), file = join(top, "dist/provider/terraform-provider-trueup")] =
  process.argv.slice(2);
const directory = dirname(resolve(file));

await build({
  input: resolve(entry),
  platform: "node",
  // Sources name each other as tsc wants it: by what they become.
  resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
  tsconfig: join(top, "tsconfig.json"),
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
