import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { checkKey } from "../../src/core/check-key.js";
import type { JsonSchema } from "../../src/core/schema.js";
import { checkedSchemas } from "../../src/derive/check-files.js";
import { kinds } from "../../src/kinds/index.gen.js";

const run = promisify(execFile);
const top = fileURLToPath(new URL("../..", import.meta.url));
const command = "run: npm run build";

it("the build holds the compiled check of every schema, and no other", () => {
  const planSchema = JSON.parse(readFileSync(join(top, "schemas/plan.schema.json"), "utf8")) as JsonSchema;
  const keys = checkedSchemas(kinds, planSchema).map(({ schema, extent }) => `${checkKey(schema, extent)}.cjs`);
  const files = readdirSync(join(top, "dist/core/checks"));
  expect(files.sort(), command).toEqual([...new Set([...keys, "index.cjs"])].sort());
});

/** Has Node refuse to load what compiles schemas, however it is asked for. */
const refuseCompiler = `
import { Module, register } from "node:module";
const isCompiler = (name) => /^ajv(?:\\/dist\\/(?:2020|ajv|core|compile)|$)|[\\\\/]node_modules[\\\\/]ajv[\\\\/]dist[\\\\/](?:2020|ajv|core|compile)/.test(name);
const load = Module._load;
Module._load = (name, ...rest) => {
  if (isCompiler(name)) throw new Error("a compiler of schemas was asked for");
  return load(name, ...rest);
};
register("data:text/javascript," + encodeURIComponent(\`
  const isCompiler = \${isCompiler};
  export const resolve = (name, context, next) => {
    if (isCompiler(name)) throw new Error("a compiler of schemas was asked for");
    return next(name, context);
  };
\`));
`;

it("a command that checks files loads nothing that compiles schemas", async () => {
  const hook = `data:text/javascript,${encodeURIComponent(refuseCompiler)}`;
  const { stdout } = await run(process.execPath, ["--import", hook, "dist/cli/main.js", "validate", "examples/acme"], {
    cwd: top,
  });
  expect(stdout).toMatch(/^\d+ things in 13 files: valid\.$/m);
  await expect(
    run(process.execPath, ["--import", hook, "dist/cli/main.js", "emulator", "--port", "0"], { cwd: top }),
  ).rejects.toThrow("a compiler of schemas was asked for");
});
