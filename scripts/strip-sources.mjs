// The sources as JavaScript, for the tests: Node loads them in a fifth of the time that the test runner takes to transform them, and they run faster. Types are left out,
// nothing else is changed. They lie beside src/, at the same depth, because sources find schemas/ from where they are.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "rolldown/utils";

const top = fileURLToPath(new URL("..", import.meta.url));
const from = join(top, "src");
const stripped = join(top, ".src-js");
/** What each file was made of, as hashes by the names of the sources. */
const stamp = join(stripped, "sources.json");

const before = existsSync(stamp) ? JSON.parse(readFileSync(stamp, "utf8")) : {};
const after = {};
for (const name of readdirSync(from, { recursive: true, encoding: "utf8" }).filter((one) => one.endsWith(".ts"))) {
  const text = readFileSync(join(from, name), "utf8");
  after[name] = createHash("sha256").update(text).digest("hex");
  if (before[name] === after[name] && existsSync(fileOf(name))) continue;
  const options = { tsconfig: false, target: "es2022", typescript: { onlyRemoveTypeImports: true } };
  const { code, errors } = transformSync(name, text, options);
  if (errors.length > 0) throw new Error(`src/${name}: ${errors[0].message}`);
  mkdirSync(dirname(fileOf(name)), { recursive: true });
  writeFileSync(fileOf(name), code);
}
for (const name of Object.keys(before)) if (after[name] === undefined) rmSync(fileOf(name), { force: true });
mkdirSync(stripped, { recursive: true });
// Whole or not at all: two runs may begin at the same time.
writeFileSync(`${stamp}.${process.pid}`, JSON.stringify(after));
renameSync(`${stamp}.${process.pid}`, stamp);

function fileOf(name) {
  return join(stripped, name.replace(/\.ts$/, ".js"));
}
