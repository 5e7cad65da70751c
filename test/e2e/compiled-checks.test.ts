import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { checkKey } from "../../src/core/check-key.js";
import type { JsonSchema } from "../../src/core/schema.js";
import { checkedSchemas } from "../../src/derive/check-files.js";
import { kinds as written } from "../../src/kinds/index.gen.js";
import { kinds } from "../../src/program/kinds.js";

const run = promisify(execFile);
const top = fileURLToPath(new URL("../..", import.meta.url));
const command = "run: npm run build";

it("the build holds the compiled check of every schema, and no other", () => {
  const planSchema = JSON.parse(readFileSync(join(top, "schemas/plan.schema.json"), "utf8")) as JsonSchema;
  const schemas = [...checkedSchemas(written, planSchema), ...checkedSchemas(kinds, planSchema)];
  const keys = schemas.map(({ schema, extent }) => checkKey(schema, extent));
  const places = JSON.parse(readFileSync(join(top, "dist/checks/places.json"), "utf8")) as Record<string, unknown>;
  expect(Object.keys(places).sort(), command).toEqual([...new Set(keys)].sort());
});

/** Has Node refuse to load some modules, however they are asked for. */
function refusing(modules: RegExp): string {
  const hook = `
import { Module, register } from "node:module";
const isRefused = (name) => ${String(modules)}.test(name);
const load = Module._load;
Module._load = (name, ...rest) => {
  if (isRefused(name)) throw new Error("a refused module was asked for");
  return load(name, ...rest);
};
register("data:text/javascript," + encodeURIComponent(\`
  const isRefused = \${isRefused};
  export const resolve = (name, context, next) => {
    if (isRefused(name)) throw new Error("a refused module was asked for");
    return next(name, context);
  };
\`));
`;
  return `data:text/javascript,${encodeURIComponent(hook)}`;
}

/** Matches the name of the file in which the command has this text: the build makes few files of many modules. */
function chunkWith(text: string): RegExp {
  const all = readdirSync(join(top, "dist"), { recursive: true, encoding: "utf8" });
  const files = all.filter((name) => name.endsWith(".js") && !name.startsWith("cdkt"));
  const holders = files.filter((name) => readFileSync(join(top, "dist", name), "utf8").includes(text));
  expect(holders, command).toHaveLength(1);
  return new RegExp(`${holders[0]?.replaceAll(".", "\\.")}$`);
}

async function trueupWithout(modules: RegExp, ...words: readonly string[]) {
  return run(process.execPath, ["--import", refusing(modules), "dist/cli/main.js", ...words], { cwd: top });
}

it("a command that checks files loads nothing that compiles schemas", async () => {
  const compiler = chunkWith("can't resolve reference");
  const { stdout } = await trueupWithout(compiler, "validate", "examples/acme");
  expect(stdout).toMatch(/^\d+ things in 13 files: valid\.$/m);
  await expect(trueupWithout(compiler, "emulator", "--port", "0")).rejects.toThrow("a refused module was asked for");
});

it("facts of releases are read where somebody names what they alone know, and not before", async () => {
  const facts = chunkWith('{"releases":["');
  expect((await trueupWithout(facts, "--version")).stdout).toMatch(/^\d/);
  expect((await trueupWithout(facts, "--help")).stdout).toContain("validate");
  expect((await trueupWithout(facts, "validate", "examples/acme")).stdout).toMatch(/valid\.$/m);
  await expect(trueupWithout(facts, "explain", "application_settings", "pages_unique_domain_default_enabled")).rejects.toThrow(
    "a refused module was asked for",
  );
});
