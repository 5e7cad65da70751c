// The sources as JavaScript, for the tests: Node loads them in a fifth of the time that the test runner takes to transform them, and they run faster. Types are left out,
// nothing else is changed. They lie beside src/, at the same depth, because sources find schemas/ from where they are.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "rolldown/utils";

const top = fileURLToPath(new URL("..", import.meta.url));
const from = join(top, "src");
const stripped = join(top, ".src-js");

/** Brings the copy up to date: strips the files that are newer than what came of them, and removes what has no source any more. */
function stripSources() {
  const sources = readdirSync(from, { recursive: true }).filter((name) => name.endsWith(".ts"));
  for (const name of sources) {
    const to = join(stripped, name.replace(/\.ts$/, ".js"));
    if (existsSync(to) && statSync(to).mtimeMs > statSync(join(from, name)).mtimeMs) continue;
    const options = { tsconfig: false, target: "es2022", typescript: { onlyRemoveTypeImports: true } };
    const { code, errors } = transformSync(name, readFileSync(join(from, name), "utf8"), options);
    if (errors.length > 0) throw new Error(`src/${String(name)}: ${errors[0].message}`);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, code);
  }
  const known = new Set(sources.map((name) => name.replace(/\.ts$/, ".js")));
  for (const name of existsSync(stripped) ? readdirSync(stripped, { recursive: true }) : [])
    if (name.endsWith(".js") && !known.has(name)) rmSync(join(stripped, name));
}

stripSources();
